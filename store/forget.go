package store

import (
	"bytes"
	"slices"
	"strings"

	"unlurbot/store/fold"
)

// forgetMails takes out what waits for the player, and what others would be told
// of the player later or not at all.
func (t *Tx) forgetMails(l *leaver) error {
	p := l.Player
	var gone [][]byte
	var passing []*Outgoing
	for key, raw := range t.tx.Bucket(bucketOutbox).Scan(nil) {
		m, err := t.waiting(key, raw)
		switch {
		case err != nil: // nobody knows whether it tells of the player
			gone = append(gone, bytes.Clone(key))
		case m.Passing:
		case m.Player == p.ID, m.Held && t.tellsOf(m, p):
			gone = append(gone, bytes.Clone(key))
		case t.tellsOf(m, p):
			passing = append(passing, m)
		}
	}
	for _, m := range passing {
		m.Passing = true
		if err := put(t, bucketOutbox, place(m.ID), &m.Delivery); err != nil {
			return err
		}
	}
	for _, key := range gone {
		if err := t.Sent(asNumber(key)); err != nil {
			return err
		}
	}
	return nil
}

// forgetGivenUp does the same with the mails that are kept for the operator.
func (t *Tx) forgetGivenUp(l *leaver) error {
	var gone [][]byte
	for key, raw := range t.tx.Bucket(bucketGivenUp).Scan(nil) {
		m, err := asGivenUp(key, raw)
		if err != nil || m.Player == l.ID || t.tellsOf(m, l.Player) {
			gone = append(gone, bytes.Clone(key))
		}
	}
	return t.deleteAll(bucketGivenUp, gone)
}

// tellsOf says whether a mail is about a player's game, or has the player's address
// in it, or if it is about no game the name. In others' games the name is not
// looked for: it may be a word like any other, and somebody called "you" would take
// with them what others have written to each other.
func (t *Tx) tellsOf(m *Outgoing, p *Player) bool {
	g, err := t.Game(m.Game)
	if err == nil && g.SeatOf(p.ID) != 0 {
		return true
	}
	for _, n := range m.Games {
		if g, err := t.Game(n); err == nil && g.SeatOf(p.ID) != 0 {
			return true
		}
	}
	all := strings.Join([]string{m.EnvelopeTo, m.To.Name, m.Subject, m.Text, m.HTML.String(), m.LastAnswer}, "\n")
	for _, f := range m.Files {
		all += "\n" + string(f.Data)
	}
	return p.hasAddressIn(all) || err != nil && p.hasNameIn(all)
}

func (p *Player) hasAddressIn(text string) bool {
	text = fold.Address(text)
	return slices.ContainsFunc(p.addressKeys(), func(key string) bool { return fold.HasWord(text, key) })
}

func (p *Player) hasNameIn(text string) bool { return fold.HasWord(fold.Name(text), fold.Name(p.Name)) }

// forgetRequests takes out what waits to be confirmed. The name is looked for only
// where one can stand, as in tellsOf: not in words, nor in commands in games.
func (t *Tx) forgetRequests(p *leaver) error {
	var gone []RequestID
	err := each(t, bucketRequests, func(_ []byte, r *Request) error {
		said, names := r.Address+"\n"+r.Note, ""
		for _, c := range r.Commands {
			said += "\n" + strings.Join(c.Args, " ")
			if c.Game == 0 {
				names += "\n" + strings.Join(c.Args, " ")
			}
		}
		if r.Player == p.ID || p.hasAddressIn(said) || p.hasNameIn(names) {
			gone = append(gone, r.ID)
		}
		return nil
	})
	for _, id := range gone {
		if err := t.DropRequest(id); err != nil {
			return err
		}
	}
	return err
}
