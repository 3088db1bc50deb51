package store

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"unlurbot/game"
)

// A Result is how a game ended. The log of results, in the order in which the games
// ended, is what all standings follow from; and lists of what somebody has played
// need no games.
type Result struct {
	Number  ResultNumber `json:"number"`
	Game    GameNumber   `json:"game"`
	Players [2]PlayerID  `json:"players"`          // First, Second
	Winner  game.Seat    `json:"winner,omitempty"` // NoSeat of a game that was cancelled
	Reason  game.Reason  `json:"reason,omitempty"`
	Rated   bool         `json:"rated,omitempty"`
	Private bool         `json:"private,omitempty"` // only its players may see it
	Aborted bool         `json:"aborted,omitempty"` // it was cancelled by one of the players, or by the operator, and not by the clock
	Robot   bool         `json:"robot,omitempty"`   // one of the players is one: it counts for nothing
	Spared  bool         `json:"spared,omitempty"`  // as Game.Spared: it was to be rated, and is not
	Size    int          `json:"size"`
	Plies   int          `json:"plies"`
	Ended   time.Time    `json:"ended"`
}

// resultOf gives what the log says of a game that is over.
func resultOf(g *Game) Result {
	return Result{
		Number: g.Result, Game: g.Number, Players: g.Players, Winner: g.Course.Winner, Reason: g.Course.Reason,
		Rated: g.Rated, Private: g.Private, Spared: g.Spared, Robot: g.Robot != nil, Aborted: g.Voided || g.CalledOff != game.NoSeat, Size: g.Size, Plies: g.Course.Ply, Ended: g.Ended,
	}
}

// Won says whether a player has won.
func (r *Result) Won(id PlayerID) bool {
	return r.Winner != game.NoSeat && r.Players[r.Winner-game.First] == id
}

// Opponent gives the other player than one of the two.
func (r *Result) Opponent(id PlayerID) PlayerID {
	if r.Players[0] == id {
		return r.Players[1]
	}
	return r.Players[0]
}

// Shows says whether somebody may see the result.
func (r *Result) Shows(to PlayerID) bool {
	return !r.Private || r.Players[0] == to || r.Players[1] == to
}

// Cancelled says that the game is nobody's win: it ended before both had moved, or the
// operator has ended it.
func (r *Result) Cancelled() bool { return r.Winner == game.NoSeat }

// counts says whether the game counts for the ratings.
func (r *Result) counts() bool { return r.Rated && !r.Spared && !r.Cancelled() }

var errNoResult = errors.New("store: a result is of a game that is over, once")

// AddResult writes how a game has just ended into the log, rates its players, and
// writes the game back. It tells what changed for the two, by seat.
func (t *Tx) AddResult(g *Game, rate Rate) (changes [2]Change, err error) {
	if !g.HasResult() || g.Result != 0 {
		return changes, fmt.Errorf("%w: game %d", errNoResult, g.Number)
	}
	n, err := t.tx.Bucket(bucketResults).NextSequence()
	if err != nil {
		return changes, err
	}
	g.Result = ResultNumber(n)
	r := resultOf(g)
	if err := put(t, bucketResults, number(r.Number), &r); err != nil {
		return changes, err
	}
	for i, id := range r.Players {
		if err := t.tx.Bucket(bucketResultsOf).Put(listKey(id, r.Number), []byte{}); err != nil {
			return changes, err
		}
		before, err := t.Standing(id)
		if err != nil {
			return changes, err
		}
		changes[i].Before = *before
	}
	changes[0].After, changes[1].After = r.count(changes[0].Before, changes[1].Before, rate)
	for _, c := range changes {
		if err := t.putStanding(c); err != nil {
			return changes, err
		}
	}
	return changes, t.PutGame(g)
}

// DropResult takes the result of a game that was reopened out of the log, as if it had never
// been, and puzzles with it: each rating follows from those before, so all standings are computed anew, which takes
// the longer the more results there are. It writes the game back.
func (t *Tx) DropResult(g *Game, rate Rate) error {
	if g.State != Playing || g.Result == 0 {
		return fmt.Errorf("%w: game %d", errNoResult, g.Number)
	}
	if err := errors.Join(t.tx.Bucket(bucketResults).Delete(number(g.Result)), t.dropPuzzles(g)); err != nil {
		return err
	}
	for _, id := range g.Players {
		if err := errors.Join(t.tx.Bucket(bucketResultsOf).Delete(listKey(id, g.Result)), t.enter(id, g.Number)); err != nil {
			return err
		}
	}
	g.Result = 0
	all := recount{}
	if err := each(t, bucketResults, func(_ []byte, r *Result) error { all.add(r, rate); return nil }); err != nil {
		return err
	}
	all.unlist(t)
	var changes []Change
	err := each(t, bucketStanding, func(_ []byte, s *Standing) error {
		after := all[s.Player]
		if after.Player = s.Player; after != *s {
			changes = append(changes, Change{Before: *s, After: after})
		}
		return nil
	})
	for _, c := range changes {
		err = errors.Join(err, t.putStanding(c))
	}
	return errors.Join(err, t.PutGame(g))
}

// LastResult gives the number of the last result, which may have been taken back; 0 before the first.
func (t *Tx) LastResult() ResultNumber {
	return ResultNumber(t.tx.Bucket(bucketResults).Sequence())
}

// Result gives a result by its place in the log.
func (t *Tx) Result(n ResultNumber) (*Result, error) {
	return get[Result](t, bucketResults, number(n))
}

// LastResults goes through all results, the latest first, to an error or the end of the loop.
func (t *Tx) LastResults() iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for key := range t.tx.Bucket(bucketResults).ScanBack(nil) {
			r, err := t.Result(ResultNumber(atEnd(key)))
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// ResultsOf goes through a player's results, the latest first, to an error or the
// end of the loop.
func (t *Tx) ResultsOf(id PlayerID) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for n := range t.resultsOf(id) {
			r, err := t.Result(ResultNumber(n))
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// resultsOf goes through their places in the log, the latest first.
func (t *Tx) resultsOf(id PlayerID) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for key := range t.tx.Bucket(bucketResultsOf).ScanBack(number(id)) {
			if !yield(atEnd(key)) {
				return
			}
		}
	}
}

// HaveMet says whether two players have a result in common.
func (t *Tx) HaveMet(a, b PlayerID) bool {
	next, stop := iter.Pull(t.resultsOf(b))
	defer stop()
	other, more := next()
	for n := range t.resultsOf(a) {
		for more && other > n {
			other, more = next()
		}
		if !more || other == n {
			return more
		}
	}
	return false
}

// results checks that each result is that of its game, and in the lists of its
// players.
func (v *verifier) results() {
	walk(v, bucketResults, func(key []byte, r *Result) {
		if string(key) != string(number(r.Number)) {
			v.fault("result %d is stored under the key %x", r.Number, key)
		}
		if !v.agrees(uint32(r.Number)) { // as nearly all do, so that few games are read once more
			if g, err := v.tx.Game(r.Game); err != nil || g.Result != r.Number {
				v.fault("result %d is of game %d, which has another (%v)", r.Number, r.Game, err)
			}
		}
		for _, id := range r.Players {
			if v.tx.tx.Bucket(bucketResultsOf).Get(listKey(id, r.Number)) == nil {
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
