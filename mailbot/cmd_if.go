package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/templates"
)

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
