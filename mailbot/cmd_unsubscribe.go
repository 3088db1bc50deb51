package mailbot

import (
	"unlurbot/parser"
	"unlurbot/templates"
)

// unsubscribeCommand is for those whose mail program has no button for the
// List-Unsubscribe field.
var unsubscribeCommand = command{verb: "unsubscribe", run: stopMails}

// stopMails sends the sender one last mail; writing again undoes it.
func stopMails(e *errand, _ parser.Command) (result, error) {
	e.sender.Silent = true
	e.changePlayer(e.sender)
	return result{kind: templates.Unsubscribed, decision: Unsubscribed}, nil
}
