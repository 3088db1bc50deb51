package mailbot

import (
	"slices"
	"strings"
	"unicode/utf8"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// What is asked for by a mail that may not be from whom it says is kept as a
// request, and the registered address is asked about it. "yes" in an answer to
// that mail carries it out, "no" ends it, and after requestRest it is forgotten.
// A word is asked for, since a program can send an empty answer.

// keep notes a command that is to be confirmed, with the game that it is about
// and how far that is. A command that fits no game, or several, is refused; the
// answer to that goes to the registered address too.
func (e *errand) keep(c parser.Command, cmd orders.Command) (telling.Line, error) {
	wanted := store.Requested{Verb: c.Verb, Args: c.Args}
	r := telling.Line{Kind: templates.Confirm, Decision: Held}
	if cmd.IsAboutGame(c) {
		g, refused, err := e.findGame(c, cmd.Fits(c))
		if g == nil || err != nil {
			return refused, err
		}
		if orders.GameIn(c) != 0 {
			wanted.Args = c.Args[:len(c.Args)-1]
		}
		wanted.Game, wanted.Ply = g.Number, g.Turn()
		if ply, ok := e.plies[g.Number]; ok {
			wanted.Ply = ply
		}
	}
	if e.request == nil {
		e.request = &store.Request{Player: e.sender.ID, Made: e.u.TermBegins}
	}
	e.request.Commands = append(e.request.Commands, wanted)
	r.Request = e.request
	if first := e.request.Commands[0].Game; first != 0 { // one mail asks about all
		g, err := e.u.Game(first)
		r.Game = g
		return r, err
	}
	return r, nil
}

// keepRequest stores what is to be confirmed.
func (e *errand) keepRequest() error {
	if !e.teller().Asks() || e.request == e.claim.Request() {
		return nil
	}
	e.request.Note, e.asked.Note = safe.Text(e.asked.Note), ""
	return e.addRequest(e.request)
}

// addRequest stores a request, to be forgotten when its time is over.
func (e *errand) addRequest(r *store.Request) error {
	if err := e.u.Tx.AddRequest(r); err != nil {
		return err
	}
	return e.u.Tx.WakeAt(store.WakeUp{At: r.Made.Add(author.RequestRest), Kind: store.WakeRequest, Number: uint32(r.ID)})
}

// settleRequest puts what was asked for into the place of a "yes" to it, and
// takes out a "no". Only the one who was asked can answer. The first "yes" or
// "no" counts.
func (e *errand) settleRequest() error {
	if e.claim.Request() == nil || !e.claim.Proven() {
		return nil
	}
	switch {
	case e.asked.Proposed != nil:
		return e.settle()
	case len(e.asked.Commands) == 0 && !e.claim.Request().Settled:
		e.asked.Problems = nil // this says what is missing
		return e.askAgain()
	}
	at := slices.IndexFunc(e.asked.Commands, func(c parser.Command) bool { return c.Verb == orders.Yes || c.Verb == orders.No })
	switch {
	case at < 0:
		return e.supersede()
	case e.claim.Request().Settled:
		e.note(e.remarkOn(templates.NoticeSettled))
	case e.asked.Commands[at].Verb == orders.No:
		e.note(e.remarkOn(templates.NoticeForgotten))
	default:
		e.claim.Request().Done, e.agreed = true, true
		e.asked.Note = strings.Trim(e.claim.Request().Note+"\n\n"+e.asked.Note, "\n")
		for i, c := range e.claim.Request().Commands {
			e.plies[c.Game] = c.Ply
			e.asked.Commands = slices.Insert(e.asked.Commands, at+1+i, orders.CommandOf(c, e.asked.Commands[at].Line))
		}
	}
	e.asked.Commands = slices.Delete(e.asked.Commands, at, at+1)
	return e.settle()
}

// askAgain asks once more what the mail should have answered. Words below a question
// whether to pass others on are kept with these.
func (e *errand) askAgain() error {
	more, _ := orders.Talk(e.mail.Reply)
	if first := &e.claim.Request().Commands[0]; first.Verb == orders.Say && len(e.claim.Request().Commands) == 1 && more != "" && !strings.HasSuffix(first.Args[0], more) {
		if words := first.Args[0] + "\n\n" + more; utf8.RuneCountInString(words) <= parser.MaxNote {
			first.Args = []string{words}
			e.request = e.claim.Request()
			e.note(telling.Line{
				Kind: templates.Confirm, Game: e.u.Loaded(first.Game), Decision: Held, Request: e.request, Says: &templates.Question{Wish: orders.Say},
				Look: func(l *letters.Letter) error { l.Passed = words; return nil },
			})
			return e.u.Tx.PutRequest(e.claim.Request())
		}
		e.note(e.remarkOn(templates.NoticeNoteLost))
	}
	l := e.remarkOn(templates.NoticeConfirm)
	l.Request = e.claim.Request()
	e.note(l)
	return nil
}

// supersede settles a request that was answered by commands of another kind
// than questions: these are what the player wants.
func (e *errand) supersede() error {
	for _, c := range e.asked.Commands {
		if cmd, ok := orders.Of(c); ok && !cmd.Open {
			return e.settle()
		}
	}
	return nil
}

func (e *errand) settle() error {
	e.settled = e.settled || !e.claim.Request().Settled
	e.claim.Request().Settled = true
	return e.u.Tx.PutRequest(e.claim.Request())
}

// remarkOn says what became of a request, with its game if it has one.
func (e *errand) remarkOn(code string) telling.Line {
	return telling.Line{
		Kind: templates.Problem, Game: e.u.Loaded(e.claim.Game()), Decision: Answered,
		Notice: templates.Notice{Code: code},
	}
}

// askWhether asks the sender whether to carry out what the mail proposes.
func (e *errand) askWhether(c parser.Command) (telling.Line, error) {
	cmd, _ := orders.Of(c)
	if cmd.Verb == orders.Help {
		return e.misunderstood(parser.Problem{Code: parser.CodeNear, Suggest: c.String()})
	}
	r, err := e.keep(c, cmd)
	if r.Kind == templates.Confirm && e.claim.Proven() && !e.claim.Spent() {
		r.Says = &templates.Question{Wish: c.Verb}
	}
	return r, err
}
