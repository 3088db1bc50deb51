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
	// "note", in English behind "note" alone: "Dire que je gagnais!"
	Openers List
	// Prose are words of sentences, which in a name have a capital; NoNames only begin no
	// name.
	Prose   List
	NoNames List `yaml:"no_names"`
	// Common are small words of which prose is full. They are chosen to tell the languages
	// from each other.
	Common List
	// Ordinary are words that are one slip away from a verb and yet mean what they say: they
	// must not turn a note into a problem.
	Ordinary List
	// Exact are words for commands that are known only as they are: too many others are one
	// slip away from them.
	Exact List
	// Shared are words for commands of another language that are words of this one too,
	// though none for a command: who writes them need not write that language.
	Shared List
	// Everyday are words for "set" with which people begin sentences.
	Everyday List
	// What may stand before a setting, "posa la llengua en català", before the name of a
	// player, "reta a Ana", and before that of a day, "hasta el lunes".
	Articles    List
	BeforeNames List `yaml:"before_names"`
	BeforeDays  List `yaml:"before_days"`
	// AfterAny are what may stand behind the words for "any": "any other move".
	AfterAny List `yaml:"after_any"`
	// Outcomes are what becomes of a challenge: "Challenge accepted!"
	Outcomes List
	// Red are the words for the dark side of a box that has red pieces. They mean a move
	// alone only: among other words they are a colour.
	Red List

	Around Around
	// Means are whole sentences, by the command that they mean, though not surely enough to
	// carry it out; those for yes and no answer a question too.
	Means Glossary
	// Stuck are sentences of somebody who doesn't know the answer to a task, "What's the answer?", and Next those of
	// somebody who wants another one: "next", "Skip this one".
	Stuck, Next List

	Wishes Wishes
}

// Around is what players write around commands, and instead of them.
type Around struct {
	// Greet are the first words of a greeting; Hail are such beginnings in a
	// script that puts no blanks between words.
	Greet, Hail List
	Ask         List // what follows a greeting: "hope you are well"
	Lead        List // what announces a move, before it or in the line above
	// Yes and No have no word that means something else in another language ("tak", "da").
	Yes, No List
	Polite  List // what may stand behind a command and changes nothing
	Close   List // what stands above the name at the end of a mail
	NoName  List `yaml:"no_name"` // what people write before a comma and an empty line, besides names
	// Chat are phrases that players say to each other beside a game, and to no program.
	Chat List
	// Who are sentences that ask who writes, and what for.
	Who List
	// Takes are the beginnings of a line by which somebody takes back what stands above,
	// or puts something else in its place: "No, wait", "or D5", "I mean black".
	Takes List
}

// Wishes are the words of sentences in which newcomers wish to play: "I'd like to play with
// bo@example.org". They are written without accents.
type Wishes struct {
	// Same are words, by the one that is looked for in their place.
	Same Glossary
	// Wants is followed by one of Plays, which say enough by themselves, one of Begins,
	// behind which must stand a game, or one of Invites, behind which must stand somebody.
	// Each of these is a wish without Wants if an address follows, and nothing but a
	// greeting stands above it: "Please invite bo@example.org".
	Wants, Plays, Begins, Invites List
	// Asks is like Wants, but only at the beginning of a clause: "puedo" is a question
	// there, and elsewhere says what one can do.
	Asks    List
	Whole   List // phrases that say all of it
	Learns  List // phrases of who would first know how it is done
	Lessons List // phrases of who would learn the game
	Polite  List // phrases that change nothing
	Between List // words that may stand within a phrase
	Games   List // words for a game, and what is played
	Withs   List // with, against
	Mates   List // words for somebody certain to play with
	Tails   List // other words that may follow
	Ends    List // words with which something else begins
	Halts   List // words behind which nothing is a wish
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
