// Package acts is the log of what the operator has done to games, to players and to the
// bot as a whole: what an act is, and which acts can follow which. Package store keeps
// the log, and its verification replays it.
package acts

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// A Kind says what was done.
type Kind string

// The kinds. Those to players name a Player, those to games a Game.
const (
	Ban       Kind = "ban"       // the player may begin no more games
	Unban     Kind = "unban"     // and may again
	Rename    Kind = "rename"    // Before and After are names
	Forget    Kind = "forget"    // nothing but the player's number is left, and a ban
	Reachable Kind = "reachable" // mails go to the player's address again
	End       Kind = "end"       // After is Cancel, "first" or "second": nobody's win, or whose
	Reopen    Kind = "reopen"    // the game goes on; Before is how it had ended: Cancel, or the reason
	Pause     Kind = "pause"     // no mail is read and no clock runs; Reason is what people are told
	Resume    Kind = "resume"    // and all goes on
	Open      Kind = "open"      // a tournament, which can be joined
	CallOff   Kind = "call-off"  // a tournament that has not begun
	Remove    Kind = "remove"    // the player is out of the tournament
	Announce  Kind = "announce"  // to all players; After is a hash of the texts
)

// Cancel is an end that is nobody's win.
const Cancel = "cancel"

// An Act is one entry of the log.
type Act struct {
	Number uint32    `json:"number"` // its place in the log, from 1
	At     time.Time `json:"at"`
	Kind   Kind      `json:"kind"`
	Player uint32    `json:"player,omitempty"` // 0 for none
	Game   uint32    `json:"game,omitempty"`   // 0 for none

	Tournament uint32 `json:"tournament,omitempty"` // 0 for none

	Reason string `json:"reason,omitempty"` // the operator's words, as the players were told
	Before string `json:"before,omitempty"` // what the act has changed, as it was
	After  string `json:"after,omitempty"`  // and as it is
	Mailed bool   `json:"mailed,omitempty"` // asked for by mail, not at the control socket
}

// reasoned are the kinds of acts that have a reason.
var reasoned = []Kind{Ban, Rename, End, Reopen, Pause, CallOff, Remove}

// ErrImpossible is that an act can't follow those before it.
var ErrImpossible = errors.New("store: an act that can't have been")

// A rule is what an act of a kind needs.
type rule struct {
	of      func(Act) uint32     // the number of what it was done to, nil for the bot
	needs   func(*Log, Act) bool // whether it can follow those before, nil for always
	becomes func(*Log, Act)      // what it makes of the Log, nil for nothing
}

func player(a Act) uint32 { return a.Player }
func game(a Act) uint32   { return a.Game }

func tournament(a Act) uint32 { return a.Tournament }

// rules has a row for each kind.
var rules = map[Kind]rule{
	Ban: {player, func(l *Log, a Act) bool { return l.Banned[a.Player].IsZero() && !l.Forgotten[a.Player] },
		func(l *Log, a Act) { l.Banned[a.Player] = a.At }},
	Unban: {player, func(l *Log, a Act) bool { return !l.Banned[a.Player].IsZero() },
		func(l *Log, a Act) { delete(l.Banned, a.Player) }},
	Rename: {player, func(l *Log, a Act) bool { return !l.Forgotten[a.Player] }, nil},
	Forget: {player, func(l *Log, a Act) bool { return !l.Forgotten[a.Player] },
		func(l *Log, a Act) { l.Forgotten[a.Player] = true }}, // and a ban stays
	Reachable: {player, func(l *Log, a Act) bool { return !l.Forgotten[a.Player] }, nil},
	End: {game, func(l *Log, a Act) bool { return l.Ended[a.Game] == "" && a.EndsSomehow() },
		func(l *Log, a Act) { l.Ended[a.Game] = a.After }},
	Reopen:   {game, nil, func(l *Log, a Act) { delete(l.Ended, a.Game) }},
	Pause:    {nil, func(l *Log, _ Act) bool { return l.Paused.IsZero() }, func(l *Log, a Act) { l.Paused = a.At }},
	Open:     {tournament, nil, nil},
	CallOff:  {tournament, nil, nil},
	Remove:   {func(a Act) uint32 { return min(a.Tournament, a.Player) }, nil, nil},
	Announce: {nil, func(_ *Log, a Act) bool { return a.After != "" }, nil},
	Resume:   {nil, func(l *Log, _ Act) bool { return !l.Paused.IsZero() }, func(l *Log, _ Act) { l.Paused = time.Time{} }},
}

// EndsSomehow says whether After is a way in which a game can be ended.
func (a Act) EndsSomehow() bool { return slices.Contains([]string{Cancel, "first", "second"}, a.After) }

// A Log is what acts come to, one after the other.
type Log struct {
	Banned    map[uint32]time.Time // since when, by player
	Forgotten map[uint32]bool      // by player, those whom the operator has erased
	Ended     map[uint32]string    // by game, those whose end was an act: its After
	Paused    time.Time            // since when the bot is paused, zero if it is not

	last Act
}

// NewLog gives that of no acts.
func NewLog() *Log {
	return &Log{Banned: map[uint32]time.Time{}, Forgotten: map[uint32]bool{}, Ended: map[uint32]string{}}
}

// Add takes the next act. It fails with ErrImpossible, and changes nothing, for one that
// can't follow those before.
func (l *Log) Add(a Act) error {
	r, known := rules[a.Kind]
	switch {
	case !known:
		return fmt.Errorf("%w: act %d is of the kind %q", ErrImpossible, a.Number, a.Kind)
	case a.Number <= l.last.Number || a.At.IsZero() || a.At.Before(l.last.At):
		return fmt.Errorf("%w: act %d at %v follows act %d at %v", ErrImpossible, a.Number, a.At, l.last.Number, l.last.At)
	case r.of != nil && r.of(a) == 0:
		return fmt.Errorf("%w: act %d (%s) was done to nobody", ErrImpossible, a.Number, a.Kind)
	case r.needs != nil && !r.needs(l, a):
		return fmt.Errorf("%w: act %d (%s of player %d, game %d) can't follow those before", ErrImpossible, a.Number, a.Kind, a.Player, a.Game)
	}
	if r.becomes != nil {
		r.becomes(l, a)
	}
	l.last = a
	return nil
}

// Check fails with ErrImpossible for an act that lacks what one of its kind has, or has words
// though somebody whom it concerns is forgotten.
func (a Act) Check(forgotten bool) error {
	words := a.Reason
	if a.Game == 0 {
		words += a.Before + a.After
	}
	switch {
	case forgotten && a.Kind != Pause && words != "":
		return fmt.Errorf("%w: act %d (%s) has words on somebody who is forgotten", ErrImpossible, a.Number, a.Kind)
	case forgotten, !slices.Contains(reasoned, a.Kind):
	case a.Reason == "":
		return fmt.Errorf("%w: act %d (%s) has no reason", ErrImpossible, a.Number, a.Kind)
	case a.Kind == Rename && (a.Before == "" || a.After == "" || a.Before == a.After):
		return fmt.Errorf("%w: act %d gives player %d, who was called %q, the name %q", ErrImpossible, a.Number, a.Player, a.Before, a.After)
	}
	return nil
}
