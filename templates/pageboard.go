package templates

import (
	"fmt"
	"slices"

	"unlurbot/game"
	"unlurbot/templates/look"
	"unlurbot/templates/pegboard"
	"unlurbot/templates/sent"
)

// A board lies on a tray. It is as rich as there is room for, or drawn with characters.
func (d drawing) writePage(p *page) {
	p.out = pegboard.AppendStones(p.out, p.language.stones, d.position)
	p.out = append(p.out, `<div style="margin:0 -8px 14px -8px"><table class="h" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="`+look.Tray.Light.String()+`" style="table-layout:fixed"><tr><td align="center" style="padding:8px 0 10px 0">`+"\n"...)
	if p.thinned = p.measuring; !p.measuring { // there must be room to say so
		p.board(d)
	}
	p.out = append(p.out, "</td></tr></table></div>\n"...)
	p.legend(d.legend)
	p.belowBoard(d.Diagram)
	if shown := p.view.Envelope.Picture; shown != nil { // never larger than the page
		p.out = append(p.out, `<p align="center" style="margin:0 0 16px 0"><img src="cid:`...)
		p.text(shown.ID)
		p.out = append(p.out, `" alt="`...)
		p.text(p.say("picture"))
		p.out = fmt.Appendf(p.out, `" width="%d" height="%d" style="max-width:100%%;height:auto;border-radius:8px"></p>`+"\n", shown.Width, shown.Height)
	}
}

func (p *page) board(d drawing) {
	p.need -= d.characters()
	start := len(p.out)
	out, fit := pegboard.Board{
		Position: d.position, Last: d.marks.Last, Connection: d.marks.Connection, Links: p.clicks(d.Diagram),
	}.Append(p.out, p.room-p.need)
	p.out, p.thinned = out, fit == pegboard.SomeLinks
	if fit == pegboard.Nothing {
		p.out = append(p.out, `<pre style="margin:0;text-align:left;white-space:pre;`+fixedWidth+`">`+"\n"...)
		p.text(d.text)
		p.out = append(p.out, "\n</pre>\n"...)
	}
	p.room -= sent.Size(p.out[start:])
}

// characters gives the bytes that a board takes if there is no room for more.
func (d drawing) characters() int {
	const around = 300
	return sent.Size(d.text) + around
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
		links.Titled = string(answerTo(p.view.Envelope.Reply, p.subject))
	}
	return links
}

// belowBoard writes what one can answer besides putting a stone.
func (p *page) belowBoard(d Diagram) {
	var verbs []string
	if !p.atOnce {
		verbs = p.answers
	}
	if p.clicks(d) != nil && d.position.Phase() == game.Contract {
		verbs = append(slices.Clip(verbs), "black")
	}
	p.buttons(d.moves, verbs, "center")
	if p.thinned {
		p.out = append(p.out, `<p align="center" style="margin:0 0 12px 0;font-size:14px;text-align:center">`...)
		p.text(p.say("unlinked"))
		p.out = append(p.out, "</p>\n"...)
	}
}

// legend writes what the signs in a board mean, with those of the page.
func (p *page) legend(lines [][]string) {
	if len(lines) == 0 {
		return
	}
	p.out = append(p.out, `<p align="center" style="margin:10px 0 14px 0;font-size:14px;line-height:1.6;text-align:center">`...)
	for i, signs := range slices.Concat(lines...) {
		switch {
		case i%2 == 1:
			p.out = append(p.out, ' ')
			p.text(signs)
			p.out = append(p.out, "</span>"...)
			continue
		case i > 0:
			p.out = append(p.out, "&emsp; "...)
		}
		p.out = append(p.out, `<span style="display:inline-block">`+legendSigns[signs].page...)
	}
	p.out = append(p.out, "</p>\n"...)
}
