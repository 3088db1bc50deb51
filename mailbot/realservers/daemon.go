//go:build realservers

package realservers

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// stopLimit is how long a server may take to end by itself before it is
// killed, and then to be gone.
const stopLimit = 10 * time.Second

// pollInterval is how often we look whether something has happened.
const pollInterval = 10 * time.Millisecond

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
func (d *daemon) waitReady(deadline time.Time, set *settings) error {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for _, p := range d.probes {
		for {
			err := p.try(deadline, set)
			if err == nil {
				break
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("%s does not answer: %w", d.name, err)
			}
			select {
			case <-d.ended:
				return errors.Join(fmt.Errorf("%s ended", d.name), d.err)
			case <-ticker.C:
			}
		}
	}
	return nil
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
	if err := d.stop(); err != nil {
		t.Errorf("stopping %s: %v", d.name, err)
	}
}

// stop asks all processes to end, and kills what is left after that. All, and
// not only the first, because Dovecot's first one then waits for a whole second.
// Having to kill is an error: a server that hangs at its end would otherwise go
// unnoticed.
func (d *daemon) stop() error {
	if err := signal(-d.process.Pid, syscall.SIGTERM); err != nil {
		return err
	}
	left, err := d.waitGone()
	if err != nil || len(left) == 0 {
		return err
	}
	for _, pid := range left {
		if err := signal(pid, syscall.SIGKILL); err != nil {
			return err
		}
	}
	still, err := d.waitGone()
	if err != nil {
		return err
	}
	return fmt.Errorf("processes %v had to be killed, %v are still there", left, still)
}

// waitGone returns when no process of the server is left, or with those that
// are left after a while.
func (d *daemon) waitGone() ([]int, error) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	deadline := time.Now().Add(stopLimit)
	for {
		left, err := sessionProcesses(d.process.Pid)
		if err != nil || len(left) == 0 || time.Now().After(deadline) {
			return left, err
		}
		<-ticker.C
	}
}

// signal sends a signal to a process, or to a group if pid is negative. One that
// has just ended is as good as one that has got the signal.
func signal(pid int, sig syscall.Signal) error {
	if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}
