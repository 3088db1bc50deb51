// Package machines runs the bot as one machine of several, which package store/replica makes one. It is apart from the rest
// for the sake of bots that are alone: a program without it carries no client of etcd.
package machines

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/pulse"
	"unlurbot/store/replica"
)

// Run is mailbot.Run where store.cluster is set. A machine that was left behind begins anew, with a copy of the store.
func Run(ctx context.Context, cfg *config.Config, env mailbot.Environment) error {
	for {
		err := runOnce(ctx, cfg, env)
		if !errors.Is(err, replica.ErrLeftBehind) {
			return err
		}
	}
}

func runOnce(ctx context.Context, cfg *config.Config, env mailbot.Environment) (err error) {
	rc, err := replicaOf(cfg, env.Log(cfg.Log), env.Now)
	if err != nil {
		return err
	}
	copies, err := (&net.ListenConfig{}).Listen(ctx, "tcp", cfg.Store.Cluster.Listen)
	if err != nil {
		return fmt.Errorf("store.cluster.listen: %w", err)
	}
	defer func() { _ = copies.Close() }() // where the bot has not done so
	if rc.TLS != nil {
		copies = tls.NewListener(copies, rc.TLS)
	}
	opened := waitingFor(ctx, env.Manager)
	r, err := replica.Open(ctx, rc)
	opened()
	if ctx.Err() != nil && r == nil { // it was stopped while it waited
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	env.Cluster = &mailbot.Cluster{
		Store: r.Store(), Copies: copies, State: r.State,
		Follow: func(ctx context.Context) (context.Context, func(), error) {
			term, err := r.Follow(ctx)
			if err != nil {
				return nil, nil, err
			}
			return term.Context(), term.End, nil
		},
	}
	return mailbot.Run(ctx, cfg, env)
}

// waitingFor tells the service manager that the bot is there while it waits for others, for as long as that takes.
func waitingFor(ctx context.Context, m pulse.Manager) (done func()) {
	if m.Notify == nil {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	m.Notify("READY=1\nSTATUS=waiting for etcd, or for a copy of the store")
	go func() {
		defer close(ended)
		ticker := time.NewTicker(max(m.Watchdog/2, time.Second))
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				m.Notify("WATCHDOG=1")
			}
		}
	}()
	return func() { stop(); <-ended }
}

// Look says what etcd knows of the club of a configuration.
func Look(ctx context.Context, cfg *config.Config, now func() time.Time) (said string, err error) {
	c, err := replicaOf(cfg, slog.New(slog.DiscardHandler), now)
	if err != nil {
		return "", err
	}
	return replica.Look(ctx, c)
}

// Open opens the replica of a configuration, which no bot has open.
func Open(ctx context.Context, cfg *config.Config, now func() time.Time) (*replica.Replica, error) {
	c, err := replicaOf(cfg, slog.New(slog.DiscardHandler), now)
	if err != nil {
		return nil, err
	}
	return replica.Open(ctx, c)
}

// replicaOf says which machine of the club this is.
func replicaOf(cfg *config.Config, log *slog.Logger, now func() time.Time) (replica.Config, error) {
	c := &cfg.Store.Cluster
	secured, err := c.TLS()
	return replica.Config{
		Path: cfg.Store.Path, Name: c.Name, Address: cfg.Address, Etcd: c.Etcd, TLS: secured, Lease: c.Lease, Listen: c.Listen, Log: log, Now: now, NewSecret: mailbot.NewSecret,
		Fetch: func(ctx context.Context, address string, to io.Writer) error {
			return control.CopyFrom(ctx, address, secured, to)
		},
	}, err
}
