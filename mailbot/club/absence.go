package club

import (
	"slices"
	"strconv"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

const (
	// mostDays is how many days that is which a player can be away in a year.
	mostDays = int(store.MostAway / (24 * time.Hour))
	// awayAhead is how many years ahead a player can plan.
	awayAhead = 1
	// AwayChanges is how often in a day opponents are told of a change.
	AwayChanges = 6
)

// Away lets the player's clocks stand still for a time. A move meanwhile is welcome
// and doesn't end it.
type Away struct {
	About
	Span game.Span
}

func (o Away) do(s *Session) error {
	now := s.Arrived
	switch {
	case !o.Span.To.After(now):
		return refuse(nil, facts.AwayPast)
	case o.Span.To.After(now.AddDate(awayAhead, 0, 0)):
		return refuse(nil, facts.AwayFar)
	}
	planned := s.me.Away
	if !o.Span.From.After(now) { // who is away already says until when from now on
		planned = cutAt(planned, now)
	}
	spans, whole := joined(planned, o.Span)
	if most := store.MostTaken(spans); most > store.MostAway {
		return refuse(nil, facts.AwayLong{Days: daysIn(most)})
	}
	if endOf(spans, now).Before(endOf(s.me.Away, now)) {
		if err := mayReturn(s); err != nil {
			return err
		}
	}
	f := facts.AbsenceSet{Span: whole, Known: slices.Contains(s.me.Away, whole)}
	if f.Known {
		s.note(f)
		return nil
	}
	return setAbsences(s, spans, f)
}

// Back ends the time for which the player is away or, if the player is not away
// now, takes back what was planned.
type Back struct{ About }

func (o Back) do(s *Session) error {
	now := s.Arrived
	spans := slices.Clone(s.me.Away)
	i := slices.IndexFunc(spans, func(a game.Span) bool { return !a.From.After(now) && a.To.After(now) })
	planned := slices.IndexFunc(spans, func(a game.Span) bool { return a.From.After(now) })
	f := facts.AbsenceSet{Ended: true}
	switch {
	case i >= 0:
		if err := mayReturn(s); err != nil {
			return err
		}
		f.Span = spans[i]
		spans[i].To = now
	case planned >= 0:
		f.Span = spans[planned]
		spans = spans[:planned] // they are in the order of their times
	default:
		return refuse(nil, facts.NotAway)
	}
	return setAbsences(s, spans, f)
}

// endOf gives the end of the absence at a time, the zero time for none.
func endOf(spans []game.Span, at time.Time) time.Time {
	for _, a := range spans {
		if !a.From.After(at) && a.To.After(at) {
			return a.To
		}
	}
	return time.Time{}
}

// mayReturn refuses to end an absence early, if the player would lose games by that, since a net
// has caught the player there who has not moved since: nobody who writes "back" wants that.
func mayReturn(s *Session) error {
	var over []store.GameNumber
	games, err := s.OpenGames(s.me)
	if err != nil {
		return err
	}
	cal, err := clocks.Calendar(s.Unit, s.me)
	for _, g := range games {
		if seat := g.SeatOf(s.me.ID); OnTurn(g, seat) && !g.Pace.None() && g.Clock.LeftAt(g.Pace, seat, seat, cal, s.Arrived) <= clocks.Rest {
			over = append(over, g.Number)
		}
	}
	if len(over) > 0 && err == nil {
		return refuse(nil, facts.NoTimeLeft{Games: over})
	}
	return err
}

// setAbsences sets when the player is away, unless that has changed too often today.
func setAbsences(s *Session, spans []game.Span, f facts.AbsenceSet) error {
	n, err := s.Tx.Count(store.Counter{Kind: "away_changes", Whom: strconv.Itoa(int(s.me.ID)), Window: store.LongestWindow}, s.Now)
	switch {
	case err != nil:
		return err
	case n > AwayChanges:
		return refuse(nil, facts.AwayOften)
	}
	spans = recent(spans, s.Arrived)
	if err := clocks.ChangeCalendar(s.Unit, s.me, s.Arrived, func() { s.me.Away = spans }); err != nil {
		return err
	}
	s.note(f)
	return nil
}

// warnOfAbsences notes of each game that has begun whether one of its players is, or will be,
// away: me first. Where a clock stands still for it now, the mail says so
// anyway.
func warnOfAbsences(b *book, me *store.Player) error {
	for _, g := range b.begun {
		if g.State != store.Playing {
			continue
		}
		mine := g.SeatOf(me.ID)
		for _, seat := range []game.Seat{mine, mine.Other()} {
			p, err := b.u.Seated(g, seat)
			if err != nil {
				return err
			}
			stands := !g.Pace.None() && g.Course.ToMove == seat && !clocks.StillUntil(p, b.u.Now).IsZero()
			if span, ok := clocks.NextAway(p, b.u.Now); ok && !stands {
				b.note(facts.AbsenceAhead{Game: g.Number, Seat: seat, Span: span})
			}
		}
	}
	return nil
}

// joined adds a time to others, in the order of their times, and makes one of those
// that touch; whole is the one of which the new time is then a part.
func joined(spans []game.Span, add game.Span) (all []game.Span, whole game.Span) {
	whole = add
	for _, s := range spans {
		if s.From.After(whole.To) || s.To.Before(whole.From) {
			all = append(all, s)
			continue
		}
		if s.From.Before(whole.From) {
			whole.From = s.From
		}
		if s.To.After(whole.To) {
			whole.To = s.To
		}
	}
	all = append(all, whole)
	slices.SortFunc(all, func(a, b game.Span) int { return a.From.Compare(b.From) })
	return all, whole
}

// cutAt ends at a time the span that goes on then, or begins.
func cutAt(spans []game.Span, at time.Time) []game.Span {
	cut := slices.Clone(spans)
	for i, s := range cut {
		if !s.From.After(at) && s.To.After(at) {
			cut[i].To = at
		}
	}
	return cut
}

// recent leaves out times that are empty, and those that count no more.
func recent(spans []game.Span, now time.Time) []game.Span {
	return slices.DeleteFunc(slices.Clone(spans), func(a game.Span) bool { return !a.To.After(a.From) || now.Sub(a.To) > store.AwayYear })
}

// daysIn gives a time in days, of which one may have 25 hours.
func daysIn(d time.Duration) int {
	const day = 24 * time.Hour
	return int((d + day - time.Hour) / day)
}
