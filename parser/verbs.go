package parser

import "slices"

// verb is a row of the table of commands.
type verb struct {
	name  string
	words []string // the words for it, in lower case, the name among them
	game  bool     // it may name a game
	bare  bool     // a bare number at its front can only be a game: "show 42"
	text  bool     // it takes words as they are written, and names the game before them
	prose bool     // it begins so many sentences that one is no slip of it
	daily bool     // it is prose, and stands in greetings too: "Hi Bo, back again"
	exact bool     // of its words only the name can be misspelt
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

// verbs are all commands. The words for black are those of the rules in four
// languages; the Catalan box plays red against white.
var verbs []verb

// verbsByWord finds a verb by any of its words.
var verbsByWord = map[string]*verb{}

// The table is filled by init because some of what it holds reads it.
func init() {
	verbs = []verb{
		{name: "move", words: []string{"move", "play"}, game: true, args: takeCell},
		{name: "black", game: true, args: takeNothing, words: slices.Concat([]string{
			"black", "pass", "negro", "negras", "negre", "negres", "noir", "noirs",
		}, boxWords)},
		{name: "resign", words: []string{"resign"}, game: true, args: takeNothing},
		{name: "undo", words: []string{"undo"}, game: true, bare: true, args: takeNothing},
		{name: "allow", words: []string{"allow"}, game: true, bare: true, daily: true, args: takeNothing},
		{name: "deny", words: []string{"deny"}, game: true, bare: true, daily: true, args: takeNothing},
		{name: "preview", words: []string{"preview"}, game: true, args: takePreview, near: nearPreview},
		{name: "if", words: []string{"if"}, game: true, daily: true, args: takeIf, near: nearIf},

		{name: "challenge", words: []string{"challenge"}, most: maxNear, args: takeChallenge},
		{name: "accept", words: []string{"accept"}, game: true, bare: true, args: takeNothing},
		{name: "decline", words: []string{"decline"}, game: true, bare: true, args: takeNothing},
		{name: "withdraw", words: []string{"withdraw"}, game: true, bare: true, args: takeNothing},
		{name: "rematch", words: []string{"rematch"}, game: true, bare: true, args: takeNothing},
		{name: "seek", words: []string{"seek"}, args: takeSeek},
		{name: "seeks", words: []string{"seeks"}, args: takeNothing},
		{name: "limit", words: []string{"limit"}, args: takeNumber},

		{name: "show", words: []string{"show"}, game: true, bare: true, args: takeShow},
		{name: "history", words: []string{"history"}, game: true, bare: true, args: takeNothing},
		{name: "games", words: []string{"games"}, args: takeNothing},
		{name: "export", words: []string{"export"}, game: true, bare: true, args: takeExport, fits: unlessMe},
		{name: "watch", words: []string{"watch"}, game: true, bare: true, daily: true, args: takeNothing, fits: withGame},
		{name: "unwatch", words: []string{"unwatch"}, game: true, bare: true, args: takeNothing, fits: withGame},

		{name: "say", words: []string{"say"}, game: true, text: true, args: takeText},
		{name: "note", words: []string{"note"}, game: true, text: true, daily: true, args: takeNote, near: nearNote},
		{name: "mute", words: []string{"mute"}, game: true, bare: true, args: takeWhoIfAny, fits: gameAlone},
		{name: "unmute", words: []string{"unmute"}, game: true, bare: true, args: takeWhoIfAny, fits: gameAlone},

		{name: "standings", words: []string{"standings"}, args: takeNothing},
		{name: "profile", words: []string{"profile"}, args: takeWhoIfAny},
		{name: "results", words: []string{"results"}, args: takeWhoIfAny},

		{name: "name", words: []string{"name"}, most: 1 + mostNameWords, args: takeName},
		{name: "set", words: []string{"set"}, daily: true, args: takeSetting, near: nearSetting},
		{name: "away", words: []string{"away"}, daily: true, args: takeAway, near: nearAway},
		{name: "back", words: []string{"back"}, daily: true, args: takeNothing},
		{name: "address", words: []string{"address"}, args: takeAddress},
		{name: "help", words: []string{"help"}, args: takeTopic},
		{name: "rules", words: []string{"rules"}, args: takeNothing},
		{name: "stop", words: []string{"stop", "unsubscribe"}, daily: true, args: takeNothing},
		{name: "never", words: []string{"never"}, exact: true, prose: true, args: takeAgain},
		{name: "forget", words: []string{"forget"}, game: true, exact: true, prose: true, args: takeForget, fits: unlessMe},
		{name: "yes", words: yesWords, exact: true, args: takePlease},
		{name: "no", words: noWords, exact: true, prose: true, args: takePlease},
	}
	for i := range verbs {
		for _, w := range verbs[i].words {
			verbsByWord[w] = &verbs[i]
		}
	}
}

func verbOf(word string) (*verb, bool) {
	v, ok := verbsByWord[word]
	return v, ok
}

// isDaily reports whether a word is a verb that stands in greetings too.
func isDaily(word string) bool {
	v, ok := verbOf(word)
	return ok && v.daily
}

// Conditions for verb.fits.

func withGame(_ []string, game string) bool { return game != "" }

// gameAlone wants arguments or a game, not both.
func gameAlone(args []string, game string) bool { return len(args) == 0 || game == "" }

// unlessMe wants no game behind "forget me": who names one means something else.
func unlessMe(args []string, game string) bool {
	return game == "" || len(args) == 0 || args[0] != "me"
}
