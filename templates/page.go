package templates

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// head is all that stands before the first word. The class unlur-mail tells
// package parser where one of our mails begins. Without dir, a program that is in
// Hebrew would mirror the board; without word-wrap, one long word would make all of
// the mail as wide.
const head = `<!DOCTYPE html>
<html lang="%[1]s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>%[2]s</style>
</head>
<body class="unlur-page" style="margin:0;padding:0;background-color:` + pagePaper + `">
<div class="unlur-mail" lang="%[1]s" dir="ltr" style="max-width:600px;margin:0 auto;padding:8px;word-wrap:break-word;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:` + pageInk + `">
`

// style is for programs that know it; without it a mail only has no dark colours
// and no round cells.
var style = func() string {
	var b strings.Builder
	b.WriteString("\n:root{color-scheme:light dark;supported-color-schemes:light dark}\n" +
		".unlur-mail{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n" +
		".unlur-board td[bgcolor]{border-radius:5px}\n" +
		".unlur-board a:hover,.unlur-board a:focus{text-decoration:underline!important}\n" +
		"@media (prefers-color-scheme:dark){\n" +
		"body.unlur-page{background-color:#1b1d21!important}\n" +
		".unlur-mail{color:#e8e4da!important}\n" +
		".unlur-faint{color:#aaa596!important}\n" +
		".unlur-link{color:#8ec5f5!important}\n" +
		".unlur-quote{border-color:#59616b!important}\n")
	for _, t := range []tint{openTint, shutTint, buttonTint} {
		fmt.Fprintf(&b, "td[bgcolor=\"%[1]s\"]{background-color:%[2]s!important;color:%[3]s}\ntd[bgcolor=\"%[1]s\"] a{color:%[3]s!important}\n", t.paper, t.darkPaper, t.darkInk)
	}
	b.WriteString("}\n")
	return b.String() + string(appendWideBoards(nil))
}()

// A page writes the HTML part of a mail. Whatever is not its own goes through
// text, or through percent into a link.
type page struct {
	language *language
	subject  string
	kind     Kind
	view     *View

	out       []byte
	err       error
	measuring bool // the boards are left out
	thinned   bool // the board that was written last has cells without a link that can be played
	room      int  // bytes that the boards to come may take, as they are sent; in the end what is left
	need      int  // bytes that they take at least: drawn with characters
}

// buffers are for pages to be written in: one is many times as long as all else
// that a mail takes.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, mostSent); return &b }}

// html writes the page of some blocks: without the boards first, to know how much
// room is left for them beside the text part.
func (p *page) html(blocks []block, textPart string) string {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	p.out, p.measuring = (*buffer)[:0], true
	p.write(blocks)
	for _, b := range blocks {
		p.need += b.characters()
	}
	p.room = mostSent - sentSize(textPart) - sentSize(p.out)
	if p.need > 0 {
		p.out, p.measuring = p.out[:0], false
		p.write(blocks)
	}
	*buffer = p.out
	if p.room < mostSent-maxSent {
		return "" // so full of words that only the text part has room
	}
	return string(p.out)
}

func (p *page) write(blocks []block) {
	p.out = fmt.Appendf(p.out, head, p.language.code, style)
	answers := p.view.answers(p.kind)
	atOnce := p.kind == Confirm || !slices.ContainsFunc(blocks, func(b block) bool { return b.kind == drawing })
	for i, b := range blocks {
		switch b.kind {
		case drawing:
			p.drawing(b)
		case legend:
			p.legend(b.text)
		case quotation:
			p.quotation(b.text)
		case record:
			p.record(b.text)
		case lines:
			p.lines(b.text)
		case topics:
			p.topics()
		case paragraph:
			p.paragraph(b.text, i == 0)
		}
		if above, ok := boardAbove(blocks, i); ok {
			p.belowBoard(above, answers)
			p.picture()
		}
		if atOnce && i == 0 {
			p.buttons(answers, "left")
			answers = nil
		}
	}
	p.links(p.view.smallAnswers(p.kind))
	for _, b := range blocks[max(len(blocks)-1, 0):] {
		p.footer(b)
	}
	p.out = append(p.out, "</div>\n</body>\n</html>\n"...)
}

// footer writes the last block, if it is one, below the links.
func (p *page) footer(last block) {
	if last.kind != footer {
		return
	}
	for line := range strings.Lines(last.text) {
		p.small(strings.TrimSpace(line), "0")
	}
}

// boardAbove gives the diagram that ends with a block, its legend included.
func boardAbove(blocks []block, i int) (Diagram, bool) {
	switch {
	case blocks[i].kind == legend:
		i--
	case i+1 < len(blocks) && blocks[i+1].kind == legend:
		return Diagram{}, false
	}
	return blocks[i].diagram, blocks[i].kind == drawing
}

// paragraph writes words of ours. The first one, unless it is long, is what the
// reader should see.
func (p *page) paragraph(text string, first bool) {
	const leadMost = 220 // characters
	if first && utf8.RuneCountInString(text) <= leadMost {
		p.out = append(p.out, `<p style="margin:0 0 16px 0;font-size:19px;line-height:1.4">`...)
	} else {
		p.out = append(p.out, `<p style="margin:0 0 16px 0">`...)
	}
	if first { // nobody needs to hear it
		p.out = append(p.out, `<span aria-hidden="true">`+letterhead+`</span> `...)
	}
	p.text(text)
	p.out = append(p.out, "</p>\n"...)
}

// say gives a piece of the mail by its name.
func (p *page) say(piece string) string {
	said, err := p.language.say(piece, p.view)
	p.err = errors.Join(p.err, err)
	return said
}

func (p *page) small(text, margin string) {
	p.out = append(p.out, `<p class="unlur-faint" style="margin:`+margin+`;font-size:12px;line-height:1.5;color:`+faintInk+`">`...)
	p.text(text)
	p.out = append(p.out, "</p>\n"...)
}

const fixedWidth = `font-family:'Courier New',Courier,monospace;font-size:13px;line-height:1.35`

// drawn writes a board as it is in the text part.
func (p *page) drawn(text string) {
	p.out = append(p.out, `<pre style="margin:0 0 16px 0;white-space:pre;`+fixedWidth+`">`+"\n"...)
	p.text(text)
	p.out = append(p.out, "\n</pre>\n"...)
}

// lines writes lists and tables. On a phone a line may go on in the next, further
// to the right than all others.
func (p *page) lines(text string) {
	p.out = append(p.out, `<div style="margin:0 0 16px 0;`+fixedWidth+`">`+"\n"...)
	all := strings.Split(text, "\n")
	indent := len(text)
	for _, line := range all {
		indent = min(indent, len(line)-len(strings.TrimLeft(line, " ")))
	}
	for _, line := range all {
		p.out = append(p.out, `<div style="white-space:pre-wrap;padding-left:30px;text-indent:-22px">`...)
		p.text(line[indent:])
		p.out = append(p.out, "</div>\n"...)
	}
	p.out = append(p.out, "</div>\n"...)
}

// topics writes the list of commands, one paragraph for each kind of them: two columns
// would be too wide for a phone. No command begins a line, see listed.
func (p *page) topics() {
	for _, group := range p.view.Topics {
		p.out = append(p.out, `<p style="margin:0 0 10px 0"><span style="font-weight:bold">`...)
		p.text(p.say("heading " + group.Name))
		p.out = append(p.out, `</span>&ensp;<span style="`+fixedWidth+`">`...)
		examples := group.Examples()
		for i, example := range examples {
			p.out = append(p.out, ` <span style="display:inline-block">`...)
			if p.text(example); i < len(examples)-1 {
				p.out = append(p.out, ',')
			}
			p.out = append(p.out, "</span>"...)
		}
		p.out = append(p.out, "</span></p>\n"...)
	}
}

// quotation writes words of players, line by line, from the right if they begin so.
func (p *page) quotation(text string) {
	p.out = append(p.out, `<blockquote class="unlur-quote" dir="auto" style="margin:0 0 16px 0;padding:4px 0 4px 14px;border-left:3px solid #d0c8b8">`...)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			p.out = append(p.out, "<br>\n"...)
		}
		p.text(strings.TrimPrefix(strings.TrimPrefix(line, strings.TrimRight(wordsMark, " ")), " "))
	}
	p.out = append(p.out, "</blockquote>\n"...)
}

// record writes the moves as one paragraph. No line of it ends between a move and
// its number.
func (p *page) record(text string) {
	const gap = "  "
	var moves strings.Builder
	moves.Grow(len(text))
	for line := range strings.SplitSeq(text, "\n") {
		for move := range strings.SplitSeq(strings.TrimSpace(line), gap) {
			if moves.Len() > 0 {
				moves.WriteByte(' ')
			}
			i := max(strings.LastIndexByte(move, ' '), 0)
			moves.WriteString(move[:i])
			if i > 0 {
				moves.WriteString("\u00a0")
			}
			moves.WriteString(strings.TrimPrefix(move[i:], " "))
		}
	}
	p.small(moves.String(), "0 0 16px 0")
}

// escaper makes text of anything, between tags and in attributes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\x00", "\ufffd")

func (p *page) text(s string) { p.out = append(p.out, escaper.Replace(s)...) }
