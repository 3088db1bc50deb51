package templates

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
)

// A block is one thing of a mail below another. Each writes itself into both parts of
// the mail: into the text part as lines, and into the page (page.go).
type block interface {
	writeText(to *strings.Builder)
	writePage(p *page)
}

type (
	// The lead is the first paragraph, behind the letterhead.
	lead string

	// A paragraph is words of ours, as one line.
	paragraph string

	// rows are lines that are kept as they are: a list, or a table.
	rows []string

	// A quotation is words of players, wrapped.
	quotation []string

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

	// topics are the words for commands, by what they are for.
	topics   []topicsOf
	topicsOf struct {
		heading string
		words   []string
	}

	// A footer is what a mail ends with.
	footer []string
)

// read gives the blocks of what a template says. An empty line ends a block; lines of one
// kind below each other are one block, and so are a board and its legend.
func read(said string, v *View) (blocks []block) {
	boards := slices.Collect(v.boards())
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
func (v *View) boards() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		for _, views := range [][]*View{{v}, v.Boards, v.Others} {
			for _, about := range views {
				if g := about.Game; g != nil && g.Board.position != nil && !about.Brief && !yield(g) {
					return
				}
			}
		}
	}
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
		to.WriteString(row)
		to.WriteByte('\n')
	}
}

func (f footer) writeText(to *strings.Builder) { rows(f).writeText(to) }

// wordsMark is what each line of somebody's words begins with, so that none can be taken
// for ours.
const wordsMark = "  | "

func (q quotation) writeText(to *strings.Builder) {
	for _, line := range q {
		to.WriteString(strings.TrimRight(wordsMark+line, " "))
		to.WriteByte('\n')
	}
}

// drawn is how the text part draws the signs in a legend.
var drawn = map[string]string{"black": stones[game.Black], "white": stones[game.White], "last": "( )", "connection": "[ ]"}

func (d drawing) writeText(to *strings.Builder) {
	to.WriteString(d.text)
	to.WriteByte('\n')
	for i, signs := range d.legend {
		if i == 0 {
			to.WriteByte('\n')
		}
		gap := rowMargin
		for k := 0; k+1 < len(signs); k += 2 {
			to.WriteString(gap + drawn[signs[k]] + " " + signs[k+1])
			gap = "   "
		}
		to.WriteByte('\n')
	}
}

func (r record) writeText(to *strings.Builder) {
	begin := rowMargin + r.heading + " "
	for _, line := range moveLines(r.moves) {
		to.WriteString(begin + line + "\n")
		begin = rowMargin
	}
}

func (t topics) writeText(to *strings.Builder) {
	for _, topic := range t {
		to.WriteString(listed(topic.heading, topic.words))
		to.WriteByte('\n')
	}
}
