package club

import (
	"errors"
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

// fitsPlan says for which games a plan can be meant that names none: below a move that the mail
// makes, for the same game.
func (s *Session) fitsPlan(g *store.Game, seat game.Seat) bool {
	if len(s.moves) > 0 {
		return s.hasMovedIn(g)
	}
	return WaitsForMove(g, seat)
}

func (o Plan) do(s *Session) error {
	g, why, err := s.FindPlayed(o.Game, s.fitsPlan)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(s.plans, func(p *planning) bool { return p.game == g })
	if i < 0 {
		i = len(s.plans)
		s.plans = append(s.plans, &planning{game: g})
		if g != nil {
			s.plans[i].whole = *g.Plan(g.SeatOf(s.me.ID))
		}
	}
	p := s.plans[i]
	p.lines++
	if g == nil {
		err = refuse(nil, why)
	} else {
		err = o.add(s, p)
	}
	if err != nil {
		p.wrong++
	}
	return err
}

// add tries the whole plan that comes of one more line of play. What is planned below a move that
// was not made is for what would have come then.
func (o Plan) add(s *Session, p *planning) error {
	g := p.game
	toMove := func(named store.GameNumber) bool { return named == g.Number || named == 0 }
	switch {
	case !HasBegun(g):
		return refuse(g, notBegun(g))
	case s.IsStale(g):
		return s.stale(g, o.Verb)
	case g.State != store.Playing:
		return refuse(g, over)
	case slices.ContainsFunc(s.plays, toMove) && !s.hasMovedIn(g):
		return refuse(g, facts.PlanWithoutMove)
	case !WaitsForMove(g, g.SeatOf(s.me.ID)):
		return refuse(g, facts.PlanOnTurn)
	case o.Line == nil:
		return refuse(g, facts.NotAPlan{})
	}
	played, err := g.Replay()
	if err != nil {
		return err
	}
	mine, twice := p.mine.Merge(*o.Line)
	if len(twice) > 0 {
		return refuse(g, facts.PlanTwice{Reply: twice[0].Reply()})
	}
	merged, replaced := p.whole.Merge(*o.Line)
	if err := merged.Check(played.Position()); err != nil {
		return refuse(g, facts.BadPlan{Err: err})
	}
	p.mine, p.whole = mine, merged
	f := facts.PlanLine{Game: g.Number}
	for _, old := range replaced { // one at most, since one line was added
		f.Replaced = &old
	}
	s.note(f)
	return nil
}

func (s *Session) hasMovedIn(g *store.Game) bool { return slices.Contains(s.moves, g) }

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
		return refuse(nil, why)
	}
	seat := g.SeatOf(s.me.ID)
	if !HasPlan(g, seat) && !above(g) {
		return refuse(g, facts.NoPlan)
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
		g := p.game
		switch {
		case g == nil:
		case p.wrong > 0 || lost:
			s.note(facts.PlanLost{Game: g.Number, Told: p.lines > 1 || lost})
		case g.State != store.Playing: // what was ordered below has ended it
			s.note(facts.PlanLost{Game: g.Number})
			s.note(facts.Refused{Game: g.Number, Why: over})
		case !WaitsForMove(g, g.SeatOf(s.me.ID)): // what was ordered below has given the turn back
			s.note(facts.PlanLost{Game: g.Number})
			s.note(facts.Refused{Game: g.Number, Why: facts.PlanOnTurn})
		default:
			before := g.Plan(g.SeatOf(s.me.ID))
			kept := facts.PlanKept{Game: g.Number, Changed: p.whole.String() != before.String()}
			if kept.Changed {
				*before = p.whole
				s.ChangeGame(g)
			}
			s.note(kept)
		}
	}
	for _, g := range s.moves {
		if err := answerByPlans(s.book, g); err != nil {
			return nil, err
		}
	}
	return s.said(warnOfAbsences(s.book, s.me))
}

// answerByPlans plays in turn what the two players have planned, as long as they have planned for
// what was just played. A plan that has no answer is dropped.
func answerByPlans(b *book, g *store.Game) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	for g.State == store.Playing && HasPlan(g, g.Course.ToMove) {
		seat, last := g.Course.ToMove, played.Events()[len(played.Events())-1].Move
		plan := g.Plan(seat)
		then, next, ok := plan.Answer(last)
		*plan = game.Plan{}
		b.u.ChangeGame(g)
		if !ok {
			b.note(facts.PlanEnded{Game: g.Number, Seat: seat, How: facts.PlanLeft, Move: last})
			continue
		}
		err := b.moveIn(played, facts.PlanPlayed{Game: g.Number, Seat: seat, Move: then}, g, seat, then, b.u.Now)
		if illegal, ok := errors.AsType[*game.Error](err); ok {
			b.note(facts.PlanEnded{Game: g.Number, Seat: seat, How: facts.PlanFailed, Move: then, Why: illegal})
			continue
		}
		if err != nil || g.State != store.Playing {
			return err
		}
		*plan = next.Playable(played.Position())
		if plan.Steps() < next.Steps() {
			b.note(facts.PlanEnded{Game: g.Number, Seat: seat, How: facts.PlanCut})
		}
	}
	return nil
}
