package admin

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"unlurbot/mailbot/copies"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/imapbox"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A Found is a mail that lies in the mailbox.
type Found struct {
	Folder      string
	UIDValidity uint32
	imapbox.Message
}

// A Reader reads a mail as the bot does.
type Reader func(raw []byte, headerOnly bool) *parser.Mail

// A Verdict is what became of one mail. Either it is one of the bot's own, or it has come.
type Verdict struct {
	Own *Mail `json:"own,omitempty"` // of the bot's, that has not left

	Folder   string           `json:"folder,omitempty"` // where it lies now
	UID      uint32           `json:"uid,omitempty"`
	Arrived  time.Time        `json:"arrived,omitzero"`
	Decision string           `json:"decision,omitempty"` // none if the store knows nothing of it
	At       time.Time        `json:"at,omitzero"`        // of the decision
	Doubt    int              `json:"doubt,omitempty"`    // how uncertain it is who sent it; 0 is certain
	Class    sender.Class     `json:"class,omitempty"`
	Reason   string           `json:"reason,omitempty"` // of the class
	From     string           `json:"from,omitempty"`
	Subject  string           `json:"subject,omitempty"`
	Commands []parser.Command `json:"commands,omitempty"`
	Lines    []Line           `json:"lines,omitempty"` // and what became of each
}

// A Line is one of a mail.
type Line struct {
	Fate string `json:"fate"` // as parse --explain says it
	Text string `json:"text"`
}

// why gives []Verdict.
func (d *Desk) why(ctx context.Context, asked url.Values) (any, error) {
	return d.Verdicts(ctx, asked.Get("id"))
}

// Verdicts tells what became of the mails with a Message-ID. The store knows mails by hashes of more than the id, so
// one that came is looked for in the mailbox; one of the bot's own lies in the store.
func (d *Desk) Verdicts(ctx context.Context, id string) ([]Verdict, error) {
	id = strings.Trim(strings.TrimSpace(id), "<>")
	if id == "" || len(id) > 998 || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return nil, errors.New("a Message-ID is one word, such as abc@example.org")
	}
	var verdicts []Verdict
	err := d.view(func(r reading) error {
		own := r.unsent(func(m Mail) bool { return m.MessageID == discreet.WithoutTokens(id) })
		for i := range own {
			verdicts = append(verdicts, Verdict{Own: &own[i]})
		}
		return nil
	})
	if err != nil || len(verdicts) > 0 {
		return verdicts, err
	}
	found, err := d.Archive(ctx, id)
	if err != nil {
		return nil, err
	}
	err = d.view(func(r reading) error {
		for _, f := range found {
			if mail := d.Read(f.Raw, f.HeaderOnly); mail.MessageID == id { // the server finds ids that contain it, too
				v, err := verdictOn(r.u.Tx, f, mail)
				if err != nil {
					return err
				}
				verdicts = append(verdicts, v)
			}
		}
		return nil
	})
	if err == nil && len(verdicts) == 0 {
		err = fmt.Errorf("no mail with the id %s lies in the mailbox. A mail of the bot's own that has left is not kept", id)
	}
	return verdicts, err
}

// verdictOn tells what became of a mail. Of several notes on it the surest counts.
func verdictOn(tx *store.Tx, f Found, m *parser.Mail) (Verdict, error) {
	orders := m.Orders()
	v := Verdict{
		Folder: f.Folder, UID: f.UID, Arrived: f.Arrived, Class: m.Class, Reason: m.Reason, From: m.From.Addr,
		Subject: discreet.WithoutTokens(m.Subject), Commands: orders.Commands,
	}
	for _, line := range m.Explain() {
		v.Lines = append(v.Lines, Line{line.Fate, discreet.WithoutTokens(line.Text)})
	}
	for _, key := range copies.Of(mailkey.Place(f.UIDValidity, f.UID), m, f.Raw).Keys {
		seen, err := tx.WasSeen(key)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return v, err
		}
		if err == nil && (v.Decision == "" || seen.Doubt < v.Doubt) {
			v.Decision, v.At, v.Doubt = seen.Decision, seen.At, seen.Doubt
		}
	}
	return v, nil
}
