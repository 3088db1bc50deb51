package command

import (
	"slices"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// nearestVerbs returns the words of verbs that a word is a slip of: the nearest
// ones, one for each verb. The shorter the verb, the less may be wrong.
func nearestVerbs(word string) []string {
	if len(word) < 3 || ordinary[word] {
		return nil
	}
	english := nearestAmong(word, func(v *verb) (string, int) {
		if v.is(verbExact) {
			return nearestOf(word, v.words[:1])
		}
		return nearestOf(word, v.words)
	})
	if len(english) > 0 {
		return english
	}
	word = plain.Unaccented(word)
	return nearestAmong(word, func(v *verb) (string, int) {
		if v.is(verbExact | verbText) {
			return "", tooMany
		}
		for _, w := range v.other {
			if len(w) >= shortest && !exact[w] && sameStart(word, w) && slips(word, w) <= 1 {
				return w, 1
			}
		}
		return "", tooMany
	})
}

// shortest is how long a word of another language than English must be to be known
// with a slip in it, of which it may have one: there are many such words, and much
// that is no slip of any.
const shortest = 5

// nearestAmong returns the nearest word of each verb of which none is nearer.
func nearestAmong(word string, nearestOf func(*verb) (string, int)) (best []string) {
	at := tooMany
	for i := range verbs {
		nearest, d := nearestOf(&verbs[i])
		switch {
		case nearest == "" || d > at:
		case d < at:
			best, at = []string{nearest}, d
		default:
			best = append(best, nearest)
		}
	}
	return best
}

// nearestOf returns which of some known words a word is a slip of, and by how
// much; "" if it is of none. A short word may have one slip, a longer one two.
func nearestOf(word string, known []string) (nearest string, by int) {
	by = tooMany
	for _, w := range known {
		if exact[w] || !sameStart(word, w) {
			continue
		}
		allowed := 2
		if utf8.RuneCountInString(w) <= 5 {
			allowed = 1
		}
		if d := slips(word, w); d <= allowed && d < by {
			nearest, by = w, d
		}
	}
	return nearest, by
}

// sameStart reports whether two words begin alike, or with the same two letters
// in the other order. Slips of the first letter alone are rare, and mostly make
// another word; short verbs must have all their letters.
func sameStart(word, verb string) bool {
	if len(verb) <= 3 {
		return sortedLetters(word) == sortedLetters(verb)
	}
	return len(word) > 1 && (word[0] == verb[0] || (word[0] == verb[1] && word[1] == verb[0]))
}

func sortedLetters(s string) string {
	b := []byte(s)
	slices.Sort(b)
	return string(b)
}

// tooMany slips make another word.
const tooMany = 3

// slips counts the letters that are missing, added, wrong, or swapped with their
// neighbour between two words (the optimal string alignment distance). It gives
// up beyond two.
func slips(a, b string) int {
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
