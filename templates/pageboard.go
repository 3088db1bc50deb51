package templates

import (
	"fmt"
	"slices"
	"strings"

	"unlurbot/game"
)

// A board is as rich as there is room for: with links that bring a subject, with links,
// the same with stones that are no more than signs, with links near the stones, or with
// characters.
func (d drawing) writePage(p *page) {
	if !p.measuring {
		p.thinned = false
		p.need -= d.characters()
		size, ok := p.cells(d.Diagram, p.room-p.need)
		if !ok {
			p.out = append(p.out, `<pre style="margin:0 0 16px 0;white-space:pre;`+fixedWidth+`">`+"\n"...)
			p.text(d.text)
			p.out = append(p.out, "\n</pre>\n"...)
			size = d.characters()
		}
		p.room -= size
	}
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

// characters gives the bytes that a board takes if there is no room for more.
func (d drawing) characters() int {
	const around = 300
	return SentSize(d.text) + around
}

// cells writes a board of cells that takes so many bytes at most, and says how many it
// takes, or writes nothing.
func (p *page) cells(d Diagram, most int) (size int, ok bool) {
	const end = "</div>\n"
	class := "unlur-board"
	if size := d.position.Size(); boardWidth(size) > boardRoom {
		class = fmt.Sprintf("unlur-s%d unlur-board", size) // which the style makes smaller on a phone
	}
	begin := `<div class="` + class + `" style="margin:0 0 14px 0">` + "\n"
	outside, board := len(p.out), newHTMLBoard(d)
	p.out = append(p.out, begin...)
	start, around := len(p.out), SentSize(begin+end)
	write := func() int { // what is written takes the place of what was tried before
		p.out = board.write(p.out[:start])
		return around + SentSize(p.out[start:])
	}
	if p.clickable(d) {
		size = p.linked(board, write, most)
	} else if size = write(); size > most {
		board.plain = true
		size = write()
	}
	if size > most {
		p.out = p.out[:outside]
		return 0, false
	}
	p.thinned = len(board.linked) < len(board.legal)
	p.out = append(p.out, end...)
	return size, true
}

// linked writes a board that can be clicked, and says how many bytes it takes. Stones
// become signs to leave room for all links. Where that is not enough they stay discs as
// long as no more than a quarter of the links is lost by that.
func (p *page) linked(board *htmlBoard, write func() int, most int) (size int) {
	all := len(board.position.Cells())
	if board.moves == "" { // boards among others leave the subject out
		board.makeLinks(answerTo(p.view.Envelope.Reply, p.subject), all)
		if size = write(); size <= most {
			return size
		}
	}
	short := answerTo(p.view.Envelope.Reply, "")
	board.makeLinks(short, all)
	discs := write()
	if discs <= most {
		return discs
	}
	board.plain = true
	signs := write()
	if signs <= most {
		return signs
	}
	board.plain = false
	withDiscs := linksWithin(board, short, write, most, discs)
	board.plain = true
	links := linksWithin(board, short, write, most, signs)
	if withDiscs > 0 && withDiscs >= links-links/4 {
		board.plain, links = false, withDiscs
	}
	board.makeLinks(short, links)
	return write()
}

// linksWithin is how many links a board has room for that takes so many bytes at most;
// full is how many it takes with all links.
func linksWithin(board *htmlBoard, link mailto, write func() int, most, full int) int {
	board.makeLinks(link, 0)
	none := write()
	const longer = 8 // bytes that a cell's link may be longer than others
	return max(most-none, 0) / ((full-none)/max(len(board.legal), 1) + longer)
}

// belowBoard writes what one can answer besides putting a stone, and where the
// stones are.
func (p *page) belowBoard(d Diagram) {
	var verbs []string
	if !p.atOnce {
		verbs = p.answers
	}
	if p.clickable(d) && d.position.Phase() == game.Contract {
		verbs = append(slices.Clip(verbs), "black")
	}
	p.buttons(d.moves, verbs, "center")
	if p.thinned {
		p.out = append(p.out, `<p align="center" style="margin:0 0 12px 0;font-size:14px;text-align:center">`...)
		p.text(p.say("unlinked"))
		p.out = append(p.out, "</p>\n"...)
	}
	if stones := stonesByRows(d.position); stones != "" {
		p.out = append(p.out, `<p class="unlur-faint" align="center" style="margin:0 0 16px 0;font-size:11px;line-height:1.5;text-align:center;color:`+faintInk+`">`...)
		p.text(p.language.stones)
		p.out = append(p.out, ' ')
		p.text(stones)
		p.out = append(p.out, "</p>\n"...)
	}
}

// clickable says whether an answer to the mail can be a move on a board. A mail that
// asks whether a move was the reader's wants to be answered first.
func (p *page) clickable(d Diagram) bool {
	return d.playable && p.view.Envelope.Reply != nil && p.kind != Confirm
}

// stonesByRows lists the stones for those who hear the mail. It has no names of colours:
// programs that read aloud know the names of its signs in every language.
func stonesByRows(position *game.Position) string {
	var b strings.Builder
	b.Grow(position.Ply() * len("\u00a0· ●\u00a0M13"))
	last, color := int16(-1), game.NoColor
	for _, c := range position.Cells() {
		stone := position.At(c)
		if stone == game.NoColor {
			continue
		}
		if c.Row != last && last >= 0 {
			b.WriteString("\u00a0·")
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if c.Row != last || stone != color {
			b.WriteString(stoneLooks[stone].sign + "\u00a0")
		}
		b.WriteString(c.String())
		last, color = c.Row, stone
	}
	return b.String()
}

// legend writes what the signs in a board mean, with those of the page.
func (p *page) legend(lines [][]string) {
	if len(lines) == 0 {
		return
	}
	const stone = 13 // pixels
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
		p.out = append(p.out, `<span style="display:inline-block">`...)
		if s := legendSigns[signs]; s.stone != game.NoColor {
			p.out = appendStone(p.out, s.stone, stone)
		} else {
			p.out = append(p.out, `<span style="background-color:`+s.ground.paper+`;border-radius:3px">&nbsp;&nbsp;&nbsp;&nbsp;</span>`...)
		}
	}
	p.out = append(p.out, "</p>\n"...)
}
