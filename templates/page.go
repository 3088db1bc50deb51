package templates

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"unlurbot/templates/look"
	"unlurbot/templates/pegboard"
	"unlurbot/templates/sent"
)

// Gmail shows about the first 102,000 bytes of a mail and hides the rest behind a link.
const (
	// mostSent is how many bytes both parts of a mail may take as they are sent, as long
	// as there is anything of a board to leave out.
	mostSent = 86_000
	// maxSent is how many they may take at all. There is room for the longest header.
	maxSent = 97_000
)

// Colours of words, by day.
var faintInk, linkInk = look.Faint.Light.String(), look.Link.Light.String()

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
<style>%[2]s%[3]s</style>
</head>
<body class="unlur-page" style="margin:0;padding:0;background-color:%[4]s">
<div class="unlur-mail" lang="%[1]s" dir="ltr" style="max-width:600px;margin:0 auto;padding:8px;word-wrap:break-word;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:%[5]s">
`

// style is for programs that know it; without it a mail only has no dark colours.
var style = func() string {
	var b strings.Builder
	b.WriteString("\n:root{color-scheme:light dark;supported-color-schemes:light dark}\n" +
		".unlur-mail{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n" +
		"@media (prefers-color-scheme:dark){\n" +
		"body.unlur-page{background-color:#1b1d21!important}\n" +
		".unlur-mail{color:#e8e4da!important}\n" +
		".unlur-faint{color:#aaa596!important}\n" +
		".unlur-link{color:#8ec5f5!important}\n" +
		".unlur-quote{border-color:#59616b!important}\n")
	fmt.Fprintf(&b, ".h{background-color:%s!important}\ntd[bgcolor=\"%s\"]{background-color:%s!important}\ntd[bgcolor=\"%[2]s\"] a{color:%[4]s!important}\n}\n",
		look.Tray.Dark, look.Button.Paper.Light, look.Button.Paper.Dark, look.Button.Ink.Dark)
	return b.String()
}()

// A page writes the HTML part of a mail. Whatever is not its own goes through
// text, or through percent into a link.
type page struct {
	language *language
	subject  string
	kind     Kind
	view     *View

	answers   []string // what a button answers
	atOnce    bool     // the buttons stand below the lead
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
		if d, ok := b.(drawing); ok {
			p.need += d.characters()
		}
	}
	p.room = mostSent - sent.Size(textPart) - sent.Size(p.out)
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
	p.out = fmt.Appendf(p.out, head, p.language.code, style, boardStyle(blocks), look.Page.Light, look.Text.Light)
	p.answers = p.view.answers(p.kind)
	isDrawing := func(b block) bool { _, ok := b.(drawing); return ok }
	p.atOnce = p.kind == Confirm || !slices.ContainsFunc(blocks, isDrawing)
	body := blocks
	if _, ok := lastOf(blocks).(footer); ok {
		body = blocks[:len(blocks)-1]
	}
	for _, b := range body {
		b.writePage(p)
	}
	p.links()
	for _, b := range blocks[len(body):] {
		b.writePage(p)
	}
	p.out = append(p.out, "</div>\n</body>\n</html>\n"...)
}

// boardStyle is what the boards among some blocks need in the style of the page.
func boardStyle(blocks []block) string {
	var sizes []int
	for _, b := range blocks {
		if d, ok := b.(drawing); ok && !slices.Contains(sizes, d.position.Size()) {
			sizes = append(sizes, d.position.Size())
		}
	}
	if sizes == nil {
		return ""
	}
	return string(pegboard.AppendStyle(nil, sizes...))
}

func (f footer) writePage(p *page) {
	for _, line := range f {
		p.small(strings.TrimSpace(line), "0")
	}
}

// The lead, unless it is long, is what the reader should see.
func (l lead) writePage(p *page) {
	const leadMost = 220 // characters
	style := "margin:0 0 16px 0"
	if utf8.RuneCountInString(string(l)) <= leadMost {
		style += ";font-size:19px;line-height:1.4"
	}
	p.out = append(p.out, `<p style="`+style+`"><span aria-hidden="true">`+letterhead+`</span> `...) // nobody needs to hear it
	p.text(string(l))
	p.out = append(p.out, "</p>\n"...)
	if p.atOnce {
		p.buttons("", p.answers, "left")
	}
}

func (b paragraph) writePage(p *page) {
	p.out = append(p.out, `<p style="margin:0 0 16px 0">`...)
	p.text(string(b))
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

// On a phone a row may go on in the next line, further to the right than all others.
func (r rows) writePage(p *page) {
	p.out = append(p.out, `<div style="margin:0 0 16px 0;`+fixedWidth+`">`+"\n"...)
	indent := len(r[0])
	for _, row := range r {
		indent = min(indent, len(row)-len(strings.TrimLeft(row, " ")))
	}
	for _, row := range r {
		p.out = append(p.out, `<div style="white-space:pre-wrap;padding-left:30px;text-indent:-22px">`...)
		p.text(row[indent:])
		p.out = append(p.out, "</div>\n"...)
	}
	p.out = append(p.out, "</div>\n"...)
}

// Of the commands, those of a kind are a paragraph: two columns would be too wide for a
// phone. No command begins a line.
func (t topics) writePage(p *page) {
	for _, topic := range t {
		p.out = append(p.out, `<p style="margin:0 0 10px 0"><span style="font-weight:bold">`...)
		p.text(topic.heading)
		p.out = append(p.out, `</span>&ensp;<span style="`+fixedWidth+`">`...)
		for i, word := range topic.words {
			p.out = append(p.out, ` <span style="display:inline-block">`...)
			if p.text(word); i < len(topic.words)-1 {
				p.out = append(p.out, ',')
			}
			p.out = append(p.out, "</span>"...)
		}
		p.out = append(p.out, "</span></p>\n"...)
	}
}

// Words of players stand line by line, from the right if they begin so.
func (q quotation) writePage(p *page) {
	p.out = append(p.out, `<blockquote class="unlur-quote" dir="auto" style="margin:0 0 16px 0;padding:4px 0 4px 14px;border-left:3px solid #d0c8b8">`...)
	for i, line := range q {
		if i > 0 {
			p.out = append(p.out, "<br>\n"...)
		}
		p.text(line)
	}
	p.out = append(p.out, "</blockquote>\n"...)
}

// The moves are one paragraph. No line of it ends between a move and its number.
func (r record) writePage(p *page) {
	var b strings.Builder
	b.WriteString(r.heading)
	for i, move := range r.moves {
		b.WriteString(" " + strconv.Itoa(i+1) + "\u00a0" + move)
	}
	p.small(b.String(), "0 0 16px 0")
}

// escaper makes text of anything, between tags and in attributes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\x00", "\ufffd")

func (p *page) text(s string) { p.out = append(p.out, escaper.Replace(s)...) }
