package command

import (
	"regexp"
	"strings"

	"unlurbot/parser/plain"
)

// The first line below the commands is mostly the beginning of words to the other
// player. Some such lines are none: they go on with the command above, or take it back.
// Then that command is not carried out but asked about, as it is now meant.

// binds reports whether the last command begins, ends or changes a game.
func (r *orderReader) binds() bool {
	last := len(r.orders.Commands) - 1
	if last < 0 {
		return false
	}
	v, ok := verbOf(r.orders.Commands[last].Verb)
	return ok && v.binds
}

// goesOnIn asks about the last command if line at says more of it: options of a
// challenge, the number of a game.
func (r *orderReader) goesOnIn(line string, at int) bool {
	if !r.binds() {
		return false
	}
	last := r.orders.Commands[len(r.orders.Commands)-1]
	more := gameLine(line)
	if more == "" {
		more = optionsLine(line, last.Verb == "seek")
	}
	if more == "" {
		return false
	}
	if whole, ok := Parse(last.String() + " " + more); ok && whole.Verb == last.Verb && last.game() == "" {
		r.dropLast()
		r.problem(CodeNear, line, at+1, whole.String())
	} else {
		r.problem(CodeUnknown, line, at+1)
	}
	return true
}

// doubtResigning asks about "resign." if words stand below it, in line at: it may be the
// beginning of a sentence. The word without a full stop is the command.
func (r *orderReader) doubtResigning(at int) {
	last := len(r.orders.Commands) - 1
	if last < 0 || r.orders.Commands[last].Verb != "resign" || isClosing(strings.Join(r.lines[at:], "\n")) {
		return
	}
	line := r.lines[r.orders.Commands[last].Line-1]
	if strings.HasSuffix(strings.TrimSpace(plain.Fold(line)), ".") {
		c := r.dropLast()
		r.problem(CodeNear, line, c.Line, c.String())
	}
}

func (r *orderReader) dropLast() Command {
	last := len(r.orders.Commands) - 1
	c := r.orders.Commands[last]
	r.orders.Commands = r.orders.Commands[:last]
	return c
}

// numberOfGame matches a line that is nothing but the number of a game.
var numberOfGame = regexp.MustCompile(`^(?:(?:in|for|en|a|de|dans|pour|per|para) )?(?:(?:the|la) )?(?:(?:game|partida|partie) #?|#)([0-9]{1,9})$`)

// gameLine returns the game of a line that names one and says nothing else: "#43",
// "in game 43".
func gameLine(line string) string {
	const longest = 40 // bytes
	line = strings.ToLower(strings.TrimSpace(strings.TrimRight(plain.Fold(line), ".!) ")))
	if len(line) > longest || line == "" || !plain.IsDigit(line[len(line)-1]) {
		return ""
	}
	found := numberOfGame.FindStringSubmatch(strings.TrimLeft(line, "( "))
	if found == nil {
		return ""
	}
	return "#" + found[1]
}

// optionsLine returns the options of a line that holds nothing else, as they stand
// behind a challenge or an offer: "size 8, pace 3d".
func optionsLine(line string, offer bool) string {
	const longest = 100 // bytes
	words := strings.Fields(plain.Fold(line))
	if len(line) > longest || len(words) == 0 || !isOption(words[0]) && !(offer && lex.Means(words[0], countWord)) {
		return ""
	}
	options, ok := readOptions(words)
	if !ok || !areOptions(options) {
		return ""
	}
	return strings.Join(options, " ")
}

// cutTakings takes phrases by which somebody takes something back off the front of some
// words.
func cutTakings(words []string) []string {
	for len(words) > 0 {
		n := min(longestTaking, len(words))
		for n > 0 && !takings[strings.Join(words[:n], " ")] {
			n--
		}
		if n == 0 {
			break
		}
		words = words[n:]
	}
	return words
}

// isTakenBack reports whether a line takes back what stands above it, and says nothing
// else: "No, wait!"
func isTakenBack(line string) bool {
	const longest = 100 // bytes
	if len(line) > longest {
		return false
	}
	head, _ := cutPolite(line)
	words := plain.Words(head)
	return len(words) > 0 && len(cutTakings(words)) == 0
}
