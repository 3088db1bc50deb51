package orders

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/parser"
)

func TestTerms(t *testing.T) {
	with := func(change func(*club.Terms)) club.Terms {
		asked := club.DefaultTerms()
		change(&asked)
		return asked
	}
	hours := func(n int) time.Duration { return time.Date(1, 1, 1, n, 0, 0, 0, time.UTC).Sub(time.Time{}) }
	day := hours(24)
	for words, want := range map[string]club.Terms{
		"":               club.DefaultTerms(),
		"size 8":         with(func(t *club.Terms) { t.Size = 8 }),
		"first":          with(func(t *club.Terms) { t.Seat = game.First }),
		"second size 13": with(func(t *club.Terms) { t.Seat, t.Size = game.Second, 13 }),
		"pace 3d":        with(func(t *club.Terms) { t.Pace = game.Pace{PerMove: 3 * day} }),
		"pace 10d+2d first": with(func(t *club.Terms) {
			t.Pace, t.Seat = game.Pace{Bank: 10 * day, Increment: 2 * day, Cap: 20 * day}, game.First
		}),
		"pace 10d + 2d max 30 days": with(func(t *club.Terms) { t.Pace = game.Pace{Bank: 10 * day, Increment: 2 * day, Cap: 30 * day} }),
		"pace none friendly":        with(func(t *club.Terms) { t.Pace, t.Rated = game.Pace{}, false }),
		"friendly rated":            club.DefaultTerms(), // the last word counts
		"match private":             with(func(t *club.Terms) { t.Match, t.Private, t.Rated = true, true, false }),
		"Size=7, pace: 36h, private": with(func(t *club.Terms) {
			t.Size, t.Pace, t.Private, t.Rated = 7, game.Pace{PerMove: hours(36)}, true, false
		}),
	} {
		read := parser.ReadOrders("challenge Ana "+words, "")
		if len(read.Commands) != 1 {
			t.Errorf("%q is read as %+v", words, read)
			continue
		}
		if got, wrong := ParseTerms(read.Commands[0].Args[1:], ChallengeOptions); wrong != nil || got != want {
			t.Errorf("%q is %+v (%v), want %+v", words, got, wrong, want)
		}
	}
}

func TestTermsThatAreNone(t *testing.T) {
	for words, want := range map[string]facts.BadTerms{
		"size":                {Why: facts.NoNumber, Word: "size"},
		"size big":            {Why: facts.NoNumber, Word: "size"},
		"size 3":              {Why: facts.BadSize, Size: 3},
		"size 14 first":       {Why: facts.BadSize, Size: 14},
		"pace":                {Why: facts.BadPace, Fault: game.PaceUnclear},
		"pace fast":           {Why: facts.BadPace, Word: "fast", Fault: game.PaceUnclear},
		"pace 1h":             {Why: facts.BadPace, Word: "1h", Fault: game.PaceTooShort},
		"pace 10d+1d max 5d":  {Why: facts.BadPace, Word: "10d+1d max 5d", Fault: game.PaceCapLow},
		"count 0":             {Why: facts.NoNumber, Word: "count"},
		"count 11":            {Why: facts.TooManyWanted, Most: mostWanted},
		"rated private":       {Why: facts.PrivateRated},
		"friendly size count": {Why: facts.NoNumber, Word: "size"},
	} {
		if _, wrong := ParseTerms(strings.Fields(words), SeekOptions); !reflect.DeepEqual(wrong, want) {
			t.Errorf("%q: %+v, want %+v", words, wrong, want)
		}
	}
	_, wrong := ParseTerms([]string{"first"}, SeekOptions)
	if bad, ok := wrong.(facts.BadTerms); !ok || bad.Why != facts.UnknownTerm || slices.Contains(bad.Known, "first") {
		t.Errorf("a seat in an offer to everybody: %+v", wrong)
	}
}
