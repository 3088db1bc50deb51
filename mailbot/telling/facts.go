package telling

import (
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

// Tell tells all that an order, or a wake-up, has brought about, unless it has failed.
func (t *Teller) Tell(log []facts.Entry, err error) error {
	t.desk.Note(log...)
	before := len(t.lines)
	for _, entry := range log {
		var g *store.Game
		if number := entry.About(); number != 0 && err == nil {
			g, err = t.u.Game(number)
		}
		if err == nil {
			err = tellFact(t, g, entry)
		}
	}
	if err == nil && len(log) > 0 {
		if _, ok := log[0].Fact.(facts.GameStarted); ok { // the answers of the second game and so on come first
			t.lines = slices.Concat(t.lines[:before], t.lines[before+1:], t.lines[before:before+1])
		}
	}
	return err
}

// tellFact finds who tells of a fact about a game, or about none.
func tellFact(t *Teller, g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.MovePlayed, facts.UndoAsked, facts.UndoDenied, facts.MoveTakenBack, facts.GameCalledOff, facts.PlayerLeft:
		return tellOfPlay(t, g, entry)
	case facts.PlanPlayed, facts.PlanEnded, facts.PlanLine, facts.PlanKept, facts.PlanLost, facts.PlanDropped:
		tellOfPlans(t, g, f)
		return nil
	case facts.ReminderDue, facts.TimeRanOut, facts.GameCancelled:
		return tellOfTime(t, g, f)
	case facts.Offered, facts.GameStarted, facts.PlacesLeft, facts.AbsenceAhead:
		return tellOfOffers(t, g, entry)
	case facts.OfferEnded:
		return tellOfferEnded(t, g, entry.By, f)
	case facts.OutOfReach:
		return tellOutOfReach(t, f)
	case facts.GameOver: // told by what has ended it
		return nil
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
		return tellRefused(t, g, entry.By, f.Why)
	}
	return tellOfPeople(t, g, entry)
}
