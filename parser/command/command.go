package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// Command is one command of a player. The verbs and their arguments:
//
//	move CELL            the cell as "C4": no rule knowledge, "Z99" is one too
//	black                the pass that ends the contract
//	resign
//	undo, allow, deny
//	preview MOVE...      cells, or black
//	if MOVE MOVE , ...   the opponent's move, which may be "any", and the answer to
//	                     it; a "," stands before what follows these
//	challenge WHO OPTION...
//	                     an address or a name; the options in lower case, of the
//	                     pace each word, as in "pace", "10d+1d", "max", "20d"
//	seek OPTION...
//	accept, decline, withdraw, rematch, seeks
//	tournament [join|leave] [N]
//	                     N is the number of a tournament, "5", and no game
//	ladder [join|leave|N]
//	                     N is a place, "3", and no game
//	limit N
//	show [at PLY]        "at" and the number are two arguments
//	history, games, clocks, rules
//	export [all|me]
//	watch, unwatch       always with a game
//	say TEXT, note TEXT  TEXT is one argument
//	mute [WHO], unmute [WHO], profile [WHO], results [WHO]
//	                     an address or a name, one argument
//	standings
//	name NAME            NAME is one argument
//	set [KEY VALUE]      in lower case, but for the name of a zone
//	away FROM to TO      or "until", TO; or a number of days, "10d"; the dates as
//	                     2026-12-20, though there may be no such day, or as "today",
//	                     "tomorrow" or the name of a day of the week, "monday",
//	                     which also stand alone
//	back
//	address add|drop ADDRESS
//	stop                 no more mails
//	never                no more invitations
//	forget me|ifs        the word is the argument
//	yes, no              the answer to a question in the mail that is answered
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
func (c Command) String() string { return c.write(c) }

// write writes the command with the words of said in place of its own.
func (c Command) write(said Command) string {
	args, game := said.Args, c.game()
	if game != "" {
		args = args[:len(args)-1]
	}
	words := slices.Clone(args)
	switch c.Verb {
	case "move":
	case "note": // without the colon a sentence might begin
		words = slices.Insert(words, 0, said.Verb+":")
	default:
		words = slices.Insert(words, 0, said.Verb)
	}
	switch {
	case game == "":
	case c.is(verbText): // behind the text it would be part of it
		words = slices.Insert(words, 0, game)
	default:
		words = append(words, game)
	}
	line := strings.Join(words, " ")
	if c.Verb == "if" {
		line = strings.ReplaceAll(line, " ,", ",")
	}
	return line
}

// is reports whether the verb of the command has a trait.
func (c Command) is(t trait) bool {
	v, ok := verbOf(c.Verb)
	return ok && v.is(t)
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
	if len(c.Args) == 0 || !c.is(verbGame) {
		return ""
	}
	last := c.Args[len(c.Args)-1]
	if ref, rest := cutGame(last); ref != "" && rest == "" && (len(c.Args) == 2 || !c.is(verbText)) {
		return ref
	}
	return ""
}

// isLeadIn reports whether a line only announces the move below it.
func isLeadIn(line string) bool {
	return slices.Contains(leadIns, strings.ToLower(plain.TrimEdges(plain.Fold(line))))
}

// Parse reads one line as a command. It reports false for everything that is
// not exactly one.
func Parse(line string) (Command, bool) {
	const longest = 16 << 10
	if len(line) > longest || plain.IsQuoted(line) {
		return Command{}, false
	}
	p := phrase{folded: plain.Fold(line), written: plain.Visible(line)}
	p.exclaimed = isExclaimed(p.folded)
	text := strings.TrimLeftFunc(p.folded, plain.IsLeftEdge)
	if marks := p.folded[:len(p.folded)-len(text)]; strings.HasSuffix(marks, "-") || strings.HasSuffix(marks, "=") {
		text = strings.TrimLeftFunc(strings.TrimPrefix(text, ">"), plain.IsLeftEdge) // "->"; alone, ">" is a mark of quotes
	}
	p = p.from(text)
	if c, ok := parsePhrase(p); ok {
		return c, true
	}
	head, polite := cutPolite(p.folded)
	if !polite {
		return Command{}, false
	}
	p = p.upTo(head)
	p.exclaimed = isExclaimed(head) // "resign, thanks!" is calm
	return parsePhrase(p)
}

// isExclaimed reports whether there is an exclamation mark in a text.
func isExclaimed(text string) bool {
	return strings.Contains(text, "!") || strings.Contains(text, "¡")
}

// IsCommand reports whether a line is a command.
func IsCommand(line string) bool {
	_, ok := Parse(line)
	return ok
}

// IsGrave reports whether a line is a command that ends the game or the contract,
// which nobody wants to have given by mistake.
func IsGrave(line string) bool {
	c, ok := Parse(line)
	return ok && (c.Verb == "resign" || c.Verb == "black")
}

// parsePhrase reads a command without polite words behind it, unless they are
// part of what it takes.
func parsePhrase(p phrase) (Command, bool) {
	game, text := cutGame(p.folded)
	p = p.from(strings.TrimLeftFunc(text, plain.IsLeftEdge))
	rest := p.afterVerb(p.verbEnd())
	for _, v := range verbsByWord[plain.Unaccented(rest.verb)] {
		if c, ok := v.parse(rest, game); ok {
			return c, true
		}
	}
	return parseMove(p, game)
}

// parse reads what follows a word for the verb.
func (v *verb) parse(rest phrase, game string) (Command, bool) {
	switch {
	case v.is(verbDaily) && rest.opensSentence(), game != "" && !v.is(verbGame):
		return Command{}, false
	case game == "" && v.is(verbBare):
		game, rest = rest.takeBareGame()
	case game == "" && v.is(verbGame):
		game, rest = rest.takeGame()
	}
	args, ok := v.args(rest)
	if !ok || v.fits != nil && !v.fits(args, game) || v.is(verbCalm) && game == "" && rest.exclaimed {
		return Command{}, false
	}
	return newCommand(v.name, args, game), true
}

// parseMove reads a move that stands for itself: "C4", "1. C4", "My move: C4",
// "3. black".
func parseMove(p phrase, game string) (Command, bool) {
	if game == "" {
		game, p = p.takeGame()
	}
	text := plain.TrimEdges(p.folded)
	if cell, ok := parseCell(text); ok {
		return newCommand("move", []string{cell}, game), true
	}
	behind := strings.TrimLeft(text, "0123456789")
	n := len(text) - len(behind) // digits of the number of a move: "1. C4", "12 black"
	if behind = strings.TrimLeft(behind, ".) "); 0 < n && n <= 3 && n+len(behind) < len(text) {
		text = plain.TrimEdges(behind)
	} else {
		text = cutLeadIn(text)
	}
	if text == "" {
		return Command{}, false
	}
	if cell, ok := parseCell(text); ok {
		return newCommand("move", []string{cell}, game), true
	}
	if v, ok := verbOf(text); ok && (v.name == "black" || v.name == "resign") {
		return newCommand(v.name, nil, game), true
	}
	return Command{}, false
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
			return plain.TrimEdges(rest)
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
