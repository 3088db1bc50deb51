package templates

import (
	"time"

	"unlurbot/game"
)

// A Duration is a time as a mail says it: days and hours, or if it is short hours
// and minutes.
type Duration struct{ Days, Hours, Minutes int }

// DurationOf gives the parts of a time. From two days on that is to the nearest hour, so
// that "10 days" are still that a minute later; the mail says to the minute until when
// they are. Below two days nothing is rounded up: what is left out, minutes or seconds,
// the reader has more than the mail says.
func DurationOf(d time.Duration) Duration {
	const day = 24 * time.Hour
	if d >= 2*day {
		d = d.Round(time.Hour)
	}
	if d >= day {
		return Duration{Days: int(d / day), Hours: int(d % day / time.Hour)}
	}
	return Duration{Hours: int(d / time.Hour), Minutes: int(d % time.Hour / time.Minute)}
}

// A Time is how long the player to move still has.
type Time struct {
	Left  Duration
	Until time.Time // in the reader's zone
	Zone  string    // and its name
	Still time.Time // until when the clock stands still, since that player is away; zero if not
	Other Duration  // what the player has who is not to move
}

// A Span is some time in the reader's zone.
type Span struct {
	From, To time.Time // To is not part of it
	Zone     string
	Begun    bool // From is over
}

// Last gives the last day of a time that consists of whole days.
func (s Span) Last() time.Time { return s.To.AddDate(0, 0, -1) }

// WholeDays says whether a time begins, or has begun, with a day and ends with one.
func (s Span) WholeDays() bool { return isMidnight(s.To) && (s.Begun || isMidnight(s.From)) }

func isMidnight(t time.Time) bool {
	return t.Equal(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location()))
}

// A Pace is a game.Pace in the parts of which a mail makes a sentence. The zero
// value is a game without a clock.
type Pace struct{ PerMove, Bank, Increment, Cap Duration }

// PaceOf gives the parts of a pace.
func PaceOf(p game.Pace) Pace {
	return Pace{DurationOf(p.PerMove), DurationOf(p.Bank), DurationOf(p.Increment), DurationOf(p.Cap)}
}
