package store

import "encoding/binary"

// The buckets.
const (
	bucketMeta       = "meta" // each key has a value of its own
	bucketPlayers    = "players"
	bucketAddresses  = "addresses" // folded ones, with whose they are
	bucketNames      = "names"     // by fold.NameKeys, the same
	bucketGames      = "games"
	bucketSeats      = "seats"
	bucketOpen       = "open"    // of the seats those in games and challenges that go on
	bucketSeeks      = "seeks"   // challenges to everybody
	bucketWatched    = "watched" // games of others
	bucketNews       = "news"
	bucketSeen       = "seen" // by mailkey.Keys
	bucketWakeUps    = "wake-ups"
	bucketStrangers  = "strangers"  // the times of the last help, by AddressKeys
	bucketSuppressed = "suppressed" // since when no invitation may go there
	bucketInvited    = "invited"    // the times of the last invitations, to an address and from one player to it
	bucketTrials     = "trials"     // by mailkey.Keys
	bucketOutbox     = "outbox"
	bucketLines      = "lines"   // by recipient, the places in the outbox
	bucketLetters    = "letters" // for each in the outbox
	bucketGivenUp    = "given-up"
	bucketRequests   = "requests"
	bucketCounters   = "counters" // by the end of the window, keyed hashes and the kind
	bucketResults    = "results"
	bucketResultsOf  = "results-by-player"
	bucketStanding   = "standing"
	bucketStandings  = "standings" // the best rating first
	bucketActs       = "acts"      // the log of what the operator did
	bucketBanned     = "banned"    // since when, by AddressKeys and the players who had them

	bucketTournaments = "tournaments"

	bucketTournamentsOpen = "tournaments-open" // those that can be joined
	bucketAnnouncements   = "announcements"    // by the numbers of their acts
	bucketLadder          = "ladder"           // the log of what has happened on it
	bucketPuzzles         = "puzzles"
)

// A PlayerID names a player for ever, whatever address or name they use.
type PlayerID uint32

// NoPlayer is on the free seat of a challenge to everybody.
const NoPlayer PlayerID = 0

// A GameNumber names a game, from the challenge on.
type GameNumber uint32

// A ResultNumber is the place of a result in the log of results.
type ResultNumber uint32

// A RequestID names a request for ever.
type RequestID uint32

// number makes the key of a numbered thing: big-endian, so that keys sort as
// numbers do.
func number[T ~uint32](n T) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// place makes the key of a mail in the outbox.
func place(id uint64) []byte { return binary.BigEndian.AppendUint64(nil, id) }

// listKey makes the key of a game or a result in the list of a player.
func listKey[T ~uint32](id PlayerID, n T) []byte { return append(number(id), number(n)...) }

// atEnd gives the number with which a key of a list ends.
func atEnd(key []byte) uint32 { return uint32(asNumber(key[max(0, len(key)-4):])) }

// asNumber reads a key that is a number of any width.
func asNumber(key []byte) uint64 {
	if len(key) > 8 {
		return 1<<64 - 1
	}
	var wide [8]byte
	copy(wide[8-len(key):], key)
	return binary.BigEndian.Uint64(wide[:])
}
