package store

import "math"

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

// result checks that the log has what a game that is over says, and nothing of others.
func (v *verifier) result(g *Game) {
	if !g.HasResult() {
		if g.Result != 0 {
			v.fault("game %d is %s and has result %d", g.Number, g.State, g.Result)
		}
		return
	}
	r, err := v.tx.Result(g.Result)
	if err != nil {
		v.fault("game %d: result %d: %v", g.Number, g.Result, err)
		return
	}
	if want := resultOf(g); *r != want {
		v.fault("result %d says %+v, its game %+v", g.Result, *r, want)
	}
}

// results checks that each result is that of its game, and in the lists of its
// players.
func (v *verifier) results() {
	walk(v, bucketResults, func(key []byte, r *Result) {
		if string(key) != string(number(r.Number)) {
			v.fault("result %d is stored under the key %x", r.Number, key)
		}
		if g, err := v.tx.Game(r.Game); err != nil || g.Result != r.Number {
			v.fault("result %d is of game %d, which has another (%v)", r.Number, r.Game, err)
		}
		for _, id := range r.Players {
			if v.tx.tx.Bucket(bucketResultsOf).Get(resultKey(id, r.Number)) == nil {
				v.fault("result %d is missing in the list of player %d", r.Number, id)
				continue
			}
			v.listed[bucketResultsOf]++
		}
	})
}

// resultsOf checks that the lists of players have no other results.
func (v *verifier) resultsOf() {
	if entered, listed := v.count(bucketResultsOf), v.listed[bucketResultsOf]; entered != listed {
		v.fault("results-by-player: there are %d entries, and %d places in results", entered, listed)
	}
}

// standing checks that the stored standings are those that the results come to,
// as far as they can be computed without a rate, and that those who stand in the table
// are there.
func (v *verifier) standing(rate Rate) {
	want := v.recount(rate)
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

// recount computes all standings anew.
func (v *verifier) recount(rate Rate) map[PlayerID]Standing {
	all := map[PlayerID]Standing{}
	walk(v, bucketResults, func(_ []byte, r *Result) {
		var before [2]Standing
		for i, id := range r.Players {
			before[i] = all[id]
			before[i].Player = id
		}
		all[r.Players[0]], all[r.Players[1]] = r.count(before[0], before[1], rate)
	})
	for id, s := range all {
		if p, err := v.tx.Player(id); err == nil && !p.Forgotten.IsZero() {
			s.Listed = false
			all[id] = s
		}
	}
	return all
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
