package mailbot

import (
	"errors"

	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// stopCommand is for those whose mail program has no button for the
// List-Unsubscribe field. "unsubscribe" is another word for it.
var stopCommand = command{
	verb: "stop", group: aboutYou, examples: []string{"stop"},
	run: stopMails,
}

// stopMails sends the sender one last mail; writing again undoes it. Somebody who
// was only invited wants no invitations.
func stopMails(e *errand, c parser.Command) (result, error) {
	if !e.sender.Active {
		return never(e, c)
	}
	r := result{kind: templates.Unsubscribed, decision: Unsubscribed}
	open, err := e.openGames(e.sender)
	for _, g := range open {
		if g.State == store.Playing && !g.Pace.None() {
			r.notice = templates.Notice{Code: templates.NoticeClocksRun}
		}
	}
	return r, errors.Join(err, e.silence(e.sender))
}
