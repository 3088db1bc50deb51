package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/templates/look"
)

// A block is one thing of a mail below another. Each writes itself into both parts of
// the mail: into the text part as lines, and into the page (page.go).
type block interface {
	writeText(to *strings.Builder)
	writePage(p *page)
}

type (
	lead      string     // the first paragraph, behind the letterhead
	paragraph string     // words of ours, as one line
	rows      []string   // lines that are kept as they are: a list, or a table
	quotation []string   // words of players, wrapped
	topics    []topicsOf // words for commands, by what they are for
	footer    []string   // what a mail ends with

	// A drawing is a board and what the signs in it mean.
	drawing struct {
		Diagram
		text   string     // the board as the text part shows it
		legend [][]string // by lines: signs, and behind each what it means
	}

	// A record is the moves of a game behind a heading.
	record struct {
		heading string
		moves   []string
	}

	topicsOf struct {
		heading string
		words   []string
	}
)

// read gives the blocks of what a template says. An empty line ends a block; lines of one
// kind below each other are one block, and so are a board and its legend.
func read(said string, v *View) (blocks []block) {
	boards := v.boards()
	var open block // the last one, as long as it can go on
	for line := range strings.SplitSeq(said, "\n") {
		if line == "" {
			open = nil
			continue
		}
		var next block
		goesOn := false
		switch letter, rest := emitted(strings.TrimRight(line, " ")); letter {
		case rowLetter:
			var r rows
			r, goesOn = open.(rows)
			next = append(r, rest)
		case quoteLetter:
			var q quotation
			q, goesOn = open.(quotation)
			next = append(q, rest)
		case topicsLetter:
			var t topics
			t, goesOn = open.(topics)
			parts := strings.Split(rest, partMark)
			next = append(t, topicsOf{parts[0], parts[1:]})
		case recordLetter:
			parts := strings.Split(rest, partMark)
			next = record{parts[0], parts[1:]}
		case drawingLetter:
			i := slices.IndexFunc(boards, func(g *Game) bool { return strconv.Itoa(g.Number) == rest })
			if i < 0 {
				continue
			}
			next = drawing{Diagram: boards[i].Board, text: boards[i].Board.String()}
			boards = boards[i+1:]
		case legendLetter:
			var d drawing
			if d, goesOn = lastOf(blocks).(drawing); !goesOn {
				continue
			}
			d.legend = append(d.legend, strings.Split(rest, partMark))
			next = d
		default:
			var p paragraph
			p, goesOn = open.(paragraph)
			words := strings.Join(strings.Fields(string(p)+" "+line), " ")
			if words == "" {
				continue
			}
			next = paragraph(words)
		}
		if goesOn {
			blocks = blocks[:len(blocks)-1]
		}
		blocks, open = append(blocks, next), next
	}
	return blocks
}

func lastOf(blocks []block) block {
	if len(blocks) == 0 {
		return nil
	}
	return blocks[len(blocks)-1]
}

// boards lists the games of which a mail may show the board, in the order in which it
// does.
func (v *View) boards() []*Game {
	games := []*Game{v.Game}
	if day, ok := v.Says.(*Day); ok {
		for _, news := range slices.Concat(day.Boards, day.Others) {
			games = append(games, news.View.Game)
		}
	}
	return slices.DeleteFunc(games, func(g *Game) bool { return g == nil || g.Board.position == nil })
}

// plain writes the text part.
func plain(blocks []block) string {
	var b strings.Builder
	b.Grow(usualText)
	for i, block := range blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		block.writeText(&b)
	}
	return b.String()
}

func (l lead) writeText(to *strings.Builder) { paragraph(letterhead + " " + string(l)).writeText(to) }

func (p paragraph) writeText(to *strings.Builder) {
	wrapAt(to, string(p), lineWidth)
	to.WriteByte('\n')
}

func (r rows) writeText(to *strings.Builder) {
	for _, row := range r {
		to.WriteString(row + "\n")
	}
}

func (f footer) writeText(to *strings.Builder) { rows(f).writeText(to) }

// wordsMark is what each line of somebody's words begins with, so that none can be taken
// for ours.
const wordsMark = "  | "

func (q quotation) writeText(to *strings.Builder) {
	for _, line := range q {
		to.WriteString(strings.TrimRight(wordsMark+line, " ") + "\n")
	}
}

// legendSigns are the signs of a legend: as the text part draws them, and as the page
// does.
var legendSigns = map[string]struct{ text, page string }{
	"black": {stones[game.Black], "●"}, "white": {stones[game.White], "○"},
	"last":       {"( )", "◉"},
	"connection": {"[ ]", `<span style="background-color:` + look.Won.Light.String() + `;border-radius:3px">&nbsp;&nbsp;&nbsp;&nbsp;</span>`},
}

func (d drawing) writeText(to *strings.Builder) {
	to.WriteString(d.text + "\n")
	gap := "\n" + rowMargin
	for _, signs := range d.legend {
		for k := 0; k+1 < len(signs); k += 2 {
			to.WriteString(gap + legendSigns[signs[k]].text + " " + signs[k+1])
			gap = "   "
		}
		to.WriteByte('\n')
		gap = rowMargin
	}
}

// movesInLine is how many numbered moves fit into a line, the longest ones
// ("100 H10") included.
const movesInLine = 7

// Moves are numbered. No line but the first, which begins with a word, has a single move
// in it: such a line could be taken for a move when the mail is quoted back to us without
// marks.
func (r record) writeText(to *strings.Builder) {
	to.WriteString(rowMargin + r.heading + " ")
	for i, move := range r.moves {
		alone := i%movesInLine == 0 && i == len(r.moves)-1
		switch {
		case i > 0 && i%movesInLine == 0 && !alone:
			to.WriteString("\n" + rowMargin)
		case i > 0:
			to.WriteString("  ")
		}
		to.WriteString(strconv.Itoa(i+1) + " " + move)
	}
	to.WriteByte('\n')
}

// topicColumn is where the words of topics begin.
const topicColumn = 12

// Topics are two columns. No line but the first begins with a word of its own kind: it is
// indented, so that it is kept as it is.
func (t topics) writeText(to *strings.Builder) {
	for _, topic := range t {
		line := fmt.Sprintf("%s%-*s", rowMargin, topicColumn-len(rowMargin), topic.heading)
		for i, word := range topic.words {
			if i < len(topic.words)-1 {
				word += ","
			}
			switch {
			case columns(line) == topicColumn:
				line += word
			case columns(line)+1+columns(word) > lineWidth:
				to.WriteString(line + "\n")
				line = strings.Repeat(" ", topicColumn) + word
			default:
				line += " " + word
			}
		}
		to.WriteString(line + "\n")
	}
}
