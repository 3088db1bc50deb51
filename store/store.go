package store

import (
	"errors"

	"unlurbot/store/kv"
)

// Errors that callers tell apart.
var (
	// ErrNotFound says that there is no such thing in the store.
	ErrNotFound = errors.New("store: not found")
	// ErrTaken says that a name belongs to somebody else.
	ErrTaken = errors.New("store: the name is taken")
)

// What Update fails with when the disk does.
var (
	// ErrNoRoom says that the disk, the quota or the limit for the size of a
	// file is full. Nothing was changed; there may be room later.
	ErrNoRoom = kv.ErrNoRoom
	// ErrReadOnly says that the file can't be written. Nothing was changed.
	ErrReadOnly = kv.ErrReadOnly
	// ErrBroken says that what is in memory need not be what is on the disk:
	// a write or an fsync failed in a way after which nobody knows.
	ErrBroken = kv.ErrBroken
)

// A Store is an open file. It is safe for concurrent use.
type Store struct {
	db       *kv.DB
	migrated Migration
	discard  func() error // removes the copy that is looked at in place of the file, if any
}

// The buckets.
const (
	bucketMeta       = "meta"       // keys with values of their own
	bucketPlayers    = "players"    // player -> Player
	bucketAddresses  = "addresses"  // folded address -> player
	bucketNames      = "names"      // folded name -> player
	bucketGames      = "games"      // number -> Game
	bucketSeats      = "seats"      // player, number -> nothing
	bucketOpen       = "open"       // the same, of games and challenges that go on
	bucketSeeks      = "seeks"      // number -> nothing, of challenges to everybody
	bucketWatched    = "watched"    // player, number -> nothing, of games of others
	bucketNews       = "news"       // player, place -> News
	bucketSeen       = "seen"       // key of a mail -> Seen
	bucketWakeUps    = "wake-ups"   // time, kind, number -> nothing
	bucketStrangers  = "strangers"  // address key -> time of the last help
	bucketSuppressed = "suppressed" // address key -> since when no invitation may go there
	bucketInvited    = "invited"    // address key, pair key -> time of the last invitation
	bucketTrials     = "trials"     // key of a mail -> trial
	bucketOutbox     = "outbox"     // place -> Delivery
	bucketLines      = "lines"      // recipient, number of a mail -> its place in the outbox
	bucketLetters    = "letters"    // place -> Outgoing, for each in the outbox
	bucketGivenUp    = "given-up"   // place -> givenUp
	bucketRequests   = "requests"   // id -> Request
	bucketCounters   = "counters"   // end of the window, keyed hash, kind -> how often

	bucketResults   = "results"           // number -> Result
	bucketResultsOf = "results-by-player" // player, number of a result -> nothing
	bucketStanding  = "standing"          // player -> Standing
	bucketStandings = "standings"         // rating downwards, player -> nothing
)

var buckets = []string{
	bucketMeta, bucketPlayers, bucketAddresses, bucketNames, bucketGames,
	bucketSeats, bucketOpen, bucketSeeks, bucketWatched, bucketNews, bucketSeen, bucketWakeUps, bucketStrangers, bucketSuppressed, bucketInvited, bucketTrials, bucketOutbox, bucketLines, bucketLetters, bucketGivenUp,
	bucketRequests, bucketCounters, bucketResults, bucketResultsOf, bucketStanding, bucketStandings,
}

var keySchema = []byte("schema")

// Close waits for open transactions and closes the file.
func (s *Store) Close() error {
	err := s.db.Close()
	if s.discard != nil {
		err = errors.Join(err, s.discard())
	}
	return err
}

// View runs a function on a snapshot of the store. It fails with ErrBroken
// once an Update has done so.
func (s *Store) View(f func(*Tx) error) error {
	return s.db.View(func(tx *kv.Tx) error { return f(&Tx{tx: tx}) })
}

// Update runs a function that may change the store. If Update returns nil, all
// of it is on the disk. If the function returns an error, Update returns that,
// and nothing is changed. The same is true of ErrNoRoom and ErrReadOnly, which
// say that the disk took nothing: the store stays usable, and a later Update
// may succeed. After ErrBroken it is not known what is on the disk: every
// further View and Update fails, and the file must be closed and opened again,
// best by another process.
func (s *Store) Update(f func(*Tx) error) error {
	return s.db.Update(func(tx *kv.Tx) error { return f(&Tx{tx: tx}) })
}
