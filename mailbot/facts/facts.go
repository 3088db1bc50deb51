// Package facts is the closed set of results that a mail can have: what was
// played, agreed and refused. A fact says what happened, not whom it concerns or
// how it is worded; decisions, answers, mails to others and the log follow from facts.
//
// Games and players stand in it by number, so that a fact can be kept, counted and
// compared. It stores nothing and decides nothing.
package facts

import (
	"fmt"
	"log/slog"

	"unlurbot/game"
	"unlurbot/store"
)

// A Fact is one thing that has happened, or that was refused.
type Fact interface{ about() store.GameNumber }

// An Entry is a fact and the order that it came of, in the form in which an answer quotes
// it: "undo #42". By is empty for what nobody has ordered.
type Entry struct {
	By string
	Fact
}

// About is the game in which it happened; 0 for none.
func (e Entry) About() store.GameNumber { return e.Fact.about() }

// LogValue is what a log may have of it: what kind of fact it is, and in which game. Words, names
// and addresses are nobody else's business.
func (e Entry) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%T #%d", e.Fact, e.About()))
}

// What happens in a game that goes on.
type (
	// MovePlayed is a move of the player who wrote: a stone, black, or to resign. Before is
	// how many events the game had, and Asked who had asked for a move back until then.
	MovePlayed struct {
		Game   store.GameNumber
		Seat   game.Seat
		Move   game.Move
		Before int
		Asked  game.Seat
	}
	// PlanPlayed is a move that a plan has answered with.
	PlanPlayed struct {
		Game store.GameNumber
		Seat game.Seat
		Move game.Move
	}
	// PlanEnded is a plan that has no answer to what was played, or keeps but a part of
	// itself. Only the player at the seat may hear of it.
	PlanEnded struct {
		Game store.GameNumber
		Seat game.Seat
		How  PlanEnd
		Move game.Move   // the one that it has no answer to, or its own one that is illegal
		Why  *game.Error // that one
	}
	// UndoAsked is that the player at the seat asks for a move back. Moves are that move and
	// the answer to it, if there is one.
	UndoAsked struct {
		Game  store.GameNumber
		Seat  game.Seat
		Moves []string
	}
	// UndoDenied is that the player at the seat lets the other one's move stand.
	UndoDenied struct {
		Game  store.GameNumber
		Seat  game.Seat
		Moves []string
	}
	// MoveTakenBack is a move that is undone: Untold if nobody had to allow it, since the
	// mail about it had not left; then Moves are as above.
	MoveTakenBack struct {
		Game   store.GameNumber
		Seat   game.Seat // of the one who wrote
		Untold bool
		Moves  []string
	}
	// GameCalledOff is a game that one player has ended before both had moved.
	GameCalledOff struct {
		Game store.GameNumber
		Seat game.Seat
	}
	// PlayerLeft is a game of a player who is to be forgotten: it is resigned, or called off.
	PlayerLeft struct {
		Game store.GameNumber
		Seat game.Seat
	}
	// ReminderDue is that the player at the seat, who is to move, is to be reminded; SayAway
	// that an absence could be told, after an out-of-office reply.
	ReminderDue struct {
		Game    store.GameNumber
		Seat    game.Seat
		SayAway bool
	}
	// TimeRanOut is a game that the player at the seat has lost on time. Spared: it costs no
	// rating, for another one has before.
	TimeRanOut struct {
		Game   store.GameNumber
		Seat   game.Seat
		Spared bool
	}
	// NetCaught is that the player to move is away by itself for Span, since the time was up in
	// Games. Game is the one whose clock has rung, and Left is how many days are left in
	// which the player can be away.
	NetCaught struct {
		Game   store.GameNumber
		Player store.PlayerID
		Games  []store.GameNumber
		Span   game.Span
		Left   int
	}
	// GameCancelled is a game whose time was up before both had moved.
	GameCancelled struct{ Game store.GameNumber }
	// GameOver stands behind the fact that has ended a game, in whatever way: what that has
	// made of the standing of First and of Second.
	GameOver struct {
		Game    store.GameNumber
		Changes [2]store.Change
	}
)

// What a player plans, for no eyes but the player's own.
type (
	// PlanLine is a line of play that can be planned; Replaced is the answer that stood
	// there before, nil if there was none. PlanKept or PlanLost tells what became of it.
	PlanLine struct {
		Game     store.GameNumber
		Replaced *game.Branch
	}
	// PlanKept is that all lines of a mail are planned; not Changed if they were before.
	PlanKept struct {
		Game    store.GameNumber
		Changed bool
	}
	// PlanLost is that none of them is, for the sake of one; Told if that one, which was
	// refused, does not say all.
	PlanLost struct {
		Game store.GameNumber
		Told bool
	}
	// PlanDropped is a plan that its player has given up.
	PlanDropped struct{ Game store.GameNumber }
)

// What was not done.
type (
	// Stale is an order that answers another position of the game than the one that
	// stands; What is the order, or the move, and Answered the turn that it answers.
	Stale struct {
		Game     store.GameNumber
		What     string
		Answered int
	}
	// Refused is an order that was understood and is not possible. The game is the one that
	// it was about, 0 for none.
	Refused struct {
		Game store.GameNumber
		Why  Reason
	}
)

// A PlanEnd is how a plan has ended.
type PlanEnd uint8

// How plans end.
const (
	PlanLeft   PlanEnd = iota + 1 // it has no answer
	PlanFailed                    // the rules forbid its answer
	PlanCut                       // a part of what was to follow can't be played any more
)

func (f MovePlayed) about() store.GameNumber    { return f.Game }
func (f PlanPlayed) about() store.GameNumber    { return f.Game }
func (f PlanEnded) about() store.GameNumber     { return f.Game }
func (f UndoAsked) about() store.GameNumber     { return f.Game }
func (f UndoDenied) about() store.GameNumber    { return f.Game }
func (f MoveTakenBack) about() store.GameNumber { return f.Game }
func (f GameCalledOff) about() store.GameNumber { return f.Game }
func (f PlayerLeft) about() store.GameNumber    { return f.Game }
func (f ReminderDue) about() store.GameNumber   { return f.Game }
func (f TimeRanOut) about() store.GameNumber    { return f.Game }
func (f NetCaught) about() store.GameNumber     { return f.Game }
func (f GameCancelled) about() store.GameNumber { return f.Game }
func (f GameOver) about() store.GameNumber      { return f.Game }
func (f PlanLine) about() store.GameNumber      { return f.Game }
func (f PlanKept) about() store.GameNumber      { return f.Game }
func (f PlanLost) about() store.GameNumber      { return f.Game }
func (f PlanDropped) about() store.GameNumber   { return f.Game }
func (f Stale) about() store.GameNumber         { return f.Game }
func (f Refused) about() store.GameNumber       { return f.Game }
