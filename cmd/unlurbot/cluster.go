package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/health"
	"unlurbot/store/cluster"
)

// machines is what a program needs to be one of several machines. It is nil in one that was built without the tag
// cluster: a bot that is alone need not carry the client of etcd, which takes 4 MB of memory even if nobody uses it.
var machines *clustering

// A clustering is what package mailbot/machines does.
type clustering struct {
	run  func(ctx context.Context, cfg *config.Config, env mailbot.Environment) error
	look func(ctx context.Context, cfg *config.Config, now func() time.Time) (said string, err error)
}

// withCluster is the name of the program that was built with it.
const withCluster = "unlurbot-cluster"

// mayCluster sees to it that store.cluster is heeded: a program that knows no cluster becomes the one that does, which
// stands beside it or on the path.
func mayCluster(cfg *config.Config) error {
	if !cfg.Store.Cluster.On() || machines != nil {
		return nil
	}
	program := withCluster
	if own, err := os.Executable(); err == nil {
		if beside := filepath.Join(filepath.Dir(own), withCluster); isThere(beside) {
			program = beside
		}
	}
	program, err := exec.LookPath(program)
	if err != nil {
		return refusal("store.cluster needs the program " + withCluster + " beside this one: it is in each release, and \"go build -tags cluster -o " + withCluster + " ./cmd/unlurbot\" makes it")
	}
	return syscall.Exec(program, os.Args, os.Environ()) //nolint:gosec // the same command line, for the same program with more in it
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

type handoverCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration of a machine whose bot leads the club."`
}

// handoverLimit is how long it may take until another machine leads.
const handoverLimit = 30 * time.Second

// Run has the bot of this machine let another one lead, and waits for that.
func (c *handoverCommand) Run(p process) error {
	cfg, err := config.LoadStore(c.Config)
	if err != nil {
		return err
	}
	if !cfg.Cluster.On() {
		return errors.New("this bot is alone: store.cluster is not set")
	}
	began := p.now()
	var before cluster.State
	if err := control.Ask(p.ctx, control.Path(cfg.Path), mailbot.RequestHandOver, nil, &before); err != nil {
		return notRunning(err, cfg.Path)
	}
	ctx, done := context.WithTimeout(p.ctx, handoverLimit)
	defer done()
	for {
		var s health.Status
		err := control.Ask(ctx, control.Path(cfg.Path), mailbot.RequestStatus, nil, &s)
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("no other machine has taken over within %v; unlurbot status tells more", handoverLimit)
		case errors.Is(err, control.ErrNobody): // it is being stopped, or the file of the socket is new
		case err != nil:
			return err
		case s.Cluster != nil && !s.Cluster.Leads && s.Cluster.Leader != "" && s.Cluster.Leader != before.Name:
			_, err := fmt.Fprintf(p.out, "%s leads now, after %.1f s.\n", printable(s.Cluster.Leader), p.now().Sub(began).Seconds())
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}
