package orders

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/parser"
)

// readAway reads "2026-12-20 to 2027-01-06", "until 2027-01-06" and "10d". Days are
// those of the zone in which now is given, the last one included.
func readAway(args []string, now time.Time) (s game.Span, wrong facts.Reason) {
	s.From = now
	args = slices.Clone(args)
	if days := strings.TrimSuffix(args[0], "d"); len(args) == 1 && strings.Trim(days, "0123456789") != "" { // one day
		args = []string{args[0], "to", args[0]}
	}
	first := now
	for i, arg := range args { // the last day is not before the first
		if day, ok := dayNamed(arg, now, first, i == 2); ok {
			args[i], first = day.Format(time.DateOnly), day
		}
	}
	last := args[len(args)-1]
	if days, ok := strings.CutSuffix(last, "d"); ok {
		n, _ := strconv.Atoi(days) // which the parser has made sure of
		s.To = now.AddDate(0, 0, n)
	} else {
		to, err := time.ParseInLocation(time.DateOnly, last, now.Location())
		if err != nil {
			return s, facts.NoDay{Word: last}
		}
		s.To = to.AddDate(0, 0, 1)
	}
	if len(args) == 3 { // DATE to DATE
		from, err := time.ParseInLocation(time.DateOnly, args[0], now.Location())
		switch {
		case err != nil:
			return s, facts.NoDay{Word: args[0]}
		case !s.To.After(from):
			return s, facts.AwayBackwards{Last: last}
		}
		if from.After(now) {
			s.From = from
		}
	}
	return game.Span{From: s.From.UTC(), To: s.To.UTC()}, nil
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
