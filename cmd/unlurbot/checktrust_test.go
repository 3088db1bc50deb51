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

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/sandbox"
)

// from makes the header of a mail from a domain, with the lines that servers put
// above and directly below the line of the border.
func from(domain, above, below string) []byte {
	return fmt.Appendf(nil, "Received: from mx by mx with LMTP; Sat, 21 Nov 2026 10:00:00 +0000\r\n%sReceived: from a (a [203.0.113.5]) by mx with ESMTPS; Sat, 21 Nov 2026 10:00:00 +0000\r\n%s"+
		"Received: from b (b [198.51.100.7]) by a with ESMTPSA; Sat, 21 Nov 2026 10:00:00 +0000\r\nFrom: ana@%s\r\nMessage-ID: <1@%s>\r\n\r\n", above, below, domain, domain)
}

func says(name, results string) string {
	return "Authentication-Results: " + name + "; " + results + "\r\n"
}

const (
	ours  = "mx.example.org"
	dmarc = "dkim=pass header.d=a; dmarc=pass header.from=a"
)

// TestTrustAdvice tells what is proposed for the mailboxes of the world.
func TestTrustAdvice(t *testing.T) {
	believed := config.Trust{AuthservID: ours}
	below := config.Trust{AuthservID: ours, BelowReceived: true}
	exchange := "Authentication-Results: spf=pass (sender IP is 203.0.113.5) smtp.mailfrom=a; dmarc=pass action=none header.from=a;compauth=pass reason=100\r\n"
	gmail := func(domain string) []byte { return from(domain, "", says(config.Gmail, dmarc)) }
	for _, row := range []struct {
		name  string
		trust config.Trust
		mails [][]byte
		want  string
	}{
		{"no mail", config.Trust{}, nil, "there is no mail from another domain to look at; write one to unlur@example.org"},
		{"mails of the same domain", config.Trust{}, [][]byte{from("example.org", says(ours, dmarc), "")}, "there is no mail from another domain"},
		{"Postfix with OpenDMARC", config.Trust{}, [][]byte{from("a.test", says(ours, dmarc), ""), from("b.test", says(ours, dmarc), ""), from("c.test", "", "")},
			"mx.example.org states a verdict on the author in 2 of the last 3 mails; write trust.authserv_id: mx.example.org"},
		{"the same, configured", believed, [][]byte{from("a.test", says("MX.example.org", dmarc), "")}, "mx.example.org states a verdict on the author in 1 of the last 1 mail"},
		{"the same, with a setting too many", below, [][]byte{from("a.test", says(ours, dmarc), "")}, "leave out trust.below_received"},
		{"Rspamd", config.Trust{}, [][]byte{from("a.test", "", says(ours, dmarc)), from("b.test", "", says(ours, dmarc))},
			"write trust.authserv_id: mx.example.org and trust.below_received: true, if it writes that field into every mail"},
		{"Rspamd, half configured", believed, [][]byte{from("a.test", "", says(ours, dmarc))}, "vouches for nobody, since it writes below its own Received line"},
		{"Rspamd, configured", below, [][]byte{from("a.test", "", says(ours, dmarc))}, "states a verdict on the author in 1 of the last 1 mail"},
		{"Gmail", config.Trust{}, [][]byte{gmail("a.test"), gmail("b.test")}, "write trust.authserv_id: mx.google.com"},
		{"Fastmail", config.Trust{}, [][]byte{from("a.test", says("mx1.messagingengine.com", dmarc), ""), from("b.test", says("mx4.messagingengine.com", dmarc), ""),
			from("c.test", says("mx4.messagingengine.com", dmarc), "")}, "differs from mail to mail (as at Fastmail); write trust.dkim: true"},
		{"Exchange", config.Trust{}, [][]byte{from("a.test", "", exchange)}, "under no name (as Exchange and Outlook do); write trust.dkim: true"},
		{"OpenDKIM alone", config.Trust{}, [][]byte{from("a.test", says(ours, "dkim=pass header.d=a"), "")}, "states no results for DMARC, or not in all mails; write trust.dkim: true"},
		{"OpenDKIM alone, believed", believed, [][]byte{from("a.test", says(ours, "dkim=pass header.d=a"), "")}, "vouches for nobody, since it states no result for DMARC"},
		{"nothing", config.Trust{}, [][]byte{from("a.test", "", "")}, "the server states no verdicts on authors; write trust.dkim: true"},
		{"nothing, and the bot looks itself", config.Trust{DKIM: true}, [][]byte{from("a.test", "", "")}, "the bot checks the signatures of mails itself"},
		{"another name", config.Trust{AuthservID: "old.example.org"}, [][]byte{from("a.test", says(ours, dmarc), "")},
			"none of the last 1 mail has a field of old.example.org, which is trust.authserv_id, where it could count; mx.example.org states"},

		// Whoever wrote the mail has written the field.
		{"a forged field, and no other mail", config.Trust{}, [][]byte{from("evil.test", "", says(ours, dmarc))}, "where whoever wrote the mail could have; write a mail to unlur@example.org from another domain"},
		{"forged fields beside honest mails", config.Trust{}, [][]byte{from("evil.test", "", says(ours, dmarc)), from("evil2.test", "", says(ours, dmarc)), from("a.test", "", "")},
			"or not in all mails; write trust.dkim: true"},
		{"a forged field further below", config.Trust{}, [][]byte{bytes.Replace(from("evil.test", "", ""), []byte("From:"), []byte(says(ours, dmarc)+"From:"), 1)},
			"the server states no verdicts on authors"},
		{"a forged field that breaks the grammar", config.Trust{}, [][]byte{from("evil.test", "", says(ours, dmarc+" ("))}, "the server states no verdicts on authors"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newSurvey("unlur@example.org")
			for _, m := range row.mails {
				s.look(m)
			}
			if got := s.judge(row.trust); !strings.Contains(got, row.want) {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}

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
	for i := range recentMails {
		put("Unlur-Done", from(fmt.Sprintf("a%d.test", i), says("old.example.org", dmarc), ""))
	}
	if got := trust(); got != "old.example.org states a verdict on the author in 20 of the last 20 mails; write trust.authserv_id: old.example.org" {
		t.Error(got)
	}
	for i := range recentMails + 5 {
		put("INBOX", from(fmt.Sprintf("a%d.test", i), says(ours, dmarc), ""))
	}
	if got := trust(); got != "mx.example.org states a verdict on the author in 20 of the last 20 mails; write trust.authserv_id: mx.example.org" {
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
