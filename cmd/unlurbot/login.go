package main

import (
	"fmt"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/credential"
)

type loginCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, with auth: oauth."`
}

// Help is what kong shows below the line on the command.
func (*loginCommand) Help() string {
	return "Run it as the user of the bot, which may go on running. The token goes into oauth.token_file, and the bot renews it from then on. " +
		"With oauth.flow device you enter a code on any device, with browser you log in with a browser on this machine or paste the address of its " +
		"last page, and with client the provider is asked at once. Afterwards it runs the check command. docs/providers.md has the steps for each provider."
}

// Run gets the first token, in a way that the provider knows, and then tries everything.
func (c *loginCommand) Run(p process) error {
	cfg, err := config.LoadForLogin(c.Config, p.getenv)
	if err != nil {
		return err
	}
	tokens := cfg.OAuth.Settings()
	who := credential.Person{In: p.in, Out: p.out}
	switch cfg.OAuth.Flow {
	case config.Device:
		err = tokens.LogInDevice(p.ctx, who)
	case config.Browser:
		err = tokens.LogInBrowser(p.ctx, who)
	case config.Client:
		err = tokens.LogInClient(p.ctx)
	}
	if err != nil {
		return err
	}
	if tokens.TokenFile == "" {
		fmt.Fprintln(p.out, "ok      token: the provider gives tokens to this client; none is kept")
	} else {
		fmt.Fprintf(p.out, "ok      token: written to %s\n", tokens.TokenFile)
	}
	return (&checkCommand{Config: c.Config}).Run(p)
}
