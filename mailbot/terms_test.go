package mailbot

import (
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/templates"
)

func TestTerms(t *testing.T) {
	with := func(change func(*terms)) terms {
		asked := defaultTerms()
		change(&asked)
		return asked
	}
	day := 24 * time.Hour
	for words, want := range map[string]terms{
		"":               defaultTerms(),
		"size 8":         with(func(t *terms) { t.size = 8 }),
		"first":          with(func(t *terms) { t.seat = game.First }),
		"second size 13": with(func(t *terms) { t.seat, t.size = game.Second, 13 }),
		"pace 3d":        with(func(t *terms) { t.pace = game.Pace{PerMove: 3 * day} }),
		"pace 10d+2d first": with(func(t *terms) {
			t.pace, t.seat = game.Pace{Bank: 10 * day, Increment: 2 * day, Cap: 20 * day}, game.First
		}),
		"pace 10d + 2d max 30 days": with(func(t *terms) { t.pace = game.Pace{Bank: 10 * day, Increment: 2 * day, Cap: 30 * day} }),
		"pace none friendly":        with(func(t *terms) { t.pace, t.rated = game.Pace{}, false }),
		"friendly rated":            defaultTerms(), // the last word counts
		"match private":             with(func(t *terms) { t.match, t.private, t.rated = true, true, false }),
		"Size=7, pace: 36h, private": with(func(t *terms) {
			t.size, t.pace, t.private, t.rated = 7, game.Pace{PerMove: 36 * time.Hour}, true, false
		}),
	} {
		orders := parser.ReadOrders("challenge Ana "+words, "")
		if len(orders.Commands) != 1 {
			t.Errorf("%q is read as %+v", words, orders)
			continue
		}
		if got, wrong := parseTerms(orders.Commands[0].Args[1:], challengeOptions); wrong.Code != "" || got != want {
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
		_, wrong := parseTerms(strings.Fields(words), seekOptions)
		if wrong.Code != want.Code || wrong.Text != want.Text || wrong.Suggest != want.Suggest || wrong.Fault != want.Fault || wrong.Size != want.Size || wrong.Number != want.Number {
			t.Errorf("%q: %+v, want %+v", words, wrong, want)
		}
	}
	if _, wrong := parseTerms([]string{"first"}, seekOptions); wrong.Code != templates.NoticeOption || strings.Contains(strings.Join(wrong.Names, " "), "first") {
		t.Errorf("a seat in an offer to everybody: %+v", wrong)
	}
}
