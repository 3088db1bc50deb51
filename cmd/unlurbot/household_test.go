package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"unlurbot/mailbot/sandbox"
	"unlurbot/store"
)

// A carrier is what carries the mail: the servers, and the configuration with
// which the bot reaches them.
type carrier struct {
	smtpAddr, imapAddr string // for the players, without TLS
	domain, password   string
	vouches            bool        // for the senders of mails
	queued             func() bool // whether mails are on their way; nil if none ever is
	configure          func(testing.TB) (file string, env []string)
}

// idle says that no mail is on its way.
func (c carrier) idle() bool { return c.queued == nil || !c.queued() }

// sandboxCarrier starts servers in this process: they live on when the bot
// dies.
func sandboxCarrier(t testing.TB) carrier {
	t.Helper()
	servers, err := sandbox.Start(sandbox.Config{MaxSize: 64 << 20})
	check(t, err)
	t.Cleanup(func() { _ = servers.Close() })
	return carrier{
		smtpAddr: servers.SMTPAddr(), imapAddr: servers.IMAPAddr(), domain: servers.Domain(), password: "any", vouches: true,
		configure: func(t testing.TB) (string, []string) {
			file := filepath.Join(t.TempDir(), "unlurbot.yaml")
			sandboxConfig(t, file, side{servers.IMAPAddr(), "none"}, side{servers.SMTPAddr(), "none"})
			return file, []string{"UNLURBOT_IMAP_PASSWORD=any"}
		},
	}
}

// A side is where the bot reaches one of its servers.
type side struct{ addr, security string }

// sandboxConfig writes what an operator would write for servers there.
func sandboxConfig(t testing.TB, file string, imap, smtp side) {
	t.Helper()
	imapHost, imapPort, err := hostPort(imap.addr)
	check(t, err)
	smtpHost, smtpPort, err := hostPort(smtp.addr)
	check(t, err)
	check(t, os.WriteFile(file, fmt.Appendf(nil, `address: unlur@sandbox.test
imap: {host: %s, port: %d, security: %s, username: unlur@sandbox.test, poll_interval: 2s}
smtp: {host: %s, port: %d, security: %s}
store: {path: unlurbot.db}
trust: {authserv_id: sandbox.test}
%s`, imapHost, imapPort, imap.security, smtpHost, smtpPort, smtp.security, freely), 0o600))
}

// freely lifts the limits for people who do in a minute what others do in a year.
const freely = "limits: {mails_in_per_hour: 100000, mails_out_per_address: 1000000, mails_out_per_domain: 1000000, " +
	"mails_out: 1000000, unproven_answers: 1000, unproven_answers_in_all: 100000}\n"

// A household is the bot's place in the world: servers, a configuration and a
// store, all new.
type household struct {
	t        testing.TB
	ctx      context.Context // ends when somebody has waited too long, or has given up
	giveUp   func()
	carrier  carrier
	dir      string
	config   string
	program  string // of those that TestMain knows
	restored bool   // mails were dealt with a second time, at another time
	logPath  string // of what all bots of this household say
	env      []string
}

// untilDeadline gives a context for whatever must happen some time: how fast a machine is
// says nothing of the bot. It ends with the test, and soon enough before go test's own
// limit to tell what did not happen.
func untilDeadline(t testing.TB) (context.Context, context.CancelFunc) {
	if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := limited.Deadline(); ok {
			return context.WithDeadline(t.Context(), end.Add(-time.Until(end)/10))
		}
	}
	return context.WithCancel(t.Context())
}

func newHousehold(t testing.TB, c carrier) *household {
	t.Helper()
	ctx, cancel := untilDeadline(t)
	h := &household{t: t, ctx: ctx, giveUp: cancel, carrier: c, program: "unlurbot", logPath: filepath.Join(t.TempDir(), "unlurbot.log")}
	h.config, h.env = c.configure(t)
	h.dir = filepath.Dir(h.config)
	t.Cleanup(func() {
		cancel()
		for _, fault := range []string{"DATA RACE", "panic:", "msg=incident"} {
			if strings.Contains(h.log(math.MaxInt), fault) {
				t.Errorf("a bot has said %q", fault)
			}
		}
		if t.Failed() {
			t.Logf("the end of the bot's log:\n%s", h.log(1<<14))
		}
	})
	return h
}

func (h *household) storePath() string { return filepath.Join(h.dir, "unlurbot.db") }

// readStore gives the whole file, which nobody must have open.
func (h *household) readStore() []byte {
	h.t.Helper()
	raw, err := os.ReadFile(h.storePath())
	check(h.t, err)
	return raw
}

// log gives the end of what all bots of this household have said.
func (h *household) log(atMost int) string {
	raw, err := os.ReadFile(h.logPath)
	if err != nil {
		return err.Error()
	}
	return string(raw[max(0, len(raw)-atMost):])
}

// A daemon is one process of `unlurbot run`.
type daemon struct {
	*exec.Cmd
	t     testing.TB
	ended chan struct{} // closed when the process is gone
	err   error         // how it ended, once it has
	log   *os.File
	begin int64 // where its words begin in the log
	words *transcript
}

// A transcript takes down what a process says, line by line.
type transcript struct {
	log io.Writer

	mu      sync.Mutex
	lines   []string // whole ones
	begun   string   // the beginning of the next one
	waiting []*wait
}

// A wait is for a line that is enough.
type wait struct {
	enough func(line string) bool
	heard  chan struct{}
}

// Write implements io.Writer.
func (s *transcript) Write(p []byte) (int, error) {
	n, err := s.log.Write(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	said := strings.Split(s.begun+string(p), "\n")
	s.begun = said[len(said)-1]
	for _, line := range said[:len(said)-1] {
		s.lines = append(s.lines, line)
		s.waiting = slices.DeleteFunc(s.waiting, func(w *wait) bool { return w.hears(line) })
	}
	return n, err
}

func (w *wait) hears(line string) bool {
	enough := w.enough(line)
	if enough {
		close(w.heard)
	}
	return enough
}

// until gives a channel that is closed when the process has said enough, which
// each of its lines may be.
func (d *daemon) until(enough func(line string) bool) <-chan struct{} {
	d.words.mu.Lock()
	defer d.words.mu.Unlock()
	w := &wait{enough, make(chan struct{})}
	if !slices.ContainsFunc(d.words.lines, w.hears) {
		d.words.waiting = append(d.words.waiting, w)
	}
	return w.heard
}

// start starts the bot.
func (h *household) start(env ...string) *daemon {
	h.t.Helper()
	return h.launch(exec.Command(h.program, "run", "--config", h.config), env...)
}

// launch starts a command that becomes the bot.
func (h *household) launch(cmd *exec.Cmd, env ...string) *daemon {
	h.t.Helper()
	return h.launchBy((*exec.Cmd).Start, cmd, env...)
}

// launchBy does the same in a way of its own to start it.
func (h *household) launchBy(start func(*exec.Cmd) error, cmd *exec.Cmd, env ...string) *daemon {
	h.t.Helper()
	log, err := os.OpenFile(h.logPath, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	check(h.t, err)
	info, err := log.Stat()
	check(h.t, err)
	d := &daemon{Cmd: cmd, t: h.t, ended: make(chan struct{}), log: log, begin: info.Size(), words: &transcript{log: log}}
	d.Env = append(append(os.Environ(), h.env...), env...)
	d.Env = append(d.Env, "GORACE=atexit_sleep_ms=0") // a race detector holds up each end of a process
	d.Stderr = d.words                                // over a pipe: limits for the process's files are none for its words
	check(h.t, start(cmd))
	go func() {
		defer close(d.ended)
		d.err = d.Wait()
		_ = log.Close()
	}()
	h.t.Cleanup(d.kill)
	return d
}

// kill ends it as a crash does.
func (d *daemon) kill() {
	_ = d.Process.Kill()
	<-d.ended
}

// stop ends it as a service manager does: it must end by itself, and well. How soon, on
// a machine that has nothing else to do, TestStopTakesSeconds of package mailbot says.
// One that never ends is asked for the stacks of its goroutines.
func (d *daemon) stop() {
	d.t.Helper()
	_ = d.Process.Signal(syscall.SIGTERM)
	ctx, cancel := untilDeadline(d.t)
	defer cancel()
	select {
	case <-d.ended:
	case <-ctx.Done():
		_ = d.Process.Signal(syscall.SIGQUIT)
		<-d.ended
		d.t.Fatalf("SIGTERM did not end it:\n%s", d.said())
	}
	if d.err != nil && !d.unborn() {
		d.t.Errorf("after SIGTERM: %v\n%s", d.err, d.said())
	}
}

// unborn says that the signal came before the program had asked for signals.
func (d *daemon) unborn() bool {
	exit := (*exec.ExitError)(nil)
	if !errors.As(d.err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signal() == syscall.SIGTERM && d.said() == ""
}

// said gives what the process has written so far.
func (d *daemon) said() string {
	raw, err := os.ReadFile(d.log.Name())
	if err != nil {
		return err.Error()
	}
	return string(raw[d.begin:])
}

// awaitLog waits until the process has said something.
func (d *daemon) awaitLog(ctx context.Context, words string) {
	d.t.Helper()
	d.awaitTimes(ctx, words, 1)
}

// awaitTimes waits until the process has said something so many times.
func (d *daemon) awaitTimes(ctx context.Context, words string, times int) {
	d.t.Helper()
	for range polls(ctx) {
		if strings.Count(d.said(), words) >= times {
			return
		}
	}
	d.t.Fatalf("it never said %q %d times:\n%s", words, times, d.said())
}

// polls yields now and then, until ctx ends.
func polls(ctx context.Context) func(func(int) bool) {
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

// finish stops the bot once it has nothing left to do: everything is filed, and
// everything is sent. What it had begun to send when it was stopped, it may
// send again.
func (h *household) finish(bot *daemon) {
	h.t.Helper()
	for range polls(h.ctx) {
		if h.unfiled() > 0 {
			continue
		}
		bot.stop()
		if h.waiting() == 0 && h.unfiled() == 0 {
			return
		}
		bot = h.start()
	}
	h.t.Fatalf("the bot has not come to rest: %d mails are not filed", h.unfiled())
}

// unfiled counts the mails that are not dealt with. It looks first at those
// that the operator moves to the place where it looks second.
func (h *household) unfiled() int {
	h.t.Helper()
	return len(h.carrier.folder(h.t, "unlur", "Unlur-Failed")) + len(h.carrier.folder(h.t, "unlur", "INBOX"))
}

// waiting counts the mails in the outbox of a bot that does not run.
func (h *household) waiting() (n int) {
	h.t.Helper()
	h.view(func(tx *store.Tx) error {
		mails, err := tx.Outbox()
		n = len(mails)
		return err
	})
	return n
}

// view looks into the store of a bot that does not run.
func (h *household) view(f func(*store.Tx) error) {
	h.t.Helper()
	s, err := store.Open(h.storePath(), nil)
	check(h.t, err)
	check(h.t, errors.Join(s.View(f), s.Close()))
}
