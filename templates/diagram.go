package templates

import "unlurbot/game"

// A Diagram is a position as a mail shows it: drawn with characters in the text
// part, and as a board of coloured cells in the HTML part. The zero value shows
// nothing.
type Diagram struct {
	position *game.Position
	marks    Marks
	moves    string // what stands in front of a cell in a move, such as "#42 "
	playable bool   // a click on a cell begins a mail with that move
}

// Draw gives the diagram of a position, with the last stone and the connection
// marked.
func Draw(p game.Position) Diagram {
	return Diagram{position: &p, marks: Marks{Last: true, Connection: true}}
}

// Playable gives the diagram in which a legal cell can be clicked. What is sent
// then is the cell behind the prefix, which is empty or names the game.
func (d Diagram) Playable(prefix string) Diagram {
	d.playable, d.moves = true, prefix
	return d
}

// Marked names the marks that need a legend: "connection", which has the last stone in it,
// "last" for that alone, or "" for none.
func (d Diagram) Marked() string {
	if len(d.position.Connection()) > 0 {
		return "connection"
	}
	if _, ok := d.position.Last(); ok {
		return "last"
	}
	return ""
}

// String draws the position with characters, see Board.
func (d Diagram) String() string {
	if d.position == nil {
		return ""
	}
	return Board(d.position, d.marks)
}
