package mailbot

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/templates"
)

// terms are what a game is to be played under, as somebody asks for it.
type terms struct {
	size    int
	seat    game.Seat // of who asks; NoSeat: to be drawn
	pace    game.Pace
	rated   bool
	private bool
	match   bool
	wanted  int // how many games, of a challenge to everybody
}

// defaultTerms are those that nobody needs to write.
func defaultTerms() terms {
	return terms{size: game.DefaultSize, pace: game.DefaultPace(), rated: true, wanted: 1}
}

// termsOf gives the terms of a game, as the player on a seat would ask for them.
func termsOf(g *store.Game, seat game.Seat) terms {
	return terms{size: g.Size, seat: seat, pace: g.Pace, rated: g.Rated, private: g.Private, match: g.Match, wanted: 1}
}

// newGame makes a challenge under these terms.
func (t terms) newGame() *store.Game {
	return &store.Game{
		State: store.Waiting, Size: t.size, Asked: t.seat, Pace: t.pace, Rated: t.rated, Private: t.private, Match: t.match,
	}
}

// An option is what can follow the name in a challenge. It reads its words, which
// begin behind its own, and tells how many there are.
type option func(t *terms, words []string) (read int, wrong templates.Notice)

// plainOption makes an option that is a word alone.
func plainOption(set func(*terms)) option {
	return func(t *terms, _ []string) (int, templates.Notice) {
		set(t)
		return 0, templates.Notice{}
	}
}

// seatOptions, matchOption and countOption are not for every challenge.
var (
	challengeOptions = options(commonOptions, seatOptions)
	seekOptions      = options(commonOptions, map[string]option{"count": countOption})

	commonOptions = map[string]option{
		"size":     sizeOption,
		"pace":     paceOption,
		"rated":    plainOption(func(t *terms) { t.rated = true }),
		"friendly": plainOption(func(t *terms) { t.rated = false }),
		"private":  plainOption(func(t *terms) { t.private = true }),
	}
	seatOptions = map[string]option{
		"first":  plainOption(func(t *terms) { t.seat = game.First }),
		"second": plainOption(func(t *terms) { t.seat = game.Second }),
		"match":  plainOption(func(t *terms) { t.match = true }),
	}
)

func options(all ...map[string]option) map[string]option {
	together := map[string]option{}
	for _, some := range all {
		for word, o := range some {
			together[word] = o
		}
	}
	return together
}

// parseTerms reads the options of a challenge. A private game is not rated: everybody
// could see by the ratings who has beaten whom.
func parseTerms(words []string, known map[string]option) (terms, templates.Notice) {
	t := defaultTerms()
	for i := 0; i < len(words); i++ {
		read, ok := known[words[i]]
		if !ok {
			options := slices.Sorted(maps.Keys(known))
			return t, templates.Notice{Code: templates.NoticeOption, Text: safe.Line(words[i], names.Most), Names: options}
		}
		n, wrong := read(&t, words[i+1:])
		if wrong.Code != "" {
			return t, wrong
		}
		i += n
	}
	if t.private {
		if slices.Contains(words, "rated") {
			return t, templates.Notice{Code: templates.NoticePrivateRated}
		}
		t.rated = false
	}
	return t, templates.Notice{}
}

func sizeOption(t *terms, words []string) (int, templates.Notice) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	switch {
	case err != nil:
		return 0, templates.Notice{Code: templates.NoticeNoNumber, Text: "size", Suggest: "size 8"}
	case n < game.MinSize || n > game.MaxSize:
		return 0, templates.Notice{Code: string(game.BadSize), Size: n}
	}
	t.size = n
	return 1, templates.Notice{}
}

// mostWanted is how many games one challenge to everybody can make.
const mostWanted = 10

func countOption(t *terms, words []string) (int, templates.Notice) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	switch {
	case err != nil || n < 1:
		return 0, templates.Notice{Code: templates.NoticeNoNumber, Text: "count", Suggest: "count 2"}
	case n > mostWanted:
		return 0, templates.Notice{Code: templates.NoticeTooManyWanted, Number: mostWanted}
	}
	t.wanted = n
	return 1, templates.Notice{}
}

// paceOption reads "3d", "10d+1d" and "10d+1d max 20d".
func paceOption(t *terms, words []string) (read int, wrong templates.Notice) {
	read = min(1, len(words))
	if len(words) > 2 && words[1] == "max" {
		read = 3
	}
	text := strings.Join(words[:read], " ")
	pace, err := game.ParsePace(text)
	if bad := (*game.Error)(nil); errors.As(err, &bad) {
		return 0, templates.Notice{Code: templates.NoticePace, Text: safe.Line(text, names.Most), Fault: string(bad.Fault)}
	}
	t.pace = pace
	return read, templates.Notice{}
}
