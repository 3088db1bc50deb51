package telling

import (
	"slices"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOfPlans tells what became of plans. The line on each line of a plan that is read counts only
// once the plan is kept, and goes if it is lost.
func tellOfPlans(t *Teller, g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.PlanPlayed:
		// What is told of the move says what the plan has made of it. That the plan was noted is no
		// news any more: it was played, or something is said of its end. And to play on is to say no
		// to a move that was asked back in the same mail.
		seat := g.SeatOf(t.reader.ID)
		for i := range t.lines {
			l := &t.lines[i]
			if l.Game != g {
				continue
			}
			switch l.Notice.Code {
			case templates.NoticeMoved:
				l.Kind = letters.ToldAs(g, seat)
			case templates.NoticePlanned, templates.NoticeReplanned:
				l.Notice = templates.Notice{}
			case templates.NoticeUndoSent:
				l.Notice.Code = templates.NoticeUndoDenied
			}
		}
		switch l := t.letterAbout(g); {
		case l == nil:
		case l.Kind == templates.Undo:
			l.Back.Asks = 0
			fallthrough
		case slices.Contains([]templates.Kind{templates.Turn, templates.Moved, templates.Over}, l.Kind):
			l.Kind = letters.ToldAs(g, seat.Other())
		}
	case facts.PlanEnded: // its player learns it, and nobody else
		n := templates.Notice{Code: templates.NoticePlanCut}
		switch f.How {
		case facts.PlanLeft:
			n = templates.Notice{Code: templates.NoticePlanLeft, Text: f.Move.String()}
		case facts.PlanFailed:
			why := Illegal(f.Why)
			n = templates.Notice{Code: templates.NoticePlanFailed, Text: f.Move.String(), Why: &why}
		}
		if f.Seat == g.SeatOf(t.reader.ID) {
			t.Note(Line{Kind: templates.Planned, Game: g, Decision: decision.Planned, Notice: n})
		} else {
			t.remark(g, n)
		}
	case facts.PlanLine:
		n := templates.Notice{Code: templates.NoticePlanned}
		if f.Replaced != nil {
			n = templates.Notice{Code: templates.NoticeReplanned, Cell: f.Replaced.Reply(), Text: f.Replaced.Then.String()}
		}
		t.Note(Line{Kind: templates.Planned, plans: true, Game: g, Decision: decision.Answered, Passes: true, Notice: n})
	case facts.PlanKept:
		if !f.Changed {
			return nil
		}
		t.decision = decision.Weightier(t.decision, decision.Planned)
		for i := range t.lines {
			if l := &t.lines[i]; l.plans && l.Game == g {
				l.Decision = decision.Planned
			}
		}
	case facts.PlanLost:
		t.lines = slices.DeleteFunc(t.lines, func(l Line) bool { return l.plans && l.Game == g })
		if f.Told {
			t.Note(Refuse(g, templates.Notice{Code: templates.NoticePlanNone}))
		}
	case facts.PlanDropped:
		t.Note(Line{Kind: templates.Planned, Game: g, Decision: decision.Planned, Passes: true, Notice: templates.Notice{Code: templates.NoticePlanDropped}})
	default:
		return errLeft
	}
	return nil
}
