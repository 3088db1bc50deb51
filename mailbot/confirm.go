package mailbot

import (
	"slices"
	"strings"
	"unicode/utf8"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
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
func (e *errand) keep(c parser.Command, cmd orders.Command) (result, error) {
	wanted := store.Requested{Verb: c.Verb, Args: c.Args}
	r := result{kind: templates.Confirm, decision: Held}
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
	if first := e.request.Commands[0].Game; first != 0 { // one mail asks about all
		g, err := e.u.Game(first)
		r.game = g
		return r, err
	}
	return r, nil
}

// keepRequest stores what is to be confirmed.
func (e *errand) keepRequest() error {
	if !slices.ContainsFunc(e.results, toConfirm) || e.request == e.claim.Request() {
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

func toConfirm(r result) bool { return r.kind == templates.Confirm }

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
		e.remark(templates.NoticeSettled)
	case e.asked.Commands[at].Verb == orders.No:
		e.remark(templates.NoticeForgotten)
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
			e.note(result{kind: templates.Confirm, game: e.u.Loaded(first.Game), decision: Held, says: templates.View{Wish: orders.Say, Passed: words}})
			return e.u.Tx.PutRequest(e.claim.Request())
		}
		e.remark(templates.NoticeNoteLost)
	}
	e.remark(templates.NoticeConfirm)
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

// remark notes what became of a request, with its game if it has one.
func (e *errand) remark(code string) {
	e.note(result{
		kind: templates.Problem, game: e.u.Loaded(e.claim.Game()), decision: Answered,
		notice: templates.Notice{Code: code},
	})
}

// openRequest gives the request that an answer to this mail's answer can
// confirm: the one that the mail makes, else the one that it should have
// confirmed and said nothing of; nil for none.
func (e *errand) openRequest(group []result) *store.Request {
	for _, r := range group {
		switch {
		case toConfirm(r):
			return e.request
		case r.notice.Code == templates.NoticeConfirm:
			return e.claim.Request()
		}
	}
	return nil
}

// askWhether asks the sender whether to carry out what the mail proposes.
func (e *errand) askWhether(c parser.Command) (result, error) {
	cmd, _ := orders.Of(c)
	if cmd.Verb == orders.Help {
		return e.misunderstood(parser.Problem{Code: parser.CodeNear, Suggest: c.String()})
	}
	r, err := e.keep(c, cmd)
	if r.kind == templates.Confirm && e.claim.Proven() && !e.claim.Spent() {
		r.says.Wish = c.Verb
	}
	return r, err
}
