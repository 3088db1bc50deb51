package command

import (
	"cmp"
	"slices"
	"strings"

	"unlurbot/parser/lexicon"
)

// wishTongue is how people of one language say that they wish to play, see lexicon.Wishes.
type wishTongue struct {
	code           string
	wants, asks    [][]string
	verbs, whole   []wishVerb
	learns, taught [][]string
	same           map[string]string
	polite         [][]string
	between, games map[string]bool
	withs, mates   map[string]bool
	tails, ends    map[string]bool
	halts          map[string]bool
}

// wishVerb is a verb of playing, or all of a wish, and what must follow.
type wishVerb struct {
	words []string
	needs need
}

// A need is what must follow a verb.
type need int

const (
	nothing   need = iota
	aGame          // "start" a game
	somebody       // "invite" somebody
	anAddress      // of any verb without a word of wanting before it
)

var wishWords []*wishTongue

func learnWishes() {
	wishWords = nil
	for _, d := range lex.Dialects {
		w := d.Wishes
		l := &wishTongue{
			code: d.Code, wants: phrasesOf(w.Wants), asks: phrasesOf(w.Asks), learns: phrasesOf(w.Learns), taught: phrasesOf(w.Lessons), same: map[string]string{}, polite: phrasesOf(w.Polite),
			between: setOf(w.Between), games: setOf(w.Games), withs: setOf(w.Withs), mates: setOf(append(lex.WordsFor(robot), w.Mates...)), tails: setOf(w.Tails),
			ends: setOf(w.Ends), halts: setOf(w.Halts),
		}
		for one, others := range w.Same {
			for _, word := range others {
				l.same[word] = one
			}
		}
		for _, whole := range phrasesOf(w.Whole) {
			l.whole = append(l.whole, wishVerb{words: whole})
		}
		for needs, list := range map[need]lexicon.List{nothing: w.Plays, aGame: w.Begins, somebody: w.Invites, anAddress: w.Withs} { // "With bo@example.org, please"
			for _, verb := range phrasesOf(list) {
				l.verbs = append(l.verbs, wishVerb{words: verb, needs: needs})
			}
		}
		longestFirst := func(a, b wishVerb) int {
			return cmp.Or(cmp.Compare(len(b.words), len(a.words)), slices.Compare(a.words, b.words))
		}
		slices.SortFunc(l.whole, longestFirst)
		slices.SortFunc(l.verbs, longestFirst)
		wishWords = append(wishWords, l)
	}
}

func setOf(words lexicon.List) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

func phrasesOf(list lexicon.List) (phrases [][]string) {
	for _, phrase := range list {
		phrases = append(phrases, strings.Fields(phrase))
	}
	return phrases
}
