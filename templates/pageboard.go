package templates

import (
	"fmt"
	"slices"
	"strings"

	"unlurbot/templates/look"
	"unlurbot/templates/pegboard"
	"unlurbot/templates/sent"
)

// A board lies on a tray as wide as the page. At the end of a game that is a picture, if
// one comes with the mail; else it is as rich as there is room for, or drawn with
// characters.
func (d drawing) writePage(p *page) {
	if shown := p.view.Envelope.Picture; shown != nil {
		p.tray()
		p.add(`<img src="cid:`)
		p.text(shown.ID)
		p.add(`" alt="`)
		p.text(p.say("picture"))
		p.out = fmt.Appendf(p.out, `" width="%d" style="display:block;width:100%%;max-width:%dpx;height:auto;border:0">`, shown.Width, shown.Width)
		p.end()
		return
	}
	p.begin()
	p.out = pegboard.AppendStones(p.out, p.language.stones, d.position)
	p.end()
	p.tray()
	g := gap{drawing: d, at: len(p.out)}
	p.end()
	g.after = len(p.out)
	p.gaps = append(p.gaps, g)
	p.need += d.characters()
}

// unlinkedRoom is how many bytes the words below a board without all its links take, in the longest of our languages.
const unlinkedRoom = 330

// tray begins what a board lies on.
func (p *page) tray() {
	p.add(`<tr><td class="h" align="center" bgcolor="`, look.Tray.Light.String(), `" style="padding:8px 0 10px 0">`)
}

// board draws one. It says whether cells that can be played have no link.
func (p *page) board(d drawing) (thinned bool) {
	p.need -= d.characters()
	start := len(p.out)
	out, size, fit := pegboard.Board{
		Position: d.position, Last: d.marks.Last, Connection: d.marks.Connection, Links: p.clicks(d.Diagram),
	}.Append(p.out, p.room-p.need-unlinkedRoom)
	p.out = out
	if fit == pegboard.Nothing {
		p.add(`<pre class="t" style="margin:0;overflow:auto;color:`, look.Text.Light.String(), `;text-align:left;white-space:pre;font-family:'Courier New',Courier,monospace;font-size:13px;line-height:1.35">`, "\n")
		p.text(d.text)
		p.add("\n</pre>\n")
		size = sent.Page(p.out[start:])
	}
	p.room -= size
	return fit == pegboard.SomeLinks
}

// characters gives the bytes that a board takes if there is no room for more.
func (d drawing) characters() int {
	const around = 300
	return len(d.text) + strings.Count(d.text, "\n") + around // which is in ASCII
}

// clicks says what a click on a cell begins; it is nil if an answer to the mail can't be
// a move on the board. A mail that asks whether a move was the reader's wants to be
// answered first. Boards among others leave the subject out.
func (p *page) clicks(d Diagram) *pegboard.Links {
	if !d.playable || p.view.Envelope.Reply == nil || p.kind == Confirm {
		return nil
	}
	moves := string(percent(nil, d.moves))
	links := &pegboard.Links{Untitled: string(answerTo(p.view.Envelope.Reply, "")) + moves, Label: p.language.play}
	if moves == "" {
		links.Titled = string(p.reply)
	}
	return links
}

// boardSizes gives the sizes of the boards of a mail, each once.
func boardSizes(blocks []block) (sizes []int) {
	for _, b := range blocks {
		if d, ok := b.(drawing); ok && !slices.Contains(sizes, d.position.Size()) {
			sizes = append(sizes, d.position.Size())
		}
	}
	return sizes
}
