package store

import (
	"slices"
	"time"

	"unlurbot/store/fold"
	"unlurbot/store/kv"
)

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
	bucketCounters   = "counters" // by the end of the window, a keyed hash and the kind
	bucketResults    = "results"
	bucketResultsOf  = "results-by-player"
	bucketStanding   = "standing"
	bucketStandings  = "standings" // the best rating first
)

// A bucket says what one bucket of the file holds and what there is to do about it.
type bucket struct {
	name  string
	since uint64 // the schema that brought it, if that is not the oldest
	key   string // its parts with their lengths in bytes; text has any
	value any    // of the type of which JSON is stored; an array of bytes as it is; nil for no value

	verify  func(*verifier)         // reports what is wrong; the rows before have been verified
	numbers string                  // whose sequence gives the numbers in the keys, if any
	last    func(*kv.Bucket) uint64 // the highest of them

	forget func(*Tx, *leaver) error          // takes out what is known of a player
	stays  string                            // or why nothing need be
	export func(*Tx, *Player, *Export) error // adds what the player is told of it on request, if anything
}

// buckets are all that there are.
var buckets = []bucket{
	{
		name: bucketMeta, key: "text", verify: (*verifier).meta, stays: "nobody is named",
	}, {
		name: bucketPlayers, key: "player:4", value: Player{}, verify: (*verifier).players, numbers: bucketPlayers, last: lastNumber,
		forget: (*Tx).forgetPlayer, export: exportPlayer,
	}, {
		name: bucketAddresses, key: "text", value: [4]byte{}, forget: (*Tx).forgetAddresses,
		verify: func(v *verifier) { v.index(bucketAddresses, (*Player).HasAddress) },
	}, {
		name: bucketNames, key: "text", value: [4]byte{}, forget: func(t *Tx, l *leaver) error { return t.freeName(l.Name) },
		verify: func(v *verifier) {
			v.index(bucketNames, func(p *Player, key string) bool { return slices.Contains(fold.NameKeys(p.Name), key) })
		},
	}, {
		name: bucketGames, key: "game:4", value: Game{}, verify: (*verifier).games, numbers: bucketGames, last: lastNumber, forget: (*Tx).forgetGames,
	}, {
		name: bucketSeats, key: "player:4 game:4", stays: "numbers, and the games stay",
		verify: func(v *verifier) { v.seats(bucketSeats, func(*Game) bool { return true }) },
	}, {
		name: bucketOpen, key: "player:4 game:4", stays: "the games are over",
		verify: func(v *verifier) { v.seats(bucketOpen, (*Game).IsOpen) },
	}, {
		name: bucketSeeks, key: "game:4", verify: (*verifier).seeks, stays: "the games are over",
	}, {
		name: bucketWatched, key: "player:4 game:4", verify: (*verifier).watched, forget: (*Tx).forgetWatcher,
	}, {
		name: bucketNews, key: "player:4 place:8", value: News{}, verify: (*verifier).news, numbers: bucketNews, last: lastNews,
		forget: func(t *Tx, l *leaver) error { return t.DropNews(l.ID) },
	}, {
		name: bucketSeen, key: "text", value: Seen{}, verify: (*verifier).seen, stays: "hashes",
	}, {
		name: bucketWakeUps, key: "time:8 text number:4", verify: (*verifier).wakeUps, stays: "numbers",
	}, {
		name: bucketStrangers, key: "address:32", value: time.Time{}, stays: "keyed hashes",
		verify: func(v *verifier) { v.noted(bucketStrangers) },
	}, {
		name: bucketSuppressed, key: "address:32", value: time.Time{}, stays: "keyed hashes",
		verify: func(v *verifier) { v.noted(bucketSuppressed) },
	}, {
		name: bucketInvited, key: "address:32", value: time.Time{}, stays: "keyed hashes",
		verify: func(v *verifier) { v.noted(bucketInvited) },
	}, {
		name: bucketTrials, key: "text", value: trial{}, verify: (*verifier).trials, stays: "places of mails",
	}, {
		name: bucketOutbox, key: "place:8", value: Delivery{}, verify: (*verifier).outbox, numbers: bucketOutbox, last: lastMail, forget: (*Tx).forgetMails,
	}, {
		name: bucketLines, since: 3, key: "text number:8", value: [8]byte{}, verify: (*verifier).lines, stays: "goes with the outbox",
	}, {
		name: bucketLetters, key: "place:8", value: Outgoing{}, verify: (*verifier).letters, stays: "goes with the outbox",
	}, {
		name: bucketGivenUp, key: "place:8", value: givenUp{}, verify: (*verifier).givenUp, numbers: bucketOutbox, last: lastMail, forget: (*Tx).forgetGivenUp,
	}, {
		name: bucketRequests, key: "request:4", value: Request{}, verify: (*verifier).requests, numbers: bucketRequests, last: lastNumber, forget: (*Tx).forgetRequests,
	}, {
		name: bucketCounters, key: "end:8 whom:16 text", value: 0, verify: (*verifier).counters, stays: "keyed hashes",
	}, {
		name: bucketResults, key: "result:4", value: Result{}, verify: (*verifier).results, numbers: bucketResults, last: lastNumber, stays: "numbers, on which ratings of others hang",
	}, {
		name: bucketResultsOf, key: "player:4 result:4", verify: (*verifier).resultsOf, stays: "numbers, and the results stay",
	}, {
		name: bucketStanding, key: "player:4", value: Standing{}, forget: (*Tx).unlist, export: exportStanding,
		verify: func(v *verifier) { v.standing(nil) },
	}, {
		name: bucketStandings, key: "rating:4 player:4", verify: (*verifier).standings, stays: "goes with the standing",
	},
}

// bucketsOf lists the buckets of a schema that this program can open.
func bucketsOf(schema uint64) (names []string) {
	for _, b := range buckets {
		if b.since <= schema {
			names = append(names, b.name)
		}
	}
	return names
}

// lastNumber is for keys that are numbers.
func lastNumber(b *kv.Bucket) uint64 {
	for key := range b.ScanBack(nil) {
		return asNumber(key)
	}
	return 0
}

// lastMail is for keys that are places in the outbox, the order of which is another one.
func lastMail(b *kv.Bucket) (last uint64) {
	for key := range b.Scan(nil) {
		last = max(last, numberOf(asNumber(key)))
	}
	return last
}

// An Export is what is told to players who want to know all that is known of them,
// beside their games.
type Export struct {
	Player   *Player   `json:"player"`
	Standing *Standing `json:"standing"`
}

// Export gives what is known of a player.
func (t *Tx) Export(p *Player) (*Export, error) {
	x := &Export{}
	for _, b := range buckets {
		if b.export == nil {
			continue
		}
		if err := b.export(t, p, x); err != nil {
			return nil, err
		}
	}
	return x, nil
}
