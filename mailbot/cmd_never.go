package mailbot

import (
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/templates"
)

// never declines what is open and takes no invitations any more, from anybody. A challenge
// of the sender's own takes it back.
func never(e *errand, _ parser.Command) (telling.Line, error) {
	return telling.Line{Kind: templates.Never, Decision: Unsubscribed}, e.refuseForEver(e.sender)
}
