package mailbot

import (
	"slices"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// What several mails have to say to one reader about one game becomes one mail, as long
// as the first has not left: the later takes its place, under its own id, and tells
// what that would have told. So each mail that comes in is one piece of work, whether
// others come with it or not, and whoever moves or talks a hundred times in an hour
// fills nobody's mailbox.

// showsStand are the kinds that show how a game stands, with remarks and words: those
// that a later one of them makes out of date.
var showsStand = []templates.Kind{
	templates.Turn, templates.Moved, templates.Message, templates.Said, templates.Planned, templates.Show,
	templates.Refused, templates.Problem, templates.Watched,
}

// tellsEnd are kinds that can take the place of one of those, and don't lose theirs.
var tellsEnd = []templates.Kind{templates.Over, templates.Cancelled}

// isOutdated says whether a later mail may take the place of a letter: it shows how a
// game stands that has begun, and asks nothing. A move that was taken back, or that a
// plan has answered at once, is told for itself.
func (l *letter) isOutdated(v *templates.Game) bool {
	return l.canReplace() && slices.Contains(showsStand, l.kind) && l.asks == 0 && l.request == nil &&
		v != nil && len(v.AtOnce) == 0 && v.LastKind() != orders.Undo
}

// canReplace says whether a letter may take the place of another one.
func (l *letter) canReplace() bool {
	shows := slices.Contains(showsStand, l.kind) && l.moment == nil || slices.Contains(tellsEnd, l.kind)
	return shows && l.to.ID != 0 && l.game != nil && begun(l.game) != nil && l.to.Unreachable.IsZero()
}

// replaces gives the mail that has not left and whose place a letter takes, nil if there
// is none. An answer to a mail that proves nothing takes nobody's place. What filed mails
// bring about once more are the mails that left then, each by itself, though many are
// read together now.
func (e *errand) replaces(l *letter) *store.Outgoing {
	if !l.canReplace() || l.answer && !e.proven || e.in.Filed || e.again || e.isForgotten(l.to) {
		return nil
	}
	old := e.u.Tx.Replaceable(l.to.Address, l.game.Number, e.u.Now)
	if old != nil && sizeOf(old.Told)+templates.SentSize(l.words) > newsRoom {
		return nil // one mail can't tell it all
	}
	return old
}

// takePlace takes a mail out of the outbox and gives a letter what that would have told.
// As long as nothing has happened since a mail that told of a move, that is what the
// letter tells of too, with what it has to say itself as remarks.
func (e *errand) takePlace(l *letter, old *store.Outgoing) error {
	told := old.Told
	again, err := e.remarks(*l)
	if err != nil {
		return err
	}
	l.remarks = slices.DeleteFunc(told.Remarks, func(r string) bool { return slices.Contains(again, r) })
	l.words = bothWords(told.Words, l.words)
	l.passed = bothWords(told.Passed, l.passed)
	gone := store.Replaced{MessageID: old.MessageID, Kind: told.Kind, Ply: told.Ply}
	if stillTells(templates.Kind(told.Kind), l) {
		l.kind, gone.Kind = templates.Kind(told.Kind), string(l.kind)
	}
	l.instead = append(old.Instead, gone)
	if t := l.game.ThreadOf(l.to.ID); t != nil && t.Last == old.MessageID {
		if t.Last = told.Before; t.Root == old.MessageID {
			t.Root = ""
		}
	}
	if err := e.u.Tx.Sent(old.ID); err != nil {
		return err
	}
	l.tellsTurn = l.game.TurnMail == old.ID
	e.bot.process.Log.Info("replaced", "id", old.Number(), "message_id", discreet.ID(old.MessageID), "to", discreet.Address(old.EnvelopeTo), "game", old.Game)
	return nil
}

// stillTells says whether a mail of a kind about the last move would still be right, and
// says more than a letter does.
func stillTells(k templates.Kind, l *letter) bool {
	seat := l.game.SeatOf(l.to.ID)
	if slices.Contains(tellsEnd, l.kind) || l.kind == templates.Turn || l.kind == templates.Moved {
		return false
	}
	return k == templates.Turn && club.OnTurn(l.game, seat) && isMoveOf(l.game, seat.Other()) ||
		k == templates.Moved && club.OnTurn(l.game, seat.Other()) && isMoveOf(l.game, seat)
}

// sizeOf is about how many bytes it takes to tell what a mail would have told.
func sizeOf(told *store.Told) int {
	n := gameNews{words: bothWords(told.Words, told.Passed), remarks: told.Remarks}
	return n.size()
}

// bothWords gives words of two mails.
func bothWords(first, second string) string { return strings.Trim(first+"\n\n"+second, "\n") }

// told gives what a later mail tells that takes the place of a letter.
func (e *errand) told(l *letter, ply int, before string) (*store.Told, error) {
	remarks, err := e.remarks(*l)
	return &store.Told{
		Kind: string(l.kind), Ply: ply, Remarks: append(l.remarks, remarks...), Words: l.words, Passed: l.passed, Before: before,
	}, err
}

// remarks gives the notices of a letter as sentences in its reader's language.
func (e *errand) remarks(l letter) (remarks []string, err error) {
	language := e.bot.languageOf(l.to)
	for _, notice := range l.notices {
		remark, err := e.bot.words.Say(language, "notice "+notice.Code, notice.In(parser.Words(language)))
		if err != nil {
			return nil, err
		}
		remarks = append(remarks, remark)
	}
	return remarks, nil
}
