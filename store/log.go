package store

import (
	"errors"
	"fmt"
	"os"

	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// A club can have several machines, each with a file of its own that holds the same: replicas. What one of them,
// the leader, is about to write it appends to a log, and the others do it after it. Package
// store/replica has the log; here is what it needs of a file.

// A WriteSet is what one entry of the log does to a file.
type WriteSet struct {
	// Schema is the one to which the file is brought, by each replica for itself; 0 for none. Program is who has decided so.
	Schema  uint64
	Program string
	Writes  []kv.Write
}

// What Update and Apply fail with in a replica.
var (
	// ErrDeposed says that this machine doesn't lead. Nothing was changed; what the leader does will be.
	ErrDeposed = errors.New("store: another machine leads the club")
	// ErrNewer says that a newer program leads, whose files this one doesn't know.
	ErrNewer = errors.New("store: the leader has a newer version of unlurbot, and a file that this one doesn't know")
	// ErrReplica says that a file belongs to a cluster, and that whoever opens it alone must not write.
	ErrReplica = errors.New("store: the file is a replica of a cluster")
)

// OpenReplica opens a file that belongs to a cluster, or is about to, without bringing it up to date: only what is in the log may
// change it. It writes nothing, and Update fails with ErrDeposed, until Lead. Any error is an
// *OpenError, as of Open.
func OpenReplica(path string) (*Store, error) {
	if info, err := os.Stat(path); err == nil && Exposed(info) {
		return nil, &OpenError{Path: path, Err: ErrExposed}
	}
	db, err := kv.Open(path, kv.Options{Patience: LockPatience})
	if err != nil {
		return nil, &OpenError{Path: path, Err: kv.Explained(err)}
	}
	s := newStore(db)
	err = db.Sync()
	if err == nil {
		_, err = inspect(db)
	}
	if err != nil {
		return nil, &OpenError{Path: path, Err: errors.Join(err, s.Close())}
	}
	s.Follow()
	return s, nil
}

// Head tells how far a store is in the log.
func (s *Store) Head() (h Head, err error) {
	err = s.View(func(t *Tx) (err error) {
		h, err = t.Head()
		return err
	})
	return h, err
}

// Adopt makes a store that is alone the first replica of a club.
func (s *Store) Adopt(club string) error {
	return s.db.Repeat(func(tx *kv.Tx) error { return (&Tx{tx: tx}).setHead(Head{Club: club}) })
}

// Apply does what some entries of the log did to the leader's file, which held the same as this one, and
// notes how far the store is then. It fails with ErrNewer if this program can't.
func (s *Store) Apply(h Head, sets ...*WriteSet) error {
	return s.db.Repeat(func(tx *kv.Tx) error {
		for _, w := range sets {
			if err := apply(tx, w); err != nil {
				return err
			}
		}
		return (&Tx{tx: tx}).setHead(h)
	})
}

func apply(tx *kv.Tx, w *WriteSet) error {
	if w.Schema > layout.Latest {
		return ErrNewer
	}
	if w.Schema > 0 {
		from, err := layout.Of(tx)
		if err != nil {
			return err
		}
		if err := upgrade(tx, from, w.Schema, w.Program); err != nil {
			return err
		}
	}
	return tx.Apply(w.Writes)
}

// upgrade brings a file to a schema, and signs it for a program.
func upgrade(tx *kv.Tx, from, to uint64, program string) error {
	if from > to {
		return fmt.Errorf("store: there is no way back from schema %d to %d", from, to)
	}
	return errors.Join(layout.Upgrade(tx, from, to), layout.SignFor(tx, to, program))
}

// Lead lets a replica be written: each Update calls log with what it is about to write, and
// fails if that does, with its error. What log has taken happens in all replicas, and log gives the head
// that they have then. Leads asks lives whether this machine still leads, as far as it can know.
// A file of an older schema is brought to Latest first, in the log as in the file.
func (s *Store) Lead(log func(*WriteSet) (Head, error), lives func() bool) error {
	s.migrated = Migration{} // what a former term has done was told
	s.lives.Store(&lives)
	s.db.Precede(func(tx *kv.Tx, writes []kv.Write) error {
		head, err := log(&WriteSet{Writes: writes})
		if err != nil {
			return err
		}
		return (&Tx{tx: tx}).setHead(head)
	})
	schema, err := inspect(s.db)
	if err == nil && schema < layout.Latest {
		err = s.migrate(schema, keepCopy, func(t *Tx) error {
			head, err := log(&WriteSet{Schema: layout.Latest, Program: layout.Program()})
			if err != nil {
				return err
			}
			return t.setHead(head)
		})
	} else if err == nil {
		err = s.sign()
	}
	if err != nil {
		s.Follow()
	}
	return err
}

// Follow ends what Lead began.
func (s *Store) Follow() {
	s.db.Precede(func(*kv.Tx, []kv.Write) error { return ErrDeposed })
	no := func() bool { return false }
	s.lives.Store(&no)
}

// Leads says whether the store can be written, as far as that is known without asking anybody. A store that is no
// replica always can.
func (s *Store) Leads() bool {
	lives := s.lives.Load()
	return lives == nil || (*lives)()
}

// Replace puts one file in the place of another, in the same directory. Neither may be open.
func Replace(path, by string) error { return kv.Replace(path, by) }

// Same tells whether two stores hold the same, as replicas do at the same head.
func Same(a, b *Tx) bool { return kv.Same(a.tx, b.tx) }
