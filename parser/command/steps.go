package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// Moves in a row: what "preview" shows, and what "if" answers to what.

// anyMove stands for whatever the opponent plays.
const anyMove = "any"

// stepMarks are what people put between a move and the answer to it.
var stepMarks = strings.NewReplacer(
	"->", " then ", "=>", " then ", "→", " then ", "⇒", " then ", ":", " then ", ",", " , ", ";", " , ", "、", " , ",
)

// stepsIn reads a text that holds nothing but moves, "any", words and arrows
// between a move and its answer, and commas, which are kept, each once and none
// at the ends.
func stepsIn(text string) (steps []string, ok bool) {
	words := strings.Fields(strings.ToLower(stepMarks.Replace(text)))
	last := ""
	for i := 0; i < len(words); i++ {
		word := plain.TrimEdges(words[i])
		if len(word) == 1 && i+1 < len(words) && isUpper(word[0]&^0x20) { // "C 4"
			i++
			word += plain.TrimEdges(words[i])
		}
		switch move, ok := stepOf(word); {
		case words[i] == "," && last != "" && last != ",":
			last = ","
			steps = append(steps, last)
		case word == "" || lex.Means(word, "then"):
		case last == anyMove && (lex.Means(word, anyMove) || afterAny[word]):
		case !ok:
			return nil, false
		default:
			last = move
			steps = append(steps, last)
		}
	}
	if last == "," {
		steps = steps[:len(steps)-1]
	}
	return steps, true
}

// stepOf reads one move, or "any".
func stepOf(word string) (move string, ok bool) {
	if v, found := verbOf(word); found && v.name == "black" {
		return v.name, true
	}
	if lex.Means(word, anyMove) {
		return anyMove, true
	}
	return parseCell(word)
}

// takePreview takes one move or several.
func takePreview(rest phrase) ([]string, bool) {
	steps, ok := stepsIn(rest.folded)
	moves := slices.DeleteFunc(steps, func(s string) bool { return s == "," })
	return moves, ok && len(moves) > 0 && !slices.Contains(moves, anyMove)
}

// nearPreview offers the cells that other words name: nobody who writes "preview"
// wants to be asked whether they are to be played.
func nearPreview(rest phrase) []string {
	cells := cellsIn(rest.folded)
	if len(cells) == 0 {
		return nil
	}
	return []string{newCommand("preview", cells, "").String()}
}

// takeIf takes pairs of the opponent's move and the answer to it, with a comma
// between pair and pair.
func takeIf(rest phrase) ([]string, bool) {
	steps, ok := stepsIn(rest.folded)
	if !ok || len(steps) == 0 {
		return nil, false
	}
	for i, step := range steps {
		if mark := i%3 == 2; mark != (step == ",") || step == anyMove && i%3 != 0 {
			return nil, false
		}
	}
	return steps, len(steps)%3 == 2
}

// nearIf offers moves in pairs where the commas stand elsewhere: "if C4, D5". Of
// a line with other words in it nothing is known.
func nearIf(rest phrase) []string {
	again := strings.ToLower(rest.folded)
	v, _ := verbOf("if")
	for _, word := range slices.Concat(v.words, v.other) { // a second one in the line
		again = strings.ReplaceAll(again, " "+word+" ", " ")
	}
	steps, ok := stepsIn(again)
	if !ok || len(steps) == 0 {
		return nil
	}
	if len(again) < len(rest.folded) { // another branch, or what follows?
		return []string{"help if"}
	}
	moves := slices.DeleteFunc(steps, func(s string) bool { return s == "," })
	var pairs []string
	for pair := range slices.Chunk(moves, 2) {
		pairs = append(pairs, strings.Join(pair, " "))
	}
	if c, ok := Parse("if " + strings.Join(pairs, ", ")); ok {
		return []string{c.String()}
	}
	return []string{"help if"}
}
