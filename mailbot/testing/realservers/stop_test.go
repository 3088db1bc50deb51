//go:build realservers

package realservers

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestNothingIsLeftAfterTheTest(t *testing.T) {
	var s *Servers
	t.Run("servers", func(t *testing.T) {
		s = Start(t)
		// A client that is still there must not keep a server alive.
		dial(t, s.IMAPAddr)
		dial(t, s.SMTPAddr)
		if len(processesIn(t, filepath.Dir(s.CAFile))) == 0 {
			t.Error("no process is found while the servers run: the search below proves nothing")
		}
	})
	dir := filepath.Dir(s.CAFile)
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", dir, err)
	}
	if pids := processesIn(t, dir); len(pids) != 0 {
		t.Errorf("processes %v are still there", pids)
	}
	for _, address := range []string{s.IMAPAddr, s.IMAPSAddr, s.SMTPAddr, s.SMTPSAddr} {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			t.Errorf("somebody still answers on %s", address)
		}
	}
}

// heldVariable makes TestKilled start the servers and wait to be killed.
const heldVariable = "REALSERVERS_TEST_IS_HELD"

// A test that is killed, by its time limit for example, cannot clean up.
func TestKilled(t *testing.T) {
	if os.Getenv(heldVariable) != "" {
		fmt.Println(filepath.Dir(Start(t).CAFile))
		select {}
	}
	held := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	held.Env = append(os.Environ(), heldVariable+"=1")
	out, err := held.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := held.Start(); err != nil {
		t.Fatal(err)
	}
	line, readErr := bufio.NewReader(out).ReadString('\n')
	if err := held.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := held.Wait(); err == nil {
		t.Fatal("the held test ended by itself")
	}
	dir := strings.TrimSpace(line)
	if readErr != nil || !filepath.IsAbs(dir) {
		t.Fatalf("the held test did not say where its servers are: %q, %v", line, readErr)
	}

	var pids []string
	if !poll(End(t), func() bool {
		_, err = os.Stat(dir)
		pids = processesIn(t, dir)
		return len(pids) == 0 && os.IsNotExist(err)
	}) {
		t.Fatalf("what has survived the test: processes %v, and of the directory: %v", pids, err)
	}
}

// processesIn finds the processes that work below dir, as all of the servers'
// processes do, by another way than the code under test.
func processesIn(t *testing.T, dir string) []string {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, link := range links {
		if cwd, err := os.Readlink(link); err == nil && strings.HasPrefix(cwd, dir) {
			found = append(found, link)
		}
	}
	return found
}

func TestParseStat(t *testing.T) {
	for stat, want := range map[string]struct {
		session int
		state   string
	}{
		"7 (master) S 1 7 7 0 -1":        {7, "S"},
		"9 (a) Z 1 1 1 (b)) R 1 8 3 0 0": {3, "R"},
	} {
		session, state, err := parseStat([]byte(stat))
		if err != nil || session != want.session || state != want.state {
			t.Errorf("%q: session %d, state %q, %v; want %v", stat, session, state, err, want)
		}
	}
	for _, stat := range []string{"", "7 (master", "7 (master) S 1 7", "7 (master) S 1 7 x"} {
		if session, state, err := parseStat([]byte(stat)); err == nil {
			t.Errorf("%q: session %d, state %q; want an error", stat, session, state)
		}
	}
}
