package orders

import (
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/parser"
	"unlurbot/templates"
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
		if got, wrong := ParseTerms(read.Commands[0].Args[1:], ChallengeOptions); wrong.Code != "" || got != want {
			t.Errorf("%q is %+v (%s), want %+v", words, got, wrong.Code, want)
		}
	}
}

func TestTermsThatAreNone(t *testing.T) {
	for words, want := range map[string]templates.Notice{
		"size":                {Code: templates.NoticeNoNumber, Text: "size", Suggest: "size 8"},
		"size big":            {Code: templates.NoticeNoNumber, Text: "size", Suggest: "size 8"},
		"size 3":              {Code: string(game.BadSize), Size: 3},
		"size 14 first":       {Code: string(game.BadSize), Size: 14},
		"pace":                {Code: templates.NoticePace, Fault: string(game.PaceUnclear)},
		"pace fast":           {Code: templates.NoticePace, Text: "fast", Fault: string(game.PaceUnclear)},
		"pace 1h":             {Code: templates.NoticePace, Text: "1h", Fault: string(game.PaceTooShort)},
		"pace 10d+1d max 5d":  {Code: templates.NoticePace, Text: "10d+1d max 5d", Fault: string(game.PaceCapLow)},
		"count 0":             {Code: templates.NoticeNoNumber, Text: "count", Suggest: "count 2"},
		"count 11":            {Code: templates.NoticeTooManyWanted, Number: mostWanted},
		"rated private":       {Code: templates.NoticePrivateRated},
		"friendly size count": {Code: templates.NoticeNoNumber, Text: "size", Suggest: "size 8"},
	} {
		_, wrong := ParseTerms(strings.Fields(words), SeekOptions)
		if wrong.Code != want.Code || wrong.Text != want.Text || wrong.Suggest != want.Suggest || wrong.Fault != want.Fault || wrong.Size != want.Size || wrong.Number != want.Number {
			t.Errorf("%q: %+v, want %+v", words, wrong, want)
		}
	}
	if _, wrong := ParseTerms([]string{"first"}, SeekOptions); wrong.Code != templates.NoticeOption || strings.Contains(strings.Join(wrong.Names, " "), "first") {
		t.Errorf("a seat in an offer to everybody: %+v", wrong)
	}
}
