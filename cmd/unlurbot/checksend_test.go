package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"unlurbot/mailbot/roundtrip"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/loopback"
)

// A mailRoom is a mail server and a relay in front of it, in virtual time.
type mailRoom struct {
	t       *testing.T
	servers *sandbox.Servers
	relay   *sandbox.Servers
	user    string // whose mailbox the configuration names
	more    string // of the configuration
	hears   func(said string)
	context.Context
}

// newMailRoom makes one whose relay does with each mail as pass says.
func newMailRoom(t *testing.T, pass func(m *mailRoom, mail []byte)) *mailRoom {
	t.Helper()
	m := &mailRoom{t: t, user: "unlur@sandbox.test", Context: t.Context()}
	start := func(delivered func(name, from string, mail []byte)) *sandbox.Servers {
		s, err := sandbox.Start(sandbox.Config{Now: time.Now, Listen: loopback.Listen, Delivered: delivered})
		check(t, err)
		t.Cleanup(func() { check(t, s.Close()) })
		return s
	}
	m.servers = start(nil)
	m.relay = start(func(_, _ string, mail []byte) { pass(m, mail) })
	return m
}

// on takes a mail to the mail server, at an address.
func (m *mailRoom) on(to string, mail []byte) {
	check(m.t, loopback.SendMail(m.t.Context(), m.servers.SMTPAddr(), "unlur@sandbox.test", []string{to}, mail))
}

// client opens somebody's mailbox.
func (m *mailRoom) client(name string) *imapclient.Client {
	conn, err := loopback.Dial(m.t.Context(), "tcp", m.servers.IMAPAddr())
	check(m.t, err)
	c := imapclient.New(conn, nil)
	check(m.t, c.Login(name, "any").Wait())
	return c
}

// put has a mail in a folder of the bot's mailbox.
func (m *mailRoom) put(folder string, mail []byte) {
	c := m.client("unlur@sandbox.test")
	defer c.Close()
	_ = c.Create(folder, nil).Wait() // it may be there
	a := c.Append(folder, int64(len(mail)), nil)
	_, err := a.Write(mail)
	check(m.t, errors.Join(err, a.Close()))
	_, err = a.Wait()
	check(m.t, err)
}

// mails counts those in all folders of somebody.
func (m *mailRoom) mails(name string) (n int) {
	c := m.client(name)
	defer c.Close()
	folders, err := c.List("", "*", nil).Collect()
	check(m.t, err)
	for _, f := range folders {
		data, err := c.Status(f.Mailbox, &imap.StatusOptions{NumMessages: true}).Wait()
		check(m.t, err)
		n += int(*data.NumMessages)
	}
	return n
}

// checks runs check --send, and gives what it says of the round trip.
func (m *mailRoom) checks() (code int, said, talk string) {
	m.t.Helper()
	port := func(address string) string {
		_, port, err := net.SplitHostPort(address)
		check(m.t, err)
		return port
	}
	file := filepath.Join(m.t.TempDir(), "unlurbot.yaml")
	check(m.t, os.WriteFile(file, fmt.Appendf(nil, "address: unlur@sandbox.test\nimap: {host: 127.0.0.1, port: %s, security: none, username: %s}\n"+
		"smtp: {host: 127.0.0.1, port: %s, security: none}\nstore: {path: unlurbot.db}\n%s", port(m.servers.IMAPAddr()), m.user, port(m.relay.SMTPAddr()), m.more), 0o600))
	var out bytes.Buffer
	var beside listener
	beside.hears = m.hears
	code = run(process{ctx: m.Context, out: &out, talk: &beside, now: time.Now, getenv: func(string) string { return "secret" }, dial: loopback.Dial},
		[]string{"check", "--send", "--config", file})
	all := out.String()
	at := regexp.MustCompile(`(?m)^[a-z]+ +round trip: `).FindStringIndex(all)
	if at == nil {
		m.t.Fatalf("nothing of the round trip in\n%s", all)
	}
	return code, regexp.MustCompile(`check-[a-z2-7]{16}`).ReplaceAllString(all[at[0]:], "check-TOKEN"), beside.String()
}

// A listener hears what is said while it is said.
type listener struct {
	bytes.Buffer
	hears func(said string)
}

// Write implements io.Writer.
func (l *listener) Write(p []byte) (int, error) {
	if l.hears != nil {
		l.hears(string(p))
	}
	return l.Buffer.Write(p)
}

// check --send tells for each way in which a mail can come, or not, what that means, and leaves nothing behind.
func TestCheckSends(t *testing.T) {
	const detail = "unlur+check-TOKEN@sandbox.test"
	straight := func(m *mailRoom, mail []byte) {
		m.on(string(regexp.MustCompile(`unlur\+check-[a-z2-7]{16}@sandbox.test`).Find(mail)), mail)
	}
	changed := func(from, to string) func(*mailRoom, []byte) {
		return func(m *mailRoom, mail []byte) {
			straight(m, regexp.MustCompile(from).ReplaceAll(mail, []byte(to)))
		}
	}
	for _, row := range []struct {
		name       string
		pass       func(m *mailRoom, mail []byte)
		user, more string
		fails      bool
		want       []string
		never      string
	}{
		{"all is well", straight, "", "", false, []string{
			"ok      round trip: a mail to " + detail + " arrived in INBOX after ",
			"plus address: kept in Delivered-To, To\n", "fields added: Return-Path, Delivered-To, Authentication-Results, Received\n",
			"Authentication-Results of sandbox.test: dmarc; above the border, so it counts\n",
			"trust: the bot would not believe a mail from unlur@sandbox.test that comes this way (no trusted server is configured); " +
				"sandbox.test gives a verdict on the sender in 1 of the last 1 mail; write trust.authserv_id: sandbox.test",
		}, "WARNING"},
		{"the server is trusted", straight, "", "trust: {authserv_id: sandbox.test}\n", false, []string{
			"trust: the bot would believe a mail from unlur@sandbox.test that comes this way (sandbox.test vouches for its author)",
		}, "WARNING"},
		{"the operator's mails come the same way", straight, "", "trust: {authserv_id: sandbox.test}\noperator: olga@Sandbox.test\n", false, []string{
			"would believe a mail from unlur@sandbox.test or olga@Sandbox.test that comes this way",
		}, "WARNING"},
		{"another server is trusted", straight, "", "trust: {authserv_id: mx.example.org}\n", false, []string{
			"(the server added no such header)", "write trust.authserv_id: sandbox.test",
		}, "WARNING"},
		{"no verdicts", func(m *mailRoom, mail []byte) { m.put("INBOX", mail) }, "", "", false, []string{"plus address: kept in To\n", "trust: no server gave a verdict", "write a mail to unlur@sandbox.test from an account elsewhere"}, "WARNING"},
		{"the plain address", func(m *mailRoom, mail []byte) { m.on("unlur@sandbox.test", mail) }, "", "plus_addressing: false\n", false, []string{
			"ok      round trip: a mail to unlur@sandbox.test arrived in INBOX", "sent to the plain address (plus_addressing: false)",
		}, "WARNING"},
		{"filed by a bot", func(m *mailRoom, mail []byte) { m.put("Unlur-Done", mail) }, "", "", false, []string{"arrived in Unlur-Done after"}, "WARNING"},
		{"the envelope alone is plain", func(m *mailRoom, mail []byte) { m.on("unlur@sandbox.test", mail) }, "", "", false, []string{
			"plus address: kept in To, not in Delivered-To",
		}, "WARNING"},
		{"the + is removed", func(m *mailRoom, mail []byte) {
			m.on("unlur@sandbox.test", regexp.MustCompile(`\+check-[a-z2-7]{16}`).ReplaceAll(mail, nil))
		}, "", "", true, []string{
			"failed  round trip: ", "WARNING: the part behind the + was removed", "write plus_addressing: false",
		}, ""},
		{"another Message-ID", changed(`Message-ID: <[^>]*>`, "Message-ID: <1@relay.test>"), "", "", false, []string{
			"fields changed: Message-ID\n", "WARNING: a server changes or removes Message-ID: replies then refer to an id",
		}, "of the last 0"},
		{"nothing of ours but the subject", changed(`(Auto-Submitted|X-Loop|Reply-To): .*\r\n`, ""), "", "", false, []string{
			"fields removed: Auto-Submitted, X-Loop, Reply-To\n", "WARNING: a server changes or removes Reply-To", "WARNING: a server changes or removes Auto-Submitted",
		}, ""},
		{"spam", func(m *mailRoom, mail []byte) { m.put("Junk", mail) }, "", "", true, []string{
			"failed  round trip: a mail to " + detail + " arrived in Junk after ", "\n        That folder is for spam, and the bot does not read it: have the server take mails of unlur@sandbox.test for none.",
		}, ""},
		{"a folder of its own", func(m *mailRoom, mail []byte) {
			m.put("INBOX/"+string(regexp.MustCompile(`check-[a-z2-7]{16}`).Find(mail)), mail)
		}, "", "", true, []string{
			"arrived in INBOX/check-TOKEN after ", "The bot does not read that folder.", "have it leave them in INBOX, or write plus_addressing: false",
		}, ""},
		{"some other folder", func(m *mailRoom, mail []byte) { m.put("Lists", mail) }, "", "", true, []string{"arrived in Lists after 2m0s\n", "The bot does not read that folder."}, ""},
		{"swallowed", func(*mailRoom, []byte) {}, "", "", true, []string{
			"failed  round trip: a mail to " + detail + " did not arrive within 2m0s, in no folder of the mailbox of unlur@sandbox.test\n",
			"        The relay took it: look into its log, and for a bounce in INBOX or Unlur-Done.", "write plus_addressing: false",
		}, ""},
		{"somebody else's mailbox", straight, "alice@sandbox.test", "", true, []string{
			"in no folder of the mailbox of alice@sandbox.test", "imap.username is not the one of its mailbox",
		}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMailRoom(t, row.pass)
				if row.user != "" {
					m.user = row.user
				}
				m.more = row.more
				const other = "From: ana@example.org\r\nSubject: unlurbot check\r\n\r\nC4\r\n"
				m.put("INBOX", []byte(other))
				m.put("Junk", []byte(other))
				begun := time.Now()
				code, said, talk := m.checks()
				if took := time.Since(begun); took > roundtrip.Longest || (code != 0) != row.fails {
					t.Errorf("status %d after %v", code, took)
				}
				for _, want := range row.want {
					if !strings.Contains(said, want) {
						t.Errorf("no %q in", want)
					}
				}
				if row.never != "" && strings.Contains(said, row.never) {
					t.Errorf("%q in", row.never)
				}
				if t.Failed() {
					t.Log("\n" + said + talk)
				}
				left := 2
				if row.user != "" {
					left++ // whose mailbox it is will see it
				}
				if n := m.mails("unlur@sandbox.test"); n != left {
					t.Errorf("%d mails are left, want %d", n, left)
				}
			})
		})
	}
}

// An address with a + that the relay refuses is told from a relay that fails.
func TestCheckSendsToNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMailRoom(t, nil)
		m.relay.Close()
		relay, err := sandbox.Start(sandbox.Config{Domain: "elsewhere.test", Now: time.Now, Listen: loopback.Listen})
		check(t, err)
		defer relay.Close()
		m.relay = relay
		code, said, _ := m.checks()
		if code != exitFailure || !strings.Contains(said, ": recipient: 550 5.1.2") || !strings.Contains(said, "its server doesn't know addresses with a +: write plus_addressing: false") {
			t.Errorf("status %d, %s", code, said)
		}
	})
}

// It says from time to time that it waits, and stops when it is interrupted.
func TestCheckSendInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMailRoom(t, func(*mailRoom, []byte) {})
		var interrupt func()
		m.Context, interrupt = context.WithCancel(t.Context())
		m.hears = func(said string) {
			if strings.Contains(said, "not there after 32s") {
				interrupt()
			}
		}
		begun := time.Now()
		code, said, talk := m.checks()
		if took := time.Since(begun); code != exitFailure || took > roundtrip.Arrival/2 || said != "stopped round trip: interrupted\n" {
			t.Errorf("status %d after %v: %s", code, took, said)
		}
		if !strings.Contains(talk, "waiting 2m0s for it at most\nwait    round trip: not there after 16s\nwait    round trip: not there after 32s\n") ||
			!strings.Contains(talk, "if the mail arrives, the bot files it") {
			t.Error(talk)
		}
	})
}

// A bot that runs beside it answers nothing, and files the mail where check finds it.
func TestCheckSendBesideTheBot(t *testing.T) {
	b := livebot.New(t, livebot.Sandbox(t))
	bot := b.Start()
	for range 3 {
		if out, err := b.Command("check", "--send"); err != nil || !strings.Contains(out, "ok      round trip: a mail to unlur+check-") || !strings.Contains(out, "would believe a mail") {
			t.Errorf("%v\n%s", err, out)
		}
	}
	ana := b.Servers.Person(t, "ana")
	ana.Writes("help")
	ana.Gets("help")
	b.Finish(bot)
	if log := bot.Said(); strings.Contains(log, "incident") || strings.Count(log, "msg=mail ") != strings.Count(log, "decision=ignored-own")+1 {
		t.Error(log)
	}
	for folder, want := range map[string]int{"INBOX": 0, "Unlur-Done": 1} {
		if n := b.Servers.Count(t, "unlur", folder); n != want {
			t.Errorf("%d mails in %s, want %d", n, folder, want)
		}
	}
}
