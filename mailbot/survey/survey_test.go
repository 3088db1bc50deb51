package survey

import (
	"bytes"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"unlurbot/mailbot/config"
)

// from makes the header of a mail from a domain, with the lines that servers put
// above and directly below the line of the border.
func from(domain, above, below string) []byte {
	return fmt.Appendf(nil, "Received: from mx by mx with LMTP; Sat, 21 Nov 2026 10:00:00 +0000\r\n%sReceived: from a (a [203.0.113.5]) by mx with ESMTPS; Sat, 21 Nov 2026 10:00:00 +0000\r\n%s"+
		"Received: from b (b [198.51.100.7]) by a with ESMTPSA; Sat, 21 Nov 2026 10:00:00 +0000\r\nFrom: ana@%s\r\nMessage-ID: <1@%s>\r\n\r\n", above, below, domain, domain)
}

// behind makes the header of a mail that came to the mailbox by another machine of
// our own, with the verdict above the line of the border.
func behind(address, domain string) []byte {
	return append(fmt.Appendf(nil, "Received: from filter (filter [%s]) by mx with ESMTP; Sat, 21 Nov 2026 10:00:01 +0000\r\n", address),
		bytes.TrimPrefix(from(domain, says(ours, dmarc), ""), []byte("Received: from mx by mx with LMTP; Sat, 21 Nov 2026 10:00:00 +0000\r\n"))...)
}

func asGmail(domain string) []byte {
	return append([]byte("Received: by 2002:a05:7300:8a0c:b0:1a2:b3c4:d5e6 with SMTP id a12csp1; Sat, 21 Nov 2026 02:00:03 -0800 (PST)\r\n"),
		from(domain, "", says(config.Gmail, dmarc))[len("Received: from mx by mx with LMTP; Sat, 21 Nov 2026 10:00:00 +0000\r\n"):]...)
}

func within(networks ...string) config.Trust {
	t := config.Trust{AuthservID: ours}
	for _, n := range networks {
		t.Networks = append(t.Networks, netip.MustParsePrefix(n))
	}
	return t
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
			"mx.example.org gives a verdict on the sender in 2 of the last 3 mails; write trust.authserv_id: mx.example.org"},
		{"the same, configured", believed, [][]byte{from("a.test", says("MX.example.org", dmarc), "")}, "mx.example.org gives a verdict on the sender in 1 of the last 1 mail"},
		{"the same, with a setting too many", below, [][]byte{from("a.test", says(ours, dmarc), "")}, "leave out trust.below_received"},
		{"Rspamd", config.Trust{}, [][]byte{from("a.test", "", says(ours, dmarc)), from("b.test", "", says(ours, dmarc))},
			"write trust.authserv_id: mx.example.org and trust.below_received: true if it adds that field to every mail"},
		{"Rspamd, half configured", believed, [][]byte{from("a.test", "", says(ours, dmarc))}, "is never believed, because it writes below its own Received line"},
		{"Rspamd, configured", below, [][]byte{from("a.test", "", says(ours, dmarc))}, "gives a verdict on the sender in 1 of the last 1 mail"},
		{"Gmail", config.Trust{}, [][]byte{gmail("a.test"), gmail("b.test")}, "write trust.authserv_id: mx.google.com"},
		{"Fastmail", config.Trust{}, [][]byte{from("a.test", says("mx1.messagingengine.com", dmarc), ""), from("b.test", says("mx4.messagingengine.com", dmarc), ""),
			from("c.test", says("mx4.messagingengine.com", dmarc), "")}, "differs from mail to mail (as with Fastmail); write trust.dkim: true"},
		{"Exchange", config.Trust{}, [][]byte{from("a.test", "", exchange)}, "gives its verdicts without a name (as Exchange and Outlook do); write trust.dkim: true"},
		{"OpenDKIM alone", config.Trust{}, [][]byte{from("a.test", says(ours, "dkim=pass header.d=a"), "")}, "gives no DMARC results, or not in every mail; write trust.dkim: true"},
		{"OpenDKIM alone, believed", believed, [][]byte{from("a.test", says(ours, "dkim=pass header.d=a"), "")}, "is never believed, because it gives no DMARC result"},
		{"nothing", config.Trust{}, [][]byte{from("a.test", "", "")}, "the server gives no verdicts on senders; write trust.dkim: true"},
		{"nothing, and the bot looks itself", config.Trust{DKIM: true}, [][]byte{from("a.test", "", "")}, "the bot checks the signatures of mails itself"},
		{"another name", config.Trust{AuthservID: "old.example.org"}, [][]byte{from("a.test", says(ours, dmarc), "")},
			"none of the last 1 mail has a field of old.example.org, which is trust.authserv_id, where it could count; mx.example.org gives"},

		// What is within our own network has to be named.
		{"Amavis", config.Trust{}, [][]byte{behind("127.0.0.1", "a.test"), behind("::1", "b.test")},
			"write trust.authserv_id: mx.example.org; and trust.networks: [127.0.0.1/32, \"::1/128\"], if only your mail servers"},
		{"Amavis, half configured", believed, [][]byte{behind("127.0.0.1", "a.test"), behind("127.0.0.1", "b.test")},
			"where it could count; mx.example.org gives a verdict on the sender in 2 of the last 2 mails; write trust.authserv_id: mx.example.org; and trust.networks: [127.0.0.1/32]"},
		{"Amavis, configured", within("127.0.0.1/32"), [][]byte{behind("127.0.0.1", "a.test")}, "gives a verdict on the sender in 1 of the last 1 mail"},
		{"a farm", config.Trust{}, [][]byte{behind("10.1.2.3", "a.test"), behind("10.1.2.200", "b.test"), behind("192.168.1.1", "c.test")}, "trust.networks: [10.1.2.0/24, 192.168.1.1/32]"},
		{"a farm, with the name of each machine", config.Trust{}, [][]byte{behind("10.1.2.3", "a.test"), bytes.ReplaceAll(behind("10.1.2.4", "b.test"), []byte(ours), []byte("mx2"))},
			"differs from mail to mail (as with Fastmail); write trust.dkim: true"},
		{"one mail from a neighbour", config.Trust{}, [][]byte{behind("192.168.1.20", "evil.test")},
			"after machines with private addresses (192.168.1.20/32), which could have written it too; send a mail to unlur@example.org from another domain"},
		{"a neighbour's mail among others", config.Trust{}, [][]byte{behind("192.168.1.20", "evil.test"), from("a.test", "", ""), from("b.test", "", "")}, "the server gives no verdicts on senders"},
		{"Gmail as it is", config.Trust{}, [][]byte{asGmail("a.test"), asGmail("b.test")}, "write trust.authserv_id: mx.google.com"},
		{"Gmail as it is, configured", config.Trust{AuthservID: config.Gmail, BelowReceived: true, Networks: []netip.Prefix{config.GmailNetwork}}, [][]byte{asGmail("a.test")},
			"mx.google.com gives a verdict on the sender in 1 of the last 1 mail"},

		// Whoever wrote the mail has written the field.
		{"a forged field, and no other mail", config.Trust{}, [][]byte{from("evil.test", "", says(ours, dmarc))}, "where the sender could have written it; send a mail to unlur@example.org from another domain"},
		{"forged fields beside honest mails", config.Trust{}, [][]byte{from("evil.test", "", says(ours, dmarc)), from("evil2.test", "", says(ours, dmarc)), from("a.test", "", "")},
			"or not in every mail; write trust.dkim: true"},
		{"a forged field further below", config.Trust{}, [][]byte{bytes.Replace(from("evil.test", "", ""), []byte("From:"), []byte(says(ours, dmarc)+"From:"), 1)},
			"the server gives no verdicts on senders"},
		{"a forged field that breaks the grammar", config.Trust{}, [][]byte{from("evil.test", "", says(ours, dmarc+" ("))}, "the server gives no verdicts on senders"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := New("unlur@example.org", row.trust.Networks)
			for _, m := range row.mails {
				s.Look(m)
			}
			if got := s.Judge(row.trust); !strings.Contains(got, row.want) {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}
