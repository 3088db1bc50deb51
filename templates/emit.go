package templates

import (
	"fmt"
	"strconv"
	"strings"
)

// A template gives one stream of text. What a function of it says as a block that is no
// paragraph stands there in lines of its own: they begin with blockMark and a letter that
// names the kind, and partMark stands between their parts. No word of a player's has these
// characters.
const (
	blockMark = "\x1e"
	partMark  = "\x1f"
)

const (
	rowLetter     = 'r' // a row
	quoteLetter   = 'q' // a line of a quotation
	drawingLetter = 'd' // the number of the game
	legendLetter  = 'l' // signs, and what each of them means
	recordLetter  = 'm' // the heading, and the moves
	topicsLetter  = 't' // the heading, and the words
)

// emitters are the functions by which a template writes blocks.
var emitters = map[string]any{
	"row":    func() string { return emit(rowLetter, rowMargin) },
	"rank":   func(place, rating int) string { return emit(rowLetter, fmt.Sprintf(" %3d. %5d  ", place, rating)) },
	"item":   item,
	"quote":  quote,
	"board":  func(g *Game) string { return emit(drawingLetter, strconv.Itoa(g.Number)) },
	"legend": func(signs ...string) string { return emit(legendLetter, signs...) },
	"record": func(heading string, moves []string) string {
		if len(moves) == 0 {
			return ""
		}
		return emit(recordLetter, append([]string{heading}, moves...)...)
	},
	"topic": func(heading string, words []string) string {
		return emit(topicsLetter, append([]string{heading}, words...)...)
	},
}

// emit writes a line of a block, or begins it.
func emit(letter byte, parts ...string) string {
	return blockMark + string(letter) + strings.ReplaceAll(strings.Join(parts, partMark), "\n", " ")
}

// emitted gives the letter and the rest of a line; the letter is 0 if no function has
// written it.
func emitted(line string) (letter byte, rest string) {
	rest, marked := strings.CutPrefix(line, blockMark)
	if !marked || rest == "" {
		return 0, rest
	}
	return rest[0], rest[1:]
}

// unmarked makes plain words of what a template says.
var unmarked = strings.NewReplacer(partMark, " ", blockMark+string(rowLetter), "", blockMark+string(quoteLetter), "",
	blockMark+string(recordLetter), "", blockMark+string(topicsLetter), "", blockMark+string(legendLetter), "")

// rowMargin stands in front of rows.
const rowMargin = "  "

// item writes one row of a list: a short heading and what there is to say behind it,
// which goes on below itself where it is too long for a line.
func item(heading, text string) string {
	first := rowMargin + heading + "  "
	below := strings.Repeat(" ", columns(first))
	var wrapped strings.Builder
	wrapAt(&wrapped, text, lineWidth-len(below))
	return emit(rowLetter, first) + strings.ReplaceAll(wrapped.String(), "\n", "\n"+emit(rowLetter, below))
}

// wordsWidth is where words of players are wrapped. They come back from further
// away than ours, quoted by the opponent's program too, and may say "resign".
const wordsWidth = 56

// quote writes somebody's words, wrapped. Whatever they contain, they are one block.
func quote(words string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(words, "\n") {
		var wrapped strings.Builder
		wrapAt(&wrapped, line, wordsWidth)
		for part := range strings.SplitSeq(wrapped.String(), "\n") {
			b.WriteString(emit(quoteLetter, part) + "\n")
		}
	}
	return b.String()
}
