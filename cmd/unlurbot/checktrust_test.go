package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"unlurbot/mailbot/sandbox"
)

// The check looks into the inbox and at what was filed, and changes nothing there.
func TestCheckLooksAtMails(t *testing.T) {
	servers, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	defer servers.Close()
	client, err := imapclient.DialInsecure(servers.IMAPAddr(), nil)
	check(t, err)
	defer client.Close()
	check(t, client.Login("unlur@sandbox.test", "secret").Wait())
	check(t, client.Create("Unlur-Done", nil).Wait())
	put := func(folder string, mail []byte) {
		c := client.Append(folder, int64(len(mail)), nil)
		_, err := c.Write(mail)
		check(t, errors.Join(err, c.Close()))
		_, err = c.Wait()
		check(t, err)
	}
	trust := func() string {
		_, port, err := net.SplitHostPort(servers.IMAPAddr())
		check(t, err)
		file := filepath.Join(t.TempDir(), "unlurbot.yaml")
		check(t, os.WriteFile(file, fmt.Appendf(nil, "address: unlur@sandbox.test\nimap: {host: 127.0.0.1, port: %s, security: none, username: unlur@sandbox.test}\n"+
			"smtp: {host: 127.0.0.1, port: 1, security: none}\nstore: {path: unlurbot.db}\n", port), 0o600))
		var out bytes.Buffer
		run(process{ctx: t.Context(), out: &out, talk: &out, now: time.Now, getenv: func(string) string { return "secret" }}, []string{"check", "--config", file})
		for line := range strings.Lines(out.String()) {
			if said, found := strings.CutPrefix(line, "ok      trust: "); found {
				return strings.TrimSpace(said)
			}
		}
		return out.String()
	}
	if got := trust(); !strings.HasPrefix(got, "there is no mail from another domain") {
		t.Error(got)
	}
	from := func(domain int, server string) []byte {
		return fmt.Appendf(nil, "Received: from mx by mx with LMTP; Sat, 21 Nov 2026 10:00:00 +0000\r\n"+
			"Authentication-Results: %s; dkim=pass header.d=a; dmarc=pass header.from=a\r\n"+
			"Received: from a (a [203.0.113.5]) by mx with ESMTPS; Sat, 21 Nov 2026 10:00:00 +0000\r\nFrom: ana@a%d.test\r\n\r\n", server, domain)
	}
	for i := range recentMails {
		put("Unlur-Done", from(i, "old.example.org"))
	}
	if got := trust(); got != "old.example.org gives a verdict on the sender in 20 of the last 20 mails; write trust.authserv_id: old.example.org" {
		t.Error(got)
	}
	for i := range recentMails + 5 {
		put("INBOX", from(i, "mx.example.org"))
	}
	if got := trust(); got != "mx.example.org gives a verdict on the sender in 20 of the last 20 mails; write trust.authserv_id: mx.example.org" {
		t.Error(got)
	}
	box, err := client.Select("INBOX", nil).Wait()
	check(t, err)
	unseen, err := client.Search(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	check(t, err)
	if n := len(unseen.AllSeqNums()); int(box.NumMessages) != recentMails+5 || n != recentMails+5 {
		t.Errorf("%d mails, %d not seen", box.NumMessages, n)
	}
}

// The check shows of each mail whether the bot would believe it, and why.
func TestCheckShowsWhatIsBelieved(t *testing.T) {
	servers, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	defer servers.Close()
	client, err := imapclient.DialInsecure(servers.IMAPAddr(), nil)
	check(t, err)
	defer client.Close()
	check(t, client.Login("unlur@sandbox.test", "secret").Wait())
	_, port, err := net.SplitHostPort(servers.IMAPAddr())
	check(t, err)
	const (
		mx     = "Received: from mail.example.com (mail.example.com [203.0.113.5]) by mx.example.org with ESMTP id C0; Sat, 21 Nov 2026 10:00:00 +0000\r\n"
		web    = "Received: by mx.example.org (Postfix, from userid 33) id C1; Sat, 21 Nov 2026 10:00:00 +0000\r\n"
		amavis = "Received: from localhost (localhost [127.0.0.1]) by mx.example.org with ESMTP id C2; Sat, 21 Nov 2026 10:00:00 +0000\r\n"
		pass   = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n"
		fail   = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\n"
		to     = "To: unlur@sandbox.test\r\n"
	)
	for i, header := range []string{
		pass + mx + "From: a1@example.com\r\n" + to,
		fail + mx + "From: a2@example.com\r\n" + to,
		mx + pass + "From: a3@example.com\r\n" + to,
		web + pass + mx + "From: a4@example.com\r\n" + to,
		amavis + pass + mx + "From: a5@example.com\r\n" + to,
		pass + mx + "From: a6@example.com\r\nTo: bo@example.net\r\n",
		pass + mx + "From: \"mal@example.com\" <a7@example.com>\r\n" + to,
		pass + mx + "From: 'a8@example.com'\r\n" + to,
		pass + mx + "From: a9@example.com\r\n" + to + "Auto-Submitted: auto-replied\r\n",
		"From: unlur@sandbox.test\r\n" + to,
	} {
		mail := fmt.Sprintf("%sMessage-ID: <%d@example.com>\r\n\r\ngames\r\n", header, i)
		c := client.Append("INBOX", int64(len(mail)), nil)
		_, err := c.Write([]byte(mail))
		check(t, errors.Join(err, c.Close()))
		_, err = c.Wait()
		check(t, err)
	}
	for _, row := range []struct{ trust, want string }{
		{"authserv_id: mx.example.org", `mx.example.org gives a verdict on the sender in 5 of the last 8 mails
believed:     a1@example.com (mx.example.org vouches for its author); the border is: from mail.example.com (mail.example.com [203.0.113.5]) by mx.example.org with ESMTP id C0
not believed: a2@example.com (the server's DMARC result is not a pass); the border is: from mail.example.com
not believed: a3@example.com (the header with the server's name is where the sender could have put it); the border is: from mail.example.com
not believed: a4@example.com (the header with the server's name is where the sender could have put it); the border is: by mx.example.org (Postfix, from userid 33)
not believed: a5@example.com (the header with the server's name is where the sender could have put it); the border is: from localhost (localhost [127.0.0.1])
not believed: a6@example.com (the bot's address is neither in To nor in Cc); the border is:
not believed: a7@example.com (From is ambiguous: other programs may read a different author); the border is:
not believed: nobody (From does not name exactly one author); the border is:
not believed: a9@example.com (no person wrote it (auto-submitted)); the border is:
`},
		{"authserv_id: mx.example.org, networks: [127.0.0.1]", `mx.example.org gives a verdict on the sender in 7 of the last 8 mails
WARNING: with 127.0.0.1/32 in trust.networks, every program on the mail server's machine is trusted: a web form or a user there can write in anyone's name
believed:     a1@example.com
not believed: a2@example.com
not believed: a3@example.com
believed:     a4@example.com (mx.example.org vouches for its author); the border is: from mail.example.com
believed:     a5@example.com (mx.example.org vouches for its author); the border is: from mail.example.com
`},
		{"dkim: true", `the bot checks the signatures of mails itself
not believed: a1@example.com (the author's domain has not signed it)
`},
	} {
		file := filepath.Join(t.TempDir(), "unlurbot.yaml")
		check(t, os.WriteFile(file, fmt.Appendf(nil, "address: unlur@sandbox.test\nimap: {host: 127.0.0.1, port: %s, security: none, username: unlur@sandbox.test}\n"+
			"smtp: {host: 127.0.0.1, port: 1, security: none}\nstore: {path: unlurbot.db}\ntrust: {%s}\n", port, row.trust), 0o600))
		var out bytes.Buffer
		run(process{ctx: t.Context(), out: &out, talk: &out, now: time.Now, getenv: func(string) string { return "secret" }}, []string{"check", "--config", file})
		_, said, _ := strings.Cut(out.String(), "ok      trust: ")
		got := strings.Split(said, "\n")
		for i, want := range strings.Split(strings.TrimSpace(row.want), "\n") {
			if i >= len(got) || !strings.HasPrefix(strings.TrimSpace(got[i]), want) {
				t.Errorf("%s: %q, want %q", row.trust, got[min(i, len(got)-1)], want)
			}
		}
	}
}
