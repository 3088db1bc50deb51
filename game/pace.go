package game

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Pace says how much time there is for moves. It has PerMove, which is a
// time for each move of which nothing is carried over, or the other three: a
// Bank to begin with, an Increment that each move adds to it, and a Cap above
// which nothing is added. The zero value is no clock at all. Others are made by
// ParsePace and DefaultPace, in whole hours.
type Pace struct {
	PerMove              time.Duration
	Bank, Increment, Cap time.Duration
}

// The limits of a pace. Mail is slow, and people sleep: at any pace each turn
// begins with MinMoveTime at least. The others see to it that a game which one
// player has left ends after a year of that player's time at the latest.
const (
	MinMoveTime = 12 * time.Hour
	MaxMoveTime = 60 * day // for a move, or added by one
	MaxBank     = 365 * day
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// A PaceFault says what is wrong with a text that should be a pace.
type PaceFault string

// The faults.
const (
	PaceUnclear       PaceFault = "unclear"        // the words are no pace
	PaceTooShort      PaceFault = "too-short"      // a move has, or adds, less than MinMoveTime
	PaceTooLong       PaceFault = "too-long"       // a move has, or adds, more than MaxMoveTime
	PaceBankTooLong   PaceFault = "bank-too-long"  // the bank, or its cap, is above MaxBank
	PaceIncrementHigh PaceFault = "increment-high" // a move adds more than the whole bank
	PaceCapLow        PaceFault = "cap-below-bank" // the bank would begin above its cap
)

var paceFaults = map[PaceFault]string{
	PaceUnclear:       `write a time for each move ("3d"), a bank and what a move adds to it ("10d+1d max 20d"), or "none"`,
	PaceTooShort:      "mail is slow, so each move has, or adds, at least 12 hours",
	PaceTooLong:       "a move has, or adds, at most 60 days",
	PaceBankTooLong:   "a bank holds at most 365 days",
	PaceIncrementHigh: "a move adds at most what the bank begins with",
	PaceCapLow:        "a bank can't begin with more than it may hold",
}

// DefaultPace is for games in which nobody asked for another one.
func DefaultPace() Pace { return Pace{Bank: 10 * day, Increment: day, Cap: 20 * day} }

// None tells whether there is no clock.
func (p Pace) None() bool { return p.PerMove == 0 && p.Bank == 0 }

// String gives the text that ParsePace reads back: 3d, 10d+1d max 20d, none.
func (p Pace) String() string {
	switch {
	case p.None():
		return "none"
	case p.PerMove > 0:
		return hoursText(p.PerMove)
	}
	return hoursText(p.Bank) + "+" + hoursText(p.Increment) + " max " + hoursText(p.Cap)
}

func hoursText(d time.Duration) string {
	if d%day == 0 {
		return fmt.Sprintf("%dd", d/day)
	}
	return fmt.Sprintf("%dh", d/time.Hour)
}

// MarshalText writes the text of String.
func (p Pace) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a pace with ParsePace; no text at all is no clock.
func (p *Pace) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*p = Pace{}
		return nil
	}
	*p, err = ParsePace(string(text))
	return err
}

// ParsePace reads what String writes, in any case and with any blanks, with
// hours, days and weeks ("36h", "3 days", "1d 12h"). Without "max" the cap is
// twice the bank, or MaxBank if that is less. It fails with the code bad-pace
// and a fault.
func ParsePace(text string) (Pace, error) {
	words := strings.ToLower(strings.Join(strings.Fields(text), " "))
	if words == "none" {
		return Pace{}, nil
	}
	p, ok := readPace(words)
	fault := PaceUnclear
	if ok {
		fault = p.fault()
	}
	if fault != "" {
		return Pace{}, &Error{Code: BadPace, Token: text, Fault: fault}
	}
	return p, nil
}

// readPace reads the form of a pace, whatever the times in it.
func readPace(words string) (p Pace, ok bool) {
	first, rest, banked := strings.Cut(words, "+")
	if !banked {
		p.PerMove, ok = readTime(first)
		return p, ok
	}
	second, third, capped := strings.Cut(rest, "max")
	var okBank, okIncrement bool
	p.Bank, okBank = readTime(first)
	p.Increment, okIncrement = readTime(second)
	if !capped {
		p.Cap = min(2*p.Bank, MaxBank)
		return p, okBank && okIncrement
	}
	p.Cap, ok = readTime(third)
	return p, ok && okBank && okIncrement
}

// fault gives the first limit that a pace breaks, if any; no clock counts as too
// short here.
func (p Pace) fault() PaceFault {
	each := p.PerMove + p.Increment // which of the two there is
	switch {
	case each < MinMoveTime:
		return PaceTooShort
	case each > MaxMoveTime:
		return PaceTooLong
	case p.Bank > MaxBank || p.Cap > MaxBank:
		return PaceBankTooLong
	case p.Increment > p.Bank:
		return PaceIncrementHigh
	case p.Cap < p.Bank:
		return PaceCapLow
	}
	return ""
}

var timeUnits = map[string]time.Duration{
	"h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
	"d": day, "day": day, "days": day,
	"w": week, "week": week, "weeks": week,
}

// readTime reads numbers with their units, as "3d", "3 days" and "1d12h". What
// is far above every limit comes out as something above every limit.
func readTime(text string) (d time.Duration, ok bool) {
	const tooLong = 9999 // of any unit
	for text = strings.Trim(text, " "); text != ""; {
		unitAt := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if unitAt <= 0 {
			return 0, false
		}
		n, _ := strconv.Atoi(text[:unitAt]) // the largest number there is, when it is larger
		text = strings.TrimLeft(text[unitAt:], " ")
		unitEnd := strings.IndexFunc(text, func(r rune) bool { return r < 'a' || r > 'z' })
		if unitEnd < 0 {
			unitEnd = len(text)
		}
		unit, known := timeUnits[text[:unitEnd]]
		if !known {
			return 0, false
		}
		d = min(d+time.Duration(min(n, tooLong))*unit, tooLong*time.Hour)
		text = strings.TrimLeft(text[unitEnd:], " ")
		ok = true
	}
	return d, ok
}
