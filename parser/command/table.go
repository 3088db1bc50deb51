package command

// learnVerbs fills the table. It stands apart from what looks a verb up, since the rows hold
// what reads commands again: help on one, a name that is none.
func learnVerbs() {
	verbsByWord = map[string][]*verb{}
	verbs = []verb{
		{name: "move", binds: true, game: true, args: takeCell},
		{name: "black", binds: true, game: true, args: takeNothing},
		{name: "resign", binds: true, game: true, calm: true, args: takeNothing},
		{name: "abort", binds: true, game: true, bare: true, calm: true, args: takeNothing},
		{name: "undo", game: true, bare: true, args: takeNothing},
		{name: "allow", binds: true, game: true, bare: true, daily: true, args: takeNothing},
		{name: "deny", game: true, bare: true, daily: true, args: takeNothing},
		{name: "preview", game: true, args: takePreview, near: nearPreview},
		{name: "if", binds: true, game: true, daily: true, args: takeIf, near: nearIf},

		{name: "challenge", binds: true, most: maxNear, args: takeChallenge},
		{name: "accept", binds: true, game: true, bare: true, args: takeNothing},
		{name: "decline", binds: true, game: true, bare: true, args: takeNothing},
		{name: "withdraw", binds: true, game: true, bare: true, calm: true, args: takeNothing},
		{name: "rematch", binds: true, game: true, bare: true, args: takeNothing},
		{name: "seek", binds: true, loud: true, args: takeSeek},
		{name: "seeks", args: takeNothing},
		{name: "limit", args: takeNumber},

		{name: "show", game: true, bare: true, args: takeShow},
		{name: "history", game: true, bare: true, args: takeNothing},
		{name: "games", args: takeNothing},
		{name: "export", game: true, bare: true, args: orNothing(takeOne("all", "me")), fits: unlessMe},
		{name: "watch", game: true, bare: true, daily: true, args: takeNothing, fits: withGame},
		{name: "unwatch", game: true, bare: true, args: takeNothing, fits: withGame},

		{name: "say", game: true, text: true, args: takeSay},
		{name: "note", game: true, text: true, daily: true, args: takeNote, near: nearNote},
		{name: "mute", game: true, bare: true, args: orNothing(takeWho), fits: gameAlone},
		{name: "unmute", game: true, bare: true, args: orNothing(takeWho), fits: gameAlone},

		{name: "standings", args: takeNothing},
		{name: "profile", label: true, args: orNothing(takeWho)},
		{name: "results", args: orNothing(takeWho)},

		{name: "name", label: true, most: 1 + mostNameWords, args: takeName},
		{name: "set", daily: true, args: takeSetting, near: nearSetting},
		{name: "away", daily: true, args: takeAway, near: nearAway},
		{name: "back", daily: true, args: takeNothing},
		{name: "address", args: takeAddress},
		{name: "help", args: takeTopic},
		{name: "rules", args: takeNothing},
		{name: "stop", daily: true, loud: true, args: takeNothing},
		{name: "never", loud: true, exact: true, prose: true, args: takeAgain},
		{name: "forget", game: true, exact: true, prose: true, args: takeOne("me", "ifs"), fits: unlessMe},
		{name: "yes", exact: true, args: takePlease},
		{name: "no", exact: true, prose: true, args: takePlease},
	}
	for i := range verbs {
		verbs[i].addWords()
	}
}

// Conditions for verb.fits.

func withGame(_ []string, game string) bool { return game != "" }

// gameAlone wants arguments or a game, not both.
func gameAlone(args []string, game string) bool { return len(args) == 0 || game == "" }

// unlessMe wants no game behind "forget me": who names one means something else.
func unlessMe(args []string, game string) bool {
	return game == "" || len(args) == 0 || args[0] != "me"
}
