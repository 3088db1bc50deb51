package mailbot

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/templates"
)

const (
	// awayMost is how long a player can be away within awayYear, however the year
	// is laid, and an hour more: days are counted by the wall clock, and one of
	// them may have 25 hours. What back leaves unused doesn't count.
	awayMost = 45*24*time.Hour + time.Hour
	awayYear = 365 * 24 * time.Hour
	// awayAhead is how many years ahead a player can plan.
	awayAhead = 1
)

// readAway reads "2026-12-20 to 2027-01-06", "until 2027-01-06" and "10d". Days are
// those of the player's zone, the last one included.
func readAway(args []string, now time.Time, in *time.Location) (game.Span, templates.Notice) {
	s := game.Span{From: now}
	args = slices.Clone(args)
	if days := strings.TrimSuffix(args[0], "d"); len(args) == 1 && strings.Trim(days, "0123456789") != "" { // one day
		args = []string{args[0], "to", args[0]}
	}
	first := now.In(in)
	for i, arg := range args { // the last day is not before the first
		if day, ok := dayNamed(arg, now.In(in), first, i == 2); ok {
			args[i], first = day.Format(time.DateOnly), day
		}
	}
	last := args[len(args)-1]
	if days, ok := strings.CutSuffix(last, "d"); ok {
		n, _ := strconv.Atoi(days) // which the parser has made sure of
		s.To = now.In(in).AddDate(0, 0, n)
	} else {
		to, err := time.ParseInLocation(time.DateOnly, last, in)
		if err != nil {
			return s, templates.Notice{Code: templates.NoticeNoDay, Text: last}
		}
		s.To = to.AddDate(0, 0, 1)
	}
	if len(args) == 3 { // DATE to DATE
		from, err := time.ParseInLocation(time.DateOnly, args[0], in)
		switch {
		case err != nil:
			return s, templates.Notice{Code: templates.NoticeNoDay, Text: args[0]}
		case !s.To.After(from):
			return s, templates.Notice{Code: templates.NoticeAwayOrder, Text: last}
		}
		s.From = later(now, from)
	}
	switch {
	case !s.To.After(now):
		return s, templates.Notice{Code: templates.NoticeAwayPast}
	case s.To.After(now.AddDate(awayAhead, 0, 0)):
		return s, templates.Notice{Code: templates.NoticeAwayFar}
	}
	return game.Span{From: s.From.UTC(), To: s.To.UTC()}, templates.Notice{}
}

// dayNamed gives the day that a word names as the parser has it: "today", "tomorrow", or
// "monday", the next one. The last day of a time is the first such day from its beginning
// on, which may be the same.
func dayNamed(word string, now, first time.Time, ends bool) (time.Time, bool) {
	weekday := slices.Index(parser.Days, word)
	switch {
	case word == "today":
		return now, true
	case word == "tomorrow":
		return now.AddDate(0, 0, 1), true
	case weekday < 0:
		return now, false
	}
	ahead := weekday - int(first.Weekday())
	if ahead < 0 || ahead == 0 && !ends {
		ahead += 7
	}
	return first.AddDate(0, 0, ahead), true
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
		whole.To = later(whole.To, s.To)
	}
	all = append(all, whole)
	slices.SortFunc(all, func(a, b game.Span) int { return a.From.Compare(b.From) })
	return all, whole
}

// cutAt ends at a time the span that goes on then.
func cutAt(spans []game.Span, at time.Time) []game.Span {
	cut := slices.Clone(spans)
	for i, s := range cut {
		if s.From.Before(at) && s.To.After(at) {
			cut[i].To = at
		}
	}
	return cut
}

// mostAway gives how much of a year some times take, of the year in which that is
// most. There is such a year that begins or ends with one of them.
func mostAway(spans []game.Span) (most time.Duration) {
	within := func(from time.Time) (sum time.Duration) {
		for _, s := range spans {
			sum += max(0, min(s.To.Sub(from), awayYear)-max(s.From.Sub(from), 0))
		}
		return sum
	}
	for _, s := range spans {
		most = max(most, within(s.From), within(s.To.Add(-awayYear)))
	}
	return most
}

// daysIn gives a time in days, of which one may have 25 hours.
func daysIn(d time.Duration) int {
	const day = 24 * time.Hour
	return int((d + day - time.Hour) / day)
}
