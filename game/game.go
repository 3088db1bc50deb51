package game

import (
	"bytes"
	"errors"
	"slices"
	"time"
)

// An Event is a move that was played, or moves taken back: by whom, what and
// when. The list of its events, with the board's size, is the game; all else is
// derived.
type Event struct {
	At   time.Time
	Seat Seat
	Move Move
}

// MarshalText writes an event for storage: time, seat and move, parted by
// blanks, as in "2026-11-20T12:00:00Z first C4". Stored events are read for
// ever, so this form never changes.
func (e Event) MarshalText() ([]byte, error) {
	b, err := e.At.AppendText(make([]byte, 0, 40))
	if err != nil {
		return nil, err
	}
	b = append(append(b, ' '), e.Seat.String()...)
	return append(append(b, ' '), e.Move.String()...), nil
}

// UnmarshalText reads what MarshalText wrote.
func (e *Event) UnmarshalText(text []byte) error {
	at, rest, _ := bytes.Cut(text, []byte(" "))
	seat, move, _ := bytes.Cut(rest, []byte(" "))
	return errors.Join(e.At.UnmarshalText(at), e.Seat.UnmarshalText(seat), e.Move.UnmarshalText(move))
}

// A Game is the life of one game: its events and the position they lead to.
// Moves go through Decide, which changes nothing, and Apply.
type Game struct {
	events []Event
	undone bool    // some of them were taken back
	line   []Event // then: those that stand
	pos    Position
}

// New starts a game on an empty board; see NewPosition for the sizes.
func New(size int) (*Game, error) {
	pos, err := NewPosition(size)
	if err != nil {
		return nil, err
	}
	return &Game{pos: pos}, nil
}

// Replay rebuilds a game from its events. An *Error names the ply that the
// rules refuse, and the game then holds everything before it.
func Replay(size int, events []Event) (*Game, error) {
	g, err := New(size)
	if err != nil {
		return nil, err
	}
	g.events = make([]Event, 0, len(events)+1) // with room for the next one
	for i, e := range events {
		if err := g.Apply(e); err != nil {
			return g, atPly(err, i+1)
		}
	}
	return g, nil
}

// Position gives the position now. It is a copy.
func (g *Game) Position() Position { return g.pos }

// Size is the number of cells on each side of the board.
func (g *Game) Size() int { return g.pos.Size() }

// Events lists what happened, oldest first. The slice is the game's own; don't
// write to it.
func (g *Game) Events() []Event { return g.events }

// Line lists the moves that stand, oldest first: the events without those that
// were taken back. The slice is the game's own; don't write to it.
func (g *Game) Line() []Event {
	if g.undone {
		return g.line
	}
	return g.events
}

// Positions gives those of the moves that stand: the empty board, and what the board was after each stone and after "black". So
// each has as many plies as its place in the list. What ends a game otherwise than on the board leaves it as it is.
func (g *Game) Positions() []Position {
	p, _ := NewPosition(g.Size()) // a game has a size that exists
	all := []Position{p}
	for _, e := range g.Line() {
		if e.Move.Kind != PutStone && e.Move.Kind != SayBlack || p.Play(e.Move) != nil {
			break
		}
		all = append(all, p)
	}
	return all
}

// Decide says what would come of a move by a seat at a time: an event for
// Apply, or an *Error. Stones and "black" are for the seat to move; resigning
// is free at any time until the game is over, and so is a forfeit. TakeBack takes
// back the last move of the seat, and the answer to it if there is one. Reopen is
// nobody's move: it takes back what has ended the game, be it a stone. Both are no
// rules of the game, so whether that is allowed must be settled before.
func (g *Game) Decide(seat Seat, m Move, at time.Time) (Event, error) {
	e := Event{At: at, Seat: seat, Move: m}
	if m.Kind.undoes() {
		_, err := g.before(e)
		return e, err
	}
	next := g.pos
	return e, next.apply(e)
}

// Apply adds an event to the game. It refuses what Decide refuses, so that a
// damaged list of events is noticed when it is loaded.
func (g *Game) Apply(e Event) error {
	if e.Move.Kind.undoes() {
		return g.takeBack(e)
	}
	if err := g.pos.apply(e); err != nil {
		return err
	}
	g.events = append(g.events, e)
	if g.undone {
		g.line = append(g.line, e)
	}
	return nil
}

// takeBack goes back to the position before the moves that an event takes back.
func (g *Game) takeBack(e Event) error {
	stands, err := g.before(e)
	if err != nil {
		return err
	}
	earlier, err := Replay(g.Size(), g.Line()[:stands])
	if err != nil {
		return err
	}
	g.pos, g.undone, g.line = earlier.pos, true, earlier.events
	g.events = append(g.events, e)
	return nil
}

// before counts the moves that were played before those that an event takes back.
func (g *Game) before(e Event) (plies int, err error) {
	over := g.pos.phase == Over
	switch {
	case e.Move.Kind == Reopen && over && e.Seat == NoSeat:
		return len(g.Line()) - 1, nil
	case e.Move.Kind == Reopen:
		return 0, &Error{Code: NothingToUndo}
	case over:
		return 0, &Error{Code: GameOver}
	}
	for i, played := range slices.Backward(g.Line()) {
		if played.Seat == e.Seat {
			return i, nil
		}
	}
	return 0, &Error{Code: NothingToUndo}
}

func (p *Position) apply(e Event) error {
	switch {
	case p.phase == Over:
		return &Error{Code: GameOver}
	case (e.Move.Kind == Resign || e.Move.Kind == Forfeit) && e.Seat != NoSeat:
		p.end(e.Seat.Other(), lostBy[e.Move.Kind])
		return nil
	case e.Seat != p.toMove:
		return &Error{Code: NotYourTurn}
	}
	return p.Play(e.Move)
}

// atPly notes the place in a record in an error of the rules.
func atPly(err error, ply int) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	placed := *e
	placed.Ply = ply
	return &placed
}
