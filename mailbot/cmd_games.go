package mailbot

// choiceListed is how many games there are where a player has to say which is meant.
const choiceListed = 20
