package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// Schema is the version of the layout that this program writes. A file of an
// older one is brought up to date when it is opened, a newer one is refused.
const Schema = 2

// Errors that callers tell apart.
var (
	// ErrNotFound says that there is no such thing in the store.
	ErrNotFound = errors.New("store: not found")
	// ErrLocked says that another process has the file open.
	ErrLocked = errors.New("store: the file is in use by another process")
	// ErrNewer says that a newer program wrote the file.
	ErrNewer = errors.New("store: the file was written by a newer version of this program")
	// ErrForeign says that some other program wrote the file.
	ErrForeign = errors.New("store: the file is of another program")
	// ErrNoRoom says that nothing was written because the disk is full.
	ErrNoRoom = errors.New("store: the disk is full")
	// ErrReadOnly says that the file can only be read.
	ErrReadOnly = errors.New("store: the file is read-only")
	// ErrBroken says that the disk failed and that this open file is not to be
	// trusted any more.
	ErrBroken = errors.New("store: the disk failed")
	// ErrTaken says that a name belongs to somebody else.
	ErrTaken = errors.New("store: the name is taken")
)

// lockPatience is how long Open waits for the process before us, which may
// just be stopping.
const lockPatience = 2 * time.Second

// A Store is an open file. It is safe for concurrent use.
type Store struct{ db *bbolt.DB }

// The buckets.
var (
	bucketMeta      = []byte("meta")      // "schema", "secret"
	bucketPlayers   = []byte("players")   // player -> Player
	bucketAddresses = []byte("addresses") // folded address -> player
	bucketNames     = []byte("names")     // folded name -> player
	bucketGames     = []byte("games")     // number -> Game
	bucketSeats     = []byte("seats")     // player, number -> nothing
	bucketSeen      = []byte("seen")      // key of a mail -> Seen
	bucketStrangers = []byte("strangers") // folded address -> time of the last help
	bucketTrials    = []byte("trials")    // key of a mail -> trial
	bucketOutbox    = []byte("outbox")    // place -> Delivery
	bucketLetters   = []byte("letters")   // place -> Outgoing, for each in the outbox
	bucketGivenUp   = []byte("given-up")  // place -> givenUp

	buckets = [][]byte{
		bucketMeta, bucketPlayers, bucketAddresses, bucketNames, bucketGames,
		bucketSeats, bucketSeen, bucketStrangers, bucketTrials, bucketOutbox, bucketLetters, bucketGivenUp,
	}
	keySchema = []byte("schema")
	keySecret = []byte("secret")
)

// An OpenError says which file could not be opened, and why.
type OpenError struct {
	Path string
	Err  error
}

// Error implements error.
func (e *OpenError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap gives the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// Open opens the store file, readable by its owner only, and makes it if it is
// missing; newSecret then gives the key for reply tokens, which is kept in the
// file. Any error is an *OpenError, for ErrLocked, ErrNewer and ErrForeign
// among others.
func Open(path string, newSecret func() ([]byte, error)) (*Store, error) {
	s, err := openFile(path, newSecret)
	if err != nil {
		return nil, &OpenError{path, err}
	}
	return s, nil
}

func openFile(path string, newSecret func() ([]byte, error)) (*Store, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockPatience})
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil, ErrLocked
	case err != nil:
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := db.Update(func(tx *bbolt.Tx) error { return prepare(tx, newSecret) }); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Store{db: db}, nil
}

// prepare makes a new file usable and checks the schema of an old one.
func prepare(tx *bbolt.Tx, newSecret func() ([]byte, error)) error {
	if first, _ := tx.Cursor().First(); first != nil {
		meta := tx.Bucket(bucketMeta)
		if meta == nil || len(meta.Get(keySchema)) != 8 {
			return ErrForeign
		}
		switch v := binary.BigEndian.Uint64(meta.Get(keySchema)); {
		case v > Schema:
			return ErrNewer
		case v == Schema:
			return nil
		case v == 0:
			return ErrForeign
		default:
			return migrate(tx, v)
		}
	}
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	secret, err := newSecret()
	if err != nil {
		return fmt.Errorf("store: making the secret: %w", err)
	}
	meta := tx.Bucket(bucketMeta)
	if err := meta.Put(keySecret, secret); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return putSchema(tx, Schema)
}

// Close waits for open transactions and closes the file.
func (s *Store) Close() error { return s.db.Close() }

// View runs a function on a snapshot of the store.
func (s *Store) View(f func(*Tx) error) error {
	return s.db.View(func(tx *bbolt.Tx) error { return f(&Tx{tx}) })
}

// Update runs a function that may change the store. If it returns an error,
// nothing is changed; if Update returns nil, all of it is on the disk.
func (s *Store) Update(f func(*Tx) error) error {
	return s.db.Update(func(tx *bbolt.Tx) error { return f(&Tx{tx}) })
}
