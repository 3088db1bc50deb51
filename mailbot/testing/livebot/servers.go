package livebot

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"unlurbot/mailbot/sandbox"
)

// Servers carry the mail, and live on when the bot dies. A test that changes how the bot
// reaches them changes a copy.
type Servers struct {
	SMTPAddr, IMAPAddr string // for people, without TLS
	Domain, Password   string
	Vouched            bool        // they vouch for mails whose author has sent them
	Queued             func() bool // whether mails are on their way; nil if none ever is

	IMAP, SMTP Side     // for the bot
	Env        []string // of its process
	Limits     string   // in its configuration, as they stand there
	Poll       string   // there, too: how often it looks into its mailbox
	More       string   // lines of its configuration
}

// often is how often a bot looks that must not miss a mail whose announcement was lost.
const often = "2s"

// A Side is where the bot reaches one of its servers, and how the connection is secured, as the
// configuration says it.
type Side struct{ Addr, Security string }

// freely lifts the limits for people who do in a minute what others do in a year.
const freely = "mails_in_per_hour: 100000, mails_out_per_address: 1000000, mails_out_per_domain: 1000000, " +
	"mails_out: 1000000, unproven_answers: 1000, unproven_answers_in_all: 100000"

// Sandbox starts servers in this process.
func Sandbox(t testing.TB) Servers {
	t.Helper()
	s, err := sandbox.Start(sandbox.Config{MaxSize: 64 << 20})
	check(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return SandboxAt(s.SMTPAddr(), s.IMAPAddr())
}

// SandboxAt gives those of a sandbox that runs.
func SandboxAt(smtpAddr, imapAddr string) Servers {
	return Servers{
		SMTPAddr: smtpAddr, IMAPAddr: imapAddr, Domain: "sandbox.test", Password: "any", Vouched: true,
		IMAP: Side{imapAddr, "none"}, SMTP: Side{smtpAddr, "none"}, Limits: freely, Poll: often, More: "trust: {authserv_id: sandbox.test}\n",
	}
}

// Limited gives the bot other limits.
func (s Servers) Limited(limits string) Servers {
	s.Limits = limits
	return s
}

// Idle says that no mail is on its way.
func (s Servers) Idle() bool { return s.Queued == nil || !s.Queued() }

// At gives somebody's address.
func (s Servers) At(name string) string { return name + "@" + s.Domain }

// WriteConfig writes what an operator would write for these servers, and the password beside it. The
// store will be there too.
func (s Servers) WriteConfig(t testing.TB, file string) {
	t.Helper()
	imapHost, imapPort, err := net.SplitHostPort(s.IMAP.Addr)
	check(t, err)
	smtpHost, smtpPort, err := net.SplitHostPort(s.SMTP.Addr)
	check(t, err)
	check(t, os.WriteFile(filepath.Join(filepath.Dir(file), "imap.password"), []byte(s.Password+"\n"), 0o600))
	check(t, os.WriteFile(file, fmt.Appendf(nil, `address: %s
imap: {host: %s, port: %s, security: %s, username: %s, password_file: imap.password, poll_interval: %s}
smtp: {host: %s, port: %s, security: %s}
store: {path: unlurbot.db}
limits: {%s}
%s`, s.At("unlur"), imapHost, imapPort, s.IMAP.Security, s.At("unlur"), s.Poll, smtpHost, smtpPort, s.SMTP.Security, s.Limits, s.More), 0o600))
}

// Login opens an IMAP connection of somebody.
func (s Servers) Login(name string) (*imapclient.Client, error) {
	client, err := imapclient.DialInsecure(s.IMAPAddr, nil)
	if err != nil {
		return nil, err
	}
	if err := client.Login(s.At(name), s.Password).Wait(); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return client, nil
}

// Count says how many mails are in a folder of somebody, none if there is no such folder.
func (s Servers) Count(t testing.TB, name, folder string) int {
	t.Helper()
	client, err := s.Login(name)
	check(t, err)
	defer func() { _ = client.Close() }()
	data, err := client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		return 0
	}
	return int(data.NumMessages)
}

// Folder gives the mails in a folder of somebody, nothing if there is no such
// folder.
func (s Servers) Folder(t testing.TB, name, folder string) []string {
	t.Helper()
	client, err := s.Login(name)
	check(t, err)
	defer func() { _ = client.Close() }()
	data, err := client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil || data.NumMessages == 0 {
		return nil
	}
	whole := &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{Peek: true}}}
	found, err := client.Fetch(imap.SeqSet{{Start: 1}}, whole).Collect()
	check(t, err)
	var mails []string
	for _, m := range found {
		mails = append(mails, string(m.BodySection[0].Bytes))
	}
	return mails
}
