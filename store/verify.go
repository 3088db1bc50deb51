package store

import (
	"encoding/binary"
	"fmt"

	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// maxFaults is how many faults Verify tells of; a thousand more of the same
// kind help nobody.
const maxFaults = 1000

// Verify checks the whole file and lists what is wrong with it, nothing if all
// is well: that each game replays to its stored course, that each index leads
// to what it stands for and back, that everything is of the form in which it
// is written, that no number will be given twice, and the pages of the file. What
// it holds in memory is one entry at a time, a standing for each player and three
// bits for each page. The numbers of the ratings are left to VerifyRatings.
func (s *Store) Verify() (faults []string, err error) { return s.verify((*verifier).run) }

func (s *Store) verify(run func(*verifier)) (faults []string, err error) {
	err = s.View(func(t *Tx) error {
		v := &verifier{tx: t, listed: map[string]int{}}
		run(v)
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

	listed map[string]int // entries of a bucket to which something in another one leads
	passed int            // entries, for pass
}

func (v *verifier) fault(format string, args ...any) {
	if len(v.faults) == maxFaults {
		v.more++
		return
	}
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

func (v *verifier) run() {
	if v.tx.tx.Check(v.fault); len(v.faults) > 0 {
		return // what is built on them would only confuse
	}
	v.try(func() {
		if err := layout.Check(v.tx.tx, layout.Latest, bucketsOf(layout.Latest)); err != nil {
			v.fault("%v", err)
			return
		}
		for _, b := range buckets {
			b.verify(v)
		}
		v.sequences()
	})
}

// try does a part of the work; damage that ends it is a fault of the file.
func (v *verifier) try(part func()) {
	if p := kv.Guarded(part); p != nil {
		v.fault("file: the pages can't be read: %v", p)
	}
}

// asError gives the faults as an error, nil if there are none.
func (v *verifier) asError() error {
	if len(v.faults) == 0 {
		return nil
	}
	return &FaultsError{v.faults}
}

// walk goes through a bucket; a value that can't be read is a fault.
func walk[T any](v *verifier, bucket string, f func(key []byte, value *T)) {
	for key, raw := range v.tx.tx.Bucket(bucket).Scan(nil) {
		v.pass()
		value, err := decode[T](bucket, key, raw)
		if err != nil {
			v.fault("%v", err)
			continue
		}
		f(key, value)
	}
}

// pass counts an entry that is looked at, and keeps the process small however long
// the file is.
func (v *verifier) pass() {
	if v.passed++; v.passed%kv.ReleaseStep == 0 {
		v.tx.tx.Release()
	}
}

// outages checks that they come one after the other.
func (v *verifier) outages() {
	spans, err := v.tx.Outages()
	if err != nil {
		v.fault("%v", err)
	}
	for i, s := range spans {
		if !s.To.After(s.From) || i > 0 && s.From.Before(spans[i-1].To) {
			v.fault("meta: the outage from %v to %v is none, or out of order", s.From, s.To)
		}
	}
}

func (v *verifier) meta() {
	v.keys()
	for key, raw := range v.tx.tx.Bucket(bucketMeta).Scan(nil) {
		switch string(key) {
		case string(layout.KeySchema), string(keyKeys):
		case string(layout.KeyProgram):
			if _, err := decode[string](bucketMeta, key, raw); err != nil {
				v.fault("%v", err)
			}
		case string(keyRestored):
			if since, err := v.tx.Restored(); err != nil || since.IsZero() {
				v.fault("meta: since when mails are to be read again is no time: %q", raw)
			}
		case string(keyAlive):
			if at, err := v.tx.Alive(); err != nil || at.IsZero() {
				v.fault("meta: when mails could be read is no time: %q", raw)
			}
		case string(keyOutages):
			v.outages()
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
	for _, b := range buckets {
		if b.numbers == "" {
			continue
		}
		given := v.tx.tx.Bucket(b.numbers).Sequence()
		if highest := b.last(v.tx.tx.Bucket(b.name)); highest > given {
			v.fault("%s: the last number given is %d, but %d is in use", b.name, given, highest)
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
