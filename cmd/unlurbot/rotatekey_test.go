package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/store"
)

// A bot that runs takes a new key without a restart, and the game goes on.
func TestRotateKeyOfARunningBot(t *testing.T) {
	data := t.TempDir()
	p := start(t, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--data", data)
	people := p.people()
	people.begin("sandbox.test", true)
	people.await(0, "turn")
	path := filepath.Join(data, "unlurbot.db")
	config := filepath.Join(t.TempDir(), "unlurbot.yaml")
	check(t, os.WriteFile(config, []byte(`address: unlur@sandbox.test
imap: {host: localhost, username: unlur}
smtp: {host: localhost}
store: {path: `+path+`}
`), 0o600))
	said, err := exec.Command("unlurbot", "rotate-key", "--config", config).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "tokens of a new key") {
		t.Fatalf("%v: %s", err, said)
	}
	people.reply(0, "C4")
	people.await(0, "moved")
	people.close()
	p.stop()
	if !strings.Contains(p.talk.String(), `msg="tokens have a new key" former_accepted_for=2160h0m0s`) {
		t.Errorf("the log does not tell of it:\n%s", p.talk)
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
