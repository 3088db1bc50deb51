package livebot

import (
	"context"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
)

// A Person writes to the bot, and gets mails from it, at a plain mail client. A mail that does
// not come ends the test, or the goroutine.
type Person struct {
	T       testing.TB
	Address string
	Servers Servers
	Last    *correspondent.Letter // the one that Replies answers
	Wrote   []string              // the Message-IDs of what was written

	ctx    context.Context // ends when nothing comes any more
	client *correspondent.Person
	seen   map[string]bool
}

// Person opens the mail client of somebody.
func (s Servers) Person(t testing.TB, name string) *Person {
	t.Helper()
	ctx, cancel := UntilDeadline(t)
	p := s.PersonAt(t, ctx, name, time.Now)
	t.Cleanup(func() { p.Close(); cancel() })
	return p
}

// PersonAt opens one for the caller to close, who has a clock, and waits until ctx ends. Dates and
// Message-IDs are made of the time, so a clock that stands gives the same ones in each run.
func (s Servers) PersonAt(t testing.TB, ctx context.Context, name string, now func() time.Time) *Person {
	t.Helper()
	host, port, err := net.SplitHostPort(s.IMAPAddr)
	check(t, err)
	number, err := strconv.Atoi(port)
	check(t, err)
	client, err := correspondent.Open(ctx, correspondent.Config{
		Address: s.At(name), Bot: s.At("unlur"), SMTPAddr: s.SMTPAddr, Now: now,
		IMAP: imapbox.Config{
			Host: host, Port: number, Security: "none", Username: s.At(name), Credential: credential.Password(s.Password), Mailbox: "INBOX", DoneMailbox: "Read",
		},
	})
	check(t, err)
	return &Person{T: t, Address: s.At(name), Servers: s, ctx: ctx, client: client, seen: map[string]bool{}}
}

// Close closes the mail client, whatever has become of its connection.
func (p *Person) Close() { _ = p.client.Close() }

// Writes sends a new mail, with the words in its subject.
func (p *Person) Writes(words string) {
	p.T.Helper()
	p.sent(p.client.Write(words, ""))
}

// Replies answers the last mail that the person has read.
func (p *Person) Replies(words string) {
	p.T.Helper()
	p.sent(p.client.Reply(p.Last, words))
}

// Clicks sends the mail that a click on a link begins.
func (p *Person) Clicks(link string) {
	p.T.Helper()
	p.sent(p.client.Click(link))
}

func (p *Person) sent(raw string, err error) {
	p.T.Helper()
	check(p.T, err)
	p.Wrote = append(p.Wrote, MessageID(raw))
}

// Reads waits for the next mail.
func (p *Person) Reads() *correspondent.Letter {
	p.T.Helper()
	l, err := p.client.Next(p.ctx)
	if err != nil {
		p.T.Fatalf("%s waits for a mail: %v", p.Address, err)
	}
	p.Last = l
	return l
}

// ReadsOnce waits for the next mail that is no copy of one that came before.
func (p *Person) ReadsOnce() *correspondent.Letter {
	p.T.Helper()
	for p.seen[p.Reads().ID()] {
	}
	p.seen[p.Last.ID()] = true
	return p.Last
}

// Gets reads mails up to one that tells of an event.
func (p *Person) Gets(event string) *correspondent.Letter {
	p.T.Helper()
	for p.Reads().Event() != event {
	}
	return p.Last
}

// Dated is when the last mail was written.
func (p *Person) Dated() time.Time {
	p.T.Helper()
	at, err := p.Last.Header.Date()
	check(p.T, err)
	return at
}

// Begin brings two players to the first move, which is the first one's. Where no
// server vouches for players, the bot asks first.
func Begin(first, second *Person) {
	first.T.Helper()
	first.Writes("challenge " + second.Address + " first")
	if !first.Servers.Vouched {
		first.Gets("confirm")
		first.Replies("yes")
	}
	second.Gets("invite")
	second.Replies("accept")
}

// PlayAll lets two players move in turn, from the first move of a game on.
func PlayAll(first, second *Person, moves ...string) {
	first.T.Helper()
	for ply, move := range moves {
		mover := [2]*Person{first, second}[ply%2]
		if got := mover.Gets("turn").Header.Get("X-Unlur-Ply"); got != strconv.Itoa(ply) {
			mover.T.Fatalf("the mail for ply %d says %s", ply, got)
		}
		mover.Replies(move)
	}
}

// MessageID finds the id in a raw mail, without brackets.
func MessageID(raw string) string {
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return ""
	}
	return strings.Trim(m.Header.Get("Message-Id"), "<>")
}
