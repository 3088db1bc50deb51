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
	return last >= 0 && r.orders.Commands[last].is(verbBinds)
}

// goesOnIn asks about the last command if line at says more of it: options of a
// challenge, the number of a game.
func (r *orderReader) goesOnIn(line string, at int) bool {
	if !r.binds() {
		return false
	}
	last := r.orders.Commands[len(r.orders.Commands)-1]
	more := moreIn(line, last.Verb == "seek")
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

func (r *orderReader) dropLast() Command {
	last := len(r.orders.Commands) - 1
	c := r.orders.Commands[last]
	r.orders.Commands = r.orders.Commands[:last]
	return c
}

// numberOfGame matches a line that is nothing but the number of a game.
var numberOfGame = regexp.MustCompile(`^(?:(?:in|for|en|a|de|dans|pour|per|para) )?(?:(?:the|la) )?(?:(?:game|partida|partie) #?|#)([0-9]{1,9})$`)

// moreIn returns what a line says that can only stand behind a command, and nothing else:
// a game, "#43" or "in game 43", or options of a challenge or an offer, "size 8, pace 3d".
func moreIn(line string, offer bool) string {
	const longestGame, longest = 40, 100 // bytes
	folded := plain.Fold(line)
	game := strings.ToLower(strings.TrimSpace(strings.TrimRight(folded, ".!) ")))
	if len(game) <= longestGame && game != "" && plain.IsDigit(game[len(game)-1]) {
		if found := numberOfGame.FindStringSubmatch(strings.TrimLeft(game, "( ")); found != nil {
			return "#" + found[1]
		}
	}
	words := strings.Fields(folded)
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
