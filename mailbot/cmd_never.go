package mailbot

import (
	"slices"

	"unlurbot/parser"
	"unlurbot/templates"
)

// neverCommand is for those who want no invitations, from anybody, for ever. A
// challenge of their own takes it back.
var neverCommand = command{
	verb: "never", group: aboutYou, examples: []string{"never"},
	can: asChallenged, run: never,
}

// never declines what is open and takes no further challenges.
func never(e *errand, _ parser.Command) (result, error) {
	return result{kind: templates.Never, decision: Unsubscribed}, e.refuseForEver(e.sender)
}

// onlyRefuses says whether nothing but refusals is among some commands.
func onlyRefuses(commands []parser.Command) bool {
	return !slices.ContainsFunc(commands, func(c parser.Command) bool { return !slices.Contains(refusals, c.Verb) })
}
