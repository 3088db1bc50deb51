package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/provider"
)

// A mailServer takes one token for the bot's mailbox.
type mailServer struct {
	mu    sync.Mutex
	good  string
	shown []string // with the mechanism
	// onGood is called when the good token is shown.
	onGood func()
}

func (m *mailServer) accept(mechanism, token string) bool {
	m.mu.Lock()
	m.shown = append(m.shown, mechanism+" "+token)
	good, call := token == m.good, m.onGood
	m.mu.Unlock()
	if good && call != nil {
		call()
	}
	return good
}

// takes sets the token that is good from now on, and gives what was shown before.
func (m *mailServer) takes(token string, onGood func()) (shown []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	shown = m.shown
	m.good, m.onGood, m.shown = token, onGood, nil
	return shown
}

// deviceCode is what a provider gives to a device; the person is quick.
func deviceCode() provider.Answer {
	return provider.Says(200, "device_code", "device-c0de", "user_code", "ABCD-EFGH", "verification_uri", "https://example.org/device", "expires_in", 900, "interval", 1)
}

// TestLogin is the life of a bot with tokens: nothing runs without a login, then a game is played; a bot that is
// killed between the writing of a token and its use goes on with it; a token that is dead is told to the log,
// once, and a new login mends it while the bot runs. In nothing that anybody reads is a secret.
func TestLogin(t *testing.T) {
	t.Parallel()
	server := &mailServer{good: "access-1"}
	box, err := sandbox.Start(sandbox.Config{Tokens: &sandbox.Tokens{User: "unlur", Mechanisms: []string{"XOAUTH2"}, Accept: server.accept}})
	check(t, err)
	t.Cleanup(func() { _ = box.Close() })
	p := provider.NewForProcesses(t, deviceCode(), provider.Refuses("authorization_pending"), provider.Gives("access-1", "refresh-1"))
	b := livebot.New(t, livebot.SandboxAt(box.SMTPAddr(), box.IMAPAddr()))
	imapHost, imapPort, err := net.SplitHostPort(box.IMAPAddr())
	check(t, err)
	smtpHost, smtpPort, err := net.SplitHostPort(box.SMTPAddr())
	check(t, err)
	config := fmt.Sprintf(`address: unlur@sandbox.test
operator: boss@sandbox.test
imap: {host: %s, port: %s, security: none, username: unlur@sandbox.test, auth: oauth, poll_interval: 2s}
smtp: {host: %s, port: %s, security: none, username: unlur@sandbox.test, auth: oauth}
store: {path: unlurbot.db}
trust: {authserv_id: sandbox.test}
oauth: {provider: other, flow: device, client_id: unlurbot, client_secret_file: secret, token_file: oauth.json, scopes: [mail],
        token_url: "%s/token", device_url: "%s/device"}
`, imapHost, imapPort, smtpHost, smtpPort, p.URL, p.URL)
	check(t, os.WriteFile(b.Config, []byte(config), 0o600))
	check(t, os.WriteFile(filepath.Join(b.Dir, "secret"), []byte("client-s3cret\n"), 0o600))
	tokenFile := filepath.Join(b.Dir, "oauth.json")
	all := ""
	command := func(args ...string) string {
		t.Helper()
		said, err := b.Command(args...)
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, said)
		}
		all += said
		return said
	}

	for _, args := range [][]string{{"run"}, {"check"}} {
		said, err := b.Command(args...)
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != exitUsage || !strings.Contains(said, "oauth.token_file: names a file that does not exist yet; run unlurbot login") {
			t.Errorf("%v without a token: %v\n%s", args, err, said)
		}
	}
	said := command("login")
	for _, want := range []string{"https://example.org/device", "ABCD-EFGH", "ok      token: written to " + tokenFile, "ok      IMAP", "ok      SMTP"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}

	bot := b.Start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	ana.Gets("turn")
	bot.Kill()
	all += bot.Said()

	// The provider takes the first token back; the mail server is the first to know of the second one.
	written := ""
	killed := make(chan struct{})
	var once sync.Once
	p.Next(provider.Gives("access-2", "refresh-2"))
	started := make(chan struct{})
	server.takes("access-2", func() {
		once.Do(func() {
			<-started
			bot.Kill()
			data, err := os.ReadFile(tokenFile)
			written = fmt.Sprint(string(data), err)
			close(killed)
		})
	})
	bot = b.Start()
	close(started)
	<-killed
	all += bot.Said()
	if !strings.Contains(written, `"refresh-2"`) {
		t.Errorf("when the token was used, the file was %s", written)
	}
	p.Next(provider.Refuses("invalid_grant")) // it has forgotten all but the second one
	if shown := server.takes("access-2", nil); shown[0] != "XOAUTH2 access-1" || shown[len(shown)-1] != "XOAUTH2 access-2" {
		t.Errorf("the server was shown %v", shown)
	}
	asked := len(p.Asked())
	bot = b.Start()
	ana.Replies("C4")
	bo.Gets("turn")
	bot.AwaitTimes(b.Ctx, "msg=sent ", 2)
	if n := len(p.Asked()); n != asked {
		t.Errorf("it has asked the provider %d times for what it has", n-asked)
	}
	bot.Stop()
	all += bot.Said()

	// The token is dead.
	shown := server.takes("access-3", nil)
	for _, s := range shown {
		if !strings.HasPrefix(s, "XOAUTH2 ") {
			t.Errorf("the server was shown %s", s)
		}
	}
	bot = b.Start()
	bot.AwaitLog(b.Ctx, "msg=oauth ")
	for range livebot.Polls(b.Ctx) { // its socket may come later
		said, err := b.Command("status")
		if err != nil && strings.Contains(said, "The provider gives no token: oauth: the provider answers 400, invalid_grant") {
			break
		}
	}
	check(t, b.Ctx.Err())
	p.Next(deviceCode(), provider.Gives("access-3", "refresh-3"))
	command("login")
	bo.Replies("D5")
	ana.Gets("turn")
	bot.Stop()
	if said := bot.Said(); strings.Count(said, "msg=oauth ") != 1 || strings.Count(said, "msg=mailbox ") > 1 || !strings.Contains(said, "invalid_grant") || !strings.Contains(said, "run unlurbot login") {
		t.Errorf("it logs\n%s", said)
	}
	all += bot.Said()
	if n := b.Servers.Count(t, "boss", "INBOX"); n != 0 {
		t.Errorf("the operator has got %d mails", n)
	}

	all += command("export")
	stored, err := os.ReadFile(b.Store())
	check(t, err)
	for _, secret := range []string{"access-", "refresh-", "client-s3cret", "device-c0de"} {
		if strings.Contains(all, secret) || strings.Contains(string(stored), secret) {
			t.Errorf("%q is told somewhere", secret)
		}
	}
}
