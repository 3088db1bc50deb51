package mailbot

import (
	"unlurbot/parser"
	"unlurbot/templates"
)

// unsubscribeCommand is for those whose mail program has no button for the
// List-Unsubscribe field.
var unsubscribeCommand = command{verb: "unsubscribe", run: stopMails}

// stopMails sends the sender one last mail; writing again undoes it. Somebody who
// was only invited wants no invitations.
func stopMails(e *errand, c parser.Command) (result, error) {
	if !e.sender.Active {
		return never(e, c)
	}
	e.sender.Silent = true
	e.changePlayer(e.sender)
	return result{kind: templates.Unsubscribed, decision: Unsubscribed}, nil
}
