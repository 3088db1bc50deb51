package game

import "iter"

// A Position is all that the rules need to know at one moment. It is a value:
// assigning it makes an independent copy, and two positions that were reached
// by the same moves are equal. Make one with NewPosition.
type Position struct {
	board *board
	cell  groups
	ply   uint16
	inner uint16 // empty cells that touch no side
	last  int16  // index of the last stone, -1 before the first

	phase  Phase
	toMove Seat
	black  Seat
	winner Seat
	reason Reason
}

// NewPosition gives the empty board of a size from MinSize to MaxSize, with
// First to move; for any other size it fails with the code bad-size.
func NewPosition(size int) (Position, error) {
	if size < MinSize || size > MaxSize {
		return Position{}, &Error{Code: BadSize, Size: size}
	}
	b := boards[size]
	return Position{board: b, inner: uint16(b.inner), last: -1, toMove: First}, nil
}

// Size is the number of cells on each side of the board.
func (p *Position) Size() int { return p.board.size }

// Cells gives the cells of the board in reading order. The slice is shared;
// don't write to it.
func (p *Position) Cells() []Cell { return p.board.cells }

// Ply is the number of moves played; "black" counts as one, resigning doesn't.
func (p *Position) Ply() int { return int(p.ply) }

// Phase tells the part of the game.
func (p *Position) Phase() Phase { return p.phase }

// ToMove is the seat whose turn it is, NoSeat when the game is over.
func (p *Position) ToMove() Seat { return p.toMove }

// Black is the seat that said "black", NoSeat while nobody has.
func (p *Position) Black() Seat { return p.black }

// Winner is the seat that won, NoSeat while the game goes on.
func (p *Position) Winner() Seat { return p.winner }

// Reason tells why the game is over, NoReason while it goes on.
func (p *Position) Reason() Reason { return p.reason }

// Color is the colour of a seat: NoColor before the contract is closed.
func (p *Position) Color(s Seat) Color {
	switch {
	case s == NoSeat || p.black == NoSeat:
		return NoColor
	case s == p.black:
		return Black
	}
	return White
}

// At gives the colour of the stone on a cell, NoColor if it is empty or not
// on the board.
func (p *Position) At(c Cell) Color {
	i, ok := p.board.find(c)
	if !ok {
		return NoColor
	}
	return p.cell[i].color()
}

// OnBoard says whether the cell is on this board.
func (p *Position) OnBoard(c Cell) bool {
	_, ok := p.board.find(c)
	return ok
}

// OnEdge says whether the cell touches a side, and so is closed while the
// contract phase lasts.
func (p *Position) OnEdge(c Cell) bool {
	i, ok := p.board.find(c)
	return ok && p.board.sides[i] != 0
}

// Touches says whether the cell touches a side: 1 is the top, the others follow
// clockwise to 6. A corner cell touches two.
func (p *Position) Touches(c Cell, side int) bool {
	i, ok := p.board.find(c)
	return ok && side >= 1 && p.board.sides[i]&(1<<(side-1)) != 0
}

// Last gives the cell of the stone put last; ok is false before the first.
func (p *Position) Last() (c Cell, ok bool) {
	if p.last < 0 {
		return Cell{}, false
	}
	return p.board.cells[p.last], true
}

// After gives the position after a move of the seat to move, or an *Error
// that says why it can't be played. The receiver is not changed.
func (p *Position) After(m Move) (Position, error) {
	next := *p
	err := next.Play(m)
	return next, err
}

// Play makes a move of the seat to move, in place and without allocating. On
// an error, which is an *Error, the position is as it was.
func (p *Position) Play(m Move) error {
	if p.phase == Over {
		return &Error{Code: GameOver}
	}
	switch m.Kind {
	case PutStone:
		return p.putStone(m.Cell)
	case SayBlack:
		if p.phase != Contract {
			return &Error{Code: NoPassing}
		}
		p.ply++
		p.phase, p.black, p.toMove = Main, p.toMove, p.toMove.Other()
		return nil
	case Resign, RunOutOfTime, Forfeit:
		p.end(p.toMove.Other(), lostBy[m.Kind])
		return nil
	}
	return &Error{Code: NotAMove, Token: m.String()}
}

// lostBy has the reasons for the moves that do nothing but end a game.
var lostBy = map[Kind]Reason{Resign: ByResignation, RunOutOfTime: ByTimeout, Forfeit: ByForfeit}

// Legal gives every stone and "black" that Play would accept now: cells in
// reading order, then "black". Resigning is not listed.
func (p *Position) Legal() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if p.phase == Over {
			return
		}
		for i, c := range p.board.cells {
			open := p.cell[i] == 0 && (p.phase == Main || p.board.sides[i] == 0)
			if open && !yield(Stone(c)) {
				return
			}
		}
		if p.phase == Contract {
			yield(Move{Kind: SayBlack})
		}
	}
}

// InnerCellsLeft says whether a contract stone could be put; when none is
// left, "black" is the only move of the contract phase.
func (p *Position) InnerCellsLeft() bool { return p.inner > 0 }

// putStone puts a stone, and ends the game if that completed a goal, or else passes the
// turn. Only the group of that stone can have changed anything. The own goal counts
// first: with both at once the mover wins. In the contract phase no group touches a side,
// so no goal can appear.
func (p *Position) putStone(c Cell) error {
	i, ok := p.board.find(c)
	switch {
	case !ok:
		return &Error{Code: OffBoard, Cell: c, Size: p.board.size}
	case p.cell[i] != 0:
		return &Error{Code: Occupied, Cell: c}
	case p.phase == Contract && p.board.sides[i] != 0:
		return &Error{Code: EdgeInContract, Cell: c}
	}
	color := group(0)
	if p.phase == Main && p.toMove != p.black {
		color = whiteBit
	}
	p.ply++
	p.last = int16(i)
	if p.board.sides[i] == 0 {
		p.inner--
	}
	touched := p.cell.join(p.board, uint16(i), color)
	own, opponents, reason := touched.hasY(), touched.hasLine(), ByY
	if color == whiteBit {
		own, opponents, reason = opponents, own, ByLine
	}
	switch mover := p.toMove; {
	case own:
		p.end(mover, reason)
	case opponents:
		p.end(mover.Other(), OpponentGoal)
	default:
		p.toMove = mover.Other()
	}
	return nil
}

func (p *Position) end(winner Seat, why Reason) {
	p.phase, p.toMove, p.winner, p.reason = Over, NoSeat, winner, why
}
