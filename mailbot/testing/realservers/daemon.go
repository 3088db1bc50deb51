//go:build realservers

package realservers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// pollInterval is how often we look whether something has happened.
const pollInterval = 10 * time.Millisecond

// End is how long a test waits for what must come: almost until go test ends it,
// so that it can still say what has not come.
func End(t testing.TB) time.Time {
	if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if deadline, ok := limited.Deadline(); ok {
			return deadline.Add(-time.Until(deadline) / 20)
		}
	}
	return time.Now().AddDate(1, 0, 0)
}

// poll looks again and again whether something has come, until the end.
func poll(end time.Time, come func() bool) bool {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for !come() {
		if time.Now().After(end) {
			return false
		}
		<-ticker.C
	}
	return true
}

// daemon is a running server with all the processes that it starts.
type daemon struct {
	name   string
	probes []probe
	// process is the first one, our child.
	process *os.Process
	ended   chan struct{} // closed when process is gone
	err     error         // what it ended with; valid after ended
}

// startDaemon runs a server that stays in the foreground. It gets a session of
// its own, by which its processes are found later. What it prints before it
// has opened its log goes to the end of the same file.
func startDaemon(name, logFile, program string, args ...string) (*daemon, error) {
	out, err := os.OpenFile(logFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := &daemon{name: name, process: cmd.Process, ended: make(chan struct{})}
	go func() {
		d.err = cmd.Wait()
		close(d.ended)
	}()
	return d, nil
}

// waitReady returns when all ports of the server answer as ours.
func (d *daemon) waitReady(end time.Time, set *settings) error {
	// Whoever sits on a port of a server that has ended need not answer.
	running, stopWaiting := context.WithDeadline(context.Background(), end)
	defer stopWaiting()
	go func() {
		select {
		case <-d.ended:
			stopWaiting()
		case <-running.Done():
		}
	}()
	for _, p := range d.probes {
		var err error
		poll(end, func() bool {
			select {
			case <-d.ended:
				err = d.whyEnded()
				return true
			default:
			}
			err = p.try(running, set)
			return err == nil
		})
		if err != nil {
			return fmt.Errorf("%s does not answer: %w", d.name, err)
		}
	}
	return nil
}

// errPortTaken says that a server has ended because somebody else listens on one of
// its ports.
var errPortTaken = errors.New("a port is taken")

// whyEnded gives the error of a server that has ended. Postfix logs nothing as early
// as that, so the ports are looked at.
func (d *daemon) whyEnded() error {
	err := errors.Join(errors.New("it has exited"), d.err)
	for _, p := range d.probes {
		l, taken := net.Listen("tcp", p.address)
		if errors.Is(taken, syscall.EADDRINUSE) {
			return errors.Join(err, errPortTaken)
		}
		if taken == nil {
			_ = l.Close()
		}
	}
	return err
}

// stopDaemon ends a server and all of its processes.
func stopDaemon(t testing.TB, d *daemon) {
	t.Helper()
	select {
	case <-d.ended:
		if !t.Failed() { // otherwise it is either known or a consequence
			t.Errorf("%s ended before the test did: %v", d.name, d.err)
		}
	default:
	}
	if err := d.stop(End(t)); err != nil {
		t.Errorf("stopping %s: %v", d.name, err)
	}
}

// stop asks all processes to end, and kills what is left after that. All, and
// not only the first, because Dovecot's first one then waits for a whole second.
// Having to kill is an error: a server that hangs at its end would otherwise go
// unnoticed.
func (d *daemon) stop(end time.Time) error {
	if err := signal(-d.process.Pid, syscall.SIGTERM); err != nil {
		return err
	}
	left, err := d.waitGone(end)
	if err != nil || len(left) == 0 {
		return err
	}
	for _, pid := range left {
		if err := signal(pid, syscall.SIGKILL); err != nil {
			return err
		}
	}
	return fmt.Errorf("processes %v had to be killed", left)
}

// waitGone returns when no process of the server is left, or with those that
// are left at the end.
func (d *daemon) waitGone(end time.Time) (left []int, err error) {
	poll(end, func() bool {
		left, err = sessionProcesses(d.process.Pid)
		return err != nil || len(left) == 0
	})
	return left, err
}

// signal sends a signal to a process, or to a group if pid is negative. One that
// has just ended is as good as one that has got the signal.
func signal(pid int, sig syscall.Signal) error {
	if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}
