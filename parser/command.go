package parser

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Command is one command of a player. The verbs and their arguments:
//
//	move CELL            the cell as "C4": no rule knowledge, "Z99" is one too
//	black                the pass that ends the contract
//	resign
//	challenge WHO OPTION...
//	                     an address or a name; the options in lower case
//	accept, decline, withdraw
//	show, history, games, rules, unsubscribe
//	never                no more invitations
//	forget me            me is the argument
//	yes, no              the answer to a question in the mail that is answered
//	say TEXT             TEXT is one argument
//	name NAME            so is NAME
//	help [WORD]
//
// A command that belongs to a game may name it: "#42" is then the last argument.
type Command struct {
	Verb string `json:"verb"`
	// Args is never nil.
	Args []string `json:"args"`
	// Line is the 1-based line of the reply, 0 for the subject.
	Line int `json:"line"`
}

// String writes the command in the way that reads as the same command again.
func (c Command) String() string {
	args, game := c.Args, c.game()
	if game != "" {
		args = args[:len(args)-1]
	}
	words := slices.Clone(args)
	if c.Verb != "move" {
		words = slices.Insert(words, 0, c.Verb)
	}
	switch {
	case game == "":
	case c.Verb == "say": // behind the text it would be part of it
		words = slices.Insert(words, 0, game)
	default:
		words = append(words, game)
	}
	return strings.Join(words, " ")
}

// isMove reports whether the command ends the player's turn.
func (c Command) isMove() bool { return c.move() != "" }

// move returns the move as a player writes it, "" for any other command.
func (c Command) move() string {
	switch c.Verb {
	case "move":
		return c.Args[0]
	case "black", "resign":
		return c.Verb
	}
	return ""
}

// game returns the game that the command names, such as "#42", or "".
func (c Command) game() string {
	v, ok := verbOf(c.Verb)
	if !ok || !v.game || len(c.Args) == 0 {
		return ""
	}
	last := c.Args[len(c.Args)-1]
	if ref, rest := cutGame(last); ref != "" && rest == "" && (c.Verb != "say" || len(c.Args) == 2) {
		return ref
	}
	return ""
}

// verb is a row of the table of commands.
type verb struct {
	name  string
	words []string // the words for it, in lower case, the name among them
	game  bool     // it may name a game
	bare  bool     // a bare number can only be a game: "show 42"
	prose bool     // it begins so many sentences that one is no slip of it
	exact bool     // of its words only the name can be misspelt
	most  int      // words of a line that begins with it and may mean it; 0 is mostWords
	// args reads what follows the verb, without the game. It reports false if
	// that is not what the verb takes.
	args func(rest phrase) ([]string, bool)
}

// phrase is a piece of a line: as it is compared, and as it was written.
type phrase struct{ folded, written string }

// verbs are all commands. The words for black are those of the rules in four
// languages; the Catalan box plays red against white.
var verbs = []verb{
	{name: "move", words: []string{"move", "play"}, game: true, args: takeCell},
	{name: "black", game: true, args: takeNothing, words: []string{
		"black", "pass", "negro", "negras", "negre", "negres", "noir", "noirs",
		"red", "rojo", "vermell", "vermelles", "rouge",
	}},
	{name: "resign", words: []string{"resign"}, game: true, args: takeNothing},
	{name: "challenge", words: []string{"challenge"}, most: maxNear, args: takeChallenge},
	{name: "accept", words: []string{"accept"}, game: true, bare: true, args: takeNothing},
	{name: "decline", words: []string{"decline"}, game: true, bare: true, args: takeNothing},
	{name: "withdraw", words: []string{"withdraw"}, game: true, bare: true, args: takeNothing},
	{name: "show", words: []string{"show"}, game: true, bare: true, args: takeNothing},
	{name: "history", words: []string{"history"}, game: true, bare: true, args: takeNothing},
	{name: "games", words: []string{"games"}, args: takeNothing},
	{name: "say", words: []string{"say"}, game: true, args: takeText},
	{name: "help", words: []string{"help"}, args: takeWord},
	{name: "rules", words: []string{"rules"}, args: takeNothing},
	{name: "unsubscribe", words: []string{"unsubscribe"}, args: takeNothing},
	{name: "never", words: []string{"never"}, exact: true, prose: true, args: takeAgain},
	{name: "forget", words: []string{"forget"}, exact: true, prose: true, args: takeMe},
	{name: "name", words: []string{"name"}, most: 1 + mostNameWords, args: takeName},
	{name: "yes", words: yesWords, exact: true, args: takePlease},
	{name: "no", words: noWords, exact: true, prose: true, args: takePlease},
}

// verbsByWord finds a verb by any of its words.
var verbsByWord = indexVerbs()

func indexVerbs() map[string]*verb {
	index := map[string]*verb{}
	for i := range verbs {
		for _, w := range verbs[i].words {
			index[w] = &verbs[i]
		}
	}
	return index
}

func verbOf(word string) (*verb, bool) {
	v, ok := verbsByWord[word]
	return v, ok
}

// isLeadIn reports whether a line only announces the move below it.
func isLeadIn(line string) bool {
	return slices.Contains(leadIns, strings.ToLower(trimEdges(fold(line))))
}

// parseLine reads one line as a command. It reports false for everything that is
// not exactly one.
func parseLine(line string) (Command, bool) {
	const longest = 16 << 10
	if len(line) > longest || isQuoted(line) {
		return Command{}, false
	}
	p := phrase{folded: fold(line), written: visible(line)}
	p = p.from(cutArrow(strings.TrimLeftFunc(p.folded, isLeftEdge), p.folded))
	if c, ok := parsePhrase(p); ok {
		return c, true
	}
	head, polite := cutPolite(p.folded)
	if !polite {
		return Command{}, false
	}
	return parsePhrase(p.upTo(head))
}

func isCommand(line string) bool {
	_, ok := parseLine(line)
	return ok
}

// isGrave reports whether a line is a command that ends the game or the contract,
// which nobody wants to have given by mistake.
func isGrave(line string) bool {
	c, ok := parseLine(line)
	return ok && (c.Verb == "resign" || c.Verb == "black")
}

// cutArrow takes the head of "->" or "=>" off a text, of which the marks before
// it are taken off line already. Alone, ">" is a mark of quotes.
func cutArrow(text, line string) string {
	if marks := line[:len(line)-len(text)]; strings.HasSuffix(marks, "-") || strings.HasSuffix(marks, "=") {
		return strings.TrimLeftFunc(strings.TrimPrefix(text, ">"), isLeftEdge)
	}
	return text
}

// parsePhrase reads a command without polite words behind it, unless they are
// part of what it takes.
func parsePhrase(p phrase) (Command, bool) {
	game, rest := cutGame(p.folded)
	p = p.from(strings.TrimLeftFunc(rest, isLeftEdge))
	if c, ok := parseVerb(p, game); ok {
		return c, true
	}
	return parseMove(p, game)
}

// from returns the part of the phrase of which rest is the folded end.
func (p phrase) from(rest string) phrase {
	n := utf8.RuneCountInString(p.folded) - utf8.RuneCountInString(rest)
	written := p.written
	for range n {
		_, size := utf8.DecodeRuneInString(written)
		written = written[size:]
	}
	return phrase{folded: rest, written: written}
}

// parseVerb reads a phrase that begins with a verb.
func parseVerb(p phrase, game string) (Command, bool) {
	end := strings.IndexAny(p.folded, " :,、")
	if end < 0 {
		end = len(p.folded)
	}
	v, ok := verbOf(strings.ToLower(trimEdges(p.folded[:end])))
	if !ok {
		return Command{}, false
	}
	rest := p.from(strings.TrimLeft(p.folded[end:], " :,、"))
	switch {
	case v.name == "never" && strings.HasPrefix(p.folded[end:], ","): // a sentence begins
		return Command{}, false
	case game != "" && !v.game:
		return Command{}, false
	case game == "" && v.game:
		if game, rest = rest.takeGame(); game == "" && v.bare {
			game, rest = rest.takeBareGame()
		}
	}
	args, ok := v.args(rest)
	if !ok {
		return Command{}, false
	}
	return newCommand(v.name, args, game), true
}

// takeGame takes the game off a phrase, at its beginning or its end.
func (p phrase) takeGame() (game string, rest phrase) {
	if game, after := cutGame(p.folded); game != "" {
		return game, p.from(strings.TrimLeft(after, " "))
	}
	text := strings.TrimRightFunc(p.folded, isRightEdge)
	if i := strings.LastIndexByte(text, '#'); i >= 0 && (i == 0 || text[i-1] == ' ') {
		if game, after := cutGame(text[i:]); game != "" && after == "" {
			return game, p.upTo(strings.TrimRight(p.folded[:i], " "))
		}
	}
	return "", p
}

// takeBareGame reads a phrase that is nothing but a number.
func (p phrase) takeBareGame() (game string, rest phrase) {
	number := strings.TrimRightFunc(p.folded, isRightEdge)
	if game, after := cutGame("#" + number); game != "" && after == "" {
		return game, phrase{}
	}
	return "", p
}

// upTo returns the part of the phrase of which head is the folded beginning.
func (p phrase) upTo(head string) phrase {
	tail := p.from(p.folded[len(head):])
	return phrase{folded: head, written: strings.TrimSuffix(p.written, tail.written)}
}

// parseMove reads a move that stands for itself: "C4", "1. C4", "My move: C4",
// "3. black".
func parseMove(p phrase, game string) (Command, bool) {
	if game == "" {
		game, p = p.takeGame()
	}
	text := trimEdges(p.folded)
	if cell, ok := parseCell(text); ok {
		return newCommand("move", []string{cell}, game), true
	}
	text, numbered := cutNumber(text)
	if !numbered {
		text = cutLeadIn(text)
	}
	if text == "" {
		return Command{}, false
	}
	if cell, ok := parseCell(text); ok {
		return newCommand("move", []string{cell}, game), true
	}
	if v, ok := verbOf(strings.ToLower(text)); ok && (v.name == "black" || v.name == "resign") {
		return newCommand(v.name, nil, game), true
	}
	return Command{}, false
}

// cutNumber takes the number of a move off its front: "1. C4", "12 black".
func cutNumber(text string) (string, bool) {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	rest := strings.TrimLeft(text[n:], ".) ")
	if n == 0 || n > 3 || len(rest) == len(text)-n {
		return text, false
	}
	return trimEdges(rest), true
}

// cutLeadIn takes "My move:" or "Yes," off a move. Without such words there is
// nothing more to read, and it returns "".
func cutLeadIn(text string) string {
	lower := strings.ToLower(text)
	first := lower
	if end := strings.IndexAny(lower, " :,"); end >= 0 {
		first = lower[:end]
	}
	for _, lead := range leadsByOne[first] {
		if rest, found := strings.CutPrefix(lower, lead); found && rest != "" && strings.ContainsAny(rest[:1], " :,") {
			return trimEdges(rest)
		}
	}
	return ""
}

func newCommand(verb string, args []string, game string) Command {
	c := Command{Verb: verb, Args: []string{}}
	c.Args = append(c.Args, args...)
	if game != "" {
		c.Args = append(c.Args, game)
	}
	return c
}

// cutGame takes "#42" off the front of a text, and a mark behind it. It returns
// the number without leading zeros.
func cutGame(text string) (game, rest string) {
	const mostDigits = 9
	digits, found := strings.CutPrefix(text, "#")
	if !found {
		return "", text
	}
	n := 0
	for n < len(digits) && isDigit(digits[n]) {
		n++
	}
	if n == 0 || n > mostDigits {
		return "", text
	}
	rest = digits[n:]
	if rest != "" && strings.IndexByte(" :,.)]", rest[0]) < 0 {
		return "", text
	}
	number := strings.TrimLeft(digits[:n], "0")
	if number == "" {
		number = "0"
	}
	return "#" + number, strings.TrimLeft(rest, " :,.)]")
}

// trimEdges takes the marks off both ends of a text: brackets, quotes, the stars
// of bold print, full stops, smileys. A question mark stays, because "C4?" is not
// a move; so do, at the front, the number sign of a game and the marks by which
// some programs quote.
func trimEdges(text string) string {
	return strings.TrimRightFunc(strings.TrimLeftFunc(text, isLeftEdge), isRightEdge)
}

func isLeftEdge(r rune) bool {
	return !strings.ContainsRune("#>|›│┃▏", r) && isRightEdge(r)
}

func isRightEdge(r rune) bool {
	return r != '?' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
