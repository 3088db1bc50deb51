package club

import (
	"unlurbot/game"
	"unlurbot/store"
)

// What the player at a seat can do now in a game. The same conditions say for which game an
// order is meant that names none, and what a mail offers its reader.

// WhilePlaying is while the game goes on.
func WhilePlaying(g *store.Game, _ game.Seat) bool { return g.State == store.Playing }

// OnTurn is to move.
func OnTurn(g *store.Game, seat game.Seat) bool {
	return WhilePlaying(g, seat) && g.Course.ToMove == seat
}

// WaitsForMove is to wait for the opponent's.
func WaitsForMove(g *store.Game, seat game.Seat) bool { return OnTurn(g, seat.Other()) }

// CanSayBlack is to end the contract.
func CanSayBlack(g *store.Game, seat game.Seat) bool {
	return OnTurn(g, seat) && g.Course.Phase == game.Contract
}

// CanAbort is to call off a game in which one player has no move that stands; until then
// either may, but in a game that the club has set up.
func CanAbort(g *store.Game, seat game.Seat) bool {
	return WhilePlaying(g, seat) && !g.Course.BothMoved() && !g.IsSetUp()
}

// CanResign is to lose a game that can't be called off any more.
func CanResign(g *store.Game, seat game.Seat) bool {
	return WhilePlaying(g, seat) && !CanAbort(g, seat)
}

// CanUndo is to have moved, while nobody has asked for a move back. The seats move in turn,
// so First has after the first ply and Second after the second.
func CanUndo(g *store.Game, seat game.Seat) bool {
	return WhilePlaying(g, seat) && g.UndoAsked == game.NoSeat && g.Course.Ply >= int(seat)
}

// CanHint is to be to move against a robot.
func CanHint(g *store.Game, seat game.Seat) bool { return OnTurn(g, seat) && g.Robot != nil }

// AskedToUndo is to be asked for a move back.
func AskedToUndo(g *store.Game, seat game.Seat) bool {
	return WhilePlaying(g, seat) && g.UndoAsked != game.NoSeat && g.UndoAsked == seat.Other()
}

// HasPlan is to have planned something.
func HasPlan(g *store.Game, seat game.Seat) bool { return !g.Plan(seat).IsEmpty() }

// HasBegun says whether there is a board of a game.
func HasBegun(g *store.Game) bool { return !g.Started.IsZero() }

// CanAccept is to be challenged, and to say so or decline.
func CanAccept(g *store.Game, seat game.Seat) bool {
	return g.State == store.Waiting && seat != g.Challenger
}

// IsInvited says whether somebody can accept or decline a game; nil is nobody, or no game.
func IsInvited(g *store.Game, p *store.Player) bool {
	return g != nil && p != nil && CanAccept(g, g.SeatOf(p.ID))
}

// CanWithdraw is to have challenged.
func CanWithdraw(g *store.Game, seat game.Seat) bool {
	return g.State == store.Waiting && seat == g.Challenger
}

// CanSay is to have somebody across the board who reads it.
func CanSay(g *store.Game, seat game.Seat) bool { return HasStarted(g, seat) && g.Robot == nil }

// CanChallengeAgain is after a game against a person; a robot is asked for a rematch.
func CanChallengeAgain(g *store.Game, seat game.Seat) bool {
	return IsFinished(g, seat) && g.Robot == nil
}

// HasStarted is while a game goes on, and after it was won.
func HasStarted(g *store.Game, _ game.Seat) bool {
	return g.State == store.Playing || g.State == store.Finished
}

// IsFinished is once a game was won.
func IsFinished(g *store.Game, _ game.Seat) bool { return g.State == store.Finished }

// IsVeiled says whether the player at a seat must not learn yet who the other one is: whoever
// challenges an address reads the same whosever it is, until the challenge is accepted.
func IsVeiled(g *store.Game, from game.Seat) bool {
	return g.Called != "" && from == g.Challenger && !HasBegun(g)
}
