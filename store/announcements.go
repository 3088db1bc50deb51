package store

import (
	"bytes"
	"iter"
	"time"

	"unlurbot/store/acts"
)

// An Announcement is what the operator has to say to all players. Its Texts are kept until the last
// reader has a mail with them: they may name anybody.
type Announcement struct {
	Number uint32    `json:"number"` // of the act
	At     time.Time `json:"at"`
	Hash   string    `json:"hash"`             // of the texts, in hexadecimal: the same is announced once
	Urgent bool      `json:"urgent,omitempty"` // it need not wait until another one is a week old

	// Texts are by language; that for readers of any other is in Text. Both are empty when it is Done.
	Text  string            `json:"text,omitempty"`
	Texts map[string]string `json:"texts,omitempty"`

	Next PlayerID  `json:"next"` // the first player who was not looked at
	Last PlayerID  `json:"last"` // and the last one that there was
	Sent int       `json:"sent"` // to how many readers a mail was written
	Done time.Time `json:"done,omitzero"`
}

// In gives the text for readers of a language.
func (a *Announcement) In(language string) string {
	if text, ok := a.Texts[language]; ok {
		return text
	}
	return a.Text
}

// Announce keeps an announcement, with the number of its act, for all players that there are.
func (t *Tx) Announce(a *Announcement) error {
	a.Next, a.Last = 1, PlayerID(t.tx.Bucket(bucketPlayers).Sequence())
	return t.PutAnnouncement(a)
}

// PutAnnouncement writes an announcement back.
func (t *Tx) PutAnnouncement(a *Announcement) error {
	return put(t, bucketAnnouncements, number(a.Number), a)
}

// Announcement gives an announcement by its number.
func (t *Tx) Announcement(n uint32) (*Announcement, error) {
	return get[Announcement](t, bucketAnnouncements, number(n))
}

// LastAnnouncements goes through all announcements, the newest first, to an error or the end of the loop.
func (t *Tx) LastAnnouncements() iter.Seq2[*Announcement, error] {
	return func(yield func(*Announcement, error) bool) {
		for key, raw := range t.tx.Bucket(bucketAnnouncements).ScanBack(nil) {
			a, err := decode[Announcement](bucketAnnouncements, key, raw)
			if !yield(a, err) || err != nil {
				return
			}
		}
	}
}

// PlayersFrom goes through the players from one on, to an error or the end of the loop, in which
// nothing may be written.
func (t *Tx) PlayersFrom(id PlayerID) iter.Seq2[*Player, error] {
	return func(yield func(*Player, error) bool) {
		for key, raw := range t.tx.Bucket(bucketPlayers).ScanFrom(number(id)) {
			p, err := decode[Player](bucketPlayers, key, raw)
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// DropAnnouncements takes the announcements out of the outbox that wait for a player.
func (t *Tx) DropAnnouncements(p *Player) error {
	var theirs []uint64
	for _, key := range t.tx.Bucket(bucketLines).Scan(lineOf(p.Address)) {
		m, err := get[Outgoing](t, bucketLetters, key)
		if err == nil && m.Announcement {
			theirs = append(theirs, asNumber(bytes.Clone(key)))
		}
	}
	for _, id := range theirs {
		if err := t.Sent(id); err != nil {
			return err
		}
	}
	return nil
}

// announcements checks that each is an act of the operator's, and keeps its texts as long as it needs them.
func (v *verifier) announcements() {
	walk(v, bucketAnnouncements, func(key []byte, a *Announcement) {
		if string(key) != string(number(a.Number)) {
			v.fault("announcement %d is stored under the key %x", a.Number, key)
		}
		act, err := get[acts.Act](v.tx, bucketActs, number(a.Number))
		if err != nil || act.Kind != acts.Announce || act.After != a.Hash {
			v.fault("announcement %d is no act of the operator's, or of other words (%v)", a.Number, err)
		}
		if done := !a.Done.IsZero(); done != (a.Text == "") || done && len(a.Texts) > 0 || !done && a.Next > a.Last || a.Sent > int(a.Last) {
			v.fault("announcement %d has come from player %d to %d, was sent %d times, and has texts: %v", a.Number, a.Next, a.Last, a.Sent, a.Text != "")
		}
	})
}
