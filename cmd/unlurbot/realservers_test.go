//go:build realservers

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/realservers"
)

// One whole game through unlurbot run, Dovecot and Postfix; the bot is stopped
// and started in the middle. Each way of securing the connections has its turn.
func TestGameOnRealServers(t *testing.T) {
	for _, security := range []string{"none", "starttls", "tls"} {
		t.Run(security, func(t *testing.T) {
			t.Parallel() // most of the time is Dovecot waiting half a second before it tells of a mail
			playOnRealServers(t, security)
		})
	}
}

func playOnRealServers(t *testing.T, security string) {
	s := realservers.Start(t)
	file, env := realConfig(t, s, security)
	host, port, err := hostPort(s.IMAPAddr)
	check(t, err)
	people := newPair(t, s.SMTPAddr, s.Domain, imapbox.Config{Host: host, Port: port, Security: "none", Password: realservers.Password})

	bot := start(t, env, "run", "--config", file)
	people.begin(s.Domain, false)
	half := len(demoMoves) / 2
	people.playAll(demoMoves[:half])
	people.await((half-1)%2, "moved")
	bot.stop()

	bot = start(t, env, "run", "--config", file)
	turn := people.await(half%2, "turn")
	if !strings.Contains(turn.Text, "\n  Moves: 1 E5") {
		t.Errorf("the turn mail has no record:\n%s", turn.Text)
	}
	people.reply(half%2, demoMoves[half])
	for ply := half + 1; ply < len(demoMoves); ply++ {
		people.await(ply%2, "turn")
		people.reply(ply%2, demoMoves[ply])
	}
	for who, result := range []string{"won", "lost"} {
		l := people.await(who, "over")
		if got := l.Header.Get("X-Unlur-Result"); got != result {
			t.Errorf("player %d: %s, want %s", who, got, result)
		}
	}
	people.close()
	nothingLeft(t, s, len(demoMoves)+3)
	bot.stop()
	looksWell(t, env, file)
}

// realConfig writes what an operator would write for these servers.
func realConfig(t testing.TB, s *realservers.Servers, security string) (file string, env []string) {
	t.Helper()
	imapAddr, smtpAddr := s.IMAPAddr, s.SMTPAddr
	if security == "tls" {
		imapAddr, smtpAddr = s.IMAPSAddr, s.SMTPSAddr
	}
	file = filepath.Join(t.TempDir(), "unlurbot.yaml")
	writeConfig(t, file, s.Domain, security, imapAddr, smtpAddr)
	return file, []string{"SSL_CERT_FILE=" + s.CAFile}
}

// writeConfig writes the file, and the password beside it. The store will be
// there too.
func writeConfig(t testing.TB, file, domain, security, imapAddr, smtpAddr string) {
	t.Helper()
	_, imapPort, err := hostPort(imapAddr)
	check(t, err)
	_, smtpPort, err := hostPort(smtpAddr)
	check(t, err)
	check(t, os.WriteFile(filepath.Join(filepath.Dir(file), "imap.password"), []byte(realservers.Password+"\n"), 0o600))
	check(t, os.WriteFile(file, fmt.Appendf(nil, `address: unlur@%s
imap:
  host: localhost
  port: %d
  security: %s
  username: unlur@%s
  password_file: imap.password
  poll_interval: 5s
smtp:
  host: localhost
  port: %d
  security: %s
store:
  path: unlurbot.db
%s`, domain, imapPort, security, domain, smtpPort, security, freely), 0o600))
}

// A folder that can't be made is for the operator to mend, and check says so.
func TestCheckTriesTheFolder(t *testing.T) {
	s := realservers.Start(t)
	file, env := realConfig(t, s, "none")
	config, err := os.ReadFile(file)
	check(t, err)
	impossible := strings.Replace(string(config), "  poll_interval:", "  done_mailbox: Unlur//Done\n  poll_interval:", 1)
	check(t, os.WriteFile(file, []byte(impossible), 0o600))
	cmd := exec.Command("unlurbot", "check", "--config", file)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "failed  IMAP: ") || !strings.Contains(string(out), "choose another imap.done_mailbox") {
		t.Errorf("check: %v\n%s", err, out)
	}
}

// nothingLeft waits until the bot has filed every mail that it read.
func nothingLeft(t testing.TB, s *realservers.Servers, read int) {
	t.Helper()
	host, port, err := hostPort(s.IMAPAddr)
	check(t, err)
	count := func(mailbox string) int {
		box, err := imapbox.Dial(t.Context(), imapbox.Config{
			Host: host, Port: port, Security: "none", Username: "unlur@" + s.Domain, Password: realservers.Password,
			Mailbox: mailbox, DoneMailbox: "Unlur-Done",
		})
		check(t, err)
		uids, err := box.List(t.Context())
		check(t, err)
		check(t, box.Close())
		return len(uids)
	}
	ctx, cancel := untilDeadline(t)
	defer cancel()
	var inbox, done int
	for range polls(ctx) {
		if inbox, done = count("INBOX"), count("Unlur-Done"); inbox == 0 && done == read {
			return
		}
	}
	t.Fatalf("%d mails in INBOX, %d in Unlur-Done, want none and %d", inbox, done, read)
}

// looksWell runs the commands that look after a stopped bot.
func looksWell(t *testing.T, env []string, file string) {
	t.Helper()
	for args, want := range map[string]string{
		"check":  "ok      SMTP: ",
		"verify": "ok\n",
		"export": "size=6 " + strings.Join(demoMoves, " ") + "  # Unlur #1: ana - bo, finished\n",
	} {
		cmd := exec.Command("unlurbot", args, "--config", file)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}
