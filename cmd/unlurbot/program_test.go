package main

import (
	"fmt"
	"net"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// A program is a sandbox as a process of its own.
type program struct {
	*livebot.Process
	t testing.TB
}

// startSandbox starts one on free ports; Stop must end it.
func startSandbox(t testing.TB, flags ...string) *program {
	t.Helper()
	return startProgram(t, "unlurbot", nil, flags...)
}

// startProgram starts one as it was built into a file.
func startProgram(t testing.TB, file string, env []string, flags ...string) *program {
	t.Helper()
	cmd := exec.Command(file, append([]string{"sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0"}, flags...)...)
	cmd.Env = append(os.Environ(), env...)
	return &program{livebot.Launch(t, (*exec.Cmd).Start, cmd), t}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var readyLine = regexp.MustCompile(`^ready smtp=(\S+) imap=(\S+) bot=unlur@sandbox\.test( http=http://\S+/)?$`)

// ready waits for the line with which the sandbox tells its addresses.
func (p *program) ready() (servers livebot.Servers, line string) {
	p.t.Helper()
	line = p.Line()
	addrs := readyLine.FindStringSubmatch(line)
	if addrs == nil {
		p.t.Fatalf("it said %q", line)
	}
	return livebot.SandboxAt(addrs[1], addrs[2]), line
}

// people opens two mail clients on a sandbox.
func (p *program) people() (ana, bo *livebot.Person) {
	p.t.Helper()
	servers, _ := p.ready()
	return servers.Person(p.t, "ana"), servers.Person(p.t, "bo")
}

var tokenAddress = regexp.MustCompile(`<unlur\+[a-z2-7]{31}@sandbox\.test>$`)

// A person starts the sandbox and plays in it with two mail clients; the games
// are still there when it is started again.
func TestSandbox(t *testing.T) {
	data := t.TempDir()
	p := startSandbox(t, "--data", data)
	ana, bo := p.people()
	// A script writes no more than it must: that does for a whole game.
	check(t, smtp.SendMail(ana.Servers.SMTPAddr, nil, "ana@sandbox.test", []string{"unlur@sandbox.test"},
		[]byte("From: ana@sandbox.test\r\nSubject: challenge bo@sandbox.test first\r\n\r\n")))
	ana.Gets("challenged")
	bo.Gets("invite")
	bo.Replies("accept")
	turn := ana.Gets("turn")
	if to := turn.Header.Get("Reply-To"); !tokenAddress.MatchString(to) || turn.Subject != "Unlur #1: ana - bo" {
		t.Errorf("an answer goes to %s, and its subject is %q", to, turn.Subject)
	}
	ana.Replies("C4")
	ana.Gets("moved")
	p.Stop()

	p = startSandbox(t, "--data", data)
	ana, bo = p.people()
	bo.Writes("D5")
	bo.Gets("moved")
	if l := ana.Gets("turn"); l.Header.Get("X-Unlur-Ply") != "2" {
		t.Errorf("after a restart the ply is %s", l.Header.Get("X-Unlur-Ply"))
	}
	tryConfig(t, ana.Servers.IMAPAddr, filepath.Join(data, "unlurbot.db"))
	p.Stop()
}

// tryConfig checks a configuration against the running sandbox, then one with
// a port where nothing answers.
func tryConfig(t *testing.T, imapAddr, db string) {
	t.Helper()
	_, imapPort, err := net.SplitHostPort(imapAddr)
	check(t, err)
	file := filepath.Join(t.TempDir(), "unlurbot.yaml")
	write := func(port string) string {
		check(t, os.WriteFile(file, []byte(fmt.Sprintf(`address: unlur@sandbox.test
imap: {host: 127.0.0.1, port: %s, security: none, username: unlur}
smtp: {host: 127.0.0.1, port: %s, security: none}
store: {path: %s}
`, port, imapPort, db)), 0o600))
		cmd := exec.Command("impatient", "check", "--config", file)
		cmd.Env = append(os.Environ(), "UNLURBOT_IMAP_PASSWORD=hush")
		out, _ := cmd.CombinedOutput()
		if strings.Contains(string(out), "hush") {
			t.Errorf("the password is printed:\n%s", out)
		}
		return fmt.Sprintf("status %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
	if got := write(imapPort); !strings.Contains(got, "\nok      IMAP: ") || !strings.Contains(got, "in use; the bot seems to be running") || !strings.Contains(got, "\nfailed  SMTP: ") || !strings.HasPrefix(got, "status 1\n") {
		t.Errorf("check said:\n%s", got)
	}
	if got := write("1"); !strings.Contains(got, "\nfailed  IMAP: ") || !strings.Contains(got, "check imap.host, imap.port") {
		t.Errorf("check said:\n%s", got)
	}
}

// The demo prints the whole correspondence of one game.
func TestDemo(t *testing.T) {
	cmd := exec.Command("unlurbot", "demo", "--all")
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	out, err := cmd.Output()
	check(t, err)
	said := string(out)
	for _, part := range []string{
		"name Ana\nchallenge bo@sandbox.test first",
		"Ana invites you to play.",
		"Bo accepted your challenge, and the game begins.",
		"Greetings from Girona, Bo!",
		"Ana took Black, and the contract is over.",
		"You won. K7 completed your Y.",
		"Ana won. K7 completed the Y.",
	} {
		if !strings.Contains(said, part) {
			t.Errorf("it does not say %q", part)
		}
	}
	if n := strings.Count(said, "---- The bot writes to "); n != 2+2+2*len(demoMoves) {
		t.Errorf("it shows %d mails of the bot", n)
	}
	left, err := os.ReadDir(strings.TrimPrefix(cmd.Env[len(cmd.Env)-1], "TMPDIR="))
	check(t, err)
	if len(left) > 0 {
		t.Errorf("it leaves %v behind", left)
	}
}
