package main

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"
)

// A sandbox that is stopped before it is ready ends, says nothing of being
// ready, and leaves nothing behind.
func TestSandboxStoppedAtOnce(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, talk bytes.Buffer
	code := run(process{ctx: ctx, out: &out, talk: &talk, now: time.Now, getenv: os.Getenv}, []string{"sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0"})
	if code != 0 || out.Len() > 0 {
		t.Errorf("status %d, said %q\n%s", code, out.String(), talk.String())
	}
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	check(t, err)
	if len(left) > 0 {
		t.Errorf("it leaves %v behind", left)
	}
}

// Two sandboxes on one directory: the second one says so and is never ready.
func TestSecondSandbox(t *testing.T) {
	t.Parallel() // the second one waits for the first
	data := t.TempDir()
	first := startSandbox(t, "--data", data)
	first.ready()
	var out, talk bytes.Buffer
	code := run(process{ctx: t.Context(), out: &out, talk: &talk, now: time.Now, getenv: os.Getenv}, []string{"sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--data", data})
	if code != exitUsage || out.Len() > 0 || !bytes.Contains(talk.Bytes(), []byte("in use by another process")) {
		t.Errorf("status %d, said %q\n%s", code, out.String(), talk.String())
	}
	first.Stop()
}

// A demo that is stopped at once ends without a word of correspondence.
func TestDemoStoppedAtOnce(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, talk bytes.Buffer
	if code := run(process{ctx: ctx, out: &out, talk: &talk, now: time.Now, getenv: os.Getenv}, []string{"demo"}); code != exitFailure || out.Len() > 0 {
		t.Errorf("status %d, said %q\n%s", code, out.String(), talk.String())
	}
}
