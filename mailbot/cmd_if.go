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
	clear: clearPlay, can: waitsForMove, run: plan,
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

// A draft is what one mail plans in a game. Its lines are meant together: if one of them
// can't be taken, an "any" in another would answer what that one was for. So they are
// taken at the end, all or none.
type draft struct {
	game  *store.Game // nil: it is not clear in which game
	lines int
	wrong int       // how many of them can't be taken
	mine  game.Plan // the lines of the mail
	whole game.Plan // with what was planned before
}

// plan adds a line of play to the draft of the sender's plan.
func plan(e *errand, c parser.Command) (result, error) {
	g, r, err := e.findGame(c, e.fitsPlan)
	if err != nil {
		return r, err
	}
	d := e.draftOf(g)
	d.lines++
	if g != nil {
		r, err = e.planIn(d, c)
	}
	if r.kind != templates.Planned {
		d.wrong++
	}
	return r, err
}

// draftOf gives the draft of what the mail plans in a game.
func (e *errand) draftOf(g *store.Game) *draft {
	i := slices.IndexFunc(e.drafts, func(d *draft) bool { return d.game == g })
	if i >= 0 {
		return e.drafts[i]
	}
	d := &draft{game: g}
	if g != nil {
		d.whole = *g.Plan(g.SeatOf(e.sender.ID))
	}
	e.drafts = append(e.drafts, d)
	return d
}

// takePlans takes the drafts, but for those in which a line is wrong; a line of which
// nobody knows the game may belong to any of them.
func (e *errand) takePlans() {
	lost := e.planLost || slices.ContainsFunc(e.drafts, func(d *draft) bool { return d.game == nil })
	for _, d := range e.drafts {
		if d.game == nil {
			continue
		}
		if d.wrong > 0 || lost {
			ofDraft := func(r result) bool { return r.draft == d }
			if e.results = slices.DeleteFunc(e.results, ofDraft); d.lines > 1 || lost {
				e.note(result{kind: templates.Refused, game: d.game, decision: Refused, notice: templates.Notice{Code: templates.NoticePlanNone}})
			}
			continue
		}
		if kept := d.game.Plan(d.game.SeatOf(e.sender.ID)); d.whole.String() != kept.String() {
			*kept = d.whole
			e.u.ChangeGame(d.game)
			e.decision = weightier(e.decision, Planned)
			for i := range e.results {
				if e.results[i].draft == d {
					e.results[i].decision = Planned
				}
			}
		}
	}
}

// planIn tries whether a line of play can be planned in the game of a draft.
func (e *errand) planIn(d *draft, c parser.Command) (result, error) {
	g := d.game
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
	return d.add(c)
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

// add tries the whole plan that comes of one more line of play, and drafts it.
func (d *draft) add(c parser.Command) (result, error) {
	g := d.game
	words := slices.DeleteFunc(slices.Clone(c.Args), func(w string) bool { return strings.HasPrefix(w, "#") })
	line, err := game.ParsePlan(words)
	if err != nil {
		return refuse(g, templates.Notice{Code: string(game.NotAPlan), Text: safeLine(c.String(), 80)}), nil
	}
	played, err := g.Replay()
	if err != nil {
		return result{}, err
	}
	mine, twice := d.mine.Merge(line)
	if len(twice) > 0 {
		return refuse(g, templates.Notice{Code: templates.NoticePlanTwice, Cell: twice[0].Reply(), Text: safeLine(c.String(), 80)}), nil
	}
	merged, replaced := d.whole.Merge(line)
	if err := merged.Check(played.Position()); err != nil {
		return refuse(g, planNotice(err)), nil
	}
	d.mine, d.whole = mine, merged
	r := result{kind: templates.Planned, game: g, decision: Answered, passes: true, draft: d, notice: templates.Notice{Code: templates.NoticePlanned}}
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
	e.u.ChangeGame(g)
	e.drafts = slices.DeleteFunc(e.drafts, func(d *draft) bool { return d.game == g })
	return result{
		kind: templates.Planned, game: g, decision: Planned, passes: true, notice: templates.Notice{Code: templates.NoticePlanDropped},
	}, nil
}
