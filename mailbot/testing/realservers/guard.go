//go:build realservers

package realservers

import (
	_ "embed" // for the script
	"fmt"
	"io"
	"os/exec"
	"syscall"
	"testing"
)

//go:embed guard.sh
var guardScript string

// guard is a small process that outlives a test process which was killed. The
// kernel's own signal for that (PR_SET_PDEATHSIG) would not do: Postfix loses
// it when it changes its identity.
type guard struct {
	input io.Writer
}

// startGuard makes sure that dir is removed, and with it whatever watch was
// called for, even when this process does not come to its end.
func startGuard(t testing.TB, dir string) *guard {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", guardScript, "guard", dir)
	// An interrupt from the keyboard is for the test only.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// Killed, it cannot do its work; all is cleaned up by now.
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // it says "killed"
	})
	return &guard{input}
}

// watch puts the process group of a server under guard.
func (g *guard) watch(d *daemon) error {
	_, err := fmt.Fprintln(g.input, d.process.Pid)
	return err
}
