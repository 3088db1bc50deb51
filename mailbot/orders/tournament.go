package orders

import (
	"strconv"
	"strings"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/store/tournament"
)

// beginsAt is the hour of the day, where the player lives, at which a tournament begins.
const beginsAt = 8

// tournamentTerms reads the options of a tournament that is opened at a time, which is given as the clocks where
// the player lives have it. Its games are never private.
func tournamentTerms(words []string, now time.Time) (tournament.Terms, facts.Reason) {
	wanted := club.CupTerms()
	known := together(commonOptions, map[string]Option{
		"group": func(_ *club.Terms, words []string) (int, facts.Reason) {
			text := strings.Join(words[:min(1, len(words))], "")
			n, err := strconv.Atoi(text)
			if err != nil || n < tournament.LeastInGroup || n > tournament.MostInGroup {
				return 0, facts.BadTerms{Why: facts.BadGroup, Word: text}
			}
			wanted.Group = n
			return 1, nil
		},
		"starts": func(_ *club.Terms, words []string) (int, facts.Reason) {
			text := strings.Join(words[:min(1, len(words))], "")
			day, ok := startDay(text, now)
			if !ok {
				return 0, facts.BadTerms{Why: facts.BadStart, Word: text, Day: now.AddDate(0, 1, 0)}
			}
			wanted.Starts = day
			return 1, nil
		},
	})
	delete(known, "private")
	terms := club.DefaultTerms()
	terms.Pace = wanted.Pace
	if wrong := readTerms(&terms, words, known); wrong != nil {
		return wanted, wrong
	}
	if terms.Pace.None() {
		return wanted, facts.BadTerms{Why: facts.NeedsClock}
	}
	wanted.Size, wanted.Pace, wanted.Rated = terms.Size, terms.Pace, terms.Rated
	return wanted, nil
}

// startDay reads the day on which a tournament is to begin, as a date or as a weekday.
func startDay(word string, now time.Time) (time.Time, bool) {
	day, named := dayNamed(word, now, now, false)
	if !named {
		var err error
		if day, err = time.ParseInLocation(time.DateOnly, word, now.Location()); err != nil {
			return day, false
		}
	}
	begins := time.Date(day.Year(), day.Month(), day.Day(), beginsAt, 0, 0, 0, now.Location())
	return begins.UTC(), begins.After(now.Add(club.SoonestStart)) && begins.Before(now.Add(club.LatestStart))
}
