package store

import (
	"encoding/binary"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"

	"go.etcd.io/bbolt"
)

// maxFaults is how many faults Verify tells of; a thousand more of the same
// kind help nobody.
const maxFaults = 1000

// Verify checks the whole file and lists what is wrong with it, nothing if all
// is well: that each game replays to its stored course, that each index leads
// to what it stands for and back, that everything is of the form in which it
// is written, that no number will be given twice, and bbolt's own pages. What
// it holds in memory is one entry at a time and three bits for each page.
func (s *Store) Verify() (faults []string, err error) {
	err = s.View(func(t *Tx) error {
		v := &verifier{tx: t}
		v.run()
		faults = v.faults
		if v.more > 0 {
			faults = append(faults, fmt.Sprintf("and %d more", v.more))
		}
		return nil
	})
	return faults, err
}

type verifier struct {
	tx     *Tx
	faults []string
	more   int // faults beyond maxFaults

	seatsTaken int // entries of the players' lists that games have
}

func (v *verifier) fault(format string, args ...any) {
	if len(v.faults) == maxFaults {
		v.more++
		return
	}
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

func (v *verifier) run() {
	if v.pages(); len(v.faults) > 0 {
		return // what is built on them would only confuse
	}
	v.try(func() {
		for name := range entries(v.tx.tx) {
			if !slices.ContainsFunc(buckets, func(b []byte) bool { return string(b) == string(name) }) {
				v.fault("%s: there is no such bucket in schema %d", name, Schema)
			}
		}
		for _, name := range buckets {
			if v.tx.tx.Bucket(name) == nil {
				v.fault("%s: the bucket is missing", name)
				return
			}
		}
		v.meta()
		v.games()
		v.seats()
		v.players()
		v.index(bucketAddresses, func(p *Player) string { return FoldAddress(p.Address) })
		v.index(bucketNames, func(p *Player) string { return FoldName(p.Name) })
		v.outbox()
		v.givenUp()
		v.mails()
		v.strangers()
		v.requests()
		v.wakeUps()
		v.counters()
		v.sequences()
	})
}

// pages checks bbolt's pages, its list of free ones, and that the keys of each
// bucket are in order.
func (v *verifier) pages() {
	if err := checkPages(v.tx, v.fault); err != nil {
		v.fault("file: %v", err)
	}
	if len(v.faults) > 0 {
		return // bbolt would follow what leads nowhere
	}
	v.try(func() {
		v.inOrder("the list of buckets", entries(v.tx.tx))
		for name := range entries(v.tx.tx) {
			v.inOrder(string(name), entries(v.tx.tx.Bucket(name)))
		}
	})
}

func (v *verifier) inOrder(name string, all iter.Seq2[[]byte, []byte]) {
	var last []byte
	for key := range all {
		if last != nil && string(last) >= string(key) {
			v.fault("file: %s: the key %x comes after %x", name, key, last)
		}
		last = key
	}
}

// try does a part of the work; that bbolt panics or the processor faults on
// what it finds is a fault of the file.
func (v *verifier) try(part func()) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			v.fault("file: the pages can't be read: %v", p)
		}
	}()
	part()
}

// asError gives the faults as an error, nil if there are none.
func (v *verifier) asError() error {
	if len(v.faults) == 0 {
		return nil
	}
	return &FaultsError{v.faults}
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

func entries(b interface{ Cursor() *bbolt.Cursor }) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		c := b.Cursor()
		for k, raw := c.First(); k != nil && yield(k, raw); k, raw = c.Next() {
		}
	}
}

func (v *verifier) meta() {
	v.keys()
	for key, raw := range entries(v.tx.tx.Bucket(bucketMeta)) {
		switch string(key) {
		case string(keySchema), string(keyKeys):
		case string(keyRestored):
			if since, err := v.tx.Restored(); err != nil || since.IsZero() {
				v.fault("meta: since when mails are to be read again is no time: %q", raw)
			}
		case string(keyOperatorMails):
			if _, err := decode[operatorMails](bucketMeta, key, raw); err != nil {
				v.fault("%v", err)
			}
		default:
			v.fault("meta: nobody knows the key %q", key)
		}
	}
}

// sequences makes sure that no number is given a second time: what bears it
// would be overwritten.
func (v *verifier) sequences() {
	for _, s := range []struct{ counter, used []byte }{
		{bucketPlayers, bucketPlayers}, {bucketGames, bucketGames}, {bucketOutbox, bucketOutbox}, {bucketOutbox, bucketGivenUp},
		{bucketRequests, bucketRequests},
	} {
		last, _ := v.tx.tx.Bucket(s.used).Cursor().Last()
		given := v.tx.tx.Bucket(s.counter).Sequence()
		if highest := asNumber(last); highest > given {
			v.fault("%s: the last number given is %d, but %d is in use", s.used, given, highest)
		}
	}
}

// asNumber reads a key that is a number of any width.
func asNumber(key []byte) uint64 {
	if len(key) > 8 {
		return 1<<64 - 1
	}
	var wide [8]byte
	copy(wide[8-len(key):], key)
	return binary.BigEndian.Uint64(wide[:])
}
