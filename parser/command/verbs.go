package command

import (
	"slices"

	"unlurbot/parser/plain"
)

// verb is a row of the table of commands.
type verb struct {
	name  string
	words []string // the English words for it, the name among them, and yes and no in all languages
	other []string // those of the other dialects, without accents
	game  bool     // it may name a game
	bare  bool     // a bare number at its front can only be a game: "show 42"
	text  bool     // it takes words as they are written, and names the game before them; only its English words can be misspelt
	prose bool     // it begins so many sentences that one is no slip of it
	daily bool     // it is prose, and stands in greetings too: "Hi Bo, back again"
	calm  bool     // with an exclamation mark, and no game, it may be said to the other player: "Resign!"
	loud  bool     // with an exclamation mark, below other commands, it may be said to the other player: "Stop!"
	label bool     // with a colon it may stand before data of the sender's: "Name: Ana Puig"
	exact bool     // of its words only the name can be misspelt
	binds bool     // it begins, ends or changes a game: "no, wait" below it is asked about
	most  int      // words of a line that begins with it and may mean it; 0 is mostWords
	// args reads what follows the verb, without the game. It reports false if
	// that is not what the verb takes.
	args func(rest phrase) ([]string, bool)
	// fits reports whether arguments and game, "" for none, go together; nil if
	// all do.
	fits func(args []string, game string) bool
	// near returns the commands that something else behind the verb nearly is, also
	// below a command: it must know them from sentences.
	near func(rest phrase) []string
}

// verbs are all commands; their words are in lex.
var verbs []verb

// verbsByWord finds the verbs of a word. Only "si" has two: "if", and yes without
// its accent; what follows tells them apart.
var verbsByWord map[string][]*verb

// learnVerbs fills the table, which is no constant because some of what it holds reads it.
func learnVerbs() {
	verbsByWord = map[string][]*verb{}
	verbs = []verb{
		{name: "move", binds: true, game: true, args: takeCell},
		{name: "black", binds: true, game: true, args: takeNothing},
		{name: "resign", binds: true, game: true, calm: true, args: takeNothing},
		{name: "abort", binds: true, game: true, bare: true, calm: true, args: takeNothing},
		{name: "undo", game: true, bare: true, args: takeNothing},
		{name: "allow", binds: true, game: true, bare: true, daily: true, args: takeNothing},
		{name: "deny", game: true, bare: true, daily: true, args: takeNothing},
		{name: "preview", game: true, args: takePreview, near: nearPreview},
		{name: "if", binds: true, game: true, daily: true, args: takeIf, near: nearIf},

		{name: "challenge", binds: true, most: maxNear, args: takeChallenge},
		{name: "accept", binds: true, game: true, bare: true, args: takeNothing},
		{name: "decline", binds: true, game: true, bare: true, args: takeNothing},
		{name: "withdraw", binds: true, game: true, bare: true, calm: true, args: takeNothing},
		{name: "rematch", binds: true, game: true, bare: true, args: takeNothing},
		{name: "seek", binds: true, loud: true, args: takeSeek},
		{name: "seeks", args: takeNothing},
		{name: "limit", args: takeNumber},

		{name: "show", game: true, bare: true, args: takeShow},
		{name: "history", game: true, bare: true, args: takeNothing},
		{name: "games", args: takeNothing},
		{name: "export", game: true, bare: true, args: takeExport, fits: unlessMe},
		{name: "watch", game: true, bare: true, daily: true, args: takeNothing, fits: withGame},
		{name: "unwatch", game: true, bare: true, args: takeNothing, fits: withGame},

		{name: "say", game: true, text: true, args: takeSay},
		{name: "note", game: true, text: true, daily: true, args: takeNote, near: nearNote},
		{name: "mute", game: true, bare: true, args: takeWhoIfAny, fits: gameAlone},
		{name: "unmute", game: true, bare: true, args: takeWhoIfAny, fits: gameAlone},

		{name: "standings", args: takeNothing},
		{name: "profile", label: true, args: takeWhoIfAny},
		{name: "results", args: takeWhoIfAny},

		{name: "name", label: true, most: 1 + mostNameWords, args: takeName},
		{name: "set", daily: true, args: takeSetting, near: nearSetting},
		{name: "away", daily: true, args: takeAway, near: nearAway},
		{name: "back", daily: true, args: takeNothing},
		{name: "address", args: takeAddress},
		{name: "help", args: takeTopic},
		{name: "rules", args: takeNothing},
		{name: "stop", daily: true, loud: true, args: takeNothing},
		{name: "never", loud: true, exact: true, prose: true, args: takeAgain},
		{name: "forget", game: true, exact: true, prose: true, args: takeForget, fits: unlessMe},
		{name: "yes", exact: true, args: takePlease},
		{name: "no", exact: true, prose: true, args: takePlease},
	}
	for i := range verbs {
		verbs[i].addWords()
	}
}

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

// isDaily reports whether a word is a verb that stands in greetings too.
func isDaily(word string) bool {
	found := verbsByWord[plain.Unaccented(word)]
	return len(found) > 0 && !slices.ContainsFunc(found, func(v *verb) bool { return !v.daily })
}

// Conditions for verb.fits.

func withGame(_ []string, game string) bool { return game != "" }

// gameAlone wants arguments or a game, not both.
func gameAlone(args []string, game string) bool { return len(args) == 0 || game == "" }

// unlessMe wants no game behind "forget me": who names one means something else.
func unlessMe(args []string, game string) bool {
	return game == "" || len(args) == 0 || args[0] != "me"
}
