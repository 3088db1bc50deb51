package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// login opens an IMAP connection of somebody.
func (c carrier) login(name string) (*imapclient.Client, error) {
	client, err := imapclient.DialInsecure(c.imapAddr, nil)
	if err != nil {
		return nil, err
	}
	if err := client.Login(name+"@"+c.domain, c.password).Wait(); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return client, nil
}

// folder gives the mails in a folder of somebody, nothing if there is no such
// folder.
func (c carrier) folder(t testing.TB, name, folder string) []string {
	t.Helper()
	client, err := c.login(name)
	check(t, err)
	defer client.Close()
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

// A correspondence is what everybody has got: each mail under its recipient
// and its Message-ID.
type correspondence map[string]arrival

// An arrival is one mail, however often it came.
type arrival struct {
	text   string // header and text, without what differs from run to run
	copies int
}

// collect reads the mailboxes of everybody.
func (h *household) collect(people []string) correspondence {
	h.t.Helper()
	all := correspondence{}
	for _, name := range people {
		dates := map[string]string{}
		for _, folder := range []string{"Read", "INBOX"} {
			for _, raw := range h.carrier.folder(h.t, name, folder) {
				text, date := essence(h.t, raw)
				key := name + " " + messageID(raw)
				before, again := all[key]
				if again && (before.text != text || dates[key] != date && !h.restored) {
					h.t.Errorf("two different mails with one id, %s:\n%s", key, cmp.Diff(before.text, text))
				}
				all[key] = arrival{text, before.copies + 1}
				dates[key] = date
			}
		}
	}
	return all
}

// essence gives a mail without its date, without the token of the day in its stop link, and
// without what servers wrote into it on its way.
func essence(t testing.TB, raw string) (text, date string) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(raw))
	check(t, err)
	date = m.Header.Get("Date")
	for _, name := range []string{"Date", "Received", "Return-Path", "Delivered-To", "X-Original-To", "Authentication-Results"} {
		delete(m.Header, name)
	}
	for i, link := range m.Header["List-Unsubscribe"] { // of a bot that has got to work after midnight
		m.Header["List-Unsubscribe"][i] = stopToken.ReplaceAllString(link, "$1")
	}
	var b bytes.Buffer
	for _, name := range sortedKeys(m.Header) {
		fmt.Fprintf(&b, "%s: %s\n", name, m.Header[name])
	}
	_, err = b.ReadFrom(m.Body)
	check(t, err)
	return strings.ReplaceAll(b.String(), "\r\n", "\n"), date
}

// stopToken is where the token of a stop link stands, in an address or in a subject.
var stopToken = regexp.MustCompile(`(\+|%5B)[0-9a-z]+`)

// texts leaves out how often each mail came.
func (c correspondence) texts() map[string]string {
	texts := map[string]string{}
	for key, a := range c {
		texts[key] = a.text
	}
	return texts
}

// copies counts the mails that came more than once were needed.
func (c correspondence) copies() (n int) {
	for _, a := range c {
		n += a.copies - 1
	}
	return n
}

// sound holds the store of a stopped bot, and its mailbox, to what was written:
// nothing is lost, nothing is there twice, nothing waits.
func (h *household) sound(records, written []string) {
	h.t.Helper()
	s, err := store.Open(h.storePath(), nil)
	check(h.t, err)
	bottest.Sound(h.t, s)
	check(h.t, s.Close())

	var played []string
	h.view(func(tx *store.Tx) error {
		givenUp, err := tx.GivenUp()
		if len(givenUp) > 0 {
			h.t.Errorf("%d mails were given up", len(givenUp))
		}
		if err != nil {
			return err
		}
		return tx.EachGame(func(g *store.Game) error {
			game, err := g.Replay()
			check(h.t, err)
			played = append(played, game.Record())
			return nil
		})
	})
	slices.Sort(played)
	if diff := cmp.Diff(records, played); diff != "" {
		h.t.Errorf("the games (-want +got):\n%s", diff)
	}
	h.filed("INBOX", nil)
	h.filed("Unlur-Failed", nil)
	h.filed("Unlur-Done", written)
}

// filed expects mails in a folder of the bot, by their ids, each of them once.
func (h *household) filed(folder string, want []string) {
	h.t.Helper()
	var got []string
	for _, raw := range h.carrier.folder(h.t, "unlur", folder) {
		got = append(got, messageID(raw))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		h.t.Errorf("the mails in %s (-want +got):\n%s", folder, diff)
	}
}
