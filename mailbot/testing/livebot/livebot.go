// Package livebot is for stories in which the bot is a process of its own: it may be killed, and its
// mail goes over SMTP and IMAP. Servers are those of the sandbox or Dovecot and Postfix, and a story
// is the same with both. What people do has the names that it has in package bottest, which is for
// everything that needs no process and no server. The attacks of cmd/unlurbot start none: their bot
// runs in the test, with these servers, by a clock that they set.
//
//	b := livebot.New(t, livebot.Sandbox(t))
//	bot := b.Start()
//	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
//	livebot.Begin(ana, bo)
//	ana.Gets("turn")
//	ana.Replies("C4")
//	bot.Kill()
//
// The programs that a test starts are found on its path: TestMain of cmd/unlurbot puts them there,
// and its tests are the only callers. What disturbs a bot, and what must come of it, they know.
package livebot

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/store"
)

// A Bot is servers, a configuration and a store, all new, and the processes that run on them, one
// after the other.
type Bot struct {
	T       testing.TB
	Ctx     context.Context // ends when somebody has waited too long, or has given up
	GiveUp  func()
	Servers Servers
	Dir     string // of the store and the configuration
	Config  string // the file
	Program string // the name of what Start starts

	processes []*Process
}

// New gives a bot that does not run yet. It ends with the faults that no bot may log.
func New(t testing.TB, s Servers) *Bot {
	t.Helper()
	return NewIn(t, s, t.TempDir())
}

// NewIn gives one whose store lies in a directory.
func NewIn(t testing.TB, s Servers, dir string) *Bot {
	t.Helper()
	b := &Bot{T: t, Servers: s, Dir: dir, Config: filepath.Join(dir, "unlurbot.yaml"), Program: "unlurbot"}
	b.Ctx, b.GiveUp = UntilDeadline(t)
	s.WriteConfig(t, b.Config)
	t.Cleanup(func() {
		b.GiveUp()
		log := ""
		for _, p := range b.processes {
			log += p.Said()
		}
		for _, fault := range []string{"DATA RACE", "panic:", "msg=incident"} {
			if strings.Contains(log, fault) {
				t.Errorf("a bot has said %q", fault)
			}
		}
		if t.Failed() {
			t.Logf("the end of the bot's log:\n%s", log[max(0, len(log)-1<<14):])
		}
	})
	return b
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// UntilDeadline gives a context for whatever must happen some time: how fast a machine is
// says nothing of the bot. It ends with the test, and soon enough before go test's own
// limit to tell what did not happen.
func UntilDeadline(t testing.TB) (context.Context, context.CancelFunc) {
	if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := limited.Deadline(); ok {
			return context.WithDeadline(t.Context(), end.Add(-time.Until(end)/10))
		}
	}
	return context.WithCancel(t.Context())
}

// Polls yields now and then, until ctx ends.
func Polls(ctx context.Context) func(func(int) bool) {
	return func(yield func(int) bool) {
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for n := 0; yield(n); n++ {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
	}
}

// Store is the path of the store.
func (b *Bot) Store() string { return filepath.Join(b.Dir, "unlurbot.db") }

// Start starts the bot. One that ends instead of going to work ends the test, with its own words.
func (b *Bot) Start(env ...string) *Process {
	b.T.Helper()
	return b.StartAs(b.Program, env...)
}

// StartAs starts a program that is the bot with something more to it.
func (b *Bot) StartAs(program string, env ...string) *Process {
	b.T.Helper()
	p := b.Launch((*exec.Cmd).Start, exec.Command(program, "run", "--config", b.Config), env...)
	b.awaitStart(p)
	return p
}

// awaitStart waits until a bot is at work, in whichever form it logs.
func (b *Bot) awaitStart(p *Process) {
	b.T.Helper()
	p.await(b.Ctx, "started", 1, func(line string) bool {
		return strings.Contains(line, "msg=started") || strings.Contains(line, `"msg":"started"`)
	})
}

// Launch starts a command that becomes the bot, in a way of its own, or may refuse to.
func (b *Bot) Launch(start func(*exec.Cmd) error, cmd *exec.Cmd, env ...string) *Process {
	b.T.Helper()
	cmd.Env = append(append(os.Environ(), b.Servers.Env...), env...)
	p := Launch(b.T, start, cmd)
	b.processes = append(b.processes, p)
	return p
}

// Command runs a command of the program on the bot's configuration, and gives what it says.
func (b *Bot) Command(args ...string) (said string, err error) {
	cmd := exec.Command("unlurbot", append(args, "--config", b.Config)...)
	cmd.Env = append(os.Environ(), b.Servers.Env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Says runs a command like Command, which is to say something, and gives all that it says.
func (b *Bot) Says(want string, args ...string) string {
	b.T.Helper()
	said, err := b.Command(args...)
	if !strings.Contains(said, want) {
		b.T.Errorf("%q: %v, %s", args, err, said)
	}
	return said
}

// Finish stops the bot once it has nothing left to do: everything is filed, and
// everything is sent. What it had begun to send when it was stopped, it may
// send again.
func (b *Bot) Finish(p *Process) {
	b.T.Helper()
	for range Polls(b.Ctx) {
		if b.Unfiled() > 0 {
			continue
		}
		p.Stop()
		if b.waiting() == 0 && b.Unfiled() == 0 {
			return
		}
		p = b.Start()
	}
	b.T.Fatalf("the bot has not come to rest: %d mails are not filed", b.Unfiled())
}

// Unfiled counts the mails that are not dealt with. It looks first at those
// that the operator moves to the place where it looks second.
func (b *Bot) Unfiled() int {
	b.T.Helper()
	return b.Servers.Count(b.T, "unlur", "Unlur-Failed") + b.Servers.Count(b.T, "unlur", "INBOX")
}

// waiting counts the mails in the outbox of a bot that does not run.
func (b *Bot) waiting() (n int) {
	b.T.Helper()
	b.Look(func(s *store.Store) error {
		return s.View(func(tx *store.Tx) error {
			mails, err := tx.Outbox()
			n = len(mails)
			return err
		})
	})
	return n
}

// Look opens the store of a bot that does not run; one of several machines only to look at it.
func (b *Bot) Look(f func(*store.Store) error) {
	b.T.Helper()
	s, err := store.Open(b.Store(), nil)
	if errors.Is(err, store.ErrReplica) {
		s, err = store.OpenToRead(b.Store())
	}
	check(b.T, err)
	check(b.T, errors.Join(f(s), s.Close()))
}
