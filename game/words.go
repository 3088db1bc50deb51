package game

import "fmt"

// A Seat says who moves first. Colours come later, by the contract, so seats
// and not colours name the two players.
type Seat uint8

// The seats. NoSeat stands for "nobody": no winner yet, no Black yet.
const (
	NoSeat Seat = iota
	First
	Second
)

// Other gives the opponent's seat, and NoSeat for NoSeat.
func (s Seat) Other() Seat {
	switch s {
	case First:
		return Second
	case Second:
		return First
	}
	return NoSeat
}

// A Color is what a stone, or a player after the contract, is.
type Color uint8

// The colours. NoColor is an empty cell, or a player in the contract phase.
const (
	NoColor Color = iota
	Black
	White
)

// A Phase is a part of the game.
type Phase uint8

// The phases, in the order in which a game goes through them. A resignation
// can lead from Contract to Over directly.
const (
	Contract Phase = iota
	Main
	Over
)

// A Reason says why a game is over.
type Reason uint8

// The reasons. OpponentGoal means that the mover completed the opponent's
// goal without the own one and so lost.
const (
	NoReason Reason = iota
	ByY
	ByLine
	OpponentGoal
	ByResignation
	ByTimeout
	ByForfeit
)

var (
	seatNames   = []string{"", "first", "second"}
	colorNames  = []string{"", "black", "white"}
	phaseNames  = []string{"contract", "main", "over"}
	reasonNames = []string{"", "y", "line", "opponent-goal", "resign", "timeout", "forfeit"}
)

// String gives the word used in records and JSON; it is empty for NoSeat.
func (s Seat) String() string { return seatNames[s] }

// String gives the word used in JSON; it is empty for NoColor.
func (c Color) String() string { return colorNames[c] }

// String gives the word used in JSON.
func (p Phase) String() string { return phaseNames[p] }

// String gives the word used in JSON; it is empty while a game goes on.
func (r Reason) String() string { return reasonNames[r] }

// MarshalText writes the word of String.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalText writes the word of String.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText writes the word of String.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// MarshalText writes the word of String.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Seat) UnmarshalText(b []byte) error { return parseWord(s, b, seatNames) }

// UnmarshalText reads what MarshalText wrote.
func (c *Color) UnmarshalText(b []byte) error { return parseWord(c, b, colorNames) }

// UnmarshalText reads what MarshalText wrote.
func (p *Phase) UnmarshalText(b []byte) error { return parseWord(p, b, phaseNames) }

// UnmarshalText reads what MarshalText wrote.
func (r *Reason) UnmarshalText(b []byte) error { return parseWord(r, b, reasonNames) }

func parseWord[T ~uint8](to *T, word []byte, names []string) error {
	for i, name := range names {
		if name == string(word) {
			*to = T(i)
			return nil
		}
	}
	return fmt.Errorf("game: unknown word %q", word)
}
