package club

import (
	"time"

	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/puzzles"
)

// GiveWeekly gives the player the puzzle of the week that is Due, if there is one that the player hasn't got yet; nobody
// orders it. Who wants no mails, or seems to be gone, gets none.
type GiveWeekly struct {
	About
	Due time.Time
}

func (o GiveWeekly) do(s *Session) error {
	p := s.me
	if p.Weekly.IsZero() || !p.Weekly.Equal(o.Due) {
		return nil
	}
	after := o.Due
	if s.Now.After(after) { // the bot was off: what was missed does not come all at once
		after = s.Now
	}
	if err := puzzles.Await(s.Unit, p, after); err != nil {
		return err
	}
	if !s.rules.Puzzles || !p.Hears(o.Due) {
		return nil
	}
	z, hidden, err := puzzles.Next(s.Unit, p)
	if z == nil || hidden || err != nil {
		return err
	}
	puzzles.Give(s.Unit, p, z)
	s.note(facts.WeeklyPuzzle{Player: p.ID, Puzzle: z.Number})
	return nil
}
