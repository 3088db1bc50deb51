package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/loopback"
)

// handed takes the password away from where the configuration names it, as if only root could read it, and gives the variable
// with which systemd tells the service where it is.
func handed(t testing.TB, b *livebot.Bot) (env string) {
	t.Helper()
	dir := t.TempDir()
	check(t, os.Rename(filepath.Join(b.Dir, "imap.password"), filepath.Join(dir, "imap.password")))
	return "CREDENTIALS_DIRECTORY=" + dir
}

// ranCheck runs check, with more in its environment, and gives what it prints, what else it says, and its status.
func ranCheck(t testing.TB, config string, env ...string) (out, talk string, status int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "unlurbot", "check", "--config", config)
	var printed, said bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), env...), &printed, &said
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = nil
	}
	check(t, err)
	return printed.String(), said.String(), cmd.ProcessState.ExitCode()
}

// TestCheckAsksTheBot has the passwords where the service alone is given them: check says the same, with the same status, as
// it would with them, whether the servers answer, one is down, or another secret is wrong. Without a bot it says how to
// give them to it.
func TestCheckAsksTheBot(t *testing.T) {
	t.Parallel()
	b := livebot.New(t, livebot.Sandbox(t))
	env := handed(t, b)
	out, talk, status := ranCheck(t, b.Config)
	for _, want := range []string{"imap.password_file: names a file that can't be read: no such file", "systemd-run --wait -P ", "LoadCredential=imap.password:", "--config " + b.Config} {
		if status != exitUsage || out != "" || !strings.Contains(talk, want) {
			t.Errorf("without a bot: status %d, no %q in %s%s", status, want, out, talk)
		}
	}

	bot := b.Start(env)
	bot.AwaitLog(b.Ctx, "mailbox open")
	_, port, _ := strings.Cut(b.Servers.SMTP.Addr, ":")
	for _, c := range []struct {
		name   string
		change []string
		status int
		says   string // in what is printed, or else in the reason
	}{
		{"all is well", nil, 0, "ok      IMAP: logged in"},
		{"the relay is down", []string{"port: " + port, "port: 1"}, exitFailure, "failed  SMTP: smtp 127.0.0.1:1: connect: "},
		{"a key is no key", []string{"port: 1, security: none}", "port: " + port + ", security: none, dkim: {selector: a, key_file: imap.key}}"}, exitUsage,
			"smtp.dkim.key_file: names a file that is not a PEM key"},
	} {
		if len(c.change) > 0 {
			rewrite(t, b.Config, c.change...)
		}
		check(t, os.WriteFile(filepath.Join(b.Dir, "imap.key"), []byte("no key"), 0o600))
		want, reason, wanted := ranCheck(t, b.Config, env)
		got, talk, status := ranCheck(t, b.Config)
		if got != want || status != wanted || status != c.status || !strings.Contains(got+talk, c.says) || !strings.HasSuffix(talk, reason) {
			t.Errorf("%s: status %d instead of %d\n%s%sinstead of\n%s%s", c.name, status, wanted, got, talk, want, reason)
		}
		if asked := strings.Contains(talk, "The running bot makes this check"); asked == (status == exitUsage) {
			t.Errorf("%s: %s", c.name, talk)
		}
	}
	bot.Stop()
}

// Whoever interrupts a check that the bot makes hears nothing untrue of the servers, and the bot leaves them alone.
func TestCheckByTheBotInterrupted(t *testing.T) {
	t.Parallel()
	b := livebot.New(t, livebot.Sandbox(t))
	bot := b.Start(handed(t, b))
	bot.AwaitLog(b.Ctx, "mailbox open")
	silent, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	check(t, err)
	defer func() { _ = silent.Close() }()
	port := func(addr string) string { return "port: " + addr[strings.LastIndexByte(addr, ':')+1:] + "," }
	rewrite(t, b.Config, port(b.Servers.IMAP.Addr), port(silent.Addr().String()))
	ctx, interrupt := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			interrupt()
			_, err = io.Copy(io.Discard, conn)
			err = errors.Join(err, conn.Close())
		}
		left <- err
	}()
	var out bytes.Buffer
	code := run(process{ctx: ctx, out: &out, talk: io.Discard, now: time.Now, getenv: func(string) string { return "" }}, []string{"check", "--config", b.Config})
	const want = "stopped IMAP: interrupted\nstopped trust: not tried\nstopped SMTP: not tried\nstopped DKIM: not tried\nstopped store: not tried\nstopped cluster: not tried\nstopped bot: not tried\nstopped site: not tried\n"
	if got := out.String(); code != exitFailure || !strings.HasPrefix(got, "ok      configuration") || !strings.HasSuffix(got, want) {
		t.Errorf("status %d\n%s", code, got)
	}
	check(t, <-left)
	bot.Stop()
}

// A bot that is asked for a trial gives it up as soon as check itself does, and tells what it would tell.
func TestBotsTrialIsSoonDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := process{now: time.Now, getenv: func(string) string { return "secret" }, dial: loopback.Dial}
		file := silentServers(t)
		ask := func(name string) *finding {
			answer, err := p.answerCheck(t.Context(), url.Values{"config": {file}, "trial": {name}})
			check(t, err)
			return answer.(*finding)
		}
		begun := time.Now()
		if f := ask("IMAP"); time.Since(begun) > stepLimit || !strings.Contains(f.Failed, "greeting: no answer within 10s") || !strings.Contains(f.Advice, "The server at 127.0.0.1:") || f.Permanent {
			t.Errorf("after %v: %+v", time.Since(begun), f)
		}
		if f := ask("no such"); !strings.Contains(f.Failed, "another version") || !f.Permanent {
			t.Errorf("%+v", f)
		}
		if f := ask("DKIM"); *f != (finding{}) { // it is not configured
			t.Errorf("%+v", f)
		}
		file += ".absent"
		if f := ask(""); !strings.Contains(f.Failed, "can't be read") || !f.Permanent {
			t.Errorf("%+v", f)
		}
	})
}
