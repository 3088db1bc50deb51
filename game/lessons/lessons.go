// Package lessons has positions from which somebody learns the game, each with a task that one move solves.
//
// What the tasks are, and what is said of an answer, stands in the mails; the package knows which moves are right. It
// has no state: a lesson is known by its number, and each position is made of a record, by the rules.
package lessons

import (
	"fmt"

	"unlurbot/game"
)

// A Lesson is a position, and what is to be done in it by whoever is to move.
type Lesson struct {
	Position game.Position
	solves   func(before, after game.Position, m game.Move) bool
}

// size is that of all boards: the smallest on which there are games, so that the task is easy to see.
const size = game.MinSize

// all are the lessons, in the order in which they are taken.
var all = []Lesson{
	// The contract: put a stone, which can't be on the edge.
	lesson("", func(_, _ game.Position, m game.Move) bool { return m.Kind == game.PutStone }),
	// The main phase: bring the white group to side 1, with a stone on the edge.
	lesson("D4 E4 black C4 E5 B3 C3", func(before, after game.Position, m game.Move) bool {
		return after.Touches(m.Cell, 1) && besideOwn(before, m.Cell)
	}),
	// The contract again: it is time to take Black. The stone in the middle has two ways to each of the others,
	// and each of these two ways to its side, so whoever is Black makes a Y: White can take one way only at a time.
	lesson("D4 B3 E6 E3", func(_, _ game.Position, m game.Move) bool { return m.Kind == game.SayBlack }),
	// Finish a Y.
	lesson("C3 D5 E4 C2 C5 F4 black B4 C1 E6 C6 D2 G5 F6", wins),
	// Finish a line.
	lesson("D3 D5 black D4 C3 E5 C5 B4 E4 F5 E6 A3 B3 G6 F4", wins),
	// Name the stone that loses: a black line.
	lesson("C2 E5 C3 D4 black D5 C1 D3 E7 B3", loses),
}

// Count is how many lessons there are; they are numbered from 1.
var Count = len(all)

// Number gives a lesson; ok is false if there is none.
func Number(n int) (l Lesson, ok bool) {
	if n < 1 || n > len(all) {
		return Lesson{}, false
	}
	return all[n-1], true
}

// Solves says whether a move is what the lesson asks for. An error is a *game.Error that says why the move can't be
// played; to resign is none here.
func (l Lesson) Solves(m game.Move) (bool, error) {
	if m.Kind != game.PutStone && m.Kind != game.SayBlack {
		return false, &game.Error{Code: game.NotAMove, Token: m.String()}
	}
	after, err := l.Position.After(m)
	if err != nil {
		return false, err
	}
	return l.solves(l.Position, after, m), nil
}

// Solution gives the first move, in the order of the board, that the lesson asks for.
func (l Lesson) Solution() game.Move {
	for m := range l.Position.Legal() {
		if right, err := l.Solves(m); right && err == nil {
			return m
		}
	}
	panic("nothing solves a lesson")
}

func wins(before, after game.Position, _ game.Move) bool { return after.Winner() == before.ToMove() }

func loses(before, after game.Position, _ game.Move) bool {
	return after.Winner() == before.ToMove().Other()
}

// besideOwn says whether a cell touches a stone of whoever is to move.
func besideOwn(p game.Position, c game.Cell) bool {
	own := p.Color(p.ToMove())
	for _, beside := range c.Around() {
		if p.At(beside) == own {
			return true
		}
	}
	return false
}

// lesson makes one of a record that the rules allow.
func lesson(record string, solves func(before, after game.Position, m game.Move) bool) Lesson {
	g, err := game.ParseRecord(record, size)
	if err != nil {
		panic(fmt.Sprintf("a lesson can't be played: %v", err))
	}
	return Lesson{Position: g.Position(), solves: solves}
}
