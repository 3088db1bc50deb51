package store

import (
	"errors"
	"sync"

	"go.etcd.io/bbolt"
)

// Errors that callers tell apart.
var (
	// ErrNotFound says that there is no such thing in the store.
	ErrNotFound = errors.New("store: not found")
	// ErrTaken says that a name belongs to somebody else.
	ErrTaken = errors.New("store: the name is taken")
)

// A Store is an open file. It is safe for concurrent use.
type Store struct {
	db       *bbolt.DB
	migrated Migration
	discard  func() error // removes the copy that is looked at in place of the file, if any

	writing sync.Mutex // held through each Update, until its outcome is known
	state   sync.RWMutex
	broken  error // why the file is not to be trusted any more; guarded by state
}

// The buckets.
var (
	bucketMeta       = []byte("meta")       // keys with values of their own
	bucketPlayers    = []byte("players")    // player -> Player
	bucketAddresses  = []byte("addresses")  // folded address -> player
	bucketNames      = []byte("names")      // folded name -> player
	bucketGames      = []byte("games")      // number -> Game
	bucketSeats      = []byte("seats")      // player, number -> nothing
	bucketOpen       = []byte("open")       // the same, of games and challenges that go on
	bucketSeeks      = []byte("seeks")      // number -> nothing, of challenges to everybody
	bucketWatched    = []byte("watched")    // player, number -> nothing, of games of others
	bucketNews       = []byte("news")       // player, place -> News
	bucketSeen       = []byte("seen")       // key of a mail -> Seen
	bucketWakeUps    = []byte("wake-ups")   // time, kind, number -> nothing
	bucketStrangers  = []byte("strangers")  // address key -> time of the last help
	bucketSuppressed = []byte("suppressed") // address key -> since when no invitation may go there
	bucketInvited    = []byte("invited")    // address key, pair key -> time of the last invitation
	bucketTrials     = []byte("trials")     // key of a mail -> trial
	bucketOutbox     = []byte("outbox")     // place -> Delivery
	bucketLines      = []byte("lines")      // recipient, number of a mail -> its place in the outbox
	bucketLetters    = []byte("letters")    // place -> Outgoing, for each in the outbox
	bucketGivenUp    = []byte("given-up")   // place -> givenUp
	bucketRequests   = []byte("requests")   // id -> Request
	bucketCounters   = []byte("counters")   // end of the window, keyed hash, kind -> how often

	bucketResults   = []byte("results")           // number -> Result
	bucketResultsOf = []byte("results-by-player") // player, number of a result -> nothing
	bucketStanding  = []byte("standing")          // player -> Standing
	bucketStandings = []byte("standings")         // rating downwards, player -> nothing

	buckets = [][]byte{
		bucketMeta, bucketPlayers, bucketAddresses, bucketNames, bucketGames,
		bucketSeats, bucketOpen, bucketSeeks, bucketWatched, bucketNews, bucketSeen, bucketWakeUps, bucketStrangers, bucketSuppressed, bucketInvited, bucketTrials, bucketOutbox, bucketLines, bucketLetters, bucketGivenUp,
		bucketRequests, bucketCounters, bucketResults, bucketResultsOf, bucketStanding, bucketStandings,
	}
	keySchema = []byte("schema")
)

// Close waits for open transactions and closes the file.
func (s *Store) Close() error {
	path := s.db.Path()
	err := s.db.Close()
	if s.failed() != nil {
		// What the cache holds need not be what the disk holds, and the next
		// process must read the disk.
		err = errors.Join(err, forgetCache(path))
	}
	if s.discard != nil {
		err = errors.Join(err, s.discard())
	}
	return err
}

// View runs a function on a snapshot of the store. It fails with ErrBroken
// once an Update has done so.
func (s *Store) View(f func(*Tx) error) error {
	if err := s.failed(); err != nil {
		return err
	}
	return s.db.View(func(tx *bbolt.Tx) error { return f(&Tx{tx: tx}) })
}

// Update runs a function that may change the store. If Update returns nil, all
// of it is on the disk. If the function returns an error, Update returns that,
// and nothing is changed. The same is true of ErrNoRoom and ErrReadOnly, which
// say that the disk took nothing: the store stays usable, and a later Update
// may succeed. After ErrBroken it is not known what is on the disk: every
// further View and Update fails, and the file must be closed and opened again,
// best by another process.
func (s *Store) Update(f func(*Tx) error) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.failed(); err != nil {
		return err
	}
	var refused error
	var id int
	err := s.db.Update(func(tx *bbolt.Tx) error {
		id = tx.ID()
		refused = f(&Tx{tx: tx})
		return refused
	})
	if refused != nil {
		return refused
	}
	if err != nil {
		return s.notCommitted(id, err)
	}
	_ = s.db.View(func(tx *bbolt.Tx) error {
		release(tx)
		return nil
	})
	return nil
}
