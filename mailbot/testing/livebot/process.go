package livebot

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// A Process is a program that runs, and ends with the test.
type Process struct {
	*exec.Cmd
	Ended chan struct{} // closed when it is gone
	Err   error         // how it ended, once it has

	t          testing.TB
	out, talk  transcript // what it prints, and what it logs
	linesTaken int
}

// Launch starts a program in a way of its own.
func Launch(t testing.TB, start func(*exec.Cmd) error, cmd *exec.Cmd) *Process {
	t.Helper()
	p := &Process{Cmd: cmd, t: t, Ended: make(chan struct{})}
	if p.Env == nil {
		p.Env = os.Environ()
	}
	p.Env = append(p.Env, "GORACE=atexit_sleep_ms=0") // a race detector holds up each end of a process
	p.Stdout, p.Stderr = &p.out, &p.talk              // over pipes: limits for the process's files are none for its words
	check(t, start(cmd))
	go func() {
		defer close(p.Ended)
		p.Err = p.Wait()
	}()
	t.Cleanup(p.Kill)
	return p
}

// Kill ends it as a crash does.
func (p *Process) Kill() {
	_ = p.Process.Kill()
	<-p.Ended
}

// Stop ends it as a service manager does: it must end by itself, and well. How soon, on
// a machine that has nothing else to do, TestStopTakesSeconds of package mailbot says.
// One that never ends is asked for the stacks of its goroutines.
func (p *Process) Stop() {
	p.t.Helper()
	_ = p.Process.Signal(syscall.SIGTERM)
	ctx, cancel := UntilDeadline(p.t)
	defer cancel()
	select {
	case <-p.Ended:
	case <-ctx.Done():
		_ = p.Process.Signal(syscall.SIGQUIT)
		<-p.Ended
		p.t.Fatalf("SIGTERM did not end it:\n%s", p.Said())
	}
	if p.Err != nil && !p.unborn() {
		p.t.Errorf("after SIGTERM: %v\n%s", p.Err, p.Said())
	}
	if said := p.Said(); strings.Contains(said, "msg=started") && !strings.Contains(said, "msg=stopped") {
		p.t.Errorf("it did not stop by itself:\n%s", said)
	}
}

// unborn says that the signal came before the program had asked for signals.
func (p *Process) unborn() bool {
	exit := (*exec.ExitError)(nil)
	if !errors.As(p.Err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signal() == syscall.SIGTERM && p.Said() == ""
}

// Said gives what the process has logged so far.
func (p *Process) Said() string { return p.talk.text() }

// Until gives a channel that is closed when the process has logged enough, which
// each of its lines may be.
func (p *Process) Until(enough func(line string) bool) <-chan struct{} { return p.talk.until(enough) }

// AwaitLog waits until the process has logged some words.
func (p *Process) AwaitLog(ctx context.Context, words string) {
	p.t.Helper()
	p.AwaitTimes(ctx, words, 1)
}

// AwaitTimes waits until so many lines with some words were logged.
func (p *Process) AwaitTimes(ctx context.Context, words string, times int) {
	p.t.Helper()
	p.await(ctx, words, times, func(line string) bool { return strings.Contains(line, words) })
}

// await waits until so many lines of a kind were logged. A process that has ended logs no more.
func (p *Process) await(ctx context.Context, kind string, times int, is func(line string) bool) {
	p.t.Helper()
	said := p.Until(func(line string) bool {
		if is(line) {
			times--
		}
		return times <= 0
	})
	select {
	case <-said:
		return
	case <-p.Ended:
	case <-ctx.Done():
	}
	select {
	case <-said: // as its last words
	default:
		p.t.Fatalf("it did not say %q %d more times:\n%s", kind, times, p.Said())
	}
}

// Line gives the next line that the process prints.
func (p *Process) Line() (line string) {
	p.t.Helper()
	p.linesTaken++
	left := p.linesTaken
	printed := p.out.until(func(l string) bool { line = l; left--; return left == 0 })
	select {
	case <-printed:
		return line
	case <-p.Ended:
	case <-p.t.Context().Done():
	}
	p.t.Fatalf("it prints no more lines, and has logged\n%s", p.Said())
	return ""
}

// A transcript takes down what a process says, line by line.
type transcript struct {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	said := strings.Split(s.begun+string(p), "\n")
	s.begun = said[len(said)-1]
	for _, line := range said[:len(said)-1] {
		s.lines = append(s.lines, line)
		s.waiting = slices.DeleteFunc(s.waiting, func(w *wait) bool { return w.hears(line) })
	}
	return len(p), nil
}

func (w *wait) hears(line string) bool {
	enough := w.enough(line)
	if enough {
		close(w.heard)
	}
	return enough
}

func (s *transcript) until(enough func(line string) bool) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &wait{enough, make(chan struct{})}
	if !slices.ContainsFunc(s.lines, w.hears) {
		s.waiting = append(s.waiting, w)
	}
	return w.heard
}

func (s *transcript) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(append(slices.Clone(s.lines), s.begun), "\n")
}
