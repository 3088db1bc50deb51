// Package puzzles makes puzzles of games that players have finished, and judges answers to them.
//
// They are made at night, one a night at most: of the games that have ended since, up to some, the one that has the best.
// What takes long is the engine's search, so it is done as a robot's move is thought of: Plan reads from the store what to
// search, the Plan searches outside of any transaction, and Keep writes down what was found. Package robots runs it.
//
// What is right about a puzzle, and by what every other stone fails, is kept with it: Judge looks it up, and no mail waits
// for a search.
package puzzles

import (
	"fmt"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/game/engine"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/fairplay"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// Games is in how many games of a night puzzles are looked for: each takes some seconds.
const Games = 20

const (
	// nightHour is when they are made, in UTC.
	nightHour = 2
	// night is how long after that the next one is made.
	night = 24 * time.Hour
)

// A Plan is what a night has to do.
type Plan struct {
	games   []candidate
	stones  int                // of the puzzle that is wanted
	known   map[string]bool    // the lines of all that there are: games may have the same moves
	through store.ResultNumber // the last result that is looked at
	more    bool               // there are others behind it
}

type candidate struct {
	number store.GameNumber
	played *game.Game
}

// A Find is what came of a Plan: the best puzzle, if Game is not 0.
type Find struct {
	Game    store.GameNumber
	Puzzle  engine.Puzzle
	through store.ResultNumber
	more    bool
}

// NewPlan reads which games a night looks at: those that ended after all that were looked at before, the oldest first, and at
// most some; 0 for none at all. How hard the puzzle should be changes from one to the next.
func NewPlan(tx *store.Tx, most int) (p Plan, err error) {
	if most == 0 {
		return p, nil
	}
	if p.through, err = tx.LookedForPuzzles(); err != nil {
		return p, err
	}
	p.known = map[string]bool{}
	for z, err := range tx.PuzzlesFrom(1) {
		if err != nil {
			return p, err
		}
		p.known[lineOf(z.Ply, z.Line)] = true
	}
	kinds := engine.MostStones - 1
	p.stones = 2 + int(tx.PuzzlesMade())%kinds
	for r, err := range tx.ResultsAfter(p.through) {
		if err != nil {
			return p, err
		}
		if p.more = len(p.games) == most; p.more {
			break
		}
		p.through = r.Number
		g, err := tx.Game(r.Game)
		if err != nil {
			return p, err
		}
		if !g.GivesPuzzles() {
			continue
		}
		played, err := g.Replay()
		if err != nil {
			return p, err
		}
		p.games = append(p.games, candidate{g.Number, played})
	}
	return p, nil
}

// Search looks for the best puzzle. Between is as in an engine.Budget.
func (p Plan) Search(between func() bool) Find {
	best := Find{through: p.through, more: p.more}
	for _, c := range p.games {
		z, ok := engine.FindPuzzle(c.played, p.stones, between)
		if ok && !p.known[lineOf(z.Ply, names(z.Line))] && (best.Game == 0 || z.Compare(best.Puzzle, p.stones) < 0) {
			best.Game, best.Puzzle = c.number, z
		}
	}
	return best
}

// lineOf tells a puzzle from others: by where it lies, and how it goes on.
func lineOf(ply int, line []string) string { return fmt.Sprint(ply, line) }

// Keep writes down what was found in the night that was due, unless the game goes on meanwhile; and sees to it that the
// next night goes on.
func Keep(u *unit.Unit, f Find, due time.Time) error {
	if f.Game != 0 {
		g, err := u.Game(f.Game)
		if err != nil {
			return err
		}
		if g.GivesPuzzles() {
			if err := u.Tx.AddPuzzle(stored(g, f.Puzzle, due)); err != nil {
				return err
			}
		}
	}
	if f.through == 0 { // none are made here
		return nil
	}
	if err := u.Tx.SetLookedForPuzzles(f.through); err != nil || !f.more {
		return err
	}
	return u.Tx.WakeAt(store.WakeUp{At: due.Add(night), Kind: store.WakePuzzles})
}

func stored(g *store.Game, p engine.Puzzle, made time.Time) *store.Puzzle {
	z := &store.Puzzle{Game: g.Number, Ply: p.Ply, Stones: p.Stones, Made: made, Right: names(p.Right), Line: names(p.Line), Refuted: map[string]string{}}
	for cell, answer := range p.Refuted {
		z.Refuted[cell.String()] = answer.String()
	}
	return z
}

func names(cells []game.Cell) (names []string) {
	for _, c := range cells {
		names = append(names, c.String())
	}
	return names
}

// AwaitNight has the next night look for a puzzle in a game that is over.
func AwaitNight(u *unit.Unit, g *store.Game) error {
	ended := g.Ended.UTC()
	at := time.Date(ended.Year(), ended.Month(), ended.Day(), nightHour, 0, 0, 0, time.UTC)
	if !at.After(ended) {
		at = at.Add(night)
	}
	return u.Tx.WakeAt(store.WakeUp{At: at, Kind: store.WakePuzzles})
}

// Await has a player get a puzzle on the next Saturday after a time.
func Await(u *unit.Unit, p *store.Player, after time.Time) error {
	p.Weekly = clocks.NextSaturday(after, p)
	u.ChangePlayer(p)
	return u.Tx.WakeAt(store.WakeUp{At: p.Weekly, Kind: store.WakeWeekly, Number: uint32(p.ID)})
}

// Next gives the first puzzle after all that a player has got, nil if there is none; hidden says that it can't be shown now. It
// changes nothing: see Give.
func Next(u *unit.Unit, p *store.Player) (z *store.Puzzle, hidden bool, err error) {
	if z, err = u.Tx.NextPuzzle(p.Puzzle); z == nil || err != nil {
		return nil, false, err
	}
	shows, err := MayShow(u, z)
	return z, !shows, err
}

// Give notes that a player has got a puzzle, the next one.
func Give(u *unit.Unit, p *store.Player, z *store.Puzzle) {
	p.Puzzle = z.Number
	u.ChangePlayer(p)
}

// MayShow says whether a puzzle may be shown: nobody has it before them in a game.
func MayShow(u *unit.Unit, z *store.Puzzle) (bool, error) {
	g, err := u.Game(z.Game)
	if err != nil {
		return false, err
	}
	p, err := z.Position(g)
	if err != nil {
		return false, err
	}
	played, err := fairplay.IsPlayed(u, p)
	return !played, err
}

// A Verdict is what becomes of a move in a puzzle.
type Verdict int

// The verdicts.
const (
	Right   Verdict = iota
	Loses           // it completes the opponent's goal
	Refuted         // the opponent has an answer to it
	TooSlow         // more stones are needed then, even if the opponent stands still
)

// Judge says what becomes of a move in the position of a puzzle, and gives the opponent's answer where one refutes it. An
// error is a *game.Error that says why the move can't be played; to say black, or to resign, is none here.
func Judge(z *store.Puzzle, p game.Position, m game.Move) (v Verdict, answer string, err error) {
	if m.Kind != game.PutStone {
		return v, "", &game.Error{Code: game.NotAMove, Token: m.String()}
	}
	after, err := p.After(m)
	if err != nil {
		return v, "", err
	}
	cell := m.Cell.String()
	answer, refuted := z.Refuted[cell]
	switch {
	case slices.Contains(z.Right, cell):
		return Right, "", nil
	case after.Winner() == p.ToMove().Other():
		return Loses, "", nil
	case refuted:
		return Refuted, answer, nil
	}
	return TooSlow, "", nil
}
