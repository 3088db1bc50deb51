package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/health"
)

type statusCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the path of the store."`
	JSON   bool   `name:"json" xor:"form" help:"Print all of it as JSON."`
	Quiet  bool   `xor:"form" help:"Print nothing; the exit status tells."`
}

// Run asks the bot how it is, and fails if something is bad or there is no bot.
func (c *statusCommand) Run(p process) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	var s health.Status
	err = control.Ask(p.ctx, control.Path(cfg.Path), mailbot.RequestStatus, nil, &s)
	err = notRunning(err, cfg.Path)
	switch {
	case err != nil && c.Quiet:
		return errSaid
	case err != nil:
		return err
	case c.JSON:
		out := json.NewEncoder(p.out)
		out.SetIndent("", "  ")
		err = out.Encode(&s)
	case !c.Quiet:
		err = writeStatus(p.out, &s)
	}
	if err == nil && !s.Good {
		err = errSaid
	}
	return err
}

// writeStatus writes it as a person reads it.
func writeStatus(w io.Writer, s *health.Status) error {
	ago := func(at time.Time) string {
		if at.IsZero() {
			return "never since the start"
		}
		return s.Now.Sub(at).Truncate(time.Second).String() + " ago"
	}
	fmt.Fprintf(w, "%s: %s\n", s.Address, s.Line())
	for _, p := range s.Problems {
		since := ""
		if !p.Since.IsZero() {
			since = ", for " + s.Now.Sub(p.Since).Truncate(time.Second).String()
		}
		fmt.Fprintf(w, "\n  %s%s\n  %s\n", p.Code, since, printable(p.Text))
	}
	fmt.Fprintln(w)
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	again := func(at time.Time) string {
		if at.After(s.Now) {
			return "; next attempt in " + at.Sub(s.Now).Round(time.Second).String()
		}
		return ""
	}
	fails := func(server health.Server) { // long before that makes the bot unwell
		if server.Says != "" {
			fmt.Fprintf(out, "\t%s\n", printable(server.Says))
		}
	}
	fmt.Fprintf(out, "mailbox\tlast read: %s%s\n", ago(s.Mailbox.Worked), again(s.Mailbox.Again))
	fails(s.Mailbox.Server)
	fmt.Fprintf(out, "SMTP\tlast mail taken: %s%s\n", ago(s.Relay.Worked), again(s.Relay.Again))
	fails(s.Relay)
	fmt.Fprintf(out, "outbox\t%d waiting, %d of them for players who can't be reached; %d given up\n", s.Outbox.Waiting, s.Outbox.Held, s.Outbox.GivenUp)
	fmt.Fprintf(out, "store\t%s, %d MB\n", s.Store.Path, s.Store.Bytes>>20)
	if size := s.Store.Disk.Size; size > 0 {
		fmt.Fprintf(out, "disk\t%d MB free of %d\n", s.Store.Disk.Free>>20, size>>20)
	}
	if b := s.Backup; b == nil {
		fmt.Fprintf(out, "backup\tnone by the bot: see backup.dir in the configuration\n")
	} else if b.Last == "" {
		fmt.Fprintf(out, "backup\tnone yet in %s%s\n", b.Dir, again(b.Again))
	} else {
		fmt.Fprintf(out, "backup\t%s, %s in %s, %d MB%s\n", ago(b.Worked), b.Last, b.Dir, b.Bytes>>20, again(b.Again))
	}
	if s.Paused != nil {
		fmt.Fprintf(out, "paused\t%s: %s\n", ago(s.Paused.Since), printable(s.Paused.Words))
		fmt.Fprintf(out, "alarms\t%d wait for the end of the pause\n", s.Store.Overdue)
	} else {
		fmt.Fprintf(out, "alarms\t%d late\n", s.Store.Overdue)
	}
	fmt.Fprintf(out, "running\tfor %s, unlurbot %s\n", s.Now.Sub(s.Started).Truncate(time.Second), s.Version)
	if s.Loaded.After(s.Started) {
		fmt.Fprintf(out, "configuration\treloaded %s\n", ago(s.Loaded))
	}
	return out.Flush()
}
