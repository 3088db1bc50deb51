package mailbot_test

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// canUndo says whether a player could ask to take a move back.
func (g *modelGame) canUndo(seat game.Seat) bool {
	return g.state == store.Playing && g.undoAsked == game.NoSeat && !g.neverMoved(seat)
}

func (g *modelGame) isAsked(seat game.Seat) bool {
	return g.state == store.Playing && g.undoAsked == seat.Other()
}

// takeBack is what "undo", "allow" and "deny" do.
func (m *model) takeBack(from string, in intent, number, turn int) decision.Decision {
	g, refused := m.mine(from, number)
	if g == nil {
		return refused
	}
	seat := g.seatOf(from)
	switch {
	case g.state != store.Playing:
		return m.refuse(from, number)
	case g.isStale(turn):
		return m.stale(from, number)
	case in.verb == "undo" && g.canUndo(seat):
		g.undoAsked = seat
		m.mail(from, templates.Show, number, true)
		m.mail(g.other(from), templates.Undo, number, false)
		return decision.Noted
	case in.verb == "undo", !g.isAsked(seat):
		return m.refuse(from, number)
	case in.verb == "deny":
		g.undoAsked = game.NoSeat
		m.mail(from, templates.Show, number, true)
		m.mail(g.other(from), templates.Show, number, false)
		return decision.Noted
	}
	m.undo(g, seat.Other())
	m.mail(from, templates.Moved, number, true)
	m.mail(g.other(from), templates.Turn, number, false)
	return decision.Played
}

// undo takes the last move of a seat back, and the answer to it.
func (m *model) undo(g *modelGame, seat game.Seat) {
	toMove, stand := g.now.ToMove(), len(g.moves)-1
	if toMove == seat {
		stand--
	}
	g.past = append(g.past, slices.Clone(g.moves[:stand]))
	g.moves = slices.Clone(g.moves[:stand])
	g.events = append(g.events, "undo")
	g.now, _ = g.at(g.turn())
	g.plans, g.undoAsked = [2]modelPlan{}, game.NoSeat
	m.returned(g, seat, toMove)
	m.undone++
}
