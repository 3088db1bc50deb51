package store

import (
	"slices"
	"time"

	"unlurbot/store/acts"
	"unlurbot/store/fold"
	"unlurbot/store/ladder"
	"unlurbot/store/layout"
	"unlurbot/store/tournament"
)

// A bucket says what one bucket of the file holds and what there is to do about it.
type bucket struct {
	name  string
	since uint64 // the schema that brought it, if that is not the oldest
	key   string // its parts with their lengths in bytes; text has any
	value any    // of the type of which JSON is stored; an array of bytes as it is; nil for no value

	verify  func(*verifier)         // reports what is wrong; the rows before have been verified
	numbers string                  // whose sequence gives the numbers in the keys, if any
	number  func(key []byte) uint64 // that in a key

	forget func(*Tx, *leaver) error          // takes out what is known of a player
	stays  string                            // or why nothing need be
	export func(*Tx, *Player, *Export) error // adds what the player is told of it on request
	untold string                            // or why nothing need be
}

// buckets are all that there are.
var buckets = []bucket{
	{
		name: bucketMeta, key: "text", verify: (*verifier).meta, stays: "nobody is named", untold: "nobody is named",
	}, {
		name: bucketPlayers, key: "player:4", value: Player{}, verify: (*verifier).players, numbers: bucketPlayers, number: asNumber,
		forget: (*Tx).forgetPlayer, export: func(_ *Tx, p *Player, x *Export) error { x.Player = p.told(); return nil },
	}, {
		name: bucketAddresses, key: "text", value: [4]byte{}, untold: "an index of players",
		forget: func(t *Tx, l *leaver) error { return t.lead(bucketAddresses, l.addressKeys(), nil, l.ID) },
		verify: func(v *verifier) { v.index(bucketAddresses, (*Player).HasAddress) },
	}, {
		name: bucketNames, key: "text", value: [4]byte{}, untold: "an index of players",
		forget: func(t *Tx, l *leaver) error { return t.lead(bucketNames, fold.NameKeys(l.Name), nil, l.ID) },
		verify: func(v *verifier) {
			v.index(bucketNames, func(p *Player, key string) bool { return slices.Contains(fold.NameKeys(p.Name), key) })
		},
	}, {
		name: bucketGames, key: "game:4", value: Game{}, verify: (*verifier).games, numbers: bucketGames, number: asNumber,
		forget: (*Tx).forgetGames, untold: "each is told beside it, as far as one side may know it",
	}, {
		name: bucketSeats, key: "player:4 game:4", stays: "numbers, and the games stay", untold: "an index of games",
		verify: func(v *verifier) { v.seats(bucketSeats, func(*Game) bool { return true }) },
	}, {
		name: bucketOpen, key: "player:4 game:4", stays: "the games are over", untold: "an index of games",
		verify: func(v *verifier) { v.seats(bucketOpen, (*Game).IsOpen) },
	}, {
		name: bucketSeeks, key: "game:4", verify: (*verifier).seeks, stays: "the games are over", untold: "an index of games",
	}, {
		name: bucketWatched, key: "player:4 game:4", verify: (*verifier).watched, forget: (*Tx).forgetWatcher, untold: "the player gets mails of each",
	}, {
		name: bucketNews, key: "player:4 place:8", value: News{}, verify: (*verifier).news, numbers: bucketNews,
		number: func(key []byte) uint64 { return asNumber(key[min(4, len(key)):]) },
		forget: func(t *Tx, l *leaver) error { return t.DropNews(l.ID) }, untold: "a mail of this day tells it",
	}, {
		name: bucketSeen, key: "text", value: Seen{}, verify: (*verifier).seen, stays: "hashes", untold: "hashes",
	}, {
		name: bucketWakeUps, key: "time:8 text number:4", verify: (*verifier).wakeUps, stays: "numbers", untold: "numbers",
	}, {
		name: bucketStrangers, key: "address:32", value: time.Time{}, stays: "keyed hashes", untold: "keyed hashes",
		verify: func(v *verifier) { v.noted(bucketStrangers) },
	}, {
		name: bucketSuppressed, key: "address:32", value: time.Time{}, stays: "keyed hashes", untold: "keyed hashes",
		verify: func(v *verifier) { v.noted(bucketSuppressed) },
	}, {
		name: bucketInvited, key: "address:32", value: time.Time{}, stays: "keyed hashes", untold: "keyed hashes",
		verify: func(v *verifier) { v.noted(bucketInvited) },
	}, {
		name: bucketTrials, key: "text", value: trial{}, verify: (*verifier).trials, stays: "places of mails", untold: "places of mails",
	}, {
		name: bucketOutbox, key: "place:8", value: Delivery{}, verify: (*verifier).outbox, numbers: bucketOutbox, number: numberIn,
		forget: (*Tx).forgetMails, untold: "mails on their way to the player",
	}, {
		name: bucketLines, since: 3, key: "text number:8", value: [8]byte{}, verify: (*verifier).lines, stays: "goes with the outbox", untold: "an index of the outbox",
	}, {
		name: bucketLetters, key: "place:8", value: Outgoing{}, verify: (*verifier).letters, stays: "goes with the outbox", untold: "mails on their way to the player",
	}, {
		name: bucketGivenUp, key: "place:8", value: givenUp{}, verify: (*verifier).givenUp, numbers: bucketOutbox, number: numberIn,
		forget: (*Tx).forgetGivenUp, untold: "mails to the player, kept for the operator",
	}, {
		name: bucketRequests, key: "request:4", value: Request{}, verify: (*verifier).requests, numbers: bucketRequests, number: asNumber,
		forget: (*Tx).forgetRequests, untold: "a mail has asked about it",
	}, {
		name: bucketCounters, key: "end:8 whom:16 text", value: 0, verify: (*verifier).counters, stays: "keyed hashes", untold: "keyed hashes",
	}, {
		name: bucketResults, key: "result:4", value: Result{}, verify: (*verifier).results, numbers: bucketResults, number: asNumber,
		stays: "numbers, on which ratings of others hang", untold: "the games tell them",
	}, {
		name: bucketResultsOf, key: "player:4 result:4", verify: (*verifier).resultsOf, stays: "numbers, and the results stay", untold: "an index of results",
	}, {
		name: bucketStanding, key: "player:4", value: Standing{}, forget: (*Tx).unlist, verify: func(v *verifier) { v.standing(nil) },
		export: func(t *Tx, p *Player, x *Export) (err error) { x.Standing, err = t.Standing(p.ID); return err },
	}, {
		name: bucketStandings, key: "rating:4 player:4", verify: (*verifier).standings, stays: "goes with the standing", untold: "an index of standings",
	}, {
		name: bucketActs, since: 4, key: "act:4", value: acts.Act{}, verify: (*verifier).acts, numbers: bucketActs, number: asNumber,
		forget: (*Tx).forgetActs, export: (*Tx).exportActs,
	}, {
		name: bucketBanned, since: 4, key: "address:32 player:4", value: time.Time{}, untold: "keyed hashes",
		stays: "keyed hashes, so that nobody ends a ban by being forgotten", verify: func(*verifier) {}, // with the acts
	}, {
		name: bucketTournaments, since: 5, key: "tournament:4", value: tournament.Tournament{}, verify: (*verifier).tournaments,
		numbers: bucketTournaments, number: asNumber, forget: (*Tx).forgetTournaments, export: (*Tx).exportTournaments,
	}, {
		name: bucketTournamentsOpen, since: 6, key: "tournament:4", verify: (*verifier).openTournaments, stays: "numbers", untold: "an index of tournaments",
	}, {
		name: bucketLadder, since: 6, key: "event:4", value: ladder.Event{}, verify: (*verifier).ladder,
		numbers: bucketLadder, number: asNumber, forget: (*Tx).forgetLadder, export: (*Tx).exportLadder,
	}, {
		name: bucketAnnouncements, since: 6, key: "act:4", value: Announcement{}, verify: (*verifier).announcements,
		stays: "the texts go when they are sent", untold: "the player gets mails of them",
	}, {
		name: bucketPuzzles, since: 7, key: "puzzle:4", value: Puzzle{}, verify: (*verifier).puzzles, numbers: bucketPuzzles, number: asNumber,
		stays: "cells, and the games stay", untold: "positions of games",
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

// Verify checks the whole file and lists what is wrong with it, nothing if all
// is well: that each game replays to its stored course, that each index leads
// to what it stands for and back, that everything is of the form in which it
// is written, that no number will be given twice, and the pages of the file. What
// it holds in memory is some hundred entries at a time, a standing for each player, some
// thousands of players, a bit for each result and three for each page. The numbers of the ratings are left to VerifyRatings.
// Told hears of each game.
func (s *Store) Verify(told Progress) (faults []string, err error) {
	return s.verify(func(v *verifier) {
		v.told = told
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
			for _, b := range buckets {
				if b.numbers != "" {
					v.sequence(b)
				}
			}
		})
	})
}

// sequence makes sure that no number in a bucket is given a second time: what bears it
// would be overwritten.
func (v *verifier) sequence(b bucket) {
	given, highest := v.tx.tx.Bucket(b.numbers).Sequence(), uint64(0)
	for key := range v.tx.tx.Bucket(b.name).Scan(nil) {
		v.pass()
		highest = max(highest, b.number(key))
	}
	if highest > given {
		v.fault("%s: the last number given is %d, but %d is in use", b.name, given, highest)
	}
}

// Forget erases a player: the name, the address and all else that is known, the
// mails that wait or were given up, and what of others' mails that wait tells of
// the player, unless it is about to be sent. What stays is a number, and the
// moves and results of the games that others have played with it, on which their
// ratings hang. In the titles of these games the player is called by a name that
// is given.
//
// The player's games must be over, or never have begun. Mails that are marked
// as Passing are sent before they are gone.
func (t *Tx) Forget(id PlayerID, called string, now time.Time) error {
	p, err := t.Player(id)
	if err != nil {
		return err
	}
	for _, b := range buckets {
		if b.forget == nil {
			continue
		}
		if err := b.forget(t, &leaver{p, called, now}); err != nil {
			return err
		}
	}
	return nil
}

// An Export is what is told to players who want to know all that is known of them,
// beside their games.
type Export struct {
	Player   *Player    `json:"player"`
	Standing *Standing  `json:"standing"`
	Acts     []acts.Act `json:"acts,omitempty"` // of the operator, done to the player, the latest first

	Tournaments []Entry        `json:"tournaments,omitempty"`
	Ladder      []ladder.Event `json:"ladder,omitempty"` // when the player has joined it, and was off it
}

// An Entry is when a player has joined a tournament, and got out of it after the draw, if so.
type Entry struct {
	Tournament tournament.Number `json:"tournament"`
	Joined     time.Time         `json:"joined"`
	Out        time.Time         `json:"out,omitzero"`
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
