package command

import (
	"slices"

	"unlurbot/parser/plain"
)

// verb is a row of the table of commands.
type verb struct {
	name   string
	words  []string // the English words for it, the name among them, and yes and no in all languages
	other  []string // those of the other dialects, without accents
	traits trait
	most   int // words of a line that begins with it and may mean it; 0 is mostWords
	args   reader
	// fits reports whether arguments and game, "" for none, go together; nil if
	// all do.
	fits func(args []string, game string) bool
	// near returns the commands that something else behind the verb nearly is, also
	// below a command: it must know them from sentences.
	near func(rest phrase) []string
}

// trait is a set of what only some verbs have.
type trait uint16

const (
	verbGame  trait = 1 << iota // it may name a game
	verbBare                    // a bare number at its front can only be a game: "show 42"
	verbText                    // it takes words as they are written, and names the game before them; only its English words can be misspelt
	verbProse                   // it begins so many sentences that one is no slip of it
	verbDaily                   // it is prose, and stands in greetings too: "Hi Bo, back again"
	verbCalm                    // with an exclamation mark, and no game, it may be said to the other player: "Resign!"
	verbLoud                    // with an exclamation mark, below other commands, it may be said to the other player: "Stop!"
	verbLabel                   // with a colon it may stand before data of the sender's: "Name: Ana Puig"
	verbExact                   // of its words only the name can be misspelt
	verbWhose                   // it takes a player's name with a capital; with a small letter it is probably meant so: "games bo"
	verbBinds                   // it may begin, end or change a game: "no, wait" below it is asked about
)

// is reports whether the verb has one of some traits.
func (v *verb) is(t trait) bool { return v.traits&t != 0 }

// A reader reads what follows a verb, without the game. It reports false if that is not what
// the verb takes.
type reader func(rest phrase) (args []string, ok bool)

// verbs are all commands; their words are in lex.
var verbs []verb

// verbsByWord finds the verbs of a word. Only "si" has two: "if", and yes without
// its accent; what follows tells them apart.
var verbsByWord map[string][]*verb

// addWords gives a verb its words.
func (v *verb) addWords() {
	add := func(list *[]string, word string) {
		word = plain.Unaccented(word)
		if known := verbsByWord[word]; !slices.Contains(known, v) {
			verbsByWord[word] = append(known, v)
			*list = append(*list, word)
		}
	}
	switch v.name {
	case "yes":
		v.words = yesWords
	case "no":
		v.words = noWords
	default:
		add(&v.words, v.name)
	}
	for _, word := range v.words {
		add(&[]string{}, word)
	}
	for i, d := range lex.Dialects {
		list := &v.other
		if i == 0 {
			list = &v.words
		}
		for _, word := range d.Verbs[v.name] {
			add(list, word)
		}
	}
}

// verbOf finds the verb that a word means, the first one of two.
func verbOf(word string) (*verb, bool) {
	found := verbsByWord[plain.Unaccented(word)]
	if len(found) == 0 {
		return nil, false
	}
	return found[0], true
}

// isEnglish reports whether the word is one of the verb that is understood in
// every language.
func (v *verb) isEnglish(word string) bool { return slices.Contains(v.words, plain.Unaccented(word)) }
