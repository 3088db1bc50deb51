// Package roundtrip makes a mail that the bot sends to itself, awaits it in the mailbox, and
// tells what the servers on its way have made of it: whether it arrives, where, whether the
// +detail of its address and the fields that the bot needs do too, and what the mail server
// says of its author.
//
// The mail changes nothing. It is a program's, and its address has a +detail that package
// sender knows as the bot's own, so that a bot that runs meanwhile files it unanswered; it is
// then found among the processed mails. Once found it is removed. The check command calls Try,
// and says how to reach the servers.
package roundtrip

import (
	"crypto/rand"
	"strings"
	"time"

	"unlurbot/mailbot/address"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
)

// A letter is the mail.
type letter struct {
	mail  *store.Outgoing
	own   address.Own
	token string
}

// write writes a mail of the bot to itself. With bare it goes to the address without a +detail.
func write(own address.Own, bare bool, at time.Time) *letter {
	token := strings.ToLower(rand.Text()[:16]) // the part before the @ has 64 characters at most
	_, domain, _ := strings.Cut(string(own), "@")
	to := string(own)
	if !bare {
		to = own.With(sender.CheckDetail + token)
	}
	return &letter{own: own, token: token, mail: &store.Outgoing{
		EnvelopeFrom: to, EnvelopeTo: to,
		From: store.Mailbox{Name: "Unlur", Addr: string(own)}, To: store.Mailbox{Addr: to}, ReplyTo: store.Mailbox{Addr: to},
		Subject: "unlurbot check " + token, Date: at, MessageID: sender.CheckDetail + token + "@" + domain,
		Header: []store.Field{
			{Name: "Auto-Submitted", Value: "auto-generated"},
			{Name: "X-Auto-Response-Suppress", Value: "All"},
			{Name: "X-Loop", Value: string(own)},
		},
		Text: "This is a test by \"unlurbot check --send\": the bot's mail to itself.\nIt needs no answer, and may be deleted.\n",
	}}
}

func (l *letter) read(header []byte) *parser.Mail {
	return parser.ReadMail(header, parser.Options{Own: []string{string(l.own)}, HeaderOnly: true})
}

func (l *letter) to() string { return l.mail.EnvelopeTo }

// isBare says whether the letter goes to the plain address.
func (l *letter) isBare() bool { return l.to() == string(l.own) }
