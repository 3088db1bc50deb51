package mailbot

import (
	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// A moment is a position of a game that is not that of now: one that was, or
// one that could come.
type moment struct {
	position game.Position
	moves    []templates.PlayedMove // that lead there
	tried    int                    // how many of the last ones nobody has played
}

// momentOf gives a game as it was after some of the moves that stand.
func (e *errand) momentOf(g *store.Game, ply int) (*moment, error) {
	now, err := g.Replay()
	if err != nil {
		return nil, err
	}
	stand := now.Line()[:ply]
	played, err := game.Replay(g.Size, stand)
	if err != nil {
		return nil, err
	}
	m := &moment{position: played.Position()}
	for _, event := range stand {
		if err := e.addMove(m, g, event.Seat, event.Move); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// addMove notes a move that leads to the moment.
func (e *errand) addMove(m *moment, g *store.Game, by game.Seat, move game.Move) error {
	p, err := e.u.Seated(g, by)
	if err != nil {
		return err
	}
	m.moves = append(m.moves, templates.PlayedMove{
		Ply: len(m.moves) + 1, Move: move.String(), ByYou: p.ID == e.sender.ID, Name: nameOfPlayer(p),
	})
	return nil
}

// show puts the board of the moment in the place of the present one.
func (m *moment) show(v *templates.Game, reader game.Seat) {
	p := m.position
	v.Moment = &templates.Moment{
		Ply: p.Ply(), Tried: m.moves[len(m.moves)-m.tried:], Winner: p.Winner(), Reason: p.Reason(), ToMove: p.ToMove(),
	}
	if n := len(m.moves); n > 0 {
		v.Moment.Last = &m.moves[n-1]
	}
	v.Board = templates.Draw(p)
	_, v.Marked = p.Last()
	v.Connection, v.Color = len(p.Connection()) > 0, p.Color(reader)
}
