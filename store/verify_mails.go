package store

import (
	"bytes"
	"io"
	"time"

	"unlurbot/store/kv"
	"unlurbot/store/mailkey"
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
	if _, err := m.HTML.WriteTo(io.Discard); err != nil {
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

// seen checks the notes on incoming mails.
func (v *verifier) seen() {
	walk(v, bucketSeen, func(key []byte, s *Seen) {
		if !mailkey.IsKey(key) {
			v.fault("seen: no mail is known by %q", key)
		}
		if s.At.IsZero() || s.Decision == "" {
			v.fault("seen: %s: nothing was decided, or never", key)
		}
		if s.Doubt < 0 || uint64(s.Request) > v.tx.tx.Bucket(bucketRequests).Sequence() {
			v.fault("seen: %s: its sender was certain by %d, and it led to request %d", key, s.Doubt, s.Request)
		}
	})
}

// trials checks those on mails that are not settled.
func (v *verifier) trials() {
	walk(v, bucketTrials, func(key []byte, t *trial) {
		if !mailkey.IsPlace(key) || t.Count < 1 {
			v.fault("trials: %q was tried %d times", key, t.Count)
		}
	})
}

// noted checks the times that are remembered of addresses.
func (v *verifier) noted(bucket string) {
	walk(v, bucket, func(key []byte, at *time.Time) {
		if at.IsZero() || len(key) != len(AddressKey{}) {
			v.fault("%s: %x at %v", bucket, key, at)
		}
	})
}

// requests checks what waits to be confirmed. Its players and games are there
// for ever, or as long as it is.
func (v *verifier) requests() {
	walk(v, bucketRequests, func(key []byte, r *Request) {
		if string(key) != string(number(r.ID)) {
			v.fault("requests: request %d is stored under the key %x", r.ID, key)
		}
		if r.Player == 0 && r.Address == "" {
			v.fault("requests: request %d is of nobody", r.ID)
		}
		if r.Player != 0 {
			if _, err := v.tx.Player(r.Player); err != nil {
				v.fault("requests: request %d is of player %d: %v", r.ID, r.Player, err)
			}
		}
		if len(r.Commands) == 0 || r.Made.IsZero() {
			v.fault("requests: request %d asked for nothing, or never", r.ID)
		}
		for _, c := range r.Commands {
			if _, err := v.tx.Game(c.Game); c.Game != 0 && err != nil {
				v.fault("requests: request %d is about game %d: %v", r.ID, c.Game, err)
			}
		}
	})
}

// news checks what waits for daily mails: somebody who wants them gets it, in time.
func (v *verifier) news() {
	walk(v, bucketNews, func(key []byte, n *News) {
		if len(key) != 4+8 {
			v.fault("news: %x is nobody's", key)
			return
		}
		id := PlayerID(asNumber(key[:4]))
		p, err := v.tx.Player(id)
		if err != nil || !p.Daily || p.Digest.IsZero() {
			v.fault("news: player %d gets no daily mail (%v)", id, err)
		} else if v.tx.tx.Bucket(bucketWakeUps).Get(WakeUp{At: p.Digest, Kind: WakeDigest, Number: uint32(id)}.key()) == nil {
			v.fault("news: no wake-up is noted for the mail to player %d at %v", id, p.Digest)
		}
		if _, err := v.tx.Game(n.Game); err != nil {
			v.fault("news: player %d is told of game %d: %v", id, n.Game, err)
		}
	})
}

// lastNews gives the highest number among the keys of news.
func lastNews(b *kv.Bucket) (last uint64) {
	for key := range b.Scan(nil) {
		if len(key) == 4+8 {
			last = max(last, asNumber(key[4:]))
		}
	}
	return last
}

// counters checks what was counted.
func (v *verifier) counters() {
	walk(v, bucketCounters, func(key []byte, n *int) {
		kind := key[min(8+counterHash, len(key)):]
		if len(kind) == 0 || bytes.ContainsFunc(kind, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) || *n < 1 {
			v.fault("counters: %x was counted %d times", key, *n)
		}
	})
}
