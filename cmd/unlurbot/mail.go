package main

import (
	"fmt"
	"net/url"

	"unlurbot/mailbot/admin"
)

type mailCommand struct {
	acting
	SendAgain bool   `required:"" xor:"act" help:"Send it now, also if it was given up."`
	Drop      bool   `required:"" xor:"act" help:"Don't send it: it counts as given up, so that --send-again undoes this. One that was given up, or tells of somebody who is forgotten, is deleted."`
	Reason    string `placeholder:"TEXT" help:"Why it is dropped, for the log."`
	Number    uint64 `arg:"" name:"number" help:"The mail's number, see unlurbot mails."`
}

// Run has the bot do something with a mail.
func (c *mailCommand) Run(p process) error {
	act, done := admin.SendAgain, "leaves now"
	if c.Drop {
		act, done = admin.Drop, "is dropped; if the bot still has it (unlurbot mails --given-up), --send-again sends it after all"
	}
	var before admin.Mail
	values := url.Values{"number": {fmt.Sprint(c.Number)}, "act": {act}, "reason": {c.Reason}}
	return c.tell(p, admin.OnMail, values, &before, func() string {
		if c.Drop && before.State == admin.GivenUp {
			done = "is deleted"
		}
		return fmt.Sprintf("Mail %d to %s, %q, %s.", before.Number, printable(before.To), printable(before.Subject), done)
	})
}
