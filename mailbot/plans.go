package mailbot

import (
	"slices"
	"strings"
	"unicode"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// A madeMove is a move that the mail has made, and how many there were before it.
type madeMove struct {
	game   *store.Game
	before int
}

// playOn lets plans answer the moves of the mail, once all its commands are
// carried out: what the mover plans in lines below the move then counts too.
func (e *errand) playOn() error {
	for _, m := range e.moves {
		if err := e.playPlans(m); err != nil {
			return err
		}
	}
	return nil
}

// playPlans plays in turn what the two players have planned, as long as they
// have planned for what was just played, and tells both.
func (e *errand) playPlans(m madeMove) error {
	g := m.game
	played, err := g.Replay()
	if err != nil {
		return err
	}
	mover := g.SeatOf(e.sender.ID)
	for g.State == store.Playing && hasPlan(g, g.Course.ToMove) {
		seat := g.Course.ToMove
		remark, err := e.playPlanned(g, seat, played)
		if err != nil {
			return err
		}
		if remark.Code != "" {
			e.remarkOnPlan(g, seat == mover, remark)
		}
	}
	if len(g.Events) > m.before+1 {
		e.tellOn(g, mover)
	}
	return nil
}

// playPlanned takes one step of a plan of the seat to move: it plays the answer
// to what was just played, or drops the plan if there is none. The notice says
// what its player must know beside that.
func (e *errand) playPlanned(g *store.Game, seat game.Seat, played *game.Game) (templates.Notice, error) {
	plan := g.Plan(seat)
	last := played.Events()[len(played.Events())-1].Move
	then, next, ok := plan.Answer(last)
	*plan = game.Plan{}
	e.u.ChangeGame(g)
	if !ok {
		return templates.Notice{Code: templates.NoticePlanLeft, Text: last.String()}, nil
	}
	switch illegal, err := e.apply(g, played, seat, then); {
	case err != nil:
		return templates.Notice{}, err
	case illegal != nil:
		why := illegalNotice(illegal)
		return templates.Notice{Code: templates.NoticePlanFailed, Text: then.String(), Why: &why}, nil
	case g.State != store.Playing:
		return templates.Notice{}, nil
	}
	*plan = next.Playable(played.Position())
	if plan.Steps() < next.Steps() {
		return templates.Notice{Code: templates.NoticePlanCut}, nil
	}
	return templates.Notice{}, nil
}

// remarkOnPlan tells what became of a plan to its player, and nobody else.
func (e *errand) remarkOnPlan(g *store.Game, own bool, n templates.Notice) {
	if own {
		e.note(result{kind: templates.Planned, game: g, decision: Planned, notice: n})
		return
	}
	for i := range e.letters {
		if e.letters[i].game == g {
			e.letters[i].notices = append(e.letters[i].notices, n)
		}
	}
}

// tellOn makes the mails about a move say what has come of it. That a plan was
// noted is no news any more: it was played, or something is said of its end.
func (e *errand) tellOn(g *store.Game, mover game.Seat) {
	for i := range e.results {
		r := &e.results[i]
		switch {
		case r.game != g:
		case r.kind == templates.Moved:
			r.kind = toldAs(g, mover)
		case r.notice.Code == templates.NoticePlanned, r.notice.Code == templates.NoticeReplanned:
			r.notice = templates.Notice{}
		}
	}
	for i := range e.letters {
		if l := &e.letters[i]; l.game == g && l.kind == templates.Turn {
			l.kind = toldAs(g, mover.Other())
		}
	}
}

// toldAs gives the kind of mail that tells a player how the game stands after a
// move.
func toldAs(g *store.Game, seat game.Seat) templates.Kind {
	switch {
	case g.State == store.Finished:
		return templates.Over
	case g.State == store.Cancelled:
		return templates.Cancelled
	case g.Course.ToMove == seat:
		return templates.Turn
	}
	return templates.Moved
}

// atOnce lists what was played since the moves of the mail, if plans have
// answered.
func (e *errand) atOnce(g *store.Game, reader *store.Player) ([]templates.PlayedMove, error) {
	for _, m := range e.moves {
		if m.game == g && len(g.Events) > m.before+1 {
			return e.playedFrom(g, m.before, reader)
		}
	}
	return nil, nil
}

// tellsPlan gives the line of a note that gives a plan away, "" for none: what is not
// written as a plan, such as "if C4 I play D5", is a note, and the opponent would read
// it. Below plans any cell may be a part of them.
func (e *errand) tellsPlan(note string) string {
	if line := planInWords(note); line != "" || !e.asksFor(verbIf) {
		return line
	}
	return firstLine(note, func(words []string) bool { return slices.ContainsFunc(words, isPlannable) })
}

// planInWords gives the line of a note that looks like one of a plan, "" for none.
func planInWords(note string) string { return firstLine(note, looksLikePlan) }

// firstLine gives the first line of a text of which the words are as wanted.
func firstLine(text string, wanted func(words []string) bool) string {
	for line := range strings.Lines(text) {
		if wanted(wordsOf(line)) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func wordsOf(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// isIf says whether a word is "if", in any language. "Sí" is not "si".
func isIf(word string) bool {
	return slices.ContainsFunc(parser.Languages(), func(l string) bool { return strings.EqualFold(word, parser.Say(verbIf, l)) })
}

// looksLikePlan says whether a line begins with "if" and soon names a move, or
// with a slip of "if" and two moves.
func looksLikePlan(words []string) bool {
	const soon = 4
	switch {
	case len(words) > 0 && isIf(words[0]):
		return slices.ContainsFunc(words[:min(len(words), soon)], isPlannable)
	case len(words) > 2:
		return isPlannable(words[1]) && isPlannable(words[2])
	}
	return false
}

// isPlannable says whether a word can stand in a plan.
func isPlannable(word string) bool {
	_, err := game.ParsePlan([]string{word, word})
	return err == nil
}

// planSteps lists a plan for its player's eyes.
func planSteps(p game.Plan, depth int) (steps []templates.PlanStep) {
	for _, b := range p.Branches {
		steps = append(steps, templates.PlanStep{
			Depth: depth, If: b.Reply(), Any: b.Any, Alone: len(p.Branches) == 1, Then: b.Then.String(),
		})
		steps = append(steps, planSteps(b.Next, depth+1)...)
	}
	return steps
}
