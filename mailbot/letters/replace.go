package letters

import (
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
	"unlurbot/templates/sent"
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
// plan has answered at once, is told for itself; and what filed mails bring about once more
// has left.
func (l *draft) isOutdated(v *templates.Game) bool {
	return l.canReplace() && !l.Occasion.Replaying && slices.Contains(showsStand, l.Kind) && l.Back.Asks == 0 && l.Back.Request == nil &&
		v != nil && len(v.AtOnce) == 0 && v.LastKind() != orders.Undo
}

// canReplace says whether a letter may take the place of another one.
func (l *draft) canReplace() bool {
	shows := slices.Contains(showsStand, l.Kind) && l.Moment == nil || slices.Contains(tellsEnd, l.Kind)
	return shows && l.To.ID != 0 && l.Game != nil && club.HasBegun(l.Game) && l.To.Unreachable.IsZero()
}

// replaces gives the mail that has not left and whose place a letter takes, nil if there
// is none. An answer to a mail that proves nothing takes nobody's place. What filed mails
// bring about once more are the mails that left then, each by itself, though many are
// read together now; and if the mail at hand answers one that waits, that has left before, in a
// life of which the store doesn't know.
func (l *draft) replaces() *store.Outgoing {
	if !l.canReplace() || l.Answer && !l.Occasion.Claim.Proven() || l.Occasion.Replaying || l.u.Forgets(l.To) {
		return nil
	}
	old := l.u.Tx.Replaceable(l.To.Address, l.Game.Number, l.u.Now)
	if old == nil {
		return nil
	}
	news := gameNews{words: bothWords(old.Told.Words, old.Told.Passed), remarks: old.Told.Remarks}
	if news.size()+sent.Text(l.Words) > newsRoom {
		return nil // one mail can't tell it all
	}
	mail, sender := l.Occasion.Mail, l.Occasion.Claim.Sender()
	if mail != nil && sender != nil && l.u.Tx.AnyWaits(sender.Address, slices.Concat(mail.InReplyTo, mail.References)) {
		return nil
	}
	return old
}

// takePlace takes a mail out of the outbox and gives a letter what that would have told.
// As long as nothing has happened since a mail that told of a move, that is what the
// letter tells of too, with what it has to say itself as remarks.
func (l *draft) takePlace(old *store.Outgoing) error {
	told := old.Told
	again, err := l.sentences()
	if err != nil {
		return err
	}
	l.inherited = slices.DeleteFunc(told.Remarks, func(r string) bool { return slices.Contains(again, r) })
	l.Words = bothWords(told.Words, l.Words)
	l.Passed = bothWords(told.Passed, l.Passed)
	gone := store.Replaced{MessageID: old.MessageID, Kind: told.Kind, Ply: told.Ply}
	seat, plain := l.Game.SeatOf(l.To.ID), !slices.Contains(tellsEnd, l.Kind) && l.Kind != templates.Turn && l.Kind != templates.Moved
	if plain && (told.Kind == string(templates.Turn) && club.OnTurn(l.Game, seat) && isMoveOf(l.Game, seat.Other()) ||
		told.Kind == string(templates.Moved) && club.OnTurn(l.Game, seat.Other()) && isMoveOf(l.Game, seat)) {
		l.Kind, l.Says, gone.Kind = templates.Kind(told.Kind), nil, string(l.Kind)
	}
	l.instead = append(old.Instead, gone)
	if t := l.Game.ThreadOf(l.To.ID); t != nil && t.Last == old.MessageID {
		if t.Last = told.Before; t.Root == old.MessageID {
			t.Root = ""
		}
	}
	if err := l.u.Tx.Sent(old.ID); err != nil {
		return err
	}
	l.tellsTurn = l.Game.TurnMail == old.ID
	l.config.Log.Info("replaced", "id", old.Number(), "message_id", discreet.ID(old.MessageID), "to", discreet.Address(old.EnvelopeTo), "game", old.Game)
	return nil
}

// isMoveOf says whether the last event of a game is a move of a seat.
func isMoveOf(g *store.Game, seat game.Seat) bool {
	if len(g.Events) == 0 {
		return false
	}
	last := g.Events[len(g.Events)-1]
	return last.Seat == seat && (last.Move.Kind == game.PutStone || last.Move.Kind == game.SayBlack)
}

// bothWords gives words of two mails.
func bothWords(first, second string) string { return strings.Trim(first+"\n\n"+second, "\n") }

// sentences gives the notices of a letter as sentences in its reader's language.
func (l *draft) sentences() (remarks []string, err error) {
	language := l.LanguageOf(l.To)
	for _, notice := range l.Notices {
		remark, err := l.config.Words.Say(language, "notice "+notice.Code, notice.In(parser.Words(language)))
		if err != nil {
			return nil, err
		}
		remarks = append(remarks, remark)
	}
	return remarks, nil
}
