package lexicon

// A Language is the words of one language that read or write commands, as they stand in
// data/CODE.yaml, or in a file of the same form. A language without Verbs has no commands:
// it is known by what stands around and in place of them.
//
// What a word means is written in English, as it stands in a command of package command;
// the English words are understood in every language. A word is written with its accents,
// which players may leave out, and in lower case. Of several for a command the first one
// is what mails show, and the others are understood too.
type Language struct {
	Code  string // BCP 47, as in the name of the file
	Names List   // of the language, in any language

	Verbs Glossary // the words that commands begin with
	Words Glossary // those that follow: options, settings and small words
	// Doubtful are forms of verbs that are asked about: as a line of their own they may
	// be said to the other player, of somebody else, or of something else.
	Doubtful Glossary
	// Alike are words with which people ask for what a command does, and tell of it: they
	// are asked about as that command.
	Alike Glossary
	// Topics are words that players ask help on and that mean nothing in a command.
	Topics Glossary

	// Openers are words with which sentences go on behind the words for "say" and
	// "note": "Dire que je gagnais!"
	Openers List
	// Prose are words of sentences, which in a name have a capital.
	Prose List
}

// A List is some words, or phrases of several words.
type List []string

// A Glossary has the words of a language by the English one.
type Glossary map[string]List

// Show returns the word that a language shows for an English one.
func (g Glossary) Show(english string) string {
	if list, ok := g[english]; ok {
		return list[0]
	}
	return english
}

// HasCommands reports whether commands can be written in the language.
func (l *Language) HasCommands() bool { return len(l.Verbs) > 0 }
