package views

import (
	"unlurbot/game"
	"unlurbot/mailbot/names"
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
		Ply: len(m.moves) + 1, Move: move.String(), ByYou: p.ID == m.reader.ID, Name: names.Of(p),
	})
	return nil
}

// Show puts the board of the moment in the place of the present one.
func (m *Moment) Show(v *templates.Game) {
	p := m.position
	v.Moment = &templates.Moment{
		Ply: p.Ply(), Tried: m.moves[len(m.moves)-m.tried:], Winner: p.Winner(), Reason: p.Reason(), ToMove: p.ToMove(),
	}
	if n := len(m.moves); n > 0 {
		v.Moment.Last = &m.moves[n-1]
	}
	v.Board = templates.Draw(p)
	_, v.Marked = p.Last()
	v.Connection, v.Color = len(p.Connection()) > 0, p.Color(v.Seat)
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
