package mailbot

import (
	"unlurbot/parser"
	"unlurbot/templates"
)

// never declines what is open and takes no invitations any more, from anybody. A challenge
// of the sender's own takes it back.
func never(e *errand, _ parser.Command) (result, error) {
	return result{kind: templates.Never, decision: Unsubscribed}, e.refuseForEver(e.sender)
}
