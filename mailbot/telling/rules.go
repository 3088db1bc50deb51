package telling

import (
	"errors"

	"unlurbot/game"
	"unlurbot/templates"
)

// Illegal says which rule forbids a move.
func Illegal(err *game.Error) templates.Notice {
	n := templates.Notice{Code: string(err.Code), Cell: err.Cell.String()}
	if first, last, ok := game.RowColumns(err.Size, int(err.Cell.Row)); ok && err.Code == game.OffBoard {
		n.Row, n.First, n.Last = string(rune('A'+err.Cell.Row)), first, last
	}
	return n
}

// planNotice says why a plan can't be taken.
func planNotice(err error) templates.Notice {
	if step, ok := errors.AsType[*game.PlanError](err); ok {
		why := Illegal(step.Why)
		return templates.Notice{Code: templates.NoticePlanRefused, Text: step.Line.String(), Cell: step.Move, Why: &why}
	}
	n := templates.Notice{Code: string(game.PlanTooLong), Number: game.MaxPlanSteps}
	if over, ok := errors.AsType[*game.Error](err); ok && over.Code == game.PlanTooDeep {
		n = templates.Notice{Code: string(game.PlanTooDeep), Number: game.MaxPlanDepth}
	}
	return n
}
