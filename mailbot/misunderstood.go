package mailbot

import (
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// misunderstood turns a problem of the parser into a result.
func (e *errand) misunderstood(p parser.Problem) (result, error) {
	g, err := e.gameAtHand()
	if err != nil {
		return result{}, err
	}
	invited := e.isInvited(g)
	switch {
	case invited && p.Suggest == yes:
		p.Suggest = acceptCommand.verb
	case invited && p.Suggest == no:
		p.Suggest = declineCommand.verb
	}
	r := result{kind: templates.Problem, game: g, decision: decisionOn(p.Code), notice: e.noticeOf(p, g), offer: questionOf(p, invited)}
	switch {
	case invited:
		r.notice.Offered = r.offer != 0 && r.offer != offerNothing
	case e.token.offer == offerUndo && (r.offer == 0 || p.Suggest == yes || p.Suggest == no):
		r.offer = offerUndo // which still waits
	case p.Suggest == yes || p.Suggest == no:
		r.offer = 0
	}
	return e.offerMove(p.Suggest, r)
}

// decisionOn gives the decision on a mail with a problem. Two codes are no
// misunderstanding, but remarks on a mail that was understood.
func decisionOn(code string) Decision {
	switch code {
	case parser.CodeTooManyCommands, parser.CodeNoteTooLong:
		return Answered
	case templates.NoticeTooBig:
		return TooBig
	case templates.NoticeUnreadable, templates.NoticeEncrypted, templates.NoticeWinmail, templates.NoticeOnlyFiles:
		return Unreadable
	}
	return NotUnderstood
}

// noticeOf says what is wrong with a mail about a game, nil for none.
func (e *errand) noticeOf(p parser.Problem, g *store.Game) templates.Notice {
	if n, ok := e.lacking(p.Suggest); ok {
		return n
	}
	const mostText, mostSuggest = 80, 120 // characters of the line, and of one of several suggestions
	n := templates.Notice{Code: p.Code, Text: safeLine(p.Text, mostText), Suggest: p.Suggest}
	for _, suggest := range p.Suggests {
		n.Names = append(n.Names, safeLine(suggest, mostSuggest))
	}
	switch p.Code {
	case parser.CodeTooManyCommands:
		n.Number = e.bot.cfg.Limits.Commands
	case templates.NoticeTooBig:
		n.Number = e.bot.cfg.Limits.MailSize >> 10
	}
	if (p.Suggest == acceptCommand.verb || p.Suggest == declineCommand.verb) && !e.isInvited(g) { // "OK" to a board
		return templates.Notice{Code: templates.NoticeUnknown, Text: n.Text}
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
		return e.noSetting(), true
	case "help limit":
		return e.noLimit(), true
	}
	code, ok := lacks[suggest]
	return templates.Notice{Code: code}, ok
}

// isInvited says whether the sender can accept or decline a game.
func (e *errand) isInvited(g *store.Game) bool {
	return g != nil && e.sender != nil && asChallenged(g, g.SeatOf(e.sender.ID))
}
