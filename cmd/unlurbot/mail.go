package main

import (
	"encoding/json"
	"fmt"
	"net/url"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
)

type mailCommand struct {
	Config    string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store."`
	JSON      bool   `name:"json" help:"Print the mail, as it was before, as JSON."`
	SendAgain bool   `required:"" xor:"act" help:"Send it now, also if it was given up."`
	Drop      bool   `required:"" xor:"act" help:"Don't send it: it counts as given up, so that --send-again undoes this. One that was given up, or tells of somebody who is forgotten, is deleted."`
	Reason    string `placeholder:"TEXT" help:"Why it is dropped, for the log."`
	Number    uint64 `arg:"" name:"number" help:"The mail's number, see unlurbot mails."`
}

// Run has the bot do something with a mail.
func (c *mailCommand) Run(p process) error {
	path, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	act, done := admin.SendAgain, "leaves now"
	if c.Drop {
		act, done = admin.Drop, "is dropped; if the bot still has it (unlurbot mails --given-up), --send-again sends it after all"
	}
	var before admin.Mail
	values := url.Values{"number": {fmt.Sprint(c.Number)}, "act": {act}, "reason": {c.Reason}}
	if err := control.Ask(p.ctx, control.Path(path.Path), admin.OnMail, values, &before); err != nil {
		return notRunning(err, path.Path)
	}
	if c.JSON {
		out := json.NewEncoder(p.out)
		out.SetIndent("", "  ")
		return out.Encode(before)
	}
	if c.Drop && before.State == admin.GivenUp {
		done = "is deleted"
	}
	_, err = fmt.Fprintf(p.out, "Mail %d to %s, %q, %s.\n", before.Number, printable(before.To), printable(before.Subject), done)
	return err
}
