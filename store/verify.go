package store

import (
	"encoding/binary"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"unlurbot/game"
)

// Verify checks the whole file and lists what is wrong with it, nothing if all
// is well: that each game replays to its stored course, that each index leads
// to what it stands for and back, and bbolt's own pages.
func (s *Store) Verify() (faults []string, err error) {
	err = s.View(func(t *Tx) error {
		v := verifier{tx: t}
		for fault := range t.tx.Check() {
			v.fault("file: %v", fault)
		}
		v.games()
		v.players()
		v.outbox()
		faults = v.faults
		return nil
	})
	return faults, err
}

type verifier struct {
	tx     *Tx
	faults []string
}

func (v *verifier) fault(format string, args ...any) {
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

// walk goes through a bucket; a value that can't be read is a fault.
func walk[T any](v *verifier, bucket []byte, f func(key []byte, value *T)) {
	for key, raw := range entries(v.tx.tx.Bucket(bucket)) {
		value, err := decode[T](bucket, key, raw)
		if err != nil {
			v.fault("%v", err)
			continue
		}
		f(key, value)
	}
}

func entries(b *bbolt.Bucket) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		c := b.Cursor()
		for k, raw := c.First(); k != nil && yield(k, raw); k, raw = c.Next() {
		}
	}
}

func (v *verifier) games() {
	seats := 0
	walk(v, bucketGames, func(key []byte, g *Game) {
		if string(key) != string(number(g.Number)) {
			v.fault("game %d is stored under the key %x", g.Number, key)
		}
		v.course(g)
		for _, id := range g.Players {
			if v.tx.tx.Bucket(bucketSeats).Get(seatKey(id, g.Number)) == nil {
				v.fault("game %d is missing in the list of player %d", g.Number, id)
			}
			if _, err := v.tx.Player(id); err != nil {
				v.fault("game %d: player %d: %v", g.Number, id, err)
			}
			seats++
		}
	})
	if n := v.tx.tx.Bucket(bucketSeats).Stats().KeyN; n != seats {
		v.fault("the players' lists hold %d seats, the games %d", n, seats)
	}
}

func (v *verifier) course(g *Game) {
	played, err := g.Replay()
	if err != nil {
		v.fault("%v", err)
		return
	}
	course := CourseOf(played.Position())
	if g.Course != course {
		v.fault("game %d is stored as %+v, its events give %+v", g.Number, g.Course, course)
	}
	if over := course.Phase == game.Over; over != (g.State == Finished) {
		v.fault("game %d is %s in the phase %v", g.Number, g.State, course.Phase)
	}
	if len(g.Events) > 0 && g.State != Playing && g.State != Finished {
		v.fault("game %d is %s and has been played", g.Number, g.State)
	}
}

func (v *verifier) players() {
	count := 0
	walk(v, bucketPlayers, func(key []byte, p *Player) {
		count++
		if string(key) != string(number(p.ID)) {
			v.fault("player %d is stored under the key %x", p.ID, key)
		}
		v.leadsTo(bucketAddresses, FoldAddress(p.Address), p.ID)
		v.leadsTo(bucketNames, FoldName(p.Name), p.ID)
	})
	for _, index := range [][]byte{bucketAddresses, bucketNames} {
		if n := v.tx.tx.Bucket(index).Stats().KeyN; n != count {
			v.fault("%s: %d entries for %d players", index, n, count)
		}
	}
}

func (v *verifier) leadsTo(index []byte, key string, id PlayerID) {
	found := v.tx.tx.Bucket(index).Get([]byte(key))
	if found == nil || PlayerID(binary.BigEndian.Uint32(found)) != id {
		v.fault("%s: the entry of player %d leads to %x", index, id, found)
	}
}

// outbox checks that each mail that waits is there, and that none is left over.
func (v *verifier) outbox() {
	waiting := 0
	walk(v, bucketOutbox, func(key []byte, d *Delivery) {
		waiting++
		m, err := v.tx.outgoing(key, d)
		if err != nil {
			v.fault("outbox: %x: the mail: %v", key, err)
			return
		}
		v.outgoing(bucketLetters, key, m)
		if d.Recipient != m.EnvelopeTo {
			v.fault("outbox: mail %d waits for %s and is to %s", m.ID, d.Recipient, m.EnvelopeTo)
		}
	})
	if n := v.tx.tx.Bucket(bucketLetters).Stats().KeyN; n != waiting {
		v.fault("the outbox holds %d mails, there are %d letters", waiting, n)
	}
	walk(v, bucketGivenUp, func(key []byte, g *givenUp) {
		if g.Mail == nil {
			v.fault("given-up: %x: the mail is missing", key)
			return
		}
		v.outgoing(bucketGivenUp, key, g.Mail)
	})
}

func (v *verifier) outgoing(bucket, key []byte, m *Outgoing) {
	if string(key) != string(place(m.ID)) {
		v.fault("%s: mail %d is stored under the key %x", bucket, m.ID, key)
	}
	if m.EnvelopeTo == "" || m.MessageID == "" {
		v.fault("%s: mail %d has no recipient or no Message-ID", bucket, m.ID)
	}
}
