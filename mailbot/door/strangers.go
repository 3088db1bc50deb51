package door

import (
	"errors"
	"slices"
	"strings"
	"time"

	"unlurbot/game/lessons"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/departure"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// heed deals with a sender whose address is nobody's, and who answers a mail of ours.
//
//	the mail answers                             becomes
//	one to somebody who is forgotten             not answered
//	a question of ours, from the address
//	that was asked                               a player's; a "no" is the end of it
//	the same, and the question was whether it
//	is another address of a player               that player's with "yes", which is left to the
//	                                             caller; else it is asked again, or "no"
//	one that is forgotten by now, with "no"      not answered
func (d *Door) heed() (decision.Decision, error) {
	v, c, refuses := &d.visit, d.visit.Claim, d.visit.Asked.AsksFor(orders.No)
	switch {
	case c.Sender() != nil:
	case d.mail.Spam && !v.Owed:
		return decision.IgnoredSpam, nil
	case c.AnswersForgotten():
		return decision.IgnoredStranger, nil
	case c.Request() != nil && refuses:
		return decision.Answered, d.u.Tx.DropRequest(c.Request().ID)
	case c.Request() != nil && c.Request().Player == 0:
		return d.join()
	case c.Request() != nil:
		if v.AddsAddress = v.Asked.AsksFor(orders.Yes); v.AddsAddress {
			return "", nil
		}
		return d.askAgain()
	case c.AnswersGone() && refuses && len(v.Asked.Commands) == 1:
		v.Pays = "" // a "yes" would still be owed an answer
		return decision.Answered, nil
	}
	return "", nil
}

// meet deals with any other sender whose address is nobody's.
//
//	the mail                                     becomes
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
func (d *Door) meet() (decision.Decision, error) {
	v, c, asks := &d.visit, d.visit.Claim, d.visit.Asked.Asks()
	switch {
	case c.Sender() != nil:
		return "", nil
	case asks && c.AddressCertain():
		return d.join()
	case !asks && !c.Vouched() && !v.Owed:
		return decision.IgnoredStranger, nil
	case !v.Asked.BeginsGame():
		return d.Help()
	}
	stranger := d.Stranger()
	if ok, otherwise, err := d.mayAnswer(stranger); !ok || err != nil {
		return otherwise, err
	}
	r := &store.Request{Address: stranger.Address, Language: stranger.Greeted, Made: d.u.TermBegins}
	for _, c := range v.Asked.Commands { // what needs no game is kept with what begins one
		if orders.BeginsGame(c) || c.Verb == orders.Name {
			r.Commands = append(r.Commands, store.Requested{Verb: c.Verb, Args: c.Args})
		}
	}
	if c := v.Asked.Proposed; c != nil {
		r.Commands = append(r.Commands, store.Requested{Verb: c.Verb, Args: c.Args})
	}
	v.Request = r
	if err := d.u.AddRequest(r, author.RequestRest); err != nil {
		return "", err
	}
	return decision.Held, d.desk.Send(letters.Letter{To: stranger, Kind: templates.Confirm, Back: letters.Back{Request: r}, Answer: true})
}

// join makes a player of the stranger who certainly wrote the mail, if there is room for one
// more today. Otherwise the stranger is told when to write again.
func (d *Door) join() (decision.Decision, error) {
	v, address := &d.visit, d.mail.From.Addr
	limit := shares.Pot{Name: "new_players", Most: d.limits.NewPlayers}
	today := shares.Draw{Pot: limit, By: shares.Stranger(address)}
	if room, err := today.Room(d.u, d.u.Now); err != nil {
		return "", err
	} else if room <= 0 {
		d.desk.Departures.Over = departure.Overrun{Limit: limit.Name, Count: limit.Most + 1}
		return decision.Limited, d.turnDown()
	}
	if _, err := today.Take(d.u, d.u.Now); err != nil {
		return "", err
	}
	player := &store.Player{Address: address, Greeted: d.Stranger().Greeted, Created: d.u.Now}
	if r := v.Claim.Request(); r != nil && r.Language != "" {
		player.Greeted = r.Language
	}
	if err := d.giveName(player); err != nil {
		return "", err
	}
	d.u.Joined(player)
	v.Claim, v.Owed = v.Claim.Joined(player), false
	d.desk.Occasion.Claim, d.desk.Occasion.Owed = v.Claim, v.Owed
	return "", nil
}

// Stranger gives the sender, who is nobody, as somebody to write to.
func (d *Door) Stranger() *store.Player {
	language, _ := d.desk.Spoken()
	return &store.Player{Address: d.mail.From.Addr, Greeted: language}
}

// turnDown tells a stranger for whom our server vouches that there is no room for more
// people today, once in StrangerRest, and whenever an answer is owed.
func (d *Door) turnDown() error {
	stranger := d.Stranger()
	last, err := d.u.Tx.StrangerTold(stranger.Address, store.ToldNo)
	if err != nil || d.u.Now.Sub(last) < d.limits.StrangerRest && !d.visit.Owed {
		return err
	}
	if err := d.u.Tx.TellStranger(stranger.Address, store.ToldNo, d.u.Now); err != nil {
		return err
	}
	return d.desk.Send(letters.Letter{To: stranger, Kind: templates.Refused, Answer: true, TurnsDown: true, Notices: []templates.Notice{
		{Code: templates.NoticeNoNewPlayers, Span: templates.Span{To: shares.Tomorrow(d.u.Now)}},
	}})
}

// MayWriteTo says whether somebody who has no reason to hear from us can be written to now,
// because of this mail, and notes that it is done: a stranger, or who wants no mails.
func (d *Door) MayWriteTo(p *store.Player) (bool, error) {
	vouched, what := d.visit.Claim.Vouched(), store.ToldAnybody
	if vouched {
		what = store.ToldVouched
	}
	last, err := d.u.Tx.StrangerTold(p.Address, what)
	if err != nil || d.u.Now.Sub(last) < d.limits.StrangerRest || d.mail.TooBig {
		return false, err
	}
	if spent, err := d.desk.Spent(p.Address); spent || err != nil {
		return false, err
	}
	return true, errors.Join(d.u.Tx.TellStranger(p.Address, store.ToldAnybody, d.u.Now), d.u.Tx.TellStranger(p.Address, what, d.u.Now))
}

// mayAnswer says whether the stranger is answered; if not, it says what becomes of the mail. One
// for whom our server vouches is turned down when there are no answers left.
func (d *Door) mayAnswer(stranger *store.Player) (ok bool, otherwise decision.Decision, err error) {
	if d.visit.Owed {
		return true, "", nil
	}
	ok, err = d.MayWriteTo(stranger)
	if d.desk.Departures.Over.Limit == "" {
		return ok, decision.IgnoredStranger, err
	}
	if err == nil && d.visit.Claim.Vouched() {
		err = d.turnDown()
	}
	return ok, decision.Limited, err
}

// Help answers an address that is nobody's: with what Unlur is and how to begin, or with what
// was asked for, the rules or all that can be written.
func (d *Door) Help() (decision.Decision, error) {
	stranger := d.Stranger()
	if refused, err := d.u.Tx.Suppressed(stranger.Address); refused || err != nil {
		return decision.IgnoredStranger, err
	}
	if ok, otherwise, err := d.mayAnswer(stranger); !ok || err != nil {
		return otherwise, err
	}
	number, err := author.StrangerNumber(d.u, stranger.Address)
	if err != nil {
		return "", err
	}
	// Somebody else may have had it sent there: it is short then.
	stranger.TextOnly = d.visit.Claim.Doubt() == author.DoubtUnproven
	l := letters.Letter{To: stranger, Kind: templates.Help, Says: &templates.Manual{}, Back: letters.Back{Stranger: number}, Answer: true}
	below := d.belowWords()
	wantsGame := func(c parser.Command) bool {
		cmd, ok := orders.Of(c)
		return ok && cmd.IsAboutGame(c) && !cmd.Open
	}
	switch {
	case d.visit.Asked.AsksFor(orders.Rules):
		l.Kind, l.Says = templates.Rules, nil
	case d.visit.Asked.AsksFor(orders.Learn):
		l.Kind, l.Says, l.Back.Asks = templates.Lesson, &templates.Lecture{Number: 1, Of: lessons.Count}, token.AskLesson(1)
	case d.visit.Asked.AsksFor(orders.Help):
		l.Says = nil
	case d.visit.Claim.AnswersGone():
		l.Notices = []templates.Notice{{Code: templates.NoticeSettled}}
	case slices.ContainsFunc(d.visit.Asked.Problems, func(p parser.Problem) bool { return p.Suggest == orders.Stop }):
		l.Kind, l.Says, l.Notices = templates.Noted, nil, []templates.Notice{{Code: templates.NoticeOnNoList}}
	case below != "":
		l.Notices = []templates.Notice{{Code: templates.NoticeBelowWords, Text: below}}
	case slices.ContainsFunc(d.visit.Asked.Commands, wantsGame):
		l.Notices = []templates.Notice{{Code: templates.NoticeNoGameYet}}
	}
	return decision.NotUnderstood, d.desk.Send(l)
}

// belowWords gives the line of the mail that would begin a game if it stood alone, "" for none and of a mail that may be anybody's.
func (d *Door) belowWords() string {
	if !d.visit.Claim.AddressCertain() { // such an address is sent no words that others may have written
		return ""
	}
	for line := range strings.Lines(d.mail.Reply) {
		if c := parser.ReadOrders(line, "").Commands; len(c) == 1 && orders.BeginsGame(c[0]) {
			return safe.Line(line, 80)
		}
	}
	return ""
}

// TellHowToStop tells a player how to stop whose link for that is too old, or the stranger who has
// written if it is nil, once in StrangerRest: a program may go on and on. The link was good for
// some days.
func (d *Door) TellHowToStop(p *store.Player, days int) (decision.Decision, error) {
	l := letters.Letter{To: p, Kind: templates.Refused, Notices: []templates.Notice{{Code: templates.NoticeOldStopLink, Number: days}}}
	if p == nil {
		l.To = d.Stranger()
	}
	may, err := d.MayWriteTo(l.To)
	if may && p == nil { // whose answer then shows that it is theirs
		l.Back.Stranger, err = author.StrangerNumber(d.u, l.To.Address)
	}
	if !may || err != nil {
		return decision.IgnoredLoop, err
	}
	return decision.Refused, d.desk.Send(l)
}

// warningRest is the time between two notices of mails from a foreign address, but
// for those that are owed.
const warningRest = 24 * time.Hour

// turnAway tells the player whose token came from an address that is nobody's,
// and asked for nothing. Nothing of the mail itself is passed on, nobody else
// gets an answer, and the player is told once a day and what is owed: there may be
// a program at that address.
func (d *Door) turnAway() (decision.Decision, error) {
	c := d.visit.Claim
	p := c.Sender()
	if !c.Foreign() || len(d.visit.Asked.Commands) > 0 {
		return "", nil
	}
	if d.mail.Spam {
		return decision.IgnoredSpam, nil
	}
	if d.u.Now.Sub(p.Warned) < warningRest && !d.visit.Owed {
		return decision.OtherAddress, nil
	}
	p.Warned = d.u.Now
	d.u.ChangePlayer(p)
	g, err := c.Answers(d.u)
	if err != nil {
		return "", err
	}
	return decision.OtherAddress, d.desk.Send(letters.Letter{
		To: p, Kind: templates.Refused, Game: g, Notices: []templates.Notice{{Code: templates.NoticeOtherAddress}},
	})
}
