package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store"
)

// A bot that runs takes a new key without a restart, and the game goes on.
func TestRotateKeyOfARunningBot(t *testing.T) {
	data := t.TempDir()
	p := startSandbox(t, "--data", data)
	ana, bo := p.people()
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	path := filepath.Join(data, "unlurbot.db")
	config := filepath.Join(data, "unlurbot.yaml")
	ana.Servers.WriteConfig(t, config)
	said, err := exec.Command("unlurbot", "rotate-key", "--config", config).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "New mails now use a new key") {
		t.Fatalf("%v: %s", err, said)
	}
	ana.Replies("C4")
	ana.Gets("moved")
	p.Stop()
	if !strings.Contains(p.Said(), `msg="token key rotated" former_accepted_for=2160h0m0s`) {
		t.Errorf("the log does not tell of it:\n%s", p.Said())
	}
	s, err := store.OpenToRead(path)
	check(t, err)
	check(t, s.View(func(tx *store.Tx) error {
		keys, err := tx.Keys()
		if err == nil && len(keys.Former) != 1 {
			t.Errorf("there are %d former keys", len(keys.Former))
		}
		return err
	}))
	check(t, s.Close())
}
