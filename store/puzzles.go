package store

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"time"

	"unlurbot/game"
)

// A PuzzleNumber names a puzzle, in the order in which they are made, from 1 on.
type PuzzleNumber uint16

// MostPuzzles is the last number of one: there is room for no higher one in the mails that ask for its solution. With one
// a night it is reached after 22 years, and no more are made then.
const MostPuzzles PuzzleNumber = 1<<13 - 1

// A Puzzle is a position of a game that everybody may see, from which a side wins with few stones whatever the other one
// does. The engine has made sure of all that it says.
type Puzzle struct {
	Number PuzzleNumber `json:"number"`
	Game   GameNumber   `json:"game"`
	Ply    int          `json:"ply"`    // how many moves lead to the position
	Stones int          `json:"stones"` // with how many the side to move wins at the latest
	Made   time.Time    `json:"made"`

	Right   []string          `json:"right"`             // cells on which a stone keeps that
	Refuted map[string]string `json:"refuted,omitempty"` // cells on which it doesn't, with an answer that shows why
	Line    []string          `json:"line"`              // cells for both sides in turn, a right one first, to the end
}

// AddPuzzle gives a puzzle its number and keeps it. Once all numbers are given it keeps nothing.
func (t *Tx) AddPuzzle(z *Puzzle) error {
	bucket := t.tx.Bucket(bucketPuzzles)
	if PuzzleNumber(bucket.Sequence()) >= MostPuzzles {
		return nil
	}
	n, err := bucket.NextSequence()
	if err != nil {
		return err
	}
	z.Number = PuzzleNumber(n)
	return put(t, bucketPuzzles, number(uint32(z.Number)), z)
}

// PuzzlesMade gives how many were ever made: the last number that was given.
func (t *Tx) PuzzlesMade() PuzzleNumber {
	return PuzzleNumber(t.tx.Bucket(bucketPuzzles).Sequence())
}

// LastPuzzle gives the number of the last one that there is, 0 for none.
func (t *Tx) LastPuzzle() PuzzleNumber {
	for key := range t.tx.Bucket(bucketPuzzles).ScanBack(nil) {
		return PuzzleNumber(asNumber(key))
	}
	return 0
}

// Puzzle gives a puzzle by its number.
func (t *Tx) Puzzle(n PuzzleNumber) (*Puzzle, error) {
	return get[Puzzle](t, bucketPuzzles, number(uint32(n)))
}

// PuzzlesFrom goes through the puzzles from a number on, to an error or the end of the loop, in which nothing may be written.
func (t *Tx) PuzzlesFrom(n PuzzleNumber) iter.Seq2[*Puzzle, error] {
	return func(yield func(*Puzzle, error) bool) {
		for key, raw := range t.tx.Bucket(bucketPuzzles).ScanFrom(number(uint32(n))) {
			z, err := decode[Puzzle](bucketPuzzles, key, raw)
			if !yield(z, err) || err != nil {
				return
			}
		}
	}
}

// NextPuzzle gives the first puzzle behind one, nil if there is none.
func (t *Tx) NextPuzzle(n PuzzleNumber) (*Puzzle, error) {
	for z, err := range t.PuzzlesFrom(n + 1) {
		return z, err
	}
	return nil, nil
}

// dropPuzzles takes out those of a game, which goes on.
func (t *Tx) dropPuzzles(g *Game) error {
	var keys [][]byte
	err := each(t, bucketPuzzles, func(key []byte, z *Puzzle) error {
		if z.Game == g.Number {
			keys = append(keys, bytes.Clone(key))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return t.deleteAll(bucketPuzzles, keys)
}

// GivesPuzzles says whether a puzzle may be made of a game: it is over, people have played it, and everybody may see it.
func (g *Game) GivesPuzzles() bool {
	return g.State == Finished && !g.Private && g.Robot == nil
}

// LookedForPuzzles gives the last of the results in whose games was looked for puzzles.
func (t *Tx) LookedForPuzzles() (ResultNumber, error) {
	n, err := known[ResultNumber](t, bucketMeta, keyPuzzles)
	return *n, err
}

// SetLookedForPuzzles notes that.
func (t *Tx) SetLookedForPuzzles(n ResultNumber) error { return put(t, bucketMeta, keyPuzzles, &n) }

// ResultsAfter goes through the results behind one, the oldest first, to an error or the end of the loop, in which nothing
// may be written.
func (t *Tx) ResultsAfter(n ResultNumber) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for key, raw := range t.tx.Bucket(bucketResults).ScanFrom(number(n + 1)) {
			r, err := decode[Result](bucketResults, key, raw)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// puzzles checks that each is of a game of which there may be one, and that its stones can be put.
func (v *verifier) puzzles() {
	if n, err := v.tx.LookedForPuzzles(); err != nil || n > v.tx.LastResult() {
		v.fault("puzzles: it was looked for some up to result %d (%v)", n, err)
	}
	walk(v, bucketPuzzles, func(key []byte, z *Puzzle) {
		if !bytes.Equal(key, number(uint32(z.Number))) {
			v.fault("puzzle %d is stored under the key %x", z.Number, key)
		}
		g, err := v.tx.Game(z.Game)
		if err != nil || !g.GivesPuzzles() {
			v.fault("puzzle %d is of game %d, of which there may be none (%v)", z.Number, z.Game, err)
			return
		}
		if _, err := z.Position(g); err != nil {
			v.fault("puzzle %d: %v", z.Number, err)
		}
	})
}

var errNoPuzzle = errors.New("store: the line doesn't win")

// putOffWeekly notes for a player as well that the next puzzle comes later.
func (t *Tx) putOffWeekly(w WakeUp, until time.Time) error {
	p, err := t.Player(PlayerID(w.Number))
	if err != nil || !p.Weekly.Equal(w.At) {
		return nil // as in PutOff
	}
	p.Weekly = until
	return t.PutPlayer(p)
}

// weekly checks that whoever wants a puzzle a week gets the next one.
func (v *verifier) weekly(p *Player) {
	if w := (WakeUp{At: p.Weekly, Kind: WakeWeekly, Number: uint32(p.ID)}); !p.Weekly.IsZero() && v.tx.tx.Bucket(bucketWakeUps).Get(w.key()) == nil {
		v.fault("puzzles: no wake-up is noted for that of player %d at %v", p.ID, p.Weekly)
	}
}

// Position gives that of a puzzle of a game. It fails if its line can't be played there, or doesn't win.
func (z *Puzzle) Position(g *Game) (p game.Position, err error) {
	played, err := g.Replay()
	if err != nil {
		return p, err
	}
	positions := played.Positions()
	p = positions[min(max(z.Ply, 0), len(positions)-1)]
	after := p
	for _, cell := range z.Line {
		m, err := game.ParseMove(cell)
		if err == nil {
			err = after.Play(m)
		}
		if err != nil {
			return p, err
		}
	}
	if p.Phase() != game.Main || after.Winner() != p.ToMove() || len(z.Right) == 0 || !slices.Contains(z.Right, z.Line[0]) {
		return p, errNoPuzzle
	}
	return p, nil
}
