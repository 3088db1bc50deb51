package mailbot_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/cluster"
)

// A machine that is stopped at the moment at which it begins to lead ends well, and lets another one lead.
func TestStoppedWhenItBeginsToLead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "unlurbot.db")
	made, err := store.Open(path, bottest.Secret)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	check(made.Adopt("the club"))
	check(made.Close())
	s, err := store.OpenReplica(path)
	check(err)
	defer func() { check(s.Close()) }()
	text, err := os.ReadFile("config/testdata/minimal.yaml")
	check(err)
	file := filepath.Join(t.TempDir(), "unlurbot.yaml")
	check(os.WriteFile(file, text, 0o600))
	cfg, err := config.Load(file, func(string) string { return "any" })
	check(err)
	cfg.Store.Path = path
	copies, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	ctx, stop := context.WithCancel(t.Context())
	ended := 0
	err = mailbot.Run(ctx, cfg, mailbot.Environment{
		Now: time.Now, Log: func(config.Log) *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) },
		Cluster: &mailbot.Cluster{
			Store: s, Copies: copies,
			Follow: func(context.Context) (context.Context, func(), error) {
				stop()
				return t.Context(), func() { ended++ }, nil
			},
			State: func(context.Context) *cluster.State { return &cluster.State{Name: "a"} },
		},
	})
	if err != nil || ended != 1 {
		t.Errorf("it ended with %v, and its term %d times", err, ended)
	}
}
