package store

import (
	"encoding/binary"
	"math"
	"time"

	"unlurbot/game"
)

// A Standing is what a player's results come to.
type Standing struct {
	Player PlayerID `json:"player"`
	Tally
	// Private is the part of all this that private games make, for nobody else's eyes.
	Private Tally `json:"private,omitzero"`

	// The rating after the last rated game, at that time; all zero before the
	// first one. A Rate sets them, and Listed.
	Rating     float64   `json:"rating,omitempty"`
	Deviation  float64   `json:"deviation,omitempty"`
	Volatility float64   `json:"volatility,omitempty"`
	At         time.Time `json:"at,omitzero"`

	// Listed says that the player stands in the table of ratings. Nobody does who
	// is forgotten.
	Listed bool `json:"listed,omitempty"`
}

// A Tally counts what a player has done in games that are over.
type Tally struct {
	Wins           int `json:"wins,omitempty"` // in rated games
	Losses         int `json:"losses,omitempty"`
	FriendlyWins   int `json:"friendly_wins,omitempty"` // in all others, also those that were spared
	FriendlyLosses int `json:"friendly_losses,omitempty"`
	Cancelled      int `json:"cancelled,omitempty"` // nobody's win

	// How reliable the player is: the moves in all these games, which were made in
	// time, the games in which the time was up, and those that were cancelled since
	// the player had not moved by then.
	Moves    int `json:"moves,omitempty"`
	Timeouts int `json:"timeouts,omitempty"`
	NoShows  int `json:"no_shows,omitempty"`
}

// RatedGames gives how many rated games the player has finished.
func (t Tally) RatedGames() int { return t.Wins + t.Losses }

// Games gives how many games of any kind.
func (t Tally) Games() int {
	return t.Wins + t.Losses + t.FriendlyWins + t.FriendlyLosses + t.Cancelled
}

// minus leaves out a part of what is counted.
func (t Tally) minus(part Tally) Tally {
	return Tally{
		Wins: t.Wins - part.Wins, Losses: t.Losses - part.Losses,
		FriendlyWins: t.FriendlyWins - part.FriendlyWins, FriendlyLosses: t.FriendlyLosses - part.FriendlyLosses,
		Cancelled: t.Cancelled - part.Cancelled,
		Moves:     t.Moves - part.Moves, Timeouts: t.Timeouts - part.Timeouts, NoShows: t.NoShows - part.NoShows,
	}
}

// Public gives the standing as others may see it, without private games. The rating is
// what it is: private games of today are not rated.
func (s Standing) Public() Standing {
	s.Tally, s.Private = s.minus(s.Private), Tally{}
	return s
}

// Established counts the players who have ended a game that was not cancelled, up to a
// number.
func (t *Tx) Established(most int) (n int, err error) {
	for key, raw := range t.tx.Bucket(bucketStanding).Scan(nil) {
		if n == most {
			break
		}
		s, err := decode[Standing](bucketStanding, key, raw)
		if err != nil {
			return n, err
		}
		if s.EndedGames() > 0 {
			n++
		}
	}
	return n, nil
}

// EndedGames gives how many games of any kind the player has ended that were not
// cancelled.
func (t Tally) EndedGames() int { return t.Games() - t.Cancelled }

// A Change is what a game has changed for a player.
type Change struct{ Before, After Standing }

// A Rate gives the standings of two players after a rated game that ended at a
// time. The game is counted already; all else is as it was before. It must give
// the same for the same, for standings are computed again to see that they are
// right.
type Rate func(winner, loser Standing, ended time.Time) (Standing, Standing)

// count gives the standings of the first and the second player after a result. Games against robots leave them as they
// are.
// Without a rate only games and moves are counted.
func (r *Result) count(first, second Standing, rate Rate) (Standing, Standing) {
	if r.Robot {
		return first, second
	}
	first.count(r, game.First)
	second.count(r, game.Second)
	if r.Private {
		first.Private.count(r, game.First)
		second.Private.count(r, game.Second)
	}
	switch {
	case !r.counts() || rate == nil:
	case r.Winner == game.First:
		first, second = rate(first, second, r.Ended)
	default:
		second, first = rate(second, first, r.Ended)
	}
	return first, second
}

func (t *Tally) count(r *Result, seat game.Seat) {
	won, moved := r.Winner == seat, int(seat-game.First) // how many moves the other one had made before
	t.Moves += (r.Plies + 1 - moved) / 2
	switch {
	case r.Cancelled() && !r.Aborted && r.Plies%2 == moved:
		t.NoShows++
	case r.Reason == game.ByTimeout && !won:
		t.Timeouts++
	}
	switch {
	case r.Cancelled():
		t.Cancelled++
	case r.counts() && won:
		t.Wins++
	case r.counts():
		t.Losses++
	case won:
		t.FriendlyWins++
	default:
		t.FriendlyLosses++
	}
}

// Standing gives a player's standing, an empty one before the first result.
func (t *Tx) Standing(id PlayerID) (*Standing, error) {
	s, err := known[Standing](t, bucketStanding, number(id))
	s.Player = id
	return s, err
}

// putStanding writes a standing, and its place in the table.
func (t *Tx) putStanding(c Change) error {
	table := t.tx.Bucket(bucketStandings)
	if c.Before.Listed {
		if err := table.Delete(c.Before.key()); err != nil {
			return err
		}
	}
	if c.After.Listed {
		if err := table.Put(c.After.key(), []byte{}); err != nil {
			return err
		}
	}
	return put(t, bucketStanding, number(c.After.Player), &c.After)
}

// unlist takes a player out of the table.
func (t *Tx) unlist(l *leaver) error {
	s, err := t.Standing(l.ID)
	if err != nil || !s.Listed {
		return err
	}
	after := *s
	after.Listed = false
	return t.putStanding(Change{Before: *s, After: after})
}

// key is the place in the table: the best rating comes first, to the thousandth of
// a point, and of equal ones the older player.
func (s *Standing) key() []byte {
	const parts = 1000
	points := uint32(math.Round(min(max(0, s.Rating), math.MaxUint32/parts) * parts))
	return append(number(^points), number(s.Player)...)
}

// Table gives the places of the table from one to another, the first one being 1.
// Places that there are not are left out.
func (t *Tx) Table(from, to int) (places []Standing, err error) {
	place := 0
	for key := range t.tx.Bucket(bucketStandings).Scan(nil) {
		if place >= to {
			break
		}
		if place++; place < from {
			continue
		}
		s, err := get[Standing](t, bucketStanding, key[4:])
		if err != nil {
			return nil, err
		}
		places = append(places, *s)
	}
	return places, nil
}

// Place gives a player's place in the table, 0 for none, and how many there are.
func (t *Tx) Place(id PlayerID) (place, of int) {
	for key := range t.tx.Bucket(bucketStandings).Scan(nil) {
		of++
		if PlayerID(binary.BigEndian.Uint32(key[4:])) == id {
			place = of
		}
	}
	return place, of
}

// VerifyRatings checks what Verify leaves out, since nobody here knows how players
// are rated: that the stored ratings are those that the results give.
func (s *Store) VerifyRatings(rate Rate) (faults []string, err error) {
	return s.verify(func(v *verifier) {
		v.try(func() {
			v.standing(rate)
			v.standings()
		})
	})
}

// standing checks that the stored standings are those that the results come to,
// as far as they can be computed without a rate, and that those who stand in the table
// are there.
func (v *verifier) standing(rate Rate) {
	want := recount{}
	walk(v, bucketResults, func(_ []byte, r *Result) { want.add(r, rate) })
	want.unlist(v.tx)
	walk(v, bucketStanding, func(key []byte, s *Standing) {
		if string(key) != string(number(s.Player)) {
			v.fault("the standing of player %d is stored under the key %x", s.Player, key)
		}
		if computed := want[s.Player]; !s.agrees(computed, rate != nil) {
			v.fault("the standing of player %d is %+v, the results come to %+v", s.Player, *s, computed)
		}
		delete(want, s.Player)
		if !s.Listed {
			return
		}
		if v.listed[bucketStandings]++; v.tx.tx.Bucket(bucketStandings).Get(s.key()) == nil {
			v.fault("standings: player %d is missing", s.Player)
		}
	})
	for id := range want {
		v.fault("player %d has results and no standing", id)
	}
}

// standings checks that nobody else stands in the table.
func (v *verifier) standings() {
	places, listed := 0, v.listed[bucketStandings]
	for key := range v.tx.tx.Bucket(bucketStandings).Scan(nil) {
		if places++; len(key) != 8 {
			v.fault("standings: %x is no place", key)
		}
	}
	if places != listed {
		v.fault("standings: there are %d places and %d players for them", places, listed)
	}
}

// A recount computes all standings anew, result after result.
type recount map[PlayerID]Standing

func (all recount) add(r *Result, rate Rate) {
	var before [2]Standing
	for i, id := range r.Players {
		before[i] = all[id]
		before[i].Player = id
	}
	all[r.Players[0]], all[r.Players[1]] = r.count(before[0], before[1], rate)
}

// unlist takes out of the table who is forgotten.
func (all recount) unlist(t *Tx) {
	for id, s := range all {
		if p, err := t.Player(id); err == nil && !p.Forgotten.IsZero() {
			s.Listed = false
			all[id] = s
		}
	}
}

// agrees compares a standing with the one computed anew. The last digits of a rating
// may be those of another kind of processor. Without a rate there is only to see
// that nobody has a rating who has played no rated game.
func (s *Standing) agrees(computed Standing, rated bool) bool {
	const points, share = 0.01, 0.0001
	switch {
	case s.Tally != computed.Tally || s.Private != computed.Private:
		return false
	case !rated:
		return s.RatedGames() > 0 || s.Rating == 0 && !s.Listed
	}
	return math.Abs(s.Rating-computed.Rating) < points && math.Abs(s.Deviation-computed.Deviation) < points &&
		math.Abs(s.Volatility-computed.Volatility) < share && s.At.Equal(computed.At) && s.Listed == computed.Listed
}
