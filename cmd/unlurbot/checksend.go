package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/roundtrip"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// tryRoundTrip has the bot write to itself, and tells what became of the mail.
func (p process) tryRoundTrip(cfg *config.Config, proof mailbot.Credentials) (string, error) {
	relay := mailbot.SMTPConfig(cfg, proof)
	if p.dial != nil {
		relay.Dial = p.dial
	}
	out, err := smtpout.New(relay)
	if err != nil {
		return "", err
	}
	said, err := roundtrip.Try(p.ctx, roundtrip.Means{
		Config: cfg, IMAP: p.imapConfig(cfg, proof), Now: p.now,
		Trust: mailbot.BotConfig(cfg, mailbot.Environment{Now: p.now, LookupTXT: dkimcheck.Lookup(p.lookupTXT)}).Trust(),
		Send: func(ctx context.Context, mail *store.Outgoing) error {
			return errors.Join(out.Send(ctx, mail), out.Close())
		},
		Say: func(words string) { fmt.Fprintf(p.talk, "wait    round trip: %s\n", words) },
	})
	return indented(said), err
}

// indented gives lines that are printed below the first one.
func indented(lines string) string {
	var shown []string
	for line := range strings.Lines(lines) {
		shown = append(shown, printable(line))
	}
	return strings.Join(shown, "\n        ")
}
