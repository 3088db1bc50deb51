package mailbot

import (
	"errors"
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/parser"
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
	clear: clearPlay, can: club.WaitsForMove, order: plan,
}

// forgetIfsCommand drops all that was planned in a game.
var forgetIfsCommand = command{
	verb: verbForgetIfs, group: toPlay, examples: []string{"forget ifs"},
	fresh: true, can: club.HasPlan,
	order: func(about club.About, _ parser.Command) club.Order { return club.DropPlan{About: about} },
}

func plan(about club.About, c parser.Command) club.Order {
	words := slices.DeleteFunc(slices.Clone(c.Args), func(w string) bool { return strings.HasPrefix(w, "#") })
	line, err := game.ParsePlan(words)
	if err != nil {
		return club.Plan{About: about}
	}
	return club.Plan{About: about, Line: &line}
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
