package store

import (
	"bytes"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"

	"unlurbot/store/kv"
)

// maxFaults is how many faults Verify tells of; a thousand more of the same
// kind help nobody.
const maxFaults = 1000

// A Progress is told how many games a work has dealt with, of how many. It may be nil.
type Progress func(games, all int)

func (p Progress) tell(games, all int) {
	if p != nil {
		p(games, all)
	}
}

func (s *Store) verify(run func(*verifier)) (faults []string, err error) {
	err = s.View(func(t *Tx) error {
		v := &verifier{tx: t, listed: map[string]int{}, ended: map[uint32]string{}, agreed: map[uint32]uint64{}}
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
	told   Progress
	faults []string
	more   int // faults beyond maxFaults

	listed map[string]int // entries of a bucket to which something in another one leads
	passed int            // entries, for pass

	agreed map[uint32]uint64 // the results that their games agree with, a bit each
	// ended are the games that the operator has ended, and how, as acts.Log has it.
	ended map[uint32]string
}

func (v *verifier) fault(format string, args ...any) {
	if len(v.faults) == maxFaults {
		v.more++
		return
	}
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

// try does a part of the work; damage that ends it is a fault of the file.
func (v *verifier) try(part func()) {
	if p := kv.Guarded(part); p != nil {
		v.fault("file: the pages can't be read: %v", p)
	}
}

// pass counts an entry that is looked at, and keeps the process small however long
// the file is.
func (v *verifier) pass() {
	if v.passed++; v.passed%kv.ReleaseStep == 0 {
		v.tx.tx.Release()
	}
}

// A FaultsError says that what was to be used is damaged, and how.
type FaultsError struct{ Faults []string }

// Error implements error.
func (e *FaultsError) Error() string {
	return fmt.Sprintf("store: %d faults, the first: %s", len(e.Faults), e.Faults[0])
}

// ahead is how many entries are decoded at a time, beside the work on those before them.
const ahead = 256

// An entry is one of a bucket, as it lies there and decoded.
type entry[T any] struct {
	key, raw []byte
	value    *T
	err      error
}

// walk goes through a bucket, in its order; a value that can't be read is a fault. Decoding takes most of the time, and is done
// by all processors, of copies: where a page can't be read the walk ends here, and not the process.
func walk[T any](v *verifier, bucket string, f func(key []byte, value *T)) {
	var some, before []entry[T]
	ready := func() {}
	flush := func() { // has some decoded, and deals with those before them meanwhile
		var all sync.WaitGroup
		for part := range slices.Chunk(some, ahead/runtime.GOMAXPROCS(0)+1) {
			all.Go(func() {
				for i := range part {
					part[i].value, part[i].err = decode[T](bucket, part[i].key, part[i].raw)
				}
			})
		}
		ready()
		for _, e := range before {
			if e.err != nil {
				v.fault("%v", e.err)
				continue
			}
			f(e.key, e.value)
		}
		some, before, ready = before[:0], some, all.Wait
	}
	for key, raw := range v.tx.tx.Bucket(bucket).Scan(nil) {
		v.pass()
		if some = append(some, entry[T]{key: bytes.Clone(key), raw: bytes.Clone(raw)}); len(some) == ahead {
			flush()
		}
	}
	flush()
	flush()
}

// isListed looks for a game in a list, that of a player as a rule.
func (v *verifier) isListed(list string, key []byte, fault string, g GameNumber, id PlayerID) {
	if v.tx.tx.Bucket(list).Get(key) == nil {
		v.fault(fault, g, id)
		return
	}
	v.listed[list]++
}

// strays goes through a list if there are other entries in it than isListed has found.
func (v *verifier) strays(list string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if v.listed[list] == v.count(list) {
			return
		}
		for key := range v.tx.tx.Bucket(list).Scan(nil) {
			if !yield(key) {
				return
			}
		}
	}
}

func (v *verifier) count(bucket string) (n int) {
	for range v.tx.tx.Bucket(bucket).Scan(nil) {
		n++
	}
	return n
}

// agree notes that a result says what its game does.
func (v *verifier) agree(n uint32) { v.agreed[n/64] |= 1 << (n % 64) }

// agrees says whether that is so.
func (v *verifier) agrees(n uint32) bool { return v.agreed[n/64]>>(n%64)&1 == 1 }
