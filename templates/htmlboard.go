package templates

import (
	"fmt"
	"html"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"unlurbot/game"
)

// drawBoards puts the boards of the HTML part in the place of those drawn with
// characters.
func drawBoards(blocks []block, v *View, subject string) {
	diagrams := v.diagrams()
	for i := range blocks {
		if !blocks[i].Drawn {
			continue
		}
		at := slices.IndexFunc(diagrams, func(d Diagram) bool { return strings.Trim(d.String(), "\n") == blocks[i].Text })
		if at < 0 {
			continue
		}
		var b strings.Builder
		drawing := htmlBoard{Diagram: diagrams[at], legal: map[game.Cell]bool{}}
		if v.Reply != nil && drawing.playable {
			drawing.link = replyLink(v.Reply, subject)
			for m := range drawing.position.Legal() {
				if m.Kind == game.PutStone {
					drawing.legal[m.Cell] = true
				}
			}
		}
		drawing.write(&b)
		blocks[i].Board = template.HTML(b.String()) //nolint:gosec // of cells and escaped links only
		diagrams = diagrams[at+1:]
	}
}

// replyLink begins a link that writes an answer to a mail (RFC 6068); what the
// answer says follows, escaped.
func replyLink(to *Reply, subject string) string {
	if to.Tag != "" {
		subject += " " + to.Tag
	}
	return html.EscapeString("mailto:" + url.PathEscape(to.Address) + "?subject=" + url.PathEscape(subject) + "&body=")
}

// htmlBoard draws a diagram as one table for each row. The rows are centred, so
// that the half steps between them come by themselves.
type htmlBoard struct {
	Diagram
	link  string // that a cell completes; empty for none
	legal map[game.Cell]bool
}

func (d *htmlBoard) write(b *strings.Builder) {
	n := d.position.Size()
	for row := range 2*n - 1 {
		b.WriteString(`<table role="presentation" align="center" cellpadding="0" cellspacing="1" border="0"><tr>`)
		first, last, _ := game.RowColumns(n, row)
		for column := first; column <= last; column++ {
			d.cell(b, game.Cell{Row: int16(row), Col: int16(column - 1)})
		}
		b.WriteString("</tr></table>\n")
	}
}

func (d *htmlBoard) cell(b *strings.Builder, c game.Cell) {
	const style = `<td width="22" height="22" align="center" bgcolor="%s" style="width:22px;height:22px;font-size:9px">%s</td>`
	content, ground := c.String(), "#e8dcc4"
	switch stone := d.position.At(c); {
	case stone == game.Black:
		content = "●"
	case stone == game.White:
		content = "○"
	case d.legal[c]:
		content = `<a href="` + d.link + url.PathEscape(d.moves+c.String()) + `">` + c.String() + `</a>`
	}
	fmt.Fprintf(b, style, ground, content)
}
