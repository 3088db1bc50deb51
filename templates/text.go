package templates

import (
	"fmt"
	"strconv"
	"strings"

	"unlurbot/game"
)

// plain writes the text part.
func plain(blocks []block) string {
	var b strings.Builder
	b.Grow(usualText)
	for _, block := range blocks {
		switch block.(type) {
		case tapped, buttons, links:
			continue // which are for the page alone
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		block.writeText(&b)
	}
	return b.String()
}

func (h heading) writeText(to *strings.Builder) {
	paragraph(letterhead + " " + strings.TrimSpace(h.title+" "+h.words)).writeText(to)
}

func (s section) writeText(to *strings.Builder) { paragraph(s).writeText(to) }
func (t typed) writeText(to *strings.Builder)   { paragraph(t).writeText(to) }
func (a aside) writeText(to *strings.Builder)   { paragraph(a).writeText(to) }
func (tapped) writeText(*strings.Builder)       {} // see plain
func (buttons) writeText(*strings.Builder)      {}
func (links) writeText(*strings.Builder)        {}

func (p paragraph) writeText(to *strings.Builder) {
	wrapAt(to, spoken(string(p)), lineWidth)
	to.WriteByte('\n')
}

func (r rows) writeText(to *strings.Builder) {
	for _, row := range r {
		to.WriteString(strings.TrimRight(spoken(row), " ") + "\n")
	}
}

func (f footer) writeText(to *strings.Builder) {
	for _, b := range f {
		b.writeText(to)
	}
}

// wordsMark is what each line of somebody's words begins with, so that none can be taken
// for ours.
const wordsMark = "  | "

func (q quotation) writeText(to *strings.Builder) {
	for _, line := range q {
		to.WriteString(strings.TrimRight(wordsMark+line, " ") + "\n")
	}
}

// columned writes rows of cells in columns, the last of them wrapped below itself. No
// column but that is wider than most; a longer cell pushes what is behind it.
func columned(to *strings.Builder, cells [][]string) {
	const most, gap = 26, 2
	widths := make([]int, len(cells[0]))
	for _, row := range cells {
		for i, cell := range row[:len(row)-1] {
			widths[i] = max(widths[i], min(columns(cell), most))
		}
	}
	for _, row := range cells {
		line, below := rowMargin, len(rowMargin)
		for i, cell := range row[:len(row)-1] {
			if widths[i] == 0 {
				continue
			}
			below += widths[i] + gap
			line += cell + strings.Repeat(" ", max(below-columns(line)-columns(cell), gap))
		}
		var wrapped strings.Builder
		wrapAt(&wrapped, row[len(row)-1], lineWidth-max(below, min(columns(line), lineWidth-most)))
		for i, part := range strings.Split(wrapped.String(), "\n") {
			switch {
			case i == 0 && columns(line)+columns(part) > lineWidth:
				to.WriteString(strings.TrimRight(line, " ") + "\n" + strings.Repeat(" ", below) + part + "\n")
			case i == 0:
				to.WriteString(strings.TrimRight(line+part, " ") + "\n")
			default:
				to.WriteString(strings.Repeat(" ", below) + part + "\n")
			}
		}
	}
}

func (s seats) writeText(to *strings.Builder) {
	cells := make([][]string, len(s))
	for i, one := range s {
		name := one.name
		if stone := stoneNamed(one.stone); stone != 0 {
			name = stones[stone] + " " + name
		}
		cells[i] = []string{name, spoken(one.words)}
	}
	columned(to, cells)
}

// endings are the stones of each ending, as the text part shows them.
var endings = map[string]string{"black": stones[game.Black], "white": stones[game.White]}

func (g goals) writeText(to *strings.Builder) {
	cells := make([][]string, len(g))
	for i, one := range g {
		cells[i] = []string{endings[one.ending], spoken(one.words)}
	}
	columned(to, cells)
}

func (e entries) writeText(to *strings.Builder) {
	cells := make([][]string, len(e))
	for i, one := range e {
		cells[i] = []string{one.number, spoken(one.name), spoken(one.words)}
	}
	columned(to, cells)
}

func (f fields) writeText(to *strings.Builder) {
	cells := make([][]string, len(f))
	for i, one := range f {
		cells[i] = []string{one.name, spoken(one.value)}
	}
	columned(to, cells)
}

func (r ranks) writeText(to *strings.Builder) {
	for _, one := range r {
		fmt.Fprintf(to, " %3s. %5s  %s, %s\n", one.place, one.rating, one.name, one.games)
	}
}

// The name comes last, so that it may be of any width, and whoever hears the table has the numbers
// by then.
func (c cross) writeText(to *strings.Builder) {
	width := 0
	for _, one := range c {
		width = max(width, columns(one.points))
	}
	for _, one := range c {
		place := ""
		if one.place != "" {
			place = one.place + "."
		}
		line := fmt.Sprintf("%s%3s  ", rowMargin, place)
		if width > 0 {
			line += strings.Repeat(" ", width-columns(one.points)) + one.points + "  "
			for _, cell := range one.cells {
				line += fmt.Sprintf("%3s", cell)
			}
			line += "   "
		}
		to.WriteString(strings.TrimRight(line+one.name, " ") + "\n")
	}
}

func (b bars) writeText(to *strings.Builder) {
	const width = 40
	for _, one := range b {
		sign := ""
		if one.turned {
			sign = " !"
		}
		full := (one.percent*width + 50) / 100
		fmt.Fprintf(to, "%s%3s  %-5s %3d %%  %s%s%s\n", rowMargin, one.number, one.move, one.percent, strings.Repeat("#", full), strings.Repeat(".", width-full), sign)
	}
}

func (d drawing) writeText(to *strings.Builder) {
	to.WriteString(d.text)
	to.WriteByte('\n')
	gap := "\n" + rowMargin
	for _, signs := range d.legend {
		for k := 0; k+1 < len(signs); k += 2 {
			to.WriteString(gap + legendSigns[signs[k]] + " " + signs[k+1])
			gap = "   "
		}
		to.WriteByte('\n')
		gap = rowMargin
	}
}

// legendSigns are the signs of a legend, as the text part draws them.
var legendSigns = map[string]string{"black": stones[game.Black], "last": "( )", "connection": "[ ]"}

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
		to.WriteString(strconv.Itoa(i + 1))
		to.WriteByte(' ')
		to.WriteString(move)
	}
	to.WriteByte('\n')
}
