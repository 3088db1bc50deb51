package club

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Plan plans an answer to a move that the opponent may make. Line is nil if it can't be
// read.
type Plan struct {
	About
	Line *game.Plan
}

// A planning is what one mail plans in a game. Its lines are meant together: if one of
// them can't be taken, an "any" in another would answer what that one was for. So they are
// taken in the end, all or none.
type planning struct {
	game  *store.Game // nil: it is not clear in which game
	lines int
	wrong int       // how many of them can't be taken
	mine  game.Plan // the lines of the mail
	whole game.Plan // with what was planned before
}

func (o Plan) do(s *Session) error {
	g, why, err := s.FindPlayed(o.Game, s.fitsPlan)
	if err != nil {
		return err
	}
	p := s.planningIn(g)
	p.lines++
	if g == nil {
		p.wrong++
		return s.refuse(nil, why)
	}
	taken, err := s.plan(p, o.Line)
	if !taken {
		p.wrong++
	}
	return err
}

// planningIn gives what the mail plans in a game.
func (s *Session) planningIn(g *store.Game) *planning {
	i := slices.IndexFunc(s.plans, func(p *planning) bool { return p.game == g })
	if i >= 0 {
		return s.plans[i]
	}
	p := &planning{game: g}
	if g != nil {
		p.whole = *g.Plan(g.SeatOf(s.me.ID))
	}
	s.plans = append(s.plans, p)
	return p
}

// plan tries the whole plan that comes of one more line of play.
func (s *Session) plan(p *planning, line *game.Plan) (taken bool, err error) {
	g := p.game
	seat := g.SeatOf(s.me.ID)
	switch {
	case !HasBegun(g):
		return false, s.refuse(g, notBegun(g))
	case s.IsStale(g):
		return false, s.stale(g, s.order.Verb)
	case s.hasFailedMove(g):
		return false, s.refuse(g, facts.PlanWithoutMove)
	case g.State != store.Playing:
		return false, s.refuse(g, over)
	case !WaitsForMove(g, seat):
		return false, s.refuse(g, facts.PlanOnTurn)
	case line == nil:
		return false, s.refuse(g, facts.NotAPlan{})
	}
	played, err := g.Replay()
	if err != nil {
		return false, err
	}
	mine, twice := p.mine.Merge(*line)
	if len(twice) > 0 {
		return false, s.refuse(g, facts.PlanTwice{Reply: twice[0].Reply()})
	}
	merged, replaced := p.whole.Merge(*line)
	if err := merged.Check(played.Position()); err != nil {
		return false, s.refuse(g, facts.BadPlan{Err: err})
	}
	p.mine, p.whole = mine, merged
	f := facts.PlanLine{Game: g.Number}
	for _, old := range replaced { // one at most, since one line was added
		f.Replaced = &old
	}
	s.note(f)
	return true, nil
}

// fitsPlan says for which games a plan can be meant that names none: below a move that the
// mail makes, for the same game.
func (s *Session) fitsPlan(g *store.Game, seat game.Seat) bool {
	if len(s.moves) > 0 {
		return s.hasMovedIn(g)
	}
	return WaitsForMove(g, seat)
}

// hasFailedMove says whether the mail was to make a move in a game and has not. What it
// plans is for what would have come then.
func (s *Session) hasFailedMove(g *store.Game) bool {
	meant := func(named store.GameNumber) bool { return named == g.Number || named == 0 }
	return slices.ContainsFunc(s.plays, meant) && !s.hasMovedIn(g)
}

func (s *Session) hasMovedIn(g *store.Game) bool {
	return slices.ContainsFunc(s.moves, func(m made) bool { return m.game == g })
}

// DropPlan gives up what the player has planned. It does so whatever position the mail
// answers: nothing is played by that.
type DropPlan struct{ About }

func (o DropPlan) do(s *Session) error {
	above := func(g *store.Game) bool { // in the same mail
		return slices.ContainsFunc(s.plans, func(p *planning) bool { return p.game == g && p.lines > p.wrong })
	}
	g, why, err := s.Find(o.Game, func(g *store.Game, seat game.Seat) bool { return HasPlan(g, seat) || above(g) })
	if err != nil {
		return err
	}
	if g == nil {
		return s.refuse(nil, why)
	}
	seat := g.SeatOf(s.me.ID)
	if !HasPlan(g, seat) && !above(g) {
		return s.refuse(g, facts.NoPlan)
	}
	s.note(facts.PlanLost{Game: g.Number})
	s.plans = slices.DeleteFunc(s.plans, func(p *planning) bool { return p.game == g })
	*g.Plan(seat) = game.Plan{}
	s.ChangeGame(g)
	s.note(facts.PlanDropped{Game: g.Number})
	return nil
}

// PlayOn takes what the mail has planned, unless a line is wrong or some are lost, and then
// lets plans answer its moves: what the mover plans in lines below the move counts too. A
// line of which nobody knows the game may belong to any. In the end it says who is away of the
// players of games that have begun.
func (s *Session) PlayOn(lost bool) ([]facts.Entry, error) {
	lost = lost || slices.ContainsFunc(s.plans, func(p *planning) bool { return p.game == nil })
	for _, p := range s.plans {
		if p.game == nil {
			continue
		}
		if err := s.keepPlan(p, lost); err != nil {
			return nil, err
		}
	}
	for _, m := range s.moves {
		if err := s.answerByPlans(m.game); err != nil {
			return nil, err
		}
	}
	err := s.warnOfAbsences()
	return s.said(), err
}

// keepPlan takes what the mail has planned in one game, or says why not: perhaps what was
// ordered below has given the player the turn back. Of a game that it has ended the mail
// says so anyway.
func (s *Session) keepPlan(p *planning, lost bool) error {
	g, seat := p.game, p.game.SeatOf(s.me.ID)
	switch {
	case p.wrong > 0 || lost:
		s.note(facts.PlanLost{Game: g.Number, Told: p.lines > 1 || lost})
		return nil
	case g.State != store.Playing:
		s.note(facts.PlanLost{Game: g.Number})
		return nil
	case !WaitsForMove(g, seat):
		s.note(facts.PlanLost{Game: g.Number})
		return s.refuse(g, facts.PlanOnTurn)
	}
	changed := p.whole.String() != g.Plan(seat).String()
	if changed {
		*g.Plan(seat) = p.whole
		s.ChangeGame(g)
	}
	s.note(facts.PlanKept{Game: g.Number, Changed: changed})
	return nil
}

// answerByPlans plays in turn what the two players have planned, as long as they have
// planned for what was just played.
func (s *Session) answerByPlans(g *store.Game) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	for g.State == store.Playing && HasPlan(g, g.Course.ToMove) {
		if err := s.answerByPlan(g, g.Course.ToMove, played); err != nil {
			return err
		}
	}
	return nil
}

// answerByPlan takes one step of a plan of the seat to move: it plays the answer to what
// was just played, or drops the plan if there is none.
func (s *Session) answerByPlan(g *store.Game, seat game.Seat, played *game.Game) error {
	plan := g.Plan(seat)
	last := played.Events()[len(played.Events())-1].Move
	then, next, ok := plan.Answer(last)
	*plan = game.Plan{}
	s.ChangeGame(g)
	if !ok {
		s.note(facts.PlanEnded{Game: g.Number, Seat: seat, How: facts.PlanLeft, Move: last})
		return nil
	}
	switch illegal, err := s.apply(facts.PlanPlayed{Game: g.Number, Seat: seat, Move: then}, g, played, seat, then); {
	case err != nil:
		return err
	case illegal != nil:
		s.note(facts.PlanEnded{Game: g.Number, Seat: seat, How: facts.PlanFailed, Move: then, Why: illegal})
		return nil
	case g.State != store.Playing:
		return nil
	}
	*plan = next.Playable(played.Position())
	if plan.Steps() < next.Steps() {
		s.note(facts.PlanEnded{Game: g.Number, Seat: seat, How: facts.PlanCut})
	}
	return nil
}
