package orders

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
)

// An Option is what can follow the name in a challenge. It reads its words, which
// begin behind its own, and tells how many there are.
type Option func(t *club.Terms, words []string) (read int, wrong facts.Reason)

// plainOption makes an option that is a word alone.
func plainOption(set func(*club.Terms)) Option {
	return func(t *club.Terms, _ []string) (int, facts.Reason) {
		set(t)
		return 0, nil
	}
}

// ChallengeOptions are for a challenge to somebody, SeekOptions for one to everybody, RematchOptions for another game.
var (
	ChallengeOptions = together(commonOptions, seatOptions)
	RobotOptions     = together(commonOptions, seatOptions, RematchOptions)
	RematchOptions   = map[string]Option{"level": levelOption}
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
func ParseTerms(words []string, known map[string]Option) (club.Terms, facts.Reason) {
	t := club.DefaultTerms()
	if wrong := readTerms(&t, words, known); wrong != nil {
		return t, wrong
	}
	if t.Private {
		if slices.Contains(words, "rated") {
			return t, facts.BadTerms{Why: facts.PrivateRated}
		}
		t.Rated = false
	}
	return t, nil
}

// readTerms reads options into terms.
func readTerms(t *club.Terms, words []string, known map[string]Option) facts.Reason {
	for i := 0; i < len(words); i++ {
		read, ok := known[words[i]]
		if !ok {
			return facts.BadTerms{Why: facts.UnknownTerm, Word: words[i], Known: slices.Sorted(maps.Keys(known))}
		}
		n, wrong := read(t, words[i+1:])
		if wrong != nil {
			return wrong
		}
		i += n
	}
	return nil
}

func sizeOption(t *club.Terms, words []string) (int, facts.Reason) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	switch {
	case err != nil:
		return 0, facts.BadTerms{Why: facts.NoNumber, Word: "size"}
	case n < game.MinSize || n > game.MaxSize:
		return 0, facts.BadTerms{Why: facts.BadSize, Size: n}
	}
	t.Size = n
	return 1, nil
}

func levelOption(t *club.Terms, words []string) (int, facts.Reason) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	if err != nil || n < 1 {
		return 0, facts.BadTerms{Why: facts.NoNumber, Word: "level"}
	}
	t.Level = n
	return 1, nil
}

// mostWanted is how many games one challenge to everybody can make.
const mostWanted = 10

func countOption(t *club.Terms, words []string) (int, facts.Reason) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	switch {
	case err != nil || n < 1:
		return 0, facts.BadTerms{Why: facts.NoNumber, Word: "count"}
	case n > mostWanted:
		return 0, facts.BadTerms{Why: facts.TooManyWanted, Most: mostWanted}
	}
	t.Wanted = n
	return 1, nil
}

// paceOption reads "3d", "10d+1d" and "10d+1d max 20d".
func paceOption(t *club.Terms, words []string) (read int, wrong facts.Reason) {
	read = min(1, len(words))
	if len(words) > 2 && words[1] == "max" {
		read = 3
	}
	text := strings.Join(words[:read], " ")
	pace, err := game.ParsePace(text)
	if bad := (*game.Error)(nil); errors.As(err, &bad) {
		return 0, facts.BadTerms{Why: facts.BadPace, Word: text, Fault: bad.Fault}
	}
	t.Pace = pace
	return read, nil
}
