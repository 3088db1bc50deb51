package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
)

// requestCheck asks a running bot to make a trial of check, for somebody who can't read the secrets: systemd
// gives them to the service alone. One request is one trial, so that check can tell of each when it is done, and
// be interrupted. Its values are config, the absolute path of the file, and trial, a name; empty for the file itself.
const requestCheck = "check"

// A finding is what came of a trial that a bot has made. One that failed is an error.
type finding struct {
	Said      string `json:"said"`      // empty if it failed, or if there was nothing to try
	Failed    string `json:"failed"`    // empty if it did not
	Advice    string `json:"advice"`    // what to do about that, may be empty
	Permanent bool   `json:"permanent"` // whether it is an error of exitUsage
}

// Error implements error.
func (f *finding) Error() string { return f.Failed }

// answerCheck is what the bot does when it is asked. The configuration is the one that is named, with the
// secrets that the bot can read; it need not be the one with which the bot runs.
func (p process) answerCheck(ctx context.Context, values url.Values) (any, error) {
	p.ctx, p.talk = ctx, io.Discard
	said, err := func() (string, error) {
		cfg, err := config.Load(values.Get("config"), p.getenv)
		if err != nil || values.Get("trial") == "" {
			return "", err
		}
		all := append(slices.Clone(everyTrial), roundTrip)
		i := slices.IndexFunc(all, func(t trial) bool { return t.name == values.Get("trial") })
		if i < 0 {
			return "", refusal("the bot knows no such trial: it is of another version")
		}
		return all[i].attempt(p, cfg, mailbot.NewCredentials(cfg, slog.New(slog.DiscardHandler)))
	}()
	if err != nil {
		return &finding{Failed: err.Error(), Advice: advice(err), Permanent: exitStatus(err) == exitUsage}, nil
	}
	return &finding{Said: said}, nil
}

// answerTime is how much longer than the trial itself the bot may take to tell of it.
const answerTime = time.Second

// askForTrials has the running bot make the trials, if there is one. Otherwise the error is why that is needed.
func (c *checkCommand) askForTrials(p process, why error) (func(trial) (string, error), error) {
	file, err := filepath.Abs(c.Config)
	if err != nil {
		return nil, err
	}
	path, err := config.LoadStore(file)
	if err != nil {
		return nil, err
	}
	ask := func(ctx context.Context, name string) (string, error) {
		var f finding
		if err := control.Ask(ctx, control.Path(path.Path), requestCheck, url.Values{"config": {file}, "trial": {name}}, &f); err != nil {
			return "", fmt.Errorf("the running bot doesn't answer: %w", cmp.Or(context.Cause(ctx), err))
		}
		if f.Failed != "" {
			return "", &f
		}
		return f.Said, nil
	}
	_, err = ask(p.ctx, "")
	switch found := (*finding)(nil); {
	case errors.As(err, &found) || p.ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, &outOfReach{why, file}
	}
	fmt.Fprintln(p.talk, "The running bot makes this check, with the secrets that it was given.")
	return func(t trial) (string, error) {
		ctx, done := context.WithTimeout(p.ctx, t.longest()+answerTime)
		defer done()
		return ask(ctx, t.name)
	}, nil
}

// An outOfReach error is that of a secret that can't be read here, while no bot can be asked.
type outOfReach struct {
	err  error
	file string // the configuration
}

// Error implements error.
func (o *outOfReach) Error() string { return o.err.Error() }

// Unwrap gives the problem of the configuration.
func (o *outOfReach) Unwrap() error { return o.err }

// Advice is what to do where systemd has the secrets.
func (o *outOfReach) Advice() string {
	return "If the bot alone is given it, by systemd (LoadCredential) or in its environment: start the bot, and run check as root or as the bot's user, which then asks the bot. " +
		"While the bot is stopped, as root: systemd-run --wait -P -p User=unlurbot -p LoadCredential=imap.password:/etc/unlurbot/imap.password " +
		"unlurbot check --config " + o.file + " (with -p LoadCredential for each secret; see docs/operating.md)."
}
