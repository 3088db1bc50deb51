package templates

import (
	"fmt"
	"strings"
)

// A PlayedMove is one move, or a take-back, with who made it.
type PlayedMove struct {
	Ply    int // its number in the record, 0 for a take-back
	Move   string
	ByYou  bool
	Name   string
	Undone bool // it was taken back since
}

// movesListed is how many moves are told with their players, where there can be any
// number of them.
const movesListed = 20

// LastSince lists the last of what was played since the position answered.
func (g *Game) LastSince() []PlayedMove { return g.Since[max(0, len(g.Since)-movesListed):] }

// MovesSince counts the moves that were played since the position answered.
func (g *Game) MovesSince() (n int) {
	for _, m := range g.Since {
		if m.Ply > 0 {
			n++
		}
	}
	return n
}

// LastTried lists the last of the moves that are tried.
func (m *Moment) LastTried() []PlayedMove { return m.Tried[max(0, len(m.Tried)-movesListed):] }

// A MoveRow is a move in a table. Its number and the move, in words of the reader's
// language, are as wide as in the other rows.
type MoveRow struct {
	PlayedMove
	Number, Cell string
}

// SinceRows is the table of LastSince.
func (v *View) SinceRows() []MoveRow {
	moves := v.Game.LastSince()
	rows := make([]MoveRow, len(moves))
	numbers, cells := 0, 0
	for i, m := range moves {
		rows[i] = MoveRow{PlayedMove: m, Number: fmt.Sprint(m.Ply), Cell: v.Word(m.Move)}
		if m.Ply == 0 {
			rows[i].Number = "-" // not nothing: quoted, the row would be a command
		}
		numbers, cells = max(numbers, len(rows[i].Number)), max(cells, columns(rows[i].Cell))
	}
	for i := range rows {
		rows[i].Number = fmt.Sprintf("%*s", numbers, rows[i].Number)
		rows[i].Cell += strings.Repeat(" ", cells-columns(rows[i].Cell))
	}
	return rows
}
