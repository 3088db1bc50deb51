package main

import (
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/providers"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/tempdir"
)

// nowhere is a network without a DNS and a web.
type nowhere struct{}

func (nowhere) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no network") }

func (nowhere) finder() providers.Finder {
	return providers.Finder{Resolver: &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no network")
	}}, Web: &http.Client{Transport: nowhere{}}}
}

// pseudoTerminal gives both ends of one: the person's and the program's.
func pseudoTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	check(t, err)
	t.Cleanup(func() { _ = person.Close() })
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	check(t, err)
	check(t, unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0))
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	check(t, err)
	t.Cleanup(func() { _ = program.Close() })
	return person, program
}

// An exchange is what a person reads and then types.
type exchange struct{ reads, types string }

// converse runs init in a directory with a person at a terminal, and gives its status and all that the terminal showed.
func converse(t *testing.T, dir string, script ...exchange) (status int, screen string) {
	t.Helper()
	person, program := pseudoTerminal(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	p := process{ctx: ctx, in: program, out: program, talk: program, now: time.Now, getenv: func(string) string { return "" }, servers: nowhere{}.finder()}
	done := make(chan int)
	go func() {
		status := run(p, []string{"init", dir})
		fmt.Fprint(program, "\x04") // the end of all
		done <- status
	}()
	var all bytes.Buffer
	unread := 0
	for buffer := make([]byte, 4096); ; {
		n, err := person.Read(buffer)
		if err != nil {
			t.Fatalf("%v, after\n%s", err, all.String())
		}
		all.Write(buffer[:n])
		if len(script) > 0 {
			if at := strings.Index(all.String()[unread:], script[0].reads); at >= 0 {
				unread = all.Len()
				if script[0].types == "^C" {
					interrupt()
				} else {
					_, err := person.WriteString(script[0].types + "\n")
					check(t, err)
				}
				script = script[1:]
			}
		}
		if bytes.HasSuffix(all.Bytes(), []byte("\x04")) {
			break
		}
	}
	if len(script) > 0 {
		t.Errorf("it never says %q:\n%s", script[0].reads, all.String())
	}
	return <-done, all.String()
}

// TestInit is a first start from nothing to a bot that can run: wrong answers are asked again, the password is
// seen nowhere but in its file, and nothing is overwritten.
func TestInit(t *testing.T) {
	t.Parallel()
	box, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	t.Cleanup(func() { _ = box.Close() })
	dir := filepath.Join(tempdir.New(t), "new")
	status, screen := converse(t, dir,
		exchange{"The bot's mail address", "unlur at sandbox.test"},
		exchange{"Type a plain mail address", "typo@sandbox.tset"},
		exchange{"sandbox.tset: it names no mail servers", ""},
		exchange{"The bot's mail address", "unlur@sandbox.test"},
		exchange{"IMAP server", "imap server"},
		exchange{"Type the name of a server", "127.0.0.1:x"},
		exchange{"A port is a number", box.IMAPAddr()},
		exchange{"SMTP server", box.SMTPAddr()},
		exchange{"User name of the mailbox [unlur@sandbox.test]:", ""},
		exchange{"want a login for sending? (y/n) [n]:", "perhaps"},
		exchange{"Type y or n.", "y"},
		exchange{"Password (it is not shown):", ""},
		exchange{"at least one character", "s3cret: #\"word"},
		exchange{"Your own address", "unlur@sandbox.test"},
		exchange{"the bot's own", "boss@sandbox.test"},
		exchange{"Who runs the bot", `the "chess" club: Girona #1`},
	)
	path := filepath.Join(dir, "unlurbot.yaml")
	for _, want := range []string{"ok      IMAP", "ok      SMTP", "ok      store", "unlurbot check --config " + path, "unlurbot run --config " + path, "unlurbot status --config " + path} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q", want)
		}
	}
	if status != 0 || strings.Contains(screen, "s3cret") {
		t.Errorf("status %d\n%s", status, screen)
	}
	cfg, err := config.Load(path, func(string) string { return "" })
	check(t, err)
	if cfg.Address != "unlur@sandbox.test" || cfg.Operator != "boss@sandbox.test" || cfg.RunBy != `the "chess" club: Girona #1` ||
		cfg.IMAP.Password != "s3cret: #\"word" || cfg.SMTP.Password != cfg.IMAP.Password || cfg.Store.Path != filepath.Join(dir, "unlurbot.db") {
		t.Errorf("it is read as %+v", cfg)
	}
	for name, mode := range map[string]os.FileMode{"unlurbot.yaml": 0o644, "imap.password": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		check(t, err)
		if got := info.Mode().Perm(); got&^mode != 0 {
			t.Errorf("%s has the mode %v", name, got)
		}
	}
	text, err := os.ReadFile(path)
	check(t, err)
	if strings.Contains(string(text), "s3cret") {
		t.Errorf("the configuration has the password:\n%s", text)
	}

	if status, screen := converse(t, dir); status != exitUsage || !strings.Contains(screen, "has a unlurbot.yaml already") {
		t.Errorf("again: status %d\n%s", status, screen)
	}
	check(t, os.Remove(path))
	if status, screen := converse(t, dir); status != exitUsage || !strings.Contains(screen, "has a imap.password already") {
		t.Errorf("with a password there: status %d\n%s", status, screen)
	}
}

// TestInitWritesNothing: no terminal, no directory, a person who leaves, at a password too.
func TestInitWritesNothing(t *testing.T) {
	t.Parallel()
	dir := tempdir.New(t)
	var out, talk bytes.Buffer
	p := process{ctx: t.Context(), in: strings.NewReader("unlur@example.org\n"), out: &out, talk: &talk, getenv: func(string) string { return "" }}
	if status := run(p, []string{"init", filepath.Join(dir, "new")}); status != exitUsage || !strings.Contains(talk.String(), "needs a terminal") {
		t.Errorf("status %d: %s", status, talk.String())
	}
	file := filepath.Join(dir, "file")
	check(t, os.WriteFile(file, nil, 0o600))
	for _, story := range []struct {
		dir, says string
		script    []exchange
	}{
		{file, "can't be used", nil},
		{filepath.Join(file, "below"), "can't be used", nil},
		{"/proc", "can't be written", nil},
		{dir, "no answer, so nothing was written", []exchange{{"mail address", "^C"}}},
		{dir, "no answer, so nothing was written", []exchange{{"mail address", "unlur@fastmail.com"}, {"imap.fastmail.com", ""}, {"User name", ""}, {"Password", "^C"}}},
		{dir, "no answer, so nothing was written", []exchange{{"mail address", "unlur@gmail.com"}, {"imap.gmail.com", ""}, {"User name", ""}, {"app password", "n"}, {"ID of the client", "\x04"}}},
	} {
		if status, screen := converse(t, story.dir, story.script...); status != exitUsage || !strings.Contains(screen, story.says) {
			t.Errorf("%s: status %d\n%s", story.says, status, screen)
		}
	}
	left, err := os.ReadDir(dir)
	check(t, err)
	if len(left) != 1 {
		t.Errorf("it has left %v", left)
	}
}

// TestInitTexts reads what init writes for providers that no test may ask.
func TestInitTexts(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(nil)
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	server.Close()
	for _, address := range []string{"unlur@gmail.com", "unlur@outlook.com", "unlur@fastmail.com", "unlur@proton.me", "unlur@yahoo.com", "unlur@icloud.com", "unlur@gmx.net", "a.very.long.address.of.the.unlur.bot@mailbox.org"} {
		_, domain, _ := strings.Cut(address, "@")
		at, err := nowhere{}.finder().Find(t.Context(), domain)
		check(t, err)
		for _, tokens := range []bool{false, true} {
			if tokens && at.Tokens == "" || !tokens && at.Tokens != "" && !at.Passwords {
				continue
			}
			s := setup{address: address, at: at, user: "unlur", sendUser: address, tokens: tokens}
			if tokens {
				s.clientID, s.secret = "6a7b8c9d", "hush"
			} else {
				s.password = "hush"
			}
			dir := tempdir.New(t)
			check(t, s.write(dir))
			if at.CA != "" {
				check(t, os.WriteFile(filepath.Join(dir, at.CA), certificate, 0o600))
			}
			path := filepath.Join(dir, "unlurbot.yaml")
			load := config.Load
			if tokens {
				load = config.LoadForLogin
			}
			cfg, err := load(path, func(string) string { return "" })
			check(t, err)
			if cfg.IMAP.Host != at.IMAP.Host || cfg.SMTP.Host != at.SMTP.Host || cfg.Limits.Out != at.MailsOut || cfg.PlusAddressing != (!at.NoPlus && config.HasRoom(address)) ||
				cfg.Trust.AuthservID != at.AuthservID || cfg.Trust.DKIM != at.DKIM || string(cfg.OAuth.Provider) != map[bool]string{true: string(at.Tokens)}[tokens] {
				t.Errorf("%s is read as %+v", address, cfg)
			}
		}
	}
	s := setup{at: &providers.Provider{}, tokens: true}
	if text := s.text(packaged); !strings.Contains(text, "path: /var/lib/unlurbot/unlurbot.db\n") || !strings.Contains(text, "token_file: /var/lib/unlurbot/oauth.json\n") {
		t.Errorf("in the package's directory it writes\n%s", text)
	}
}
