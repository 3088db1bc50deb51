package parser

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// nearCommand returns the command that a line nearly is: a misspelt verb, a
// spoilt cell, a command with a question mark. With loose, a line that begins
// with a verb and then goes astray counts too; that is too much for a line below
// a command, where "Black is strong here" begins a note.
func nearCommand(line string, loose bool) (suggest string, near bool) {
	text := strings.TrimSpace(fold(line))
	if text == "" || len(text) > maxNear || isQuoted(text) {
		return "", false
	}
	if asked := strings.TrimRight(text, "?!. "); asked != text {
		if c, ok := parseLine(asked); ok {
			return c.String(), true
		}
	}
	if cell, ok := nearCell(text); ok {
		return cell, true
	}
	words := strings.Fields(text)
	first := strings.ToLower(trimEdges(strings.TrimRight(words[0], ":?")))
	v, known := verbOf(first)
	switch {
	case known && !v.prose && (loose || len(words) == 1):
		return correct(v.name, words, loose)
	case known:
		return "", false
	}
	if word := nearestWord(first); word != "" {
		return correct(word, words, loose)
	}
	return "", false
}

// Limits of what may be a slip.
const (
	maxNear   = 200 // bytes of a line
	mostWords = 4   // words of a line that means something else than the verb takes
)

// correct puts the right verb in the place of the first word. If the rest does
// not fit the verb, the suggestion is the verb alone where that is a command,
// and else the help on it; both only for a short line or on a loose look.
func correct(word string, words []string, loose bool) (suggest string, ok bool) {
	line := strings.Join(append([]string{word}, words[1:]...), " ")
	if c, ok := parseLine(strings.TrimRight(line, "?")); ok {
		return c.String(), true
	}
	v, _ := verbOf(word)
	if len(words) > 1 && (!loose || len(words) > max(v.most, mostWords)) {
		return "", false
	}
	if c, ok := parseLine(word); ok {
		return c.String(), true
	}
	return "help " + word, true
}

// ordinary are words that are one slip away from a verb and yet mean what they
// say; they must not turn a note into a problem.
var ordinary = []string{
	"back", "block", "blank", "blacks", "game", "gamer", "gamed", "held", "hell", "hello", "helps", "heap", "kelp",
	"named", "names", "same", "past", "mass", "pas", "plan", "plane", "place", "plays", "played", "player", "pay",
	"moves", "moved", "more", "mode", "mover", "rule", "ruled", "ruler", "role", "roles", "read", "rest",
	"shows", "shown", "slow", "snow", "shop", "shot", "how", "except", "nor", "noire", "rough", "route", "design",
	"designs", "historic", "forgot", "forgets", "negra", "negate", "recline", "without", "roja",
}

// nearestWord returns the verb that a word is a slip of, or "" if there is none
// or more than one. The shorter the verb, the less may be wrong.
func nearestWord(word string) string {
	if len(word) < 3 || slices.Contains(ordinary, word) {
		return ""
	}
	best, at := "", 3
	for i := range verbs {
		for _, w := range verbs[i].words {
			if verbs[i].exact && w != verbs[i].name || !sameStart(word, w) {
				continue
			}
			d := slips(word, w)
			switch {
			case d > allowedSlips(w) || d > at:
			case d < at:
				best, at = w, d
			case best != "" && verbsByWord[best] != &verbs[i]:
				best = "" // as near to another command
			}
		}
	}
	return best
}

// allowedSlips is how many slips a verb may have.
func allowedSlips(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n <= 5:
		return 1
	default:
		return 2
	}
}

// sameStart reports whether two words begin alike, or with the same two letters
// in the other order. Slips of the first letter alone are rare, and mostly make
// another word; short verbs must have all their letters.
func sameStart(word, verb string) bool {
	if len(verb) <= 3 {
		return sortedLetters(word) == sortedLetters(verb)
	}
	return word[0] == verb[0] || (word[0] == verb[1] && word[1] == verb[0])
}

func sortedLetters(s string) string {
	b := []byte(s)
	slices.Sort(b)
	return string(b)
}

// slips counts the letters that are missing, added, wrong, or swapped with their
// neighbour between two words (the optimal string alignment distance). It gives
// up beyond two.
func slips(a, b string) int {
	const tooMany = 3
	ar, br := []rune(a), []rune(b)
	if d := len(ar) - len(br); d >= tooMany || -d >= tooMany {
		return tooMany
	}
	var before, last []int
	row := make([]int, len(br)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(ar); i++ {
		before, last, row = last, row, make([]int, len(br)+1)
		row[0] = i
		for j := 1; j <= len(br); j++ {
			cost := 1
			if ar[i-1] == br[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && ar[i-1] == br[j-2] && ar[i-2] == br[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(br)]
}
