package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// Limits of the grammar.
const (
	// MaxCommands is how many commands of one mail there are at most.
	MaxCommands = 10
	// MaxNote is the length of a note or of words to say, in characters.
	MaxNote = 2000
	// mostLookedAt is up to which command a mail is searched for what contradicts its
	// first ones.
	mostLookedAt = 10 * MaxCommands
)

// Orders is what a player asks for in one mail.
type Orders struct {
	// Commands in the order in which they stand; never nil. What contradicts
	// itself is not among them.
	Commands []Command
	// Note is the text that follows the commands: words for the opponent.
	Note string
	// Problems is what was written and not understood, or not for certain.
	Problems []Problem
}

// The codes of Orders.Problems.
const (
	// CodeEmpty: there is no text above the quote.
	CodeEmpty = "empty"
	// CodeUnknown: the first line, Text, is no command.
	CodeUnknown = "unknown"
	// CodeNear: Text is nearly the command Suggest, or one of Suggests. If that
	// would be a move, no move of this mail is among the commands.
	CodeNear = "near"
	// CodeMaybeMove: the first words are no command, and Text names one move,
	// Suggest.
	CodeMaybeMove = "maybe-move"
	// CodeTwoMoves: Text names different moves, none of which is among the
	// commands.
	CodeTwoMoves = "two-moves"
	// CodeTooManyCommands: what stands after the first MaxCommands is left out.
	CodeTooManyCommands = "too-many-commands"
	// CodePlanNone: some of the lines of a plan are left out, and so all of them are.
	CodePlanNone = "plan-none"
	// CodeSpoken: Text, a line of the note, reads as the command Suggest or nearly is
	// it, or one of Suggests, or has several moves. It stays part of the note.
	CodeSpoken = "spoken"
	// CodeNoteTooLong: the note, or the words to say, were cut at MaxNote.
	CodeNoteTooLong = "note-too-long"
)

// ReadOrders reads the commands in a reply: one command a line, greeting and
// empty lines before them skipped, the first other line ends them, and what
// follows is a note. The subject is read if it is not empty and the reply holds
// no command.
//
// Nothing is guessed: a line either is a command or changes nothing.
func ReadOrders(reply, subject string) Orders {
	return Message{Reply: reply, Subject: subject}.Orders()
}

// orderReader reads the lines of one reply.
type orderReader struct {
	lines  []string
	below  []string // what stands below the quote, if words stand above it
	orders Orders
}

func newOrderReader(reply, below string) orderReader {
	lines := strings.Split(plain.Clean(reply), "\n")
	for i, line := range lines {
		if plain.IsQuoted(line) {
			lines[i] = "" // somebody else's words
		}
	}
	return orderReader{lines: lines, below: strings.Split(plain.Clean(below), "\n"), orders: Orders{Commands: []Command{}}}
}

// Cut leaves out the commands after the first ones, and with them those before that must not
// be carried out without one that is left out: the lines of a plan, and a move that may be
// in the same game as another.
func (o *Orders) Cut(most int) {
	if len(o.Commands) <= most {
		return
	}
	kept, left := o.Commands[:most], o.Commands[most:]
	o.Problems = append(o.Problems, Problem{Code: CodeTooManyCommands, Text: plain.Excerpt(left[0].String()), Line: left[0].Line})
	o.Commands = []Command{}
	planned := false
	for _, c := range kept {
		i := slices.IndexFunc(left, func(other Command) bool {
			if c.isMove() && other.isMove() {
				return c.game() == "" || other.game() == ""
			}
			return c.Verb == "if" && other.Verb == "if"
		})
		switch {
		case i < 0:
			o.Commands = append(o.Commands, c)
		case c.isMove():
			o.Problems = append(o.Problems, Problem{Code: CodeTwoMoves, Text: plain.Excerpt(c.String() + ", " + left[i].String()), Line: c.Line})
		case !planned:
			planned = true
			o.Problems = append(o.Problems, Problem{Code: CodePlanNone, Line: c.Line})
		}
	}
}

// doubt asks about line at, the first one below the commands, if it is nearly one of
// them, or may belong to the last one or take it back, and returns where the words to
// the opponent begin.
func (r *orderReader) doubt(at int) int {
	line, directlyBelow := r.lines[at], !plain.IsBlank(r.lines[at-1])
	if r.goesOnIn(line, at) {
		return at + 1
	}
	if r.binds() && isTakenBack(line) { // "no, wait"
		r.problem(CodeNear, line, at+1, r.dropLast().String())
		return at + 1
	}
	last := r.orders.Commands[len(r.orders.Commands)-1]
	if last.Verb == "resign" && !isClosing(strings.Join(r.lines[at:], "\n")) {
		above := r.lines[last.Line-1]
		if strings.HasSuffix(strings.TrimSpace(plain.Fold(above)), ".") { // perhaps the beginning of a sentence
			r.dropLast()
			r.problem(CodeNear, above, last.Line, last.String())
		}
	}
	suggests := nearCommand(line, false)
	switch {
	case isContactData(r.lines, at):
		return at
	case len(suggests) > 0 && beginsNote(line):
		r.problem(CodeNear, line, at+1, suggests...)
		return noteEnd(r.lines, at)
	case len(suggests) > 0 && directlyBelow, r.isDoubtful(at):
		r.problem(CodeNear, line, at+1, suggests...)
		return at + 1
	}
	if moves := r.corrected(at); directlyBelow && len(moves) > 1 {
		r.problem(CodeTwoMoves, strings.Join(moves, ", "), at+1)
		return at + 1
	}
	return at
}

// isDoubtful reports whether line at, a command, may as well be something else where it
// stands: a label of the sender's own data or, below a command, what is called out to
// the other player.
func (r *orderReader) isDoubtful(at int) bool {
	if len(r.orders.Commands) > 0 {
		if _, ok := meantOtherwise(r.lines[at]); ok {
			return true
		}
	}
	return isContactData(r.lines, at) || r.binds() && isTakenBack(r.lines[at])
}

// corrected returns the moves of the mail and the other one that line at names in few
// words, as "no, D5" and "I mean black" do. A longer line is a note.
func (r *orderReader) corrected(at int) (moves []string) {
	const most, mostBehind = 3, 6 // words; behind such as take something back
	line := r.lines[at]
	words := plain.Words(line)
	count, takes := len(strings.Fields(line)), len(cutTakings(words)) < len(words)
	if count > mostBehind || count > most && !takes {
		return nil
	}
	named := cellsIn(line)
	if word, ok := singleMoveWord(line); ok && takes {
		named = append(named, word)
	}
	if len(named) != 1 {
		return nil
	}
	for _, c := range r.orders.Commands {
		if c.isMove() {
			moves = append(moves, c.move())
		}
	}
	if len(moves) > 0 && !slices.Contains(moves, named[0]) {
		moves = append(moves, named[0])
	}
	return moves
}

// skipGreeting returns the first line that is neither empty nor only leads to the next:
// "Hi Bo,", "how are you?" and "my move is:". Above what ends the game or the contract it
// must be a greeting beyond doubt: "Hey do not" is none. Above another move it may be a
// name alone, with an empty line below it.
func (r *orderReader) skipGreeting() int {
	at := r.skipBlank(0)
	for range 3 {
		next := r.skipBlank(at + 1)
		if next >= len(r.lines) {
			break
		}
		line, apart := r.lines[at], next > at+1
		leads := isLeadIn(line)
		switch {
		case leads:
		case IsGreeting(line):
			leads = isPlainGreeting(line) || (apart || endsGreeting(line)) && !IsGrave(r.lines[next])
		case apart && isName(line):
			c, ok := Parse(r.lines[next])
			leads = ok && c.Verb == "move" || isLeadIn(r.lines[next])
		}
		if !leads {
			break
		}
		at = next
	}
	return at
}

func (r *orderReader) skipBlank(at int) int {
	for at < len(r.lines) && plain.IsBlank(r.lines[at]) {
		at++
	}
	return at
}

// readCommands reads commands from line at on and returns the first line that is
// not certainly one, or the number of lines. Empty lines between commands do not matter:
// many programs put one below each paragraph.
func (r *orderReader) readCommands(at int) int {
	for at < len(r.lines) {
		c, ok := Parse(r.lines[at])
		if !ok || r.isDoubtful(at) {
			return at
		}
		if len(r.orders.Commands) == mostLookedAt {
			return len(r.lines)
		}
		end := at + 1
		if c.Verb == "note" {
			if whole, ok := Parse(strings.Join(r.lines[at:noteEnd(r.lines, at)], " ")); ok {
				c, end = whole, noteEnd(r.lines, at)
			}
		}
		c.Line = at + 1
		r.orders.Commands = append(r.orders.Commands, r.limit(c))
		at = r.skipBlank(end)
	}
	return at
}

// limit cuts the words of say and note to the length of a note.
func (r *orderReader) limit(c Command) Command {
	if c.is(verbText) {
		if text := plain.CutRunes(c.Args[0], MaxNote); text != c.Args[0] {
			c.Args[0] = strings.TrimSpace(text)
			r.problem(CodeNoteTooLong, "", c.Line)
		}
	}
	return c
}

// note takes the text from line at on, unless it only ends the mail.
//
// A command stands above the words to the opponent. Below them it goes along as one of
// them, and its writer may never know: so the first line is told that is a command or
// nearly one. What says the same as a word to the opponent is none, "Yes!" and "say
// hello", nor is a line in which a sentence may go on that began above it.
func (r *orderReader) note(at int) {
	const most = 12      // lines; what is longer is a letter, or an older mail without marks of a quote
	const salutation = 2 // words of "Hi Bo," at most, which no sentence goes on from
	lines := r.lines[min(at, len(r.lines)):]
	note := strings.TrimSpace(strings.Join(lines, "\n"))
	if isClosing(note) {
		return
	}
	if text := plain.CutRunes(note, MaxNote); text != note {
		note = strings.TrimSpace(text)
		r.problem(CodeNoteTooLong, "", at+1)
	}
	r.orders.Note = note
	if strings.Count(note, "\n") >= most {
		return
	}
	above := ""
	for i, line := range lines {
		goesOn := mayBeBroken(above) || strings.HasSuffix(above, ",") && len(strings.Fields(above)) > salutation
		above = line
		if goesOn || isContactData(r.lines, at+i) {
			continue
		}
		var suggests []string
		if c, ok := Parse(line); !ok {
			suggests = nearCommand(line, false)
		} else if !slices.Contains([]string{"yes", "no", "say"}, c.Verb) {
			suggests = []string{c.String()}
		}
		if len(suggests) > 0 || len(onlyCells(line)) > 1 {
			r.problem(CodeSpoken, line, at+i+1, suggests...)
			return
		}
	}
}

// explain finds the best words for a reply that holds no command, from its first
// line on.
func (r *orderReader) explain(at int) {
	if at >= len(r.lines) {
		if !r.mention(at) {
			r.problem(CodeEmpty, "", 0)
		}
		return
	}
	line := r.lines[at]
	if cells := onlyCells(line); len(cells) > 1 {
		r.problem(CodeTwoMoves, strings.Join(cells, ", "), at+1)
		return
	}
	if suggests := nearCommand(line, false); len(suggests) > 0 {
		r.problem(CodeNear, line, at+1, suggests...)
		return
	}
	if r.mention(at) {
		return
	}
	for i, line := range r.lines[:at+1] { // the greeting too: "I accept!"
		if verb, ok := sentenceCommand(line); ok {
			r.problem(CodeNear, line, i+1, verb)
			return
		}
	}
	if c, ok := sentenceInGame(line); ok {
		code := CodeNear
		if c.isMove() {
			code = CodeMaybeMove
		}
		r.problem(code, line, at+1, c.String())
		return
	}
	if suggests := nearCommand(line, true); len(suggests) > 0 {
		r.problem(CodeNear, line, at+1, suggests...)
		return
	}
	if verb, ok := sentenceCommand(strings.TrimRight(line, "? ")); ok && verb == "resign" { // "I resign?"
		r.problem(CodeMaybeMove, line, at+1, verb)
		return
	}
	if move, one := singleMoveWord(r.paragraph(at)); one {
		r.problem(CodeMaybeMove, line, at+1, move)
		return
	}
	r.problem(CodeUnknown, line, at+1)
}

// mention looks for the one move that a reply without commands is about: in a
// line of its own below other words, or as the only cell anywhere. It reports
// false if there is none.
func (r *orderReader) mention(at int) bool {
	var moves []string
	last := 0 // where the last of them stands
	rest := slices.Concat(r.lines[at:], r.below)
	for i, line := range rest {
		move := ""
		if c, ok := Parse(line); ok && c.isMove() {
			move = c.String()
		} else if verb, says := sentenceCommand(line); !ok && says && verb == "resign" {
			move = verb // "I resign"
		}
		if move != "" && !slices.Contains(moves, move) {
			moves = append(moves, move)
			last = i
		}
	}
	if len(moves) == 0 {
		cell, one := singleCell(strings.Join(rest, " "))
		if !one {
			cell, one = singleCell(r.paragraph(at))
		}
		if !one {
			return false
		}
		moves = append(moves, cell)
		last = max(0, slices.IndexFunc(rest, func(line string) bool { return slices.Contains(cellsIn(line), cell) }))
	}
	text, number := rest[last], at+last+1
	if number > len(r.lines) {
		number = 0 // below the quote
	}
	if len(moves) > 1 {
		r.problem(CodeTwoMoves, strings.Join(moves, ", "), number)
	} else {
		r.problem(CodeMaybeMove, text, number, moves[0])
	}
	return true
}

// paragraph returns the lines from at to the next empty one: a sentence may be
// broken over several.
func (r *orderReader) paragraph(at int) string {
	end := at
	for end < len(r.lines) && !plain.IsBlank(r.lines[end]) {
		end++
	}
	return strings.Join(r.lines[at:end], " ")
}

// settleMoves takes out the moves where a mail makes different ones in one
// game, and one of two that are the same. A line that is nearly a move counts as
// a different one: with "C4" and "resing" nothing is certain.
func (r *orderReader) settleMoves() {
	for _, p := range r.orders.Problems {
		if p.Code == CodeTwoMoves || p.Code == CodeNear && slices.ContainsFunc(p.suggestions(), func(line string) bool {
			c, ok := Parse(line)
			return ok && c.isMove()
		}) {
			r.orders.Commands = slices.DeleteFunc(r.orders.Commands, Command.isMove)
			return
		}
	}
	moves := map[string][]string{} // of each game, as they are written
	lines := map[string]int{}      // where the last one stands
	kept := []Command{}
	for _, c := range r.orders.Commands {
		game, text := c.game(), c.move()
		if text != "" && slices.Contains(moves[game], text) {
			continue
		}
		if text != "" {
			moves[game] = append(moves[game], text)
			lines[game] = c.Line
		}
		kept = append(kept, c)
	}
	reported := map[string]bool{}
	for _, c := range r.orders.Commands {
		if game := c.game(); len(moves[game]) > 1 && c.isMove() && !reported[game] {
			reported[game] = true
			r.problem(CodeTwoMoves, strings.Join(moves[game], ", "), lines[game])
		}
	}
	r.orders.Commands = slices.DeleteFunc(kept, func(c Command) bool {
		return c.isMove() && len(moves[c.game()]) > 1
	})
}

func (r *orderReader) problem(code, text string, line int, suggests ...string) {
	p := Problem{Code: code, Text: plain.Excerpt(text), Line: line}
	if len(suggests) == 1 {
		p.Suggest = suggests[0]
	} else {
		p.Suggests = suggests
	}
	r.orders.Problems = append(r.orders.Problems, p)
}
