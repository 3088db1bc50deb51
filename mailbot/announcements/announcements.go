// Package announcements carries what the operator has to say to all players: who reads it, what may be
// announced, and how it gets to everybody once.
//
// An announcement is kept in the store, and spread from there: some readers at a time, in the order of their
// numbers, up to a share of a day's mails. How far that has come is kept in the transaction in which the mails go
// into the outbox, so each reader gets one, whenever the process is killed, and whoever wants no more news
// before that gets none. Its mails leave behind all others.
//
// Package mailbot asks it, for the control socket and when a wake-up is due.
package announcements

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"unlurbot/mailbot/safe"
	"unlurbot/store"
)

const (
	// MostText is how many bytes a text may have.
	MostText = 4 << 10
	// Rest is how long after an announcement there can be no other one that is not urgent.
	Rest = 7 * 24 * time.Hour
)

// A Draft is an announcement that the operator wants to make.
type Draft struct {
	Text   string            // for all readers in whose language there is none
	Texts  map[string]string // by language
	Urgent bool
}

// Clean gives the announcement of a draft, in whose texts only what may stand in a mail is left. The error says
// what is wrong with it; languages are those in which there are mails.
func (d Draft) Clean(languages []string) (*store.Announcement, error) {
	a := &store.Announcement{Texts: map[string]string{}, Urgent: d.Urgent}
	var err error
	if a.Text, err = cleaned("the announcement", d.Text); err != nil {
		return nil, err
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\x00", a.Text)
	for _, language := range slices.Sorted(maps.Keys(d.Texts)) {
		if !slices.Contains(languages, language) {
			return nil, fmt.Errorf("there are no mails in %q; the languages are %q", language, languages)
		}
		if a.Texts[language], err = cleaned("the text in "+language, d.Texts[language]); err != nil {
			return nil, err
		}
		fmt.Fprintf(hash, "%s\x00%s\x00", language, a.Texts[language])
	}
	a.Hash = hex.EncodeToString(hash.Sum(nil)[:16])
	return a, nil
}

func cleaned(what, text string) (string, error) {
	clean := safe.Text(text)
	switch {
	case !utf8.ValidString(text):
		return "", fmt.Errorf("%s is not in UTF-8", what)
	case clean == "":
		return "", fmt.Errorf("%s is empty", what)
	case len(text) > MostText:
		return "", fmt.Errorf("%s has %d bytes; it may have %d", what, len(text), MostText)
	}
	return clean, nil
}

// May says why an announcement can't be made now; nil if it can.
func May(tx *store.Tx, a *store.Announcement, now time.Time) error {
	for before, err := range tx.LastAnnouncements() {
		switch {
		case err != nil:
			return err
		case before.Hash == a.Hash:
			return fmt.Errorf("the same was announced on %s", before.At.Format(time.DateOnly))
		case !a.Urgent && before.At.Add(Rest).After(now):
			return fmt.Errorf("the last announcement was on %s, and the next one can be made on %s; an outage is a reason for --urgent",
				before.At.Format(time.DateOnly), before.At.Add(Rest).Format(time.DateOnly))
		}
	}
	return nil
}

// ErrNobody is that nobody would read it.
var ErrNobody = errors.New("nobody would read it: no player has written within a year, can be reached and wants news")

// IsReader says whether a player reads announcements: who may be written to unasked, and wants news.
func IsReader(p *store.Player, now time.Time) bool { return p.Hears(now) && !p.NoNews }
