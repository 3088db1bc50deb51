package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/imapbox"
)

// A program is unlurbot as a process of its own.
type program struct {
	t    testing.TB
	cmd  *exec.Cmd
	out  *bufio.Reader
	talk *strings.Builder
}

// start starts unlurbot; stop must end it.
func start(t testing.TB, env []string, args ...string) *program {
	t.Helper()
	return startProgram(t, "unlurbot", env, args...)
}

// startProgram starts unlurbot as it was built into a file.
func startProgram(t testing.TB, file string, env []string, args ...string) *program {
	t.Helper()
	p := &program{t: t, cmd: exec.Command(file, args...), talk: &strings.Builder{}}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stderr = p.talk
	out, err := p.cmd.StdoutPipe()
	check(t, err)
	p.out = bufio.NewReader(out)
	check(t, p.cmd.Start())
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	return p
}

// stop ends it as a service manager does, and expects it to end well.
func (p *program) stop() {
	p.t.Helper()
	check(p.t, p.cmd.Process.Signal(syscall.SIGTERM))
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("after SIGTERM: %v\n%s", err, p.talk)
	}
	if !strings.Contains(p.talk.String(), "msg=stopped") {
		p.t.Errorf("it did not stop by itself:\n%s", p.talk)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A pair is two people at their mail clients, with what they got.
type pair struct {
	t      testing.TB
	ctx    context.Context
	people [2]*correspondent.Person
	last   [2]*correspondent.Letter

	smtpAddr, imapAddr string
}

func newPair(t testing.TB, smtpAddr, domain string, box imapbox.Config) *pair {
	t.Helper()
	ctx, cancel := untilDeadline(t)
	t.Cleanup(cancel)
	p := &pair{t: t, ctx: ctx}
	for i, name := range []string{"ana", "bo"} {
		box := box
		box.Username, box.Mailbox, box.DoneMailbox = name+"@"+domain, "INBOX", "Read"
		person, err := correspondent.Open(ctx, correspondent.Config{
			Address: box.Username, Bot: "unlur@" + domain, SMTPAddr: smtpAddr, IMAP: box, Now: time.Now,
		})
		check(t, err)
		p.people[i] = person
	}
	return p
}

func (p *pair) close() {
	for _, person := range p.people {
		check(p.t, person.Close())
	}
}

// await reads mails up to one with an event.
func (p *pair) await(who int, event string) *correspondent.Letter {
	p.t.Helper()
	for {
		l, err := p.people[who].Next(p.ctx)
		if err != nil {
			p.t.Fatalf("player %d waits for %q: %v", who, event, err)
		}
		p.last[who] = l
		if l.Event() == event {
			return l
		}
	}
}

func (p *pair) write(who int, subject, body string) {
	p.t.Helper()
	_, err := p.people[who].Write(subject, body)
	check(p.t, err)
}

func (p *pair) reply(who int, body string) {
	p.t.Helper()
	_, err := p.people[who].Reply(p.last[who], body)
	check(p.t, err)
}

// begin brings the players to the first move, which is player 0's. Where no
// server vouches for players, the bot asks first.
func (p *pair) begin(domain string, vouched bool) {
	p.t.Helper()
	p.write(0, "challenge bo@"+domain+" first", "")
	if !vouched {
		p.await(0, "confirm")
		p.reply(0, "yes")
	}
	p.await(1, "invite")
	p.reply(1, "accept")
}

// playAll plays moves in turn from the first one on, to the end of the game.
func (p *pair) playAll(moves []string) {
	p.t.Helper()
	for ply, move := range moves {
		l := p.await(ply%2, "turn")
		if got := l.Header.Get("X-Unlur-Ply"); got != fmt.Sprint(ply) {
			p.t.Fatalf("the mail for ply %d says %s", ply, got)
		}
		p.reply(ply%2, move)
	}
}

var readyLine = regexp.MustCompile(`^ready smtp=(\S+) imap=(\S+) bot=unlur@sandbox\.test( http=http://\S+/)?\n$`)

// ready waits for the line with which the sandbox tells its addresses.
func (p *program) ready() (smtpAddr, imapAddr string) {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	check(p.t, err)
	addrs := readyLine.FindStringSubmatch(line)
	if addrs == nil {
		p.t.Fatalf("it said %q", line)
	}
	return addrs[1], addrs[2]
}

// people opens two mail clients on a sandbox.
func (p *program) people() *pair {
	p.t.Helper()
	return p.peopleAt(p.ready())
}

// peopleAt opens them where the servers listen.
func (p *program) peopleAt(smtpAddr, imapAddr string) *pair {
	p.t.Helper()
	host, port, err := hostPort(imapAddr)
	check(p.t, err)
	people := newPair(p.t, smtpAddr, "sandbox.test", imapbox.Config{Host: host, Port: port, Security: "none", Password: "any"})
	people.smtpAddr, people.imapAddr = smtpAddr, imapAddr
	return people
}

var tokenAddress = regexp.MustCompile(`<unlur\+[a-z2-7]{31}@sandbox\.test>$`)

// A person starts the sandbox and plays in it with two mail clients; the games
// are still there when it is started again.
func TestSandbox(t *testing.T) {
	data := t.TempDir()
	begin := func() (*program, *pair) {
		p := start(t, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--data", data)
		return p, p.people()
	}
	p, people := begin()
	// A script writes no more than it must: that does for a whole game.
	check(t, smtp.SendMail(people.smtpAddr, nil, "ana@sandbox.test", []string{"unlur@sandbox.test"},
		[]byte("From: ana@sandbox.test\r\nSubject: challenge bo@sandbox.test first\r\n\r\n")))
	people.await(0, "challenged")
	people.await(1, "invite")
	people.reply(1, "accept")
	turn := people.await(0, "turn")
	if to := turn.Header.Get("Reply-To"); !tokenAddress.MatchString(to) || turn.Subject != "Unlur #1: ana - bo" {
		t.Errorf("an answer goes to %s, and its subject is %q", to, turn.Subject)
	}
	people.reply(0, "C4")
	people.await(0, "moved")
	people.close()
	p.stop()

	p, people = begin()
	people.write(1, "D5", "")
	people.await(1, "moved")
	if l := people.await(0, "turn"); l.Header.Get("X-Unlur-Ply") != "2" {
		t.Errorf("after a restart the ply is %s", l.Header.Get("X-Unlur-Ply"))
	}
	tryConfig(t, people.imapAddr, filepath.Join(data, "unlurbot.db"))
	people.close()
	p.stop()
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
	if got := write(imapPort); !strings.Contains(got, "\nok      IMAP: ") || !strings.Contains(got, "in use, so the daemon seems to be running") || !strings.Contains(got, "\nfailed  SMTP: ") || !strings.HasPrefix(got, "status 1\n") {
		t.Errorf("check said:\n%s", got)
	}
	if got := write("1"); !strings.Contains(got, "\nfailed  IMAP: ") || !strings.Contains(got, "check imap.host and imap.port") {
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
		"Ana invites you, bo, to a game",
		"Bo has accepted your challenge, and the game begins.",
		"Greetings from Girona, Bo!",
		"Ana said black and plays Black.",
		"You win, Ana: your stone on K7 completes the Y.",
		"Ana wins: the stone on K7 completes the Y.",
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
