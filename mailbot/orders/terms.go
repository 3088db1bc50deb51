package orders

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/templates"
)

// An Option is what can follow the name in a challenge. It reads its words, which
// begin behind its own, and tells how many there are.
type Option func(t *club.Terms, words []string) (read int, wrong templates.Notice)

// plainOption makes an option that is a word alone.
func plainOption(set func(*club.Terms)) Option {
	return func(t *club.Terms, _ []string) (int, templates.Notice) {
		set(t)
		return 0, templates.Notice{}
	}
}

// ChallengeOptions are for a challenge to somebody, SeekOptions for one to everybody. are not for every challenge.
var (
	ChallengeOptions = together(commonOptions, seatOptions)
	SeekOptions      = together(commonOptions, map[string]Option{"count": countOption})

	commonOptions = map[string]Option{
		"size":     sizeOption,
		"pace":     paceOption,
		"rated":    plainOption(func(t *club.Terms) { t.Rated = true }),
		"friendly": plainOption(func(t *club.Terms) { t.Rated = false }),
		"private":  plainOption(func(t *club.Terms) { t.Private = true }),
	}
	seatOptions = map[string]Option{
		"first":  plainOption(func(t *club.Terms) { t.Seat = game.First }),
		"second": plainOption(func(t *club.Terms) { t.Seat = game.Second }),
		"match":  plainOption(func(t *club.Terms) { t.Match = true }),
	}
)

func together(all ...map[string]Option) map[string]Option {
	together := map[string]Option{}
	for _, some := range all {
		for word, o := range some {
			together[word] = o
		}
	}
	return together
}

// ParseTerms reads the options of a challenge. A private game is not rated: everybody
// could see by the ratings who has beaten whom.
func ParseTerms(words []string, known map[string]Option) (club.Terms, templates.Notice) {
	t := club.DefaultTerms()
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
	if t.Private {
		if slices.Contains(words, "rated") {
			return t, templates.Notice{Code: templates.NoticePrivateRated}
		}
		t.Rated = false
	}
	return t, templates.Notice{}
}

func sizeOption(t *club.Terms, words []string) (int, templates.Notice) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	switch {
	case err != nil:
		return 0, templates.Notice{Code: templates.NoticeNoNumber, Text: "size", Suggest: "size 8"}
	case n < game.MinSize || n > game.MaxSize:
		return 0, templates.Notice{Code: string(game.BadSize), Size: n}
	}
	t.Size = n
	return 1, templates.Notice{}
}

// mostWanted is how many games one challenge to everybody can make.
const mostWanted = 10

func countOption(t *club.Terms, words []string) (int, templates.Notice) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	switch {
	case err != nil || n < 1:
		return 0, templates.Notice{Code: templates.NoticeNoNumber, Text: "count", Suggest: "count 2"}
	case n > mostWanted:
		return 0, templates.Notice{Code: templates.NoticeTooManyWanted, Number: mostWanted}
	}
	t.Wanted = n
	return 1, templates.Notice{}
}

// paceOption reads "3d", "10d+1d" and "10d+1d max 20d".
func paceOption(t *club.Terms, words []string) (read int, wrong templates.Notice) {
	read = min(1, len(words))
	if len(words) > 2 && words[1] == "max" {
		read = 3
	}
	text := strings.Join(words[:read], " ")
	pace, err := game.ParsePace(text)
	if bad := (*game.Error)(nil); errors.As(err, &bad) {
		return 0, templates.Notice{Code: templates.NoticePace, Text: safe.Line(text, names.Most), Fault: string(bad.Fault)}
	}
	t.Pace = pace
	return read, templates.Notice{}
}
