package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/health"
	"unlurbot/store/cluster"
	"unlurbot/store/replica"
)

// replicaConfig says which machine of the club this is.
func (p process) replicaConfig(cfg *config.Config, log *slog.Logger) (replica.Config, error) {
	c := &cfg.Store.Cluster
	secured, err := c.TLS()
	return replica.Config{
		Path: cfg.Store.Path, Name: c.Name, Address: cfg.Address, Etcd: c.Etcd, TLS: secured, Lease: c.Lease, Listen: c.Listen, Log: log, Now: p.now,
		Fetch: func(ctx context.Context, address string, to io.Writer) error {
			return control.CopyFrom(ctx, address, secured, to)
		},
	}, err
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
