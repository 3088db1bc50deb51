// Package correspondent is a person at a plain mail client: it writes to the
// bot, waits for what comes back, and replies to that as any mail program
// does. It knows mail and nothing else; what it writes is up to its owner.
//
// The demo command plays its game with two of them, and so do the tests that
// go through real servers. They use the same protocols as any client and see
// nothing of the bot but its mails.
package correspondent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-smtp"

	"unlurbot/mailbot/imapbox"
	"unlurbot/parser"
)

// Config says who the person is and which servers carry the mail.
type Config struct {
	Address  string // of the person
	Bot      string // where first mails go
	SMTPAddr string // host:port of a server that takes mail without TLS or login
	IMAP     imapbox.Config
	Now      func() time.Time
}

// A Person writes and receives mail. It is for one goroutine at a time.
type Person struct {
	cfg     Config
	box     *imapbox.Box
	waiting []*Letter
	written int
}

// A Letter is a mail that came.
type Letter struct {
	Header  mail.Header
	Subject string
	Text    string // the text part
	HTML    string // the HTML part, empty if there is none
	Raw     string // all of it, as it came
}

// Read reads a mail off the wire.
func Read(raw []byte) (*Letter, error) {
	head, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	page, err := htmlPart(raw)
	if err != nil {
		return nil, err
	}
	read := parser.ReadMail(raw, parser.Options{})
	return &Letter{Header: head.Header, Subject: read.Subject, Text: read.Text, HTML: page, Raw: string(raw)}, nil
}

// ID is the Message-ID, without brackets.
func (l *Letter) ID() string { return strings.Trim(l.Header.Get("Message-Id"), "<>") }

// Event is the value of X-Unlur-Event.
func (l *Letter) Event() string { return l.Header.Get("X-Unlur-Event") }

// ReplyTo is where a mail client sends an answer (RFC 5322 section 3.6.2), empty if the
// mail has no address.
func (l *Letter) ReplyTo() string {
	for _, name := range []string{"Reply-To", "From"} {
		if list, err := l.Header.AddressList(name); err == nil && len(list) > 0 {
			return list[0].Address
		}
	}
	return ""
}

// Open opens the person's mailbox.
func Open(ctx context.Context, cfg Config) (*Person, error) {
	box, err := imapbox.Dial(ctx, cfg.IMAP)
	if err != nil {
		return nil, err
	}
	return &Person{cfg: cfg, box: box}, nil
}

// Close ends the connection.
func (p *Person) Close() error { return p.box.Close() }

// Write sends a new mail to the bot and gives what was sent.
func (p *Person) Write(subject, body string) (string, error) {
	return p.send(p.cfg.Bot, subject, "", body)
}

// Reply answers a mail: above its text, which is quoted, as most people do.
func (p *Person) Reply(l *Letter, body string) (string, error) {
	to := l.ReplyTo()
	if to == "" {
		return "", errors.New("correspondent: the mail has no address to reply to")
	}
	subject := l.Subject
	if !strings.HasPrefix(subject, "Re: ") {
		subject = "Re: " + subject
	}
	references := strings.TrimSpace(l.Header.Get("References") + " <" + l.ID() + ">")
	thread := fmt.Sprintf("In-Reply-To: <%s>\r\nReferences: %s\r\n", l.ID(), strings.Join(strings.Fields(references), "\r\n "))
	quote := "> " + strings.ReplaceAll(strings.TrimSpace(l.Text), "\n", "\n> ")
	return p.send(to, subject, thread, body+"\n\nUnlur wrote:\n"+quote)
}

// send hands a mail to the server, and gives it.
func (p *Person) send(to, subject, thread, body string) (string, error) {
	p.written++
	_, domain, _ := strings.Cut(p.cfg.Address, "@")
	now := p.cfg.Now()
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: %s\r\nDate: %s\r\nMessage-ID: <%d.%d@%s>\r\n%s"+
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s\r\n",
		p.cfg.Address, to, subject, now.Format(time.RFC1123Z), now.UnixNano(), p.written, domain,
		thread, strings.ReplaceAll(body, "\n", "\r\n"))
	// SendMail of the library would insist on TLS wherever a server offers it, with a
	// certificate that loopback servers rarely have.
	client, err := smtp.Dial(p.cfg.SMTPAddr)
	if err != nil {
		return raw, err
	}
	if err := client.SendMail(p.cfg.Address, []string{to}, strings.NewReader(raw)); err != nil {
		return raw, errors.Join(err, client.Close())
	}
	return raw, client.Quit()
}

// Next gives the next mail, waiting for it until ctx ends.
func (p *Person) Next(ctx context.Context) (*Letter, error) {
	for len(p.waiting) == 0 {
		if err := p.fetch(ctx); err != nil {
			return nil, err
		}
		if len(p.waiting) > 0 {
			break
		}
		if err := p.box.Wait(ctx, time.Minute); err != nil {
			return nil, err
		}
	}
	next := p.waiting[0]
	p.waiting = p.waiting[1:]
	return next, nil
}

// fetch takes what has come out of the mailbox.
func (p *Person) fetch(ctx context.Context) error {
	uids, err := p.box.List(ctx)
	if err != nil {
		return err
	}
	for rest := uids; len(rest) > 0; {
		var messages []imapbox.Message
		if messages, rest, err = p.box.Fetch(ctx, rest); err != nil {
			return err
		}
		for _, m := range messages {
			l, err := Read(m.Raw)
			if err != nil {
				return err
			}
			p.waiting = append(p.waiting, l)
		}
	}
	return p.box.File(ctx, imapbox.Done, uids)
}

// htmlPart gives the first HTML part of a mail.
func htmlPart(raw []byte) (page string, err error) {
	m, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		if kind, _, err := part.Header.ContentType(); err != nil || kind != "text/html" || page != "" {
			return err
		}
		content, err := io.ReadAll(part.Body)
		page = string(content)
		return err
	})
	return page, err
}
