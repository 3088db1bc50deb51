package store

import (
	"bytes"
)

// outbox checks that each mail that waits is there.
func (v *verifier) outbox() {
	walk(v, bucketOutbox, func(key []byte, d *Delivery) {
		m, err := v.tx.outgoing(key, d)
		if err != nil {
			v.fault("outbox: %x: the mail: %v", key, err)
			return
		}
		if d.Recipient != m.EnvelopeTo || d.Game != m.Game {
			v.fault("outbox: mail %d waits for %s, about game %d, and is to %s, about game %d", m.Number(), d.Recipient, d.Game, m.EnvelopeTo, m.Game)
		}
		if at := v.tx.tx.Bucket(bucketLines).Get(lineKey(d.Recipient, m.ID)); !bytes.Equal(at, key) {
			v.fault("lines: mail %d is not in the line of its recipient", m.Number())
		}
		v.delivery(bucketOutbox, key, d)
	})
}

// lines checks that nobody waits in a line for nothing.
func (v *verifier) lines() {
	for line, at := range v.tx.tx.Bucket(bucketLines).Scan(nil) {
		if v.tx.tx.Bucket(bucketOutbox).Get(at) == nil {
			v.fault("lines: %q: no mail waits at %x", line, at)
		}
	}
}

// letters checks the mails themselves, and that none is left over.
func (v *verifier) letters() {
	walk(v, bucketLetters, func(key []byte, m *Outgoing) {
		if v.tx.tx.Bucket(bucketOutbox).Get(key) == nil {
			v.fault("letters: mail %x waits for nothing", key)
		}
		v.outgoing(bucketLetters, key, m)
	})
}

func (v *verifier) givenUp() {
	walk(v, bucketGivenUp, func(key []byte, g *givenUp) {
		if g.Mail == nil {
			v.fault("given-up: %x: the mail is missing", key)
			return
		}
		if v.tx.tx.Bucket(bucketLetters).Get(key) != nil {
			v.fault("given-up: mail %x waits to be sent all the same", key)
		}
		v.outgoing(bucketGivenUp, key, g.Mail)
		v.delivery(bucketGivenUp, key, &g.Delivery)
	})
}

func (v *verifier) outgoing(bucket string, key []byte, m *Outgoing) {
	if string(key) != string(place(m.ID)) {
		v.fault("%s: mail %d is stored under the key %x", bucket, m.Number(), key)
	}
	if m.EnvelopeTo == "" || m.MessageID == "" {
		v.fault("%s: mail %d has no recipient or no Message-ID", bucket, m.Number())
	}
	if err := m.HTML.Open(func([]byte) error { return nil }); err != nil {
		v.fault("%s: mail %d: %v", bucket, m.Number(), err)
	}
	if m.Player != 0 {
		if _, err := v.tx.Player(m.Player); err != nil {
			v.fault("%s: mail %d is for player %d: %v", bucket, m.Number(), m.Player, err)
		}
	}
	for _, n := range append([]GameNumber{m.Game}, m.Games...) {
		if _, err := v.tx.Game(n); n != 0 && err != nil {
			v.fault("%s: mail %d is about game %d: %v", bucket, m.Number(), n, err)
		}
	}
}

func (v *verifier) delivery(bucket string, key []byte, d *Delivery) {
	if d.Attempts < 0 || d.Attempts > 0 == d.FirstTry.IsZero() {
		v.fault("%s: mail %x was tried %d times since %v", bucket, key, d.Attempts, d.FirstTry)
	}
}
