package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store/layout"
)

// While a bot has the store open, it can be backed up, verified and exported,
// but not restored.
func TestBackupOfARunningBot(t *testing.T) {
	data := t.TempDir()
	p := startSandbox(t, "--data", data)
	ana, bo := p.people()
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	ana.Replies("C4")
	ana.Gets("moved")
	config := filepath.Join(data, "unlurbot.yaml")
	ana.Servers.WriteConfig(t, config)
	temporary := t.TempDir()
	run := func(args ...string) (out, talk string, status int) {
		t.Helper()
		cmd := exec.Command("unlurbot", args...)
		cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
		said := &strings.Builder{}
		cmd.Stderr = said
		printed, _ := cmd.Output()
		return string(printed), said.String(), cmd.ProcessState.ExitCode()
	}
	saved := filepath.Join(t.TempDir(), "saved.db")
	if out, talk, status := run("backup", "--config", config, saved); status != 0 || !strings.HasPrefix(out, saved+"  ") {
		t.Errorf("backup: status %d, %q, %q", status, out, talk)
	}
	if out, talk, status := run("backup", "--config", config, saved); status != exitFailure || !strings.Contains(talk, "already exists") {
		t.Errorf("a second backup: status %d, %q, %q", status, out, talk)
	}
	if out, talk, status := run("verify", saved); status != 0 || out != "ok\n" {
		t.Errorf("verify of the backup: status %d, %q, %q", status, out, talk)
	}
	if out, talk, status := run("verify", "--config", config); status != 0 || out != "ok\n" || !strings.Contains(talk, "a copy of the store") {
		t.Errorf("verify: status %d, %q, %q", status, out, talk)
	}
	if out, talk, status := run("export", "--config", config); status != 0 || !strings.Contains(out, "C4  # Unlur #1: ") || !strings.Contains(talk, "a copy of the store") {
		t.Errorf("export: status %d, %q, %q", status, out, talk)
	}
	if out, talk, status := run("restore", "--config", config, saved); status != exitFailure || !strings.Contains(talk, "the bot is running; stop it first") {
		t.Errorf("restore: status %d, %q, %q", status, out, talk)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	p.Stop()
	if _, err := os.Lstat(filepath.Join(data, "unlurbot.db.socket")); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
}

// The first start of a new version says what it has made of the store, and
// where the store is as it was.
func TestStartOnAnOldStore(t *testing.T) {
	dir := t.TempDir()
	old, err := os.ReadFile("../../store/testdata/v2.db")
	check(t, err)
	db := filepath.Join(dir, "unlurbot.db")
	check(t, os.WriteFile(db, old, 0o600))
	config := filepath.Join(dir, "unlurbot.yaml")
	check(t, os.WriteFile(config, []byte(`address: unlur@sandbox.test
imap: {host: 127.0.0.1, port: 1, security: none, username: unlur}
smtp: {host: 127.0.0.1, port: 1, security: none}
store: {path: unlurbot.db}
`), 0o600))
	var out, talk bytes.Buffer
	p := process{ctx: t.Context(), out: &out, talk: &talk, now: time.Now, getenv: func(string) string { return "hush" }}
	if code := run(p, []string{"check", "--config", config}); code != exitFailure || !strings.Contains(out.String(), fmt.Sprintf("has schema 2; the next start keeps a copy and upgrades it to %d", layout.Latest)) {
		t.Errorf("check: status %d\n%s", code, out.String())
	}
	if now, err := os.ReadFile(db); err != nil || !bytes.Equal(now, old) {
		t.Errorf("check has changed the store (%v)", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.ctx = ctx
	out.Reset()
	if code := run(p, []string{"check", "--config", config}); code != exitFailure || !strings.Contains(out.String(), "stopped store: not tried") {
		t.Errorf("check, interrupted before it began: status %d\n%s", code, out.String())
	}
	code := run(p, []string{"run", "--config", config})
	// The log takes the name of the directory for a token if it has the letters of one.
	upgraded, copied, _ := strings.Cut(talk.String(), " copy=")
	if code != 0 || !strings.HasSuffix(upgraded, fmt.Sprintf(`msg="store upgraded" from_schema=2 to_schema=%d`, layout.Latest)) || !strings.Contains(copied, "/unlurbot.db.schema-2\n") {
		t.Errorf("status %d\n%s", code, talk.String())
	}
}
