package bottest

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

// A Person writes to the bot and gets mails from it.
type Person struct {
	Address string
	bot     *Bot
	Zone    *time.Location // in which the mails are written
}

// Person gives the one at an address.
func (b *Bot) Person(address string) *Person {
	if b.people[address] == nil {
		b.people[address] = &Person{address, b, time.UTC}
	}
	return b.people[address]
}

// A Mail is one to the bot that it has dealt with.
type Mail struct {
	t        testing.TB
	Decision decision.Decision // what became of it
}

// Is ends the test unless something became of a mail.
func (m Mail) Is(want decision.Decision) {
	m.t.Helper()
	if m.Decision != want {
		m.t.Fatalf("the mail is %s, want %s", m.Decision, want)
	}
}

// Writes sends a new mail, for whose sender our mail server vouches.
func (p *Person) Writes(words string) Mail {
	p.bot.T.Helper()
	return p.bot.Write(Note{From: p.Address, Vouched: true, Body: words})
}

// WritesUnproven sends a new mail that proves nothing of its sender.
func (p *Person) WritesUnproven(words string) Mail {
	p.bot.T.Helper()
	return p.bot.Write(Note{From: p.Address, Body: words})
}

// Replies answers the last mail that the person got.
func (p *Person) Replies(words string) Mail {
	p.bot.T.Helper()
	return p.Answers(p.Last(), words)
}

// Answers answers a mail, whoever got it.
func (p *Person) Answers(m *store.Outgoing, words string) Mail {
	p.bot.T.Helper()
	return p.bot.Write(Note{From: p.Address, Answers: m, Body: words})
}

// Clicks sends what a mail program does that unsubscribes somebody of a mail.
func (p *Person) Clicks(m *store.Outgoing) Mail {
	p.bot.T.Helper()
	link, err := url.Parse(strings.Trim(Field(m, "List-Unsubscribe"), "<>"))
	p.bot.Check(err)
	return p.bot.Write(Note{From: p.Address, To: link.Opaque, Subject: link.Query().Get("subject")})
}

// Mails gives all that the person has got.
func (p *Person) Mails() []*store.Outgoing { return p.bot.Mails[p.Address] }

// Last gives the last one.
func (p *Person) Last() *store.Outgoing {
	p.bot.T.Helper()
	got := p.Mails()
	if len(got) == 0 {
		p.bot.T.Fatalf("%s has got no mail", p.Address)
	}
	return got[len(got)-1]
}

// LivesIn has the person's mails written in a time zone.
func (p *Person) LivesIn(zone string) {
	p.bot.T.Helper()
	if !slices.Contains(zones.Names(), zone) {
		p.bot.T.Fatalf("there is no zone %s", zone)
	}
	p.Zone = zones.Of(zone)
}

// Begin brings two players to the first move of a game; the first one begins.
func (b *Bot) Begin(first, second *Person) {
	b.T.Helper()
	first.Writes("challenge " + second.Address + " first").Is(decision.Challenged)
	second.Replies("accept").Is(decision.Started)
	b.Fresh = nil
}

// A Note is what a person writes; the mail program adds the rest.
type Note struct {
	From    string
	To      string          // the bot's address if empty
	Subject string          // "Re: ..." if empty and Answers is not nil
	Answers *store.Outgoing // the mail that is answered
	Vouched bool            // our mail server is sure of the sender
	Date    string          // as it stands in the header; now, where the writer lives, if empty
	Extra   string          // more header lines
	Body    string
}

// Border is what our mail server writes above a mail from outside; its verdict
// goes above that.
const Border = "Received: from mail.client.test (mail.client.test [203.0.113.7]) by mx.example.org with ESMTPS; Fri, 20 Nov 2026 12:00:00 +0000\n"

// Raw makes the mail that a plain client would send, with a number that no other one has.
func (n Note) Raw(number int, at time.Time) string {
	if n.Answers != nil {
		n.To, n.Subject = n.Answers.ReplyTo.Addr, "Re: "+n.Answers.Subject
		n.Extra += Thread(n.Answers, " ")
		n.Body += Quoted(n.Answers)
	}
	if n.Vouched {
		_, domain, _ := strings.Cut(n.From, "@")
		n.Extra += Verdict(domain)
	}
	return fmt.Sprintf("Return-Path: <%s>\n%sFrom: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@client.test>\nDate: %s\n\n%s\n",
		n.From, n.Extra, n.From, cmp.Or(n.To, Address), n.Subject, number, cmp.Or(n.Date, at.Format(time.RFC1123Z)), n.Body)
}

// Verdict is what our mail server writes of a mail from a domain that it is sure of.
func Verdict(domain string) string {
	return "Authentication-Results: " + Server + "; dmarc=pass header.from=" + domain + "\n" + Border
}

// Thread is the header by which an answer refers to a mail, with what stands between the
// ids in it.
func Thread(m *store.Outgoing, between string) string {
	ids := append(slices.Clone(m.References), m.MessageID)
	return fmt.Sprintf("In-Reply-To: <%s>\nReferences: <%s>\n", m.MessageID, strings.Join(ids, ">"+between+"<"))
}

// Quoted is a mail as it stands below its answer.
func Quoted(m *store.Outgoing) string {
	return "\n\nOn Friday, Unlur wrote:\n> " + strings.ReplaceAll(strings.TrimSpace(m.Text), "\n", "\n> ")
}

// Write sends a mail.
func (b *Bot) Write(n Note) Mail {
	b.T.Helper()
	return b.Receive(n.Raw(int(b.UID), b.Now.In(b.Person(n.From).Zone)))
}

// Returned is what a mail server writes about a mail that it could not deliver
// (RFC 3464), or not yet.
func Returned(m *store.Outgoing, action, status string) string {
	return fmt.Sprintf(`Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: %[1]s
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"
Message-ID: <%[2]s.%[5]s>

--b1
Content-Type: text/plain

The mail system

<%[4]s>: something is wrong

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; %[4]s
Action: %[2]s
Status: %[3]s

--b1
Content-Type: text/rfc822-headers

Return-Path: <%[1]s>
Message-ID: <%[5]s>
Subject: %[6]s

--b1--
`, m.EnvelopeFrom, action, status, m.EnvelopeTo, m.MessageID, m.Subject)
}
