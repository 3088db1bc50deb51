package lexicon

import (
	"slices"

	"unlurbot/parser/plain"
)

// A Lexicon is the words of all languages, with the ways to look one up. It is safe for
// concurrent use.
type Lexicon struct {
	// Languages are all that are known, English first; Dialects are those of them with
	// commands.
	Languages, Dialects []*Language

	// Doubtful and Alike give the verb that some words probably mean, as plain.Phrase
	// has them and without accents: see Language.
	Doubtful, Alike map[string]string
	// Openers and Prose are the words of sentences that are no commands in languages other
	// than English, without accents.
	Openers, Prose map[string]bool
	// Names gives the code of a language by each of its names, without accents.
	Names map[string]string

	meanings map[string][]string // of a word that does not begin a command, in English
}

func newLexicon(languages []*Language) *Lexicon {
	l := &Lexicon{
		Languages: languages, Dialects: slices.DeleteFunc(slices.Clone(languages), func(l *Language) bool { return !l.HasCommands() }),
		Doubtful: map[string]string{}, Alike: map[string]string{}, Names: map[string]string{}, meanings: map[string][]string{},
	}
	l.Openers, l.Prose = map[string]bool{}, map[string]bool{}
	for i, of := range languages {
		if i > 0 {
			addUnaccented(l.Openers, of.Openers)
			addUnaccented(l.Prose, of.Prose)
		}
		for _, name := range of.Names {
			l.Names[plain.Unaccented(name)] = of.Code
		}
		for english, words := range of.Words {
			for _, word := range append(words, english) {
				if key := plain.Unaccented(word); !slices.Contains(l.meanings[key], english) {
					l.meanings[key] = append(l.meanings[key], english)
				}
			}
		}
		index(l.Doubtful, of.Doubtful)
		index(l.Alike, of.Alike)
	}
	return l
}

// index finds the verb that some words probably mean.
func index(verbs map[string]string, by Glossary) {
	for verb, list := range by {
		for _, words := range list {
			verbs[plain.Phrase(plain.Unaccented(words))] = verb
		}
	}
}

func addUnaccented(set map[string]bool, words List) {
	for _, word := range words {
		set[plain.Unaccented(word)] = true
	}
}

// English returns the language that the others are held to.
func (l *Lexicon) English() *Language { return l.Languages[0] }

// Dialect finds a language with commands by its code.
func (l *Lexicon) Dialect(code string) (*Language, bool) {
	i := slices.IndexFunc(l.Dialects, func(d *Language) bool { return d.Code == code })
	if i < 0 {
		return nil, false
	}
	return l.Dialects[i], true
}

// Means reports whether a word, or a few, stand for an English one in some language.
func (l *Lexicon) Means(word, english string) bool {
	return l.means(plain.Unaccented(word), english)
}

func (l *Lexicon) means(unaccented, english string) bool {
	return unaccented == english || slices.Contains(l.meanings[unaccented], english)
}

// MeaningOf returns which of some English words a word stands for, "" for none.
func (l *Lexicon) MeaningOf(word string, of []string) string {
	key := plain.Unaccented(word)
	i := slices.IndexFunc(of, func(english string) bool { return l.means(key, english) })
	if i < 0 {
		return ""
	}
	return of[i]
}

// WordsFor returns the words of all languages for an English one, without accents.
func (l *Lexicon) WordsFor(english string) []string {
	words := []string{english}
	for _, of := range l.Languages {
		for _, word := range of.Words[english] {
			if key := plain.Unaccented(word); !slices.Contains(words, key) {
				words = append(words, key)
			}
		}
	}
	return words
}
