package dispatch

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellUnclear says what was not understood, and what was not carried out for that. Of a mail with
// several orders some may not be understood. The others are carried out, but for those whose
// meaning may hang on what was not: see clearness in package orders. What the parser knows to
// belong together, such as two moves, it has settled already.
func (d *Dispatch) tellUnclear() error {
	for _, p := range d.Asked.Problems {
		if p.Code == parser.CodeSpoken {
			continue // told when the words are passed on
		}
		l, err := d.misunderstood(p)
		if err != nil {
			return err
		}
		d.Teller.Note(l)
	}
	if len(d.Asked.Held) == 0 {
		return nil
	}
	var held []string
	for _, c := range d.Asked.Held {
		held = append(held, safe.Line(c.String(), 80))
	}
	g, err := d.Club.AtHand()
	d.Teller.Note(telling.Line{Kind: templates.Problem, Game: g, Decision: decision.NotUnderstood, Notice: templates.Notice{Code: templates.NoticeHeldBack, Names: held}})
	return err
}

// misunderstood answers a problem of the parser with what the words may mean, and asks about it.
func (d *Dispatch) misunderstood(p parser.Problem) (telling.Line, error) {
	if l, is, err := d.beside(p); is || err != nil {
		return l, err
	}
	g, err := d.Club.AtHand()
	if err != nil {
		return telling.Line{}, err
	}
	p, asks := d.meant(p, g)
	if l, ok := d.offerWords(p, g); ok {
		return l, nil
	}
	l := telling.Line{Kind: templates.Problem, Game: g, Decision: decision.NotUnderstood, Notice: d.Teller.NotUnderstood(p), Asks: asks}
	if as, ok := understood[p.Code]; ok {
		l.Decision = as
	}
	if p.Code == parser.CodeUnknown && club.IsInvited(g, d.reader) && (d.Newcomer || d.Mail.AsksWho()) {
		// Who was invited reads who writes, and how to say no. To who asks for that it is all.
		if !d.Mail.AsksWho() {
			d.Teller.Note(l)
		}
		name, err := views.Opponent(d.Unit, g, g.SeatOf(d.reader.ID))
		l.Notice = templates.Notice{Code: templates.NoticeWho, Name: name}
		return l, err
	}
	l.Notice.Offered = l.Asks != 0 && l.Asks != token.AskNothing
	if l.Asks == 0 && d.Claim.Asked() == token.AskUndo {
		l.Asks = token.AskUndo // that question still waits
	}
	return d.offerMove(p.Suggest, l)
}

// beside answers words that are no command, to a mail that neither asks anything nor shows a game that the reader plays.
func (d *Dispatch) beside(p parser.Problem) (l telling.Line, is bool, err error) {
	task := orders.Task(d.Claim.Asked())
	if task.Verb != "" && orders.StaysInTask(p.Suggest) {
		p.Suggest = ""
		if p.Code == parser.CodeNear || p.Code == parser.CodeMaybeMove {
			p.Code = parser.CodeUnknown
		}
	}
	switch {
	case task.Verb != "" && p.Suggest == "" && len(p.Suggests) == 0: // it is shown again
		l, err = d.Looks[task.Verb](d, task)
		l.Notice = d.Teller.NotUnderstood(p)
	case p.Code != parser.CodeUnknown:
		return l, false, nil
	case d.Claim.Asked() == token.AskNews:
		l = telling.Line{Kind: templates.Noted, Decision: decision.Answered, Notice: templates.Notice{Code: templates.NoticeNewsAnswered}}
	default:
		return l, false, nil
	}
	return l, true, err
}

// understood are the decisions on mails with problems that are no misunderstandings: remarks on
// what was understood, and why there was nothing to read.
var understood = map[string]decision.Decision{
	parser.CodeTooManyCommands: decision.Answered, parser.CodePlanNone: decision.Answered, parser.CodeNoteTooLong: decision.Answered,
	templates.NoticeTooBig:     decision.TooBig,
	templates.NoticeUnreadable: decision.Unreadable, templates.NoticeEncrypted: decision.Unreadable,
	templates.NoticeWinmail: decision.Unreadable, templates.NoticeOnlyFiles: decision.Unreadable,
}

// meant gives a problem with what its words mean to the mail that is answered: "OK" and
// "yes, go ahead" to an invitation are nearly "accept", to a request nearly "allow", and
// to a board nothing. The question is what a mail about the problem asks, zero for nothing: who was
// invited, or is asked for a move back, can mean the answer to that.
func (d *Dispatch) meant(p parser.Problem, g *store.Game) (parser.Problem, token.Question) {
	var yes, no string // the commands that these words mean
	invited, asked := club.IsInvited(g, d.reader), d.Claim.Asked()
	switch {
	case invited:
		yes, no = orders.Accept, orders.Decline
	case asked == token.AskUndo:
		yes, no = orders.Allow, orders.Deny
	case asked == token.AskResign:
		yes = game.Move{Kind: game.Resign}.String()
	}
	switch p.Suggest {
	case orders.Accept, orders.Yes:
		p.Suggest = yes
	case orders.Decline, orders.No:
		p.Suggest = no
	case "":
		if len(p.Suggests) == 0 {
			return p, 0
		}
		return p, token.AskNothing
	}
	if p.Suggest == "" { // neither means anything here
		return parser.Problem{Code: parser.CodeUnknown, Text: p.Text, Line: p.Line}, 0
	}
	if q, ok := invitationAsks[p.Suggest]; ok && invited {
		return p, q
	}
	if asked == token.AskUndo && p.Suggest == orders.Allow {
		return p, token.AskUndo
	}
	return p, token.AskNothing
}

// invitationAsks are the questions whether who was invited meant an answer to that, by verb.
var invitationAsks = map[string]token.Question{
	orders.Accept: token.AskAccept, orders.Decline: token.AskDecline, orders.Stop: token.AskStop, orders.Never: token.AskNever,
}

// offerWords asks whether words that are no command, in an answer to a mail about a game that goes
// on, are for the opponent, if they may be.
func (d *Dispatch) offerWords(p parser.Problem, g *store.Game) (l telling.Line, ok bool) {
	asksElse := d.Claim.Asked() != 0 && d.Claim.Asked() != token.AskNothing
	alone := d.Teller.IsEmpty() && len(d.Asked.Problems) == 1
	if p.Code != parser.CodeUnknown || !d.Claim.Proven() || d.Claim.Spent() || asksElse || !alone {
		return l, false
	}
	if g == nil || g.State != store.Playing || d.Claim.Game() != g.Number || g.SeatOf(d.reader.ID) == game.NoSeat {
		return l, false
	}
	text, _ := orders.Talk(d.Mail.Reply)
	if text == "" {
		return l, false
	}
	d.request = &store.Request{Player: d.reader.ID, Made: d.Unit.TermBegins, Commands: []store.Requested{
		{Verb: orders.Say, Args: []string{text}, Game: g.Number, Ply: g.Turn()},
	}}
	return telling.Line{Kind: templates.Confirm, Game: g, Decision: decision.Held, Request: d.request, Says: &templates.Question{Wish: orders.Say}}, true
}

// offerMove looks whether what the sender probably meant is a move that could
// be played now. Then the line, which says what was not understood, offers
// it; a move that the rules forbid is refused instead.
func (d *Dispatch) offerMove(suggest string, l telling.Line) (telling.Line, error) {
	meant := parser.ReadOrders(suggest, "").Commands
	if !d.Claim.Proven() || d.reader == nil || len(meant) != 1 || !orders.IsMove(meant[0]) {
		return l, nil
	}
	move, err := orders.MoveOf(meant[0])
	if err != nil {
		return l, nil // a cell of no board
	}
	g, _, err := d.findGame(meant[0], orders.FitsMove(meant[0]))
	switch {
	case g == nil || err != nil:
		return l, err
	case g.State == store.Waiting:
		return telling.NotBegun(g), nil
	case g.State != store.Playing || d.Club.IsStale(g):
		return l, nil
	}
	played, err := g.Replay()
	if err != nil {
		return l, err
	}
	_, err = played.Decide(g.SeatOf(d.reader.ID), move, d.Unit.Now)
	if illegal := (*game.Error)(nil); errors.As(err, &illegal) {
		return telling.Refuse(g, telling.Illegal(illegal)), nil
	}
	l.Game, l.Asks, l.Notice.Offered = g, token.AskMove(move), err == nil
	return l, err
}
