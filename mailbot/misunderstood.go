package mailbot

import (
	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// misunderstood turns a problem of the parser into a result.
func (e *errand) misunderstood(p parser.Problem) (telling.Line, error) {
	g, err := e.club().AtHand()
	if err != nil {
		return telling.Line{}, err
	}
	p = e.meant(p, g)
	if r := e.offerWords(p, g); r != nil {
		return *r, nil
	}
	r := telling.Line{Kind: templates.Problem, Game: g, Decision: decisionOn(p.Code), Notice: e.noticeOf(p), Asks: e.questionOf(p, g)}
	if p.Code == parser.CodeUnknown && club.IsInvited(g, e.sender) && (e.newcomer || e.mail.AsksWho()) {
		return e.introduced(r)
	}
	r.Notice.Offered = r.Asks != 0 && r.Asks != token.AskNothing
	if r.Asks == 0 && e.claim.Asked() == token.AskUndo {
		r.Asks = token.AskUndo // that question still waits
	}
	return e.offerMove(p.Suggest, r)
}

// introduced adds to the answer to somebody who was invited who writes, and how to say no.
// To who asks for that, it is all of the answer.
func (e *errand) introduced(r telling.Line) (telling.Line, error) {
	name, err := views.Opponent(e.u, r.Game, r.Game.SeatOf(e.sender.ID))
	who := r
	who.Notice = templates.Notice{Code: templates.NoticeWho, Name: name}
	if !e.mail.AsksWho() {
		e.note(r)
	}
	return who, err
}

// meant gives a problem with what its words mean to the mail that is answered: "OK" and
// "yes, go ahead" to an invitation are nearly "accept", to a request nearly "allow", and
// to a board nothing.
func (e *errand) meant(p parser.Problem, g *store.Game) parser.Problem {
	agrees := p.Suggest == orders.Accept || p.Suggest == orders.Yes
	refuses := p.Suggest == orders.Decline || p.Suggest == orders.No
	switch {
	case !agrees && !refuses:
	case club.IsInvited(g, e.sender) && agrees:
		p.Suggest = orders.Accept
	case club.IsInvited(g, e.sender):
		p.Suggest = orders.Decline
	case e.claim.Asked() == token.AskUndo && agrees:
		p.Suggest = orders.Allow
	case e.claim.Asked() == token.AskUndo:
		p.Suggest = orders.Deny
	case e.claim.Asked() == token.AskResign && agrees: // see takeOwnWords
		p.Suggest = game.Move{Kind: game.Resign}.String()
	default:
		return parser.Problem{Code: parser.CodeUnknown, Text: p.Text, Line: p.Line}
	}
	return p
}

// questionOf gives what a mail asks about a problem, zero if it asks nothing. Who was
// invited, or is asked for a move back, can mean the answer to that.
func (e *errand) questionOf(p parser.Problem, g *store.Game) token.Question {
	invited := club.IsInvited(g, e.sender)
	switch {
	case p.Suggest == "" && len(p.Suggests) == 0:
		return 0
	case invited && p.Suggest == orders.Accept:
		return token.AskAccept
	case invited && p.Suggest == orders.Decline:
		return token.AskDecline
	case invited && p.Suggest == orders.Stop:
		return token.AskStop
	case invited && p.Suggest == orders.Never:
		return token.AskNever
	case e.claim.Asked() == token.AskUndo && p.Suggest == orders.Allow:
		return token.AskUndo
	}
	return token.AskNothing
}

// decisionOn gives the decision on a mail with a problem. Two codes are no
// misunderstanding, but remarks on a mail that was understood.
func decisionOn(code string) Decision {
	switch code {
	case parser.CodeTooManyCommands, parser.CodePlanNone, parser.CodeNoteTooLong:
		return Answered
	case templates.NoticeTooBig:
		return TooBig
	case templates.NoticeUnreadable, templates.NoticeEncrypted, templates.NoticeWinmail, templates.NoticeOnlyFiles:
		return Unreadable
	}
	return NotUnderstood
}

// noticeOf says what is wrong with a mail.
func (e *errand) noticeOf(p parser.Problem) templates.Notice {
	if n, ok := e.lacking(p.Suggest); ok {
		return n
	}
	if p.Suggest == "help if" {
		return templates.Notice{Code: string(game.NotAPlan), Text: safe.Line(p.Text, 80)}
	}
	const mostText, mostSuggest = 80, 120 // characters of the line, and of one of several suggestions
	n := templates.Notice{Code: p.Code, Text: safe.Line(p.Text, mostText), Suggest: p.Suggest, Resigns: p.Suggest == orders.Resign}
	for _, suggest := range p.Suggests {
		n.Names = append(n.Names, safe.Line(suggest, mostSuggest))
	}
	switch p.Code {
	case parser.CodeTooManyCommands:
		n.Number = e.bot.cfg.Limits.Commands
	case templates.NoticeTooBig:
		n.Number = e.bot.cfg.Limits.MailSize >> 10
	}
	return n
}

// lacks says what a command lacks that stands alone, by what the parser suggests,
// which knows no better than help on it.
var lacks = map[string]string{
	"help challenge": templates.NoticeNoWho,
	"help say":       templates.NoticeNothingSaid,
	"help preview":   templates.NoticeNoTries,
	"help note":      templates.NoticeNothingNoted,
	"help name":      templates.NoticeNoName,
	"help away":      templates.NoticeNoDays,
	"help address":   templates.NoticeNoNewAddress,
}

// lacking says what a command lacks that stands alone, if that is the problem.
func (e *errand) lacking(suggest string) (n templates.Notice, ok bool) {
	switch suggest {
	case "help set":
		return telling.NoSetting(e.bot.words.Languages()), true
	case "help limit":
		return telling.NoLimit(e.bot.cfg.Limits.OpenGames), true
	}
	code, ok := lacks[suggest]
	return templates.Notice{Code: code}, ok
}
