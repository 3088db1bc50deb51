package unit

import "time"

// Times are all that a unit of work knows of the time. They are the same when a mail is
// dealt with again from a restored backup.
type Times struct {
	// Now is when the work is done, in UTC and to the second.
	Now time.Time
	// Arrived is when the mail came, which may be long before: the bot was down.
	Arrived time.Time
	// TurnBegins is when the time of a player begins to whom the mail gives the turn. It
	// is the arrival of the mail; but a mail that had to wait for long takes nobody's time
	// away.
	TurnBegins time.Time
	// TermBegins is when a term begins that somebody has to answer what the mail asks
	// for. It is the arrival as well, unless the mail waited for longer still.
	TermBegins time.Time
}

// OutageLeast is how long the bot reads no mails before that takes nobody's time away.
const OutageLeast = time.Hour

// LongWait is how long a mail may wait to be read, so that a term which begins with it
// still counts from its arrival.
const LongWait = 24 * time.Hour

// At gives the times of work that waits for nothing.
func At(now time.Time) Times { return Since(now, now) }

// Since gives the times of work on a mail that came before.
func Since(now, arrived time.Time) Times {
	t := Times{Now: now, Arrived: arrived, TurnBegins: now, TermBegins: now}
	waited := now.Sub(arrived)
	if waited < OutageLeast {
		t.TurnBegins = arrived
	}
	if waited < LongWait {
		t.TermBegins = arrived
	}
	return t
}
