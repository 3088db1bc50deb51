package templates

import (
	"iter"
	"slices"
	"strings"
)

// A blockKind tells how the HTML part shows a block.
type blockKind uint8

const (
	paragraph blockKind = iota
	lines               // to be kept as they are
	drawing             // begins far to the right, as boards do: its lines can't be broken
	legend              // the signs in the drawing above it
	quotation           // words of players
	record              // the moves of a game
	topics              // the list of commands
	footer              // what every mail ends with
)

// A block is a paragraph, which is one long line, or lines.
type block struct {
	kind    blockKind
	text    string
	diagram Diagram // of a drawing, if it shows one
}

// split cuts a body at its empty lines and tells the kinds of what is between them.
// Words of players have none: indent puts a mark in front of each of their lines.
func split(body string, v *View) (blocks []block) {
	boards := slices.Collect(v.diagrams())
	for chunk := range strings.SplitSeq(body, "\n\n") {
		chunk = strings.Trim(chunk, "\n")
		if chunk == "" {
			continue
		}
		if chunk[0] != ' ' {
			blocks = append(blocks, block{text: strings.Join(strings.Fields(chunk), " ")})
			continue
		}
		b := block{kind: lines, text: trimLines(chunk)}
		switch {
		case strings.HasPrefix(chunk, wordsMark):
			b.kind = quotation
		case strings.HasPrefix(chunk, "    "):
			b.kind = drawing
			if i := slices.IndexFunc(boards, func(d Diagram) bool { return strings.Trim(d.String(), "\n") == b.text }); i >= 0 {
				b.diagram, boards = boards[i], boards[i+1:]
			}
		case strings.HasPrefix(chunk, "  X ") && len(blocks) > 0 && blocks[len(blocks)-1].kind == drawing:
			b.kind = legend
		case len(v.Topics) > 0:
			b.kind = topics
		case v.isRecord(chunk):
			b.kind = record
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// games lists those that a mail tells of, in the order in which it does.
func (v *View) games() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		if v.Game != nil && !yield(v.Game) {
			return
		}
		for _, views := range [][]*View{v.Boards, v.Others} {
			for _, about := range views {
				if about.Game != nil && !yield(about.Game) {
					return
				}
			}
		}
	}
}

// diagrams lists what a mail may show, in the order in which it does.
func (v *View) diagrams() iter.Seq[Diagram] {
	return func(yield func(Diagram) bool) {
		for g := range v.games() {
			if g.Board.position != nil && !yield(g.Board) {
				return
			}
		}
	}
}

// isRecord says whether lines are the moves of one of the games.
func (v *View) isRecord(chunk string) bool {
	first, _, _ := strings.Cut(chunk, "\n")
	for g := range v.games() {
		if len(g.Moves) > 0 && strings.Contains(first, " 1 "+v.Word(g.Moves[0])) {
			return true
		}
	}
	return false
}

func trimLines(s string) string {
	all := strings.Split(s, "\n")
	for i, line := range all {
		all[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(all, "\n")
}

// plain writes the text part. Its first block is a paragraph.
func plain(blocks []block) string {
	var b strings.Builder
	size := len(letterhead) + len(" ")
	for _, block := range blocks {
		size += len(block.text) + len("\n\n")
	}
	b.Grow(size)
	for i, block := range blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch {
		case i == 0:
			wrap(&b, letterhead+" "+block.text)
		case block.kind == paragraph:
			wrap(&b, block.text)
		default:
			b.WriteString(block.text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
