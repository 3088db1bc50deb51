package mailbot

import (
	"errors"
	"slices"
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/shares"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// firstContact deals with a sender whose address is nobody's.
//
//	the mail                                     becomes
//	answers one to somebody who is forgotten     not answered
//	answers a question of ours, from the
//	address that was asked                       a player's; a "no" is the end of it
//	the same, and the question was whether it
//	is another address of a player               the player's who asked, with "yes"; else
//	                                             it is asked again
//	is a "no" to one that is forgotten by now    not answered
//	holds a command, or says in other words
//	that it wants to play, and our server
//	vouches, or it answers help that went
//	to that address                              a player's
//	wants to begin a game, nobody vouches        a request: the address is asked, also one
//	                                             that said "never", which is its way back
//	holds another command, or nothing,
//	and our server vouches                       answered with help
//	holds another command, nobody vouches        answered with help, which says so if there
//	                                             is no game to play in
//	holds nothing, nobody vouches                not answered: it may be from anywhere,
//	                                             unless it answers help, or a question
//	                                             that is forgotten by now, see owe
//
// To an address that nothing vouches for goes one mail in StrangerRest at most,
// help or question, whatever it asks: it may be a third person's who has never
// heard of us. What forged mails bring about is counted apart from what those do
// for whom our server vouches, and among these each domain has its part only: nobody
// shuts the door to the others.
func (e *errand) firstContact() (decision Decision, done bool, err error) {
	asks := e.asked.Asks()
	wants := func(verb string) bool {
		return slices.ContainsFunc(e.asked.Commands, func(c parser.Command) bool { return c.Verb == verb })
	}
	switch {
	case e.mail.Spam && !e.owed:
		return IgnoredSpam, true, nil
	case e.claim.AnswersForgotten():
		return IgnoredStranger, true, nil
	case e.claim.Request() != nil && wants(orders.No):
		return Answered, true, e.u.Tx.DropRequest(e.claim.Request().ID)
	case e.claim.AnswersGone() && wants(orders.No) && len(e.asked.Commands) == 1:
		e.paid = "" // a "yes" would still be owed an answer
		return Answered, true, nil
	case e.claim.Request() != nil && e.claim.Request().Player != 0 && wants(orders.Yes):
		decision, err = e.adoptAddress()
	case e.claim.Request() != nil && e.claim.Request().Player != 0:
		decision, err = e.askAddressAgain()
	case e.claim.Request() != nil, asks && (e.claim.Vouched() || e.claim.AnswersHelp()):
		return e.addSender()
	case !asks && !e.claim.Vouched() && !e.owed:
		return IgnoredStranger, true, nil
	case e.asked.BeginsGame():
		decision, err = e.askStranger()
	default:
		decision, err = e.helpStranger()
	}
	return decision, true, err
}

// addSender makes a player of the stranger who certainly wrote this mail, if there
// is room for one more today. Otherwise the stranger is told when to write again.
func (e *errand) addSender() (decision Decision, done bool, err error) {
	limit := shares.Pot{Name: "new_players", Most: e.bot.cfg.Limits.NewPlayers}
	today := shares.Draw{Pot: limit, By: letters.OfStranger(e.mail.From.Addr)}
	if room, err := today.Room(e.u, e.u.Now); err != nil {
		return "", false, err
	} else if room <= 0 {
		e.mails.Over = letters.Overrun{Limit: limit.Name, Count: limit.Most + 1}
		return Limited, true, e.turnDown()
	}
	if _, err := today.Take(e.u, e.u.Now); err != nil {
		return "", false, err
	}
	player, err := e.addPlayer(e.mail.From.Addr)
	if err != nil {
		return "", false, err
	}
	e.claim, e.sender, e.owed = e.claim.Joined(player), player, false
	return "", false, nil
}

// turnDown tells a stranger for whom our server vouches that there is no room for more
// people today, once in StrangerRest, and whenever an answer is owed.
func (e *errand) turnDown() error {
	stranger := e.stranger()
	last, err := e.u.Tx.StrangerTold(stranger.Address, store.ToldNo)
	if err != nil || e.u.Now.Sub(last) < e.bot.cfg.Limits.StrangerRest && !e.owed {
		return err
	}
	if err := e.u.Tx.TellStranger(stranger.Address, store.ToldNo, e.u.Now); err != nil {
		return err
	}
	return e.desk().Send(letters.Letter{To: stranger, Kind: templates.Refused, Answer: true, TurnsDown: true, Notices: []templates.Notice{
		{Code: templates.NoticeNoNewPlayers, Text: letters.ClockTime(letters.Tomorrow(e.u.Now))},
	}})
}

// mayWriteTo says whether a stranger can be sent an answer now, and notes that
// it is sent.
func (e *errand) mayWriteTo(stranger *store.Player) (bool, error) {
	what := store.ToldAnybody
	if e.claim.Vouched() {
		what = store.ToldVouched
	}
	last, err := e.u.Tx.StrangerTold(stranger.Address, what)
	if err != nil || e.u.Now.Sub(last) < e.bot.cfg.Limits.StrangerRest || e.mail.TooBig {
		return false, err
	}
	switch spent, err := e.desk().Spent(stranger.Address); {
	case err != nil:
		return false, err
	case spent && e.claim.Vouched():
		return false, e.turnDown()
	case spent:
		return false, nil
	}
	return true, errors.Join(e.u.Tx.TellStranger(stranger.Address, store.ToldAnybody, e.u.Now), e.u.Tx.TellStranger(stranger.Address, what, e.u.Now))
}

// helpStranger answers an address that is nobody's with what can be written.
func (e *errand) helpStranger() (Decision, error) {
	stranger := e.stranger()
	if refused, err := e.u.Tx.Suppressed(stranger.Address); refused || err != nil {
		return IgnoredStranger, err
	}
	if !e.owed {
		if may, err := e.mayWriteTo(stranger); !may {
			return IgnoredStranger, err
		}
	}
	number, err := author.StrangerNumber(e.u, stranger.Address)
	if err != nil {
		return "", err
	}
	l := letters.Letter{To: stranger, Kind: templates.Help, Back: letters.Back{Stranger: number}, Answer: true}
	switch {
	case e.claim.AnswersGone():
		l.Notices = []templates.Notice{{Code: templates.NoticeSettled}}
	case slices.ContainsFunc(e.asked.Commands, wantsGame):
		l.Notices = []templates.Notice{{Code: templates.NoticeNoGameYet}}
	}
	return NotUnderstood, e.desk().Send(l)
}

// wantsGame says whether a command needs a game of the sender's.
func wantsGame(c parser.Command) bool {
	cmd, ok := orders.Of(c)
	return ok && cmd.IsAboutGame(c) && !cmd.Open
}

// askStranger asks an address that is nobody's whether a challenge came from
// there. What else the mail holds and needs no game is kept with it.
func (e *errand) askStranger() (Decision, error) {
	stranger := e.stranger()
	if !e.owed {
		if may, err := e.mayWriteTo(stranger); !may {
			return IgnoredStranger, err
		}
	}
	r := &store.Request{Address: stranger.Address, Language: stranger.Greeted, Made: e.u.TermBegins}
	for _, c := range e.asked.Commands {
		if orders.BeginsGame(c) || c.Verb == orders.Name {
			r.Commands = append(r.Commands, store.Requested{Verb: c.Verb, Args: c.Args})
		}
	}
	if e.asked.Proposed != nil {
		r.Commands = append(r.Commands, store.Requested{Verb: e.asked.Proposed.Verb, Args: e.asked.Proposed.Args})
	}
	e.request = r
	if err := dispatch.AddRequest(e.u, r); err != nil {
		return "", err
	}
	return Held, e.desk().Send(letters.Letter{To: stranger, Kind: templates.Confirm, Back: letters.Back{Request: r}, Answer: true})
}

// warningRest is the time between two notices of mails from a foreign address, but
// for those that are owed.
const warningRest = 24 * time.Hour

// turnAway tells the player whose token came from an address that is nobody's,
// and asked for nothing. Nothing of the mail itself is passed on, nobody else
// gets an answer, and the player is told once a day and what is owed: there may be
// a program at that address.
func (e *errand) turnAway() (Decision, error) {
	player := e.sender
	if e.mail.Spam {
		return IgnoredSpam, nil
	}
	if e.u.Now.Sub(player.Warned) < warningRest && !e.owed {
		return OtherAddress, nil
	}
	player.Warned = e.u.Now
	e.u.ChangePlayer(player)
	l := letters.Letter{To: player, Kind: templates.Refused, Notices: []templates.Notice{{Code: templates.NoticeOtherAddress}}}
	var err error
	if l.Game, err = e.claim.Answers(e.u); err != nil {
		return "", err
	}
	return OtherAddress, e.desk().Send(l)
}
