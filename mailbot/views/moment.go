package views

import (
	"unlurbot/game"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

// A Moment is a position of a game that is not that of now: one that was, or
// one that could come.
type Moment struct {
	reader   *store.Player
	position game.Position
	moves    []templates.PlayedMove // that lead there
	tried    int                    // how many of the last ones nobody has played
}

// At gives a game as it was after some of the moves that stand.
func At(u *unit.Unit, reader *store.Player, g *store.Game, ply int) (*Moment, error) {
	now, err := g.Replay()
	if err != nil {
		return nil, err
	}
	stand := now.Line()[:ply]
	played, err := game.Replay(g.Size, stand)
	if err != nil {
		return nil, err
	}
	m := &Moment{reader: reader, position: played.Position()}
	for _, event := range stand {
		if err := m.add(u, g, event.Seat, event.Move); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// add notes a move that leads to the moment.
func (m *Moment) add(u *unit.Unit, g *store.Game, by game.Seat, move game.Move) error {
	p, err := u.Seated(g, by)
	if err != nil {
		return err
	}
	m.moves = append(m.moves, templates.PlayedMove{
		Ply: len(m.moves) + 1, Move: move.String(), ByYou: p.ID == m.reader.ID, Name: InProse(p),
	})
	return nil
}

// Show puts the board of the moment in the place of the present one.
func (m *Moment) Show(v *templates.Game) {
	v.Board, v.Color = templates.Draw(m.position), m.position.Color(v.Seat)
}

// Reached tells of a moment that was.
func (m *Moment) Reached() *templates.Moment {
	told := &templates.Moment{Ply: m.position.Ply()}
	if n := len(m.moves); n > 0 {
		told.Last = &m.moves[n-1]
	}
	return told
}

// Tried tells one of the players of a moment that could come.
func (m *Moment) Tried(seat game.Seat) *templates.Tries {
	p := m.position
	return &templates.Tries{Moves: m.moves[len(m.moves)-m.tried:], You: seat, Winner: p.Winner(), Reason: p.Reason(), ToMove: p.ToMove()}
}

// Try makes one more move, by whoever is to move. An error that is a *game.Error says why it
// is not possible, and then nothing has changed.
func (m *Moment) Try(u *unit.Unit, g *store.Game, word string) error {
	move, err := game.ParseMove(word)
	if err != nil {
		return err
	}
	by := m.position.ToMove()
	if err := m.position.Play(move); err != nil {
		return err
	}
	m.tried++
	return m.add(u, g, by, move)
}
