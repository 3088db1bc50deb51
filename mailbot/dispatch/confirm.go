package dispatch

import (
	"slices"
	"strings"
	"unicode/utf8"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// What is asked for by a mail that may not be from whom it says is kept as a
// request, and the registered address is asked about it. "yes" in an answer to
// that mail carries it out, "no" ends it, and after author.RequestRest it is forgotten.
// A word is asked for, since a program can send an empty answer.

// keep notes a command that is to be confirmed, with the game that it is about
// and how far that is. A command that fits no game, or several, is refused; the
// answer to that goes to the registered address too. Whoever has certainly written the mail is
// asked whether that is what it means.
func (d *Dispatch) keep(c parser.Command, cmd orders.Command) (telling.Line, error) {
	wanted := store.Requested{Verb: c.Verb, Args: c.Args}
	l := telling.Line{Kind: templates.Confirm, Decision: decision.Held}
	if cmd.IsAboutGame(c) {
		g, refused, err := d.findGame(c, cmd.Fits(c))
		if g == nil || err != nil {
			return refused, err
		}
		if orders.GameIn(c) != 0 {
			wanted.Args = c.Args[:len(c.Args)-1]
		}
		wanted.Game, wanted.Ply = g.Number, g.Turn()
		if turn, ok := d.Club.Answered(g.Number); ok {
			wanted.Ply = turn
		}
	}
	if d.request == nil {
		d.request = &store.Request{Player: d.reader.ID, Made: d.Unit.TermBegins}
	}
	d.request.Commands = append(d.request.Commands, wanted)
	l.Request = d.request
	if d.Claim.Proven() && !d.Claim.Spent() {
		l.Says = &templates.Question{Wish: c.Verb}
	}
	if first := d.request.Commands[0].Game; first != 0 { // one mail asks about all
		g, err := d.Unit.Game(first)
		l.Game = g
		return l, err
	}
	return l, nil
}

// settleRequest puts what was asked for into the place of a "yes" to it, and
// takes out a "no". Only the one who was asked can answer. The first "yes" or
// "no" counts.
func (d *Dispatch) settleRequest() error {
	if d.Claim.Request() == nil || !d.Claim.Proven() {
		return nil
	}
	switch {
	case d.Asked.Proposed != nil:
		return d.settle()
	case len(d.Asked.Commands) == 0 && !d.Claim.Request().Settled:
		if slices.ContainsFunc(d.Asked.Problems, func(p parser.Problem) bool { return p.Code == parser.CodeMaybeMove }) {
			return nil // "I resign" is neither an answer nor more words to pass on: it is asked about
		}
		d.Asked.Problems = nil // this says what is missing
		return d.askAgain()
	}
	wantsElse := func(c parser.Command) bool { // than to know something
		cmd, ok := orders.Of(c)
		return ok && !cmd.Open
	}
	at := slices.IndexFunc(d.Asked.Commands, func(c parser.Command) bool { return c.Verb == orders.Yes || c.Verb == orders.No })
	switch {
	case at < 0 && !slices.ContainsFunc(d.Asked.Commands, wantsElse):
		return nil
	case at < 0: // this is what the player wants
		return d.settle()
	case d.Claim.Request().Settled:
		d.Teller.Note(d.remarkOn(templates.NoticeSettled))
	case len(d.Claim.Request().Answered(d.Asked.Commands[at].Verb == orders.Yes)) == 0:
		d.Teller.Note(d.remarkOn(templates.NoticeForgotten))
	default:
		wanted := d.Claim.Request().Answered(d.Asked.Commands[at].Verb == orders.Yes)
		d.Claim.Request().Done, d.agreed = true, true
		d.Asked.Note = strings.Trim(d.Claim.Request().Note+"\n\n"+d.Asked.Note, "\n")
		for i, c := range wanted {
			d.Club.MeanTurn(c.Game, c.Ply)
			d.Asked.Commands = slices.Insert(d.Asked.Commands, at+1+i, orders.CommandOf(c, d.Asked.Commands[at].Line))
		}
	}
	d.Asked.Commands = slices.Delete(d.Asked.Commands, at, at+1)
	return d.settle()
}

// askAgain asks once more what the mail should have answered. Words below a question
// whether to pass others on are kept with these.
func (d *Dispatch) askAgain() error {
	more, _ := orders.Talk(d.Mail.Reply)
	if first := &d.Claim.Request().Commands[0]; first.Verb == orders.Say && len(d.Claim.Request().Commands) == 1 && more != "" && !strings.HasSuffix(first.Args[0], more) {
		if words := first.Args[0] + "\n\n" + more; utf8.RuneCountInString(words) <= parser.MaxNote {
			first.Args = []string{words}
			d.request = d.Claim.Request()
			d.Teller.Note(telling.Line{
				Kind: templates.Confirm, Game: d.Unit.Loaded(first.Game), Decision: decision.Held, Request: d.request, Says: &templates.Question{Wish: orders.Say},
				Look: func(l *letters.Letter) error { l.Passed = words; return nil },
			})
			return d.Unit.Tx.PutRequest(d.Claim.Request())
		}
		d.Teller.Note(d.remarkOn(templates.NoticeNoteLost))
	}
	l := d.remarkOn(templates.NoticeConfirm)
	if refusal := d.Claim.Request().Refusal; len(refusal) > 0 { // whoever writes anything is there
		c, err := d.Unit.Tx.Tournament(orders.TournamentIn(orders.CommandOf(refusal[0], 0)))
		if err != nil {
			return err
		}
		l.Kind = templates.Noted
		if l.Notice.Code = templates.NoticeSettled; c.Place(uint32(d.reader.ID)) >= 0 {
			l.Notice = templates.Notice{Code: templates.NoticeStillIn, Number: int(c.Number)}
		}
	}
	l.Request = d.Claim.Request()
	d.Teller.Note(l)
	return nil
}

func (d *Dispatch) settle() error {
	d.settled = d.settled || !d.Claim.Request().Settled
	d.Claim.Request().Settled = true
	return d.Unit.Tx.PutRequest(d.Claim.Request())
}

// remarkOn says what became of a request, with its game if it has one.
func (d *Dispatch) remarkOn(code string) telling.Line {
	return telling.Line{
		Kind: templates.Problem, Game: d.Unit.Loaded(d.Claim.Game()), Decision: decision.Answered,
		Notice: templates.Notice{Code: code},
	}
}
