package main

import (
	"bytes"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/store"
)

// A correspondence is what everybody has got: each mail under its recipient
// and its Message-ID.
type correspondence map[string]arrival

// An arrival is one mail, however often it came.
type arrival struct {
	text   string // header and text, without what differs from run to run
	copies int
}

// collect reads the mailboxes of everybody.
func (r *round) collect(people []string) correspondence {
	r.T.Helper()
	all := correspondence{}
	for _, name := range people {
		dates := map[string]string{}
		for _, folder := range []string{"Read", "INBOX"} {
			for _, raw := range r.Servers.Folder(r.T, name, folder) {
				text, date := essence(r.T, raw)
				key := name + " " + livebot.MessageID(raw)
				before, again := all[key]
				if again && (before.text != text || dates[key] != date && !r.restored) {
					r.T.Errorf("two different mails with one id, %s:\n%s", key, cmp.Diff(before.text, text))
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
func (r *round) sound(records, written []string) {
	r.T.Helper()
	var played []string
	r.Look(func(s *store.Store) error {
		bottest.Sound(r.T, s)
		return s.View(func(tx *store.Tx) error {
			givenUp, err := tx.GivenUp()
			if len(givenUp) > 0 {
				r.T.Errorf("%d mails were given up", len(givenUp))
			}
			if err != nil {
				return err
			}
			return tx.EachGame(func(g *store.Game) error {
				game, err := g.Replay()
				check(r.T, err)
				played = append(played, game.Record())
				return nil
			})
		})
	})
	slices.Sort(played)
	if diff := cmp.Diff(records, played); diff != "" {
		r.T.Errorf("the games (-want +got):\n%s", diff)
	}
	r.filed("INBOX", nil)
	r.filed("Unlur-Failed", nil)
	r.filed("Unlur-Done", written)
}

// filed expects mails in a folder of the bot, by their ids, each of them once.
func (r *round) filed(folder string, want []string) {
	r.T.Helper()
	var got []string
	for _, raw := range r.Servers.Folder(r.T, "unlur", folder) {
		got = append(got, livebot.MessageID(raw))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		r.T.Errorf("the mails in %s (-want +got):\n%s", folder, diff)
	}
}
