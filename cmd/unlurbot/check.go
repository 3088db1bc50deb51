package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/roundtrip"
	"unlurbot/mailbot/site/manifest"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/layout"
)

type checkCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration to test."`
	Send   bool   `help:"Also have the bot mail itself, and tell what servers make of that mail. It is removed afterwards."`
}

// Help is what kong shows below the line on the command.
func (*checkCommand) Help() string {
	return "If a password can't be read here, since only the bot was given it, the running bot makes the check."
}

// Run tries everything that the daemon will need, all of it even if something
// fails, and says how to mend what does. It ends as the daemon would: what can't be
// tried again without a change is told from what may come right by itself.
func (c *checkCommand) Run(p process) error {
	try, err := c.tries(p)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "ok      configuration: %s\n", c.Config)
	var failed error
	steps := everyTrial
	if c.Send {
		steps = append(slices.Clone(everyTrial), roundTrip)
	}
	for _, step := range steps {
		if p.ctx.Err() != nil {
			failed = errors.Join(failed, p.ctx.Err())
			fmt.Fprintf(p.out, "stopped %s: not tried\n", step.name)
			continue
		}
		said, err := try(step)
		if err != nil && p.ctx.Err() != nil { // which says nothing of the server
			failed = errors.Join(failed, err)
			fmt.Fprintf(p.out, "stopped %s: interrupted\n", step.name)
			continue
		}
		if err == nil && said == "" {
			continue // not configured
		}
		if err == nil {
			fmt.Fprintf(p.out, "ok      %s: %s\n", step.name, said)
			continue
		}
		failed = errors.Join(failed, err)
		fmt.Fprintf(p.out, "failed  %s: %s\n", step.name, indented(err.Error()))
		if hint := advice(err); hint != "" {
			fmt.Fprintf(p.out, "        %s\n", hint)
		}
	}
	if failed != nil {
		return errors.Join(errSaid, failed)
	}
	return nil
}

// tries gives what makes a trial: this process, or the bot where that alone can read the secrets.
func (c *checkCommand) tries(p process) (func(trial) (said string, err error), error) {
	cfg, err := config.Load(c.Config, p.getenv)
	if wrong := (*config.Error)(nil); errors.As(err, &wrong) && wrong.OutOfReach {
		return c.askForTrials(p, err)
	}
	if err == nil {
		err = mayCluster(cfg)
	}
	if err != nil {
		return nil, err
	}
	proof := mailbot.NewCredentials(cfg, slog.New(slog.DiscardHandler)) // what it would log is told here
	return func(t trial) (string, error) { return t.attempt(p, cfg, proof) }, nil
}

// stepLimit is how long each trial may take: somebody is waiting for it.
const stepLimit = 10 * time.Second

// A trial is of something that the daemon needs. It says what it has found, nothing if it is
// not configured.
type trial struct {
	name  string
	try   func(p process, cfg *config.Config, proof mailbot.Credentials) (said string, err error)
	limit time.Duration // how long it may take; 0 means stepLimit
}

// longest is how long it may take.
func (t trial) longest() time.Duration { return cmp.Or(t.limit, stepLimit) }

// attempt makes it, for as long as it may take.
func (t trial) attempt(p process, cfg *config.Config, proof mailbot.Credentials) (said string, err error) {
	ctx, done := context.WithTimeoutCause(p.ctx, t.longest(), fmt.Errorf("no answer within %v", t.longest()))
	defer done()
	p.ctx = ctx
	return t.try(p, cfg, proof)
}

// roundTrip is the trial of a mail to the bot itself.
var roundTrip = trial{"round trip", process.tryRoundTrip, roundtrip.Longest}

// everyTrial has those of each check.
var everyTrial = []trial{
	{name: "IMAP", try: func(p process, cfg *config.Config, proof mailbot.Credentials) (string, error) {
		box, err := imapbox.Dial(p.ctx, p.imapConfig(cfg, proof))
		if err != nil {
			return "", err
		}
		waiting, err := box.List(p.ctx)
		unable := box.CanFile()
		if err := errors.Join(err, box.Close()); err != nil {
			return "", err
		}
		said := fmt.Sprintf("logged in to %s as %s; mails in %s: %d", cfg.IMAP.Host, printable(cfg.IMAP.Username), cfg.IMAP.Mailbox, len(waiting))
		local, _, _ := strings.Cut(cfg.Address, "@")
		if user := cfg.IMAP.Username; !strings.EqualFold(user, cfg.Address) && !strings.EqualFold(user, local) {
			said += "; WARNING: that is another name than in " + cfg.Address + ": make sure that its mails arrive here, and nobody else's, for the bot reads all"
		}
		if failed := (*imapbox.Error)(nil); errors.As(unable, &failed) {
			if failed.Op == imapbox.OpCreate {
				return "", unable // the operator can mend that
			}
			said += "; the server can't move mails, so processed ones stay there, marked as read"
		}
		return said, nil
	}},
	{name: "trust", try: process.tryTrust},
	{name: "SMTP", try: func(p process, cfg *config.Config, proof mailbot.Credentials) (string, error) {
		relay := mailbot.SMTPConfig(cfg, proof)
		if p.dial != nil {
			relay.Dial = p.dial
		}
		out, err := smtpout.New(relay)
		if err != nil {
			return "", err
		}
		if err := errors.Join(out.Check(p.ctx), out.Close()); err != nil {
			return "", err
		}
		return "accepted by " + cfg.SMTP.Host, nil
	}},
	// Whether receivers can verify the bot's signatures, if it makes any.
	{name: "DKIM", try: func(p process, cfg *config.Config, proof mailbot.Credentials) (string, error) {
		sign := mailbot.SMTPConfig(cfg, proof).DKIM
		if sign == nil {
			return "", nil
		}
		if err := sign.CheckRecord(p.ctx, p.lookupTXT); err != nil {
			return "", err
		}
		return "the key fits " + sign.RecordName(), nil
	}},
	// The store is looked at, but not made or changed: run as another user, check would leave
	// a file that the daemon can't open.
	{name: "store", try: func(_ process, cfg *config.Config, _ mailbot.Credentials) (said string, err error) {
		path := cfg.Store.Path
		defer func() {
			if unopened := (*store.OpenError)(nil); err != nil && !errors.As(err, &unopened) {
				err = &store.OpenError{Path: path, Err: err}
			}
		}()
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			probe, err := os.CreateTemp(filepath.Dir(path), ".unlurbot-check-")
			if err != nil {
				return "", err
			}
			made := " will be created at the first start"
			if cfg.Store.Cluster.On() {
				made = " will be copied from another machine at the first start"
			}
			return path + made, errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
		if err != nil {
			return "", err
		}
		if store.Exposed(info) {
			return "", store.ErrExposed
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return "", err
		}
		if err := f.Close(); err != nil {
			return "", err
		}
		if info.Size() == 0 {
			return path + " is empty; the first start will create the store in it", nil
		}
		schema, err := store.Peek(path)
		switch {
		case errors.Is(err, store.ErrLocked):
			return path + " is in use; the bot seems to be running", nil
		case err != nil:
			return "", err
		case schema < layout.Latest:
			return fmt.Sprintf("%s has schema %d; the next start keeps a copy and upgrades it to %d", path, schema, layout.Latest), nil
		}
		return path, nil
	}},
	{name: "cluster", try: func(p process, cfg *config.Config, _ mailbot.Credentials) (string, error) {
		if !cfg.Store.Cluster.On() {
			return "", nil
		}
		if machines == nil { // the check is made by a bot that was started before store.cluster was set
			return "", refusal("the running bot knows no cluster yet: restart it, and check again")
		}
		return machines.look(p.ctx, cfg, p.now)
	}},
	// Only the bot that has the store open knows whether it can write it.
	{name: "bot", try: func(p process, cfg *config.Config, _ mailbot.Credentials) (string, error) {
		var s health.Status
		if err := control.Ask(p.ctx, control.Path(cfg.Store.Path), mailbot.RequestStatus, nil, &s); err != nil {
			return "", nil // none runs, or it is another user's
		}
		if s.Store.Says != "" {
			return "", fmt.Errorf("it runs and can't write its store, since %s: %s", s.Store.Since.Format(time.RFC3339), s.Store.Says)
		}
		return "runs, and can write its store", nil
	}},
	{name: "site", try: func(_ process, cfg *config.Config, _ mailbot.Credentials) (string, error) {
		if cfg.Site.Dir == "" {
			return "", nil
		}
		if err := manifest.Check(cfg.Site.Dir); err != nil {
			return "", fmt.Errorf("site.dir: %w", err)
		}
		return "written to " + cfg.Site.Dir, nil
	}},
}

// imapConfig is how check reaches the mailbox.
func (p process) imapConfig(cfg *config.Config, proof mailbot.Credentials) imapbox.Config {
	c := mailbot.IMAPConfig(cfg, proof)
	if p.dial != nil {
		c.Dial = p.dial
	}
	return c
}

// advice finds the sentence on what to do about an error.
func advice(err error) string {
	imap, smtp, unopened := (*imapbox.Error)(nil), (*smtpout.Failure)(nil), (*store.OpenError)(nil)
	other := (*layout.Error)(nil)
	record := (*smtpout.RecordError)(nil)
	token := (*credential.Error)(nil)
	astray := (*roundtrip.Failure)(nil)
	found, apart := (*finding)(nil), (*outOfReach)(nil)
	switch {
	case errors.As(err, &found):
		return found.Advice
	case errors.As(err, &apart):
		return apart.Advice()
	case errors.As(err, &astray):
		return astray.Advice()
	case errors.As(err, &token):
		return token.Advice()
	case errors.As(err, &imap):
		return imap.Advice()
	case errors.As(err, &smtp):
		return smtp.Advice()
	case errors.As(err, &record):
		return record.Advice()
	case errors.As(err, &other):
		return other.Advice()
	case errors.Is(err, store.ErrReplica):
		return "The machines of the cluster share what is written: start the bot with store.cluster as it was. To make a store of its own of it, back it up and restore the backup."
	case errors.Is(err, store.ErrExposed):
		return "It holds all addresses and the token keys: run chmod 600 on it. If someone may have read it, replace the key too (unlurbot rotate-key --overlap 0)."
	case errors.As(err, &unopened) && (errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist)):
		return "Check the path (store.path, unless you gave another one), that its directory exists and belongs to the bot's user, and that you run this as that user."
	}
	return ""
}
