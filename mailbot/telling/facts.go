package telling

import (
	"errors"
	"fmt"
	"slices"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/templates"
)

// What comes of the orders of a mail is told in three places: the sender reads it in
// answers, the other player of a game in letters, and whoever watches it in the mail of
// the day. Here each fact finds its way to them, once the order is done that it came of.

// tellers tell of a fact about a game, or about none, or leave it to the next of them.
var tellers = []func(t *Teller, g *store.Game, entry facts.Entry) error{
	tellOfPlay, tellOfPlans, tellOfTime, tellOfOffers, tellOfOrders, tellOfPeople, tellOfLeaving, tellOfTournaments, tellOfOpened, tellOfDraw, tellOfLadder, tellOfRobots,
}

// errLeft leaves a fact to the next of the tellers.
var errLeft = errors.New("telling: nobody is told")

// Tell tells all that an order, or a wake-up, has brought about, unless it has failed. A fact that
// none of the tellers knows is an error.
func (t *Teller) Tell(log []facts.Entry, err error) error {
	if err != nil {
		return err
	}
	t.desk.Note(log...)
	before := len(t.lines)
	for _, entry := range log {
		var g *store.Game
		if number := entry.About(); number != 0 {
			if g, err = t.u.Game(number); err != nil {
				return err
			}
		}
		err = errLeft
		for i := 0; i < len(tellers) && errors.Is(err, errLeft); i++ {
			err = tellers[i](t, g, entry)
		}
		if err != nil {
			return fmt.Errorf("%T: %w", entry.Fact, err)
		}
	}
	if len(log) > 0 {
		if _, ok := log[0].Fact.(facts.GameStarted); ok { // the answers of the second game and so on come first
			t.lines = slices.Concat(t.lines[:before], t.lines[before+1:], t.lines[before:before+1])
		}
	}
	return nil
}

// tellOfOrders tells the sender what can't be done, or not any more.
func tellOfOrders(t *Teller, g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.Stale:
		t.Note(Line{
			Kind: templates.Stale, Game: g, Decision: decision.Stale,
			Notice: templates.Notice{Code: templates.NoticeStale, Text: f.What, Number: int(g.Number)},
			Look: func(l *letters.Letter) error {
				since, err := views.PlayedFrom(t.u, g, f.Answered, t.reader)
				l.Says = &templates.Outdated{Verb: f.What, Since: since}
				return err
			},
		})
		return nil
	case facts.Refused:
		if undo, ok := f.Why.(facts.NoUndoNow); ok && undo.Why == facts.UndoAskedEnough {
			t.insists = true // that there were enough is told once, whatever the patience
		}
		l, err := t.Refusal(g, entry.By, f.Why)
		if err != nil {
			return err
		}
		return t.NoteOrWelcome(l)
	}
	return errLeft
}
