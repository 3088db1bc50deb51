package mailbot

import (
	"errors"
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// verbIf is the parser's word for a line of play. verbForgetIfs is none: it reads
// "forget" with an argument, see tableName.
const (
	verbIf        = "if"
	verbForgetIfs = "forget ifs"
)

// ifCommand plans an answer to a move that the opponent may make.
var ifCommand = command{
	verb: verbIf, group: toPlay, examples: []string{"if C4 D5", "if C4 D5, E6 F7", "if any black"},
	can: waitsForMove, run: plan,
}

// forgetIfsCommand drops all that was planned in a game.
var forgetIfsCommand = command{
	verb: verbForgetIfs, group: toPlay, examples: []string{"forget ifs"},
	fresh: true, can: hasPlan, run: forgetIfs,
}

func waitsForMove(g *store.Game, seat game.Seat) bool {
	return g.State == store.Playing && g.Course.ToMove == seat.Other()
}

func hasPlan(g *store.Game, seat game.Seat) bool { return !g.Plan(seat).IsEmpty() }

// plan adds a line of play to the sender's plan.
func plan(e *errand, c parser.Command) (result, error) {
	g, r, err := e.findGame(c, e.fitsPlan)
	if g == nil || err != nil {
		return r, err
	}
	if begun(g) == nil {
		return notBegun(g), nil
	}
	if e.isStale(g) {
		return result{
			kind: templates.Stale, game: g, decision: Stale, verb: c.Verb,
			notice: templates.Notice{Code: templates.NoticeStale, Text: c.Verb, Number: int(g.Number)},
		}, nil
	}
	seat := g.SeatOf(e.sender.ID)
	switch {
	case e.hasFailedMove(g):
		return refuse(g, templates.Notice{Code: templates.NoticePlanWithout, Number: int(g.Number)}), nil
	case g.State != store.Playing:
		return refuse(g, templates.Notice{Code: string(game.GameOver)}), nil
	case !waitsForMove(g, seat):
		return refuse(g, templates.Notice{Code: templates.NoticePlanOnTurn, Number: int(g.Number)}), nil
	}
	return e.planIn(g, seat, c)
}

// fitsPlan says for which games a plan can be meant that names none: below a
// move that the mail makes, for the same game.
func (e *errand) fitsPlan(g *store.Game, seat game.Seat) bool {
	if len(e.moves) > 0 {
		return e.hasMovedIn(g)
	}
	return waitsForMove(g, seat)
}

// hasFailedMove says whether the mail was to make a move in a game and has not. What it
// plans is for what would have come then.
func (e *errand) hasFailedMove(g *store.Game) bool {
	for _, c := range e.orders.Commands {
		if number := e.numberIn(c); isMove(c) && (number == g.Number || number == 0) {
			return !e.hasMovedIn(g)
		}
	}
	return false
}

func (e *errand) hasMovedIn(g *store.Game) bool {
	return slices.ContainsFunc(e.moves, func(m madeMove) bool { return m.game == g })
}

// planIn tries the whole plan that comes of a line of play, and keeps it.
func (e *errand) planIn(g *store.Game, seat game.Seat, c parser.Command) (result, error) {
	words := slices.DeleteFunc(slices.Clone(c.Args), func(w string) bool { return strings.HasPrefix(w, "#") })
	line, err := game.ParsePlan(words)
	if err != nil {
		return refuse(g, templates.Notice{Code: string(game.NotAPlan), Text: safeLine(c.String(), 80)}), nil
	}
	played, err := g.Replay()
	if err != nil {
		return result{}, err
	}
	merged, replaced := g.Plan(seat).Merge(line)
	if err := merged.Check(played.Position()); err != nil {
		return refuse(g, planNotice(err)), nil
	}
	r := result{kind: templates.Planned, game: g, decision: Answered, passes: true, notice: templates.Notice{Code: templates.NoticePlanned}}
	if merged.String() != g.Plan(seat).String() {
		r.decision = Planned
		*g.Plan(seat) = merged
		e.changeGame(g)
	}
	for _, old := range replaced { // one at most, since one line was added
		r.notice = templates.Notice{Code: templates.NoticeReplanned, Cell: old.Reply(), Text: old.Then.String()}
	}
	return r, nil
}

// planNotice says why a plan can't be taken.
func planNotice(err error) templates.Notice {
	if step, ok := errors.AsType[*game.PlanError](err); ok {
		why := illegalNotice(step.Why)
		return templates.Notice{Code: templates.NoticePlanRefused, Text: step.Line.String(), Cell: step.Move, Why: &why}
	}
	n := templates.Notice{Code: string(game.PlanTooLong), Number: game.MaxPlanSteps}
	if over, ok := errors.AsType[*game.Error](err); ok && over.Code == game.PlanTooDeep {
		n = templates.Notice{Code: string(game.PlanTooDeep), Number: game.MaxPlanDepth}
	}
	return n
}

// forgetIfs drops the sender's plan. It does so whatever position the mail
// answers: nothing is played by that.
func forgetIfs(e *errand, c parser.Command) (result, error) {
	g, r, err := e.findGame(c, hasPlan)
	if g == nil || err != nil {
		return r, err
	}
	seat := g.SeatOf(e.sender.ID)
	if !hasPlan(g, seat) {
		return refuse(begun(g), templates.Notice{Code: templates.NoticeNoPlan, Number: int(g.Number)}), nil
	}
	*g.Plan(seat) = game.Plan{}
	e.changeGame(g)
	return result{
		kind: templates.Planned, game: g, decision: Planned, passes: true, notice: templates.Notice{Code: templates.NoticePlanDropped},
	}, nil
}
