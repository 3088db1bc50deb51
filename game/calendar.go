package game

import (
	"iter"
	"slices"
	"time"
)

// A Calendar says when a player's clock stands still: on weekends, if the player
// wants that, and in the times that are free for another reason. The zero value
// is a clock that never does.
type Calendar struct {
	Zone     *time.Location // nil is UTC
	Weekends bool           // Saturdays and Sundays in Zone are free
	Free     []Span         // away, outages: in any order, may overlap
}

// A Span is the time from a moment up to another one, which is not part of it.
// It is empty if To is not after From.
type Span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Always is all time, for whom no clock runs.
var Always = Span{To: lastMoment}

// lastMoment is the last second that can be written as RFC 3339 has it.
var lastMoment = time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC)

// Spent gives how much of the time between two moments counts. It is zero if
// the second is not after the first.
//
// What counts is real time: a day is 24 hours. A weekend is as long as it is by
// the wall clock of the zone, 47 or 49 hours when that is changed.
func (c Calendar) Spent(from, to time.Time) time.Duration {
	var spent time.Duration
	for piece, free := range c.pieces(from) {
		if end := earlier(piece.To, to); !free && end.After(piece.From) {
			spent += end.Sub(piece.From)
		}
		if !piece.To.Before(to) {
			break
		}
	}
	return spent
}

// Until gives the first moment at which so much time has been spent, in UTC:
// from itself if none is left. It is never later than the last second of the
// year 9999, which stands for "never": a player may be away for ever.
func (c Calendar) Until(from time.Time, left time.Duration) time.Time {
	if left <= 0 {
		return from.UTC()
	}
	for piece, free := range c.pieces(from) {
		if free {
			continue
		}
		length := piece.To.Sub(piece.From)
		if left <= length {
			return piece.From.Add(left).UTC()
		}
		left -= length
	}
	return lastMoment
}

// pieces parts the time from a moment on, without gaps, into pieces that count
// and pieces that are free. It costs a few steps for each span and each week
// that has some time which counts, and it ends at the last moment.
func (c Calendar) pieces(from time.Time) iter.Seq2[Span, bool] {
	return func(yield func(Span, bool) bool) {
		spans := c.spansAfter(from)
		days := weekdays{zone: c.Zone}
		for t := from; t.Before(lastMoment); {
			freeUntil := t
			for len(spans) > 0 && !spans[0].From.After(t) {
				freeUntil = later(freeUntil, spans[0].To)
				spans = spans[1:]
			}
			until, free := freeUntil, true
			if freeUntil.Equal(t) {
				until, free = lastMoment, false
				if c.Weekends {
					until, free = days.at(t)
				}
				if len(spans) > 0 {
					until = earlier(until, spans[0].From)
				}
			}
			if !yield(Span{From: t, To: until}, free) {
				return
			}
			t = until
		}
	}
}

// spansAfter gives what of the free time isn't over at a moment, by beginning.
func (c Calendar) spansAfter(t time.Time) []Span {
	spans := make([]Span, 0, len(c.Free))
	for _, s := range c.Free {
		if s.To.After(t) {
			spans = append(spans, s)
		}
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.From.Compare(b.From) })
	return spans
}

// weekdays finds the weekends of a zone. It keeps how far the zone is from UTC
// and until when, because that is what costs most to find out.
type weekdays struct {
	zone   *time.Location
	offset int64 // seconds
	holds  time.Time
}

// at tells whether a moment is on a weekend, and until when that is sure to stay
// so: until Saturday or Monday begins, or the clocks are changed, whatever day
// that makes it. Zones have skipped a Friday, or a Saturday, and in some the
// clocks are changed at midnight.
func (w *weekdays) at(t time.Time) (until time.Time, free bool) {
	const (
		saturday = int64(2 * day / time.Second) // 3 January 1970 was one
		weekend  = int64(2 * day / time.Second)
		all      = int64(week / time.Second)
	)
	if !t.Before(w.holds) {
		w.look(t)
	}
	since := (t.Unix() + w.offset - saturday) % all // Saturday began
	if since < 0 {
		since += all
	}
	ends := all
	if since < weekend {
		ends = weekend
	}
	return earlier(time.Unix(t.Unix()+ends-since, 0), w.holds), since < weekend
}

// look finds out how far the zone is from UTC at a moment, and until when. The
// bounds of a zone can end too early, even before the moment: on the last day of
// leap years that the zone's data has only a rule for (golang/go#81583). Then
// the offset is looked up again an hour later, as the walk must go on.
func (w *weekdays) look(t time.Time) {
	if w.zone == nil {
		w.zone = time.UTC
	}
	local := t.In(w.zone)
	_, offset := local.Zone()
	w.offset = int64(offset)
	_, end := local.ZoneBounds()
	switch {
	case end.IsZero():
		w.holds = lastMoment
	case end.After(t):
		w.holds = end
	default:
		w.holds = t.Add(time.Hour)
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
