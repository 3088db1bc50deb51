package templates

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"unlurbot/game"
	"unlurbot/templates/look"
	"unlurbot/templates/pegboard"
	"unlurbot/templates/sent"
)

const (
	// mostSent is how many bytes both parts of a mail may take as they are sent, as long
	// as there is anything of a board to leave out. Gmail shows about the first 102,000 of
	// a mail and hides the rest behind a link.
	mostSent = 86_000
	// maxSent is how many they may take at all. There is room for the longest header.
	maxSent = 97_000
)

// font names those that mail programs have. Not system-ui: that is DejaVu on Linux, which
// is wide, and another one in some languages of Windows.
const font = `-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`

// pageHead is all that stands before the first word. The class unlur-mail tells
// package parser where one of our mails begins. Without dir, a program that is in
// Hebrew would mirror the board; without word-wrap, one long word would make all of
// the mail as wide. Word gets a table as wide as the page, since it knows no max-width.
const pageHead = `<!DOCTYPE html>
<html lang="%[1]s" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>%[2]s</title>
<style>`

const pageBody = `</style>
</head>
<body class="pg" style="margin:0;padding:0;background-color:%[2]s">
<div class="unlur-mail pg" lang="%[1]s" dir="ltr" style="-webkit-text-size-adjust:100%%;word-wrap:break-word;font-family:` + font + `">
<!--[if mso]><table width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table width="100%%" align="center" cellpadding="0" cellspacing="0" border="0" role="presentation" style="table-layout:fixed;width:100%%;max-width:600px;margin:0 auto;font-family:` + font + `">
`

const pageEnd = `</table>
<!--[if mso]></td></tr></table><![endif]-->
</div>
</body>
</html>
`

// style is for programs that know it; without it a mail only has no dark colours, and
// headings and cells of a phone's size.
var style = func() string {
	var b strings.Builder
	b.WriteString("\n:root{color-scheme:light dark;supported-color-schemes:light dark}\n" +
		"@media (min-width:600px){h1{font-size:30px!important;line-height:38px!important}}\n" +
		"@media (prefers-color-scheme:dark){\n")
	for _, c := range []struct {
		class, property string
		of              look.Tone
	}{
		{".pg", "background-color", look.Page}, {".t", "color", look.Text}, {".f", "color", look.Faint}, {".l", "color", look.Link},
		{".g", "border-color", look.Hairline}, {".h", "background-color", look.Tray}, {".bar", "background-color", look.Quote},
	} {
		fmt.Fprintf(&b, "%s{%s:%s!important}\n", c.class, c.property, c.of.Dark)
	}
	fmt.Fprintf(&b, ".p{background-color:%[1]s!important;border-color:%[1]s!important}\n.p a{color:%[2]s!important}\n"+
		".q{background-color:%[3]s!important;border-color:%[1]s!important}\n.q a{color:%[1]s!important}\n}\n", look.Button.Paper.Dark, look.Button.Ink.Dark, look.Page.Dark)
	return b.String()
}()

// Styles of words, by day. What they have in common with those by night is a class:
// "t" is ink, "f" faint, "l" a link, and so on.
var (
	ink, faintInk = "color:" + look.Text.Light.String(), "color:" + look.Faint.Light.String()
	linkInk       = "color:" + look.Link.Light.String()
	hairline      = "1px solid " + look.Hairline.Light.String()

	commandLink = linkInk + ";text-decoration:underline;font-weight:bold"
	quietLink   = "padding:10px 0;" + linkInk + ";text-decoration:underline;white-space:nowrap"
)

// layoutTable begins a table that places what it has, and gives way to no long word.
const layoutTable = `<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="table-layout:fixed;width:100%">`

// A page writes the HTML part of a mail. Whatever is not its own goes through
// text, or through percent into a link.
type page struct {
	language *language
	subject  string
	kind     Kind
	view     *View
	reply    mailto // begins an answer

	out   []byte
	err   error
	asked bool     // the button that matters most is written
	shown []string // what buttons answer
	gaps  []gap    // in out
	room  int      // bytes that the boards to come may take, as they are sent
	need  int      // bytes that they take at least: drawn with characters
}

// A gap is where a board goes.
type gap struct {
	drawing
	at    int // its place in the page without boards
	after int // the end of the tray that it lies on
}

// buffers are for pages to be written in, without their boards and with them: one is many
// times as long as all else that a mail takes.
var buffers = sync.Pool{New: func() any { return &[2][]byte{make([]byte, 0, mostSent/4), make([]byte, 0, mostSent)} }}

// html writes the page of some blocks: without the boards first, to know how much
// room is left for them beside the text part, and then with them. It hands over none if
// the mail is so full of words that only the text part has room.
func (p *page) html(blocks []block, textPart string, take func(html []byte)) {
	both := buffers.Get().(*[2][]byte)
	defer buffers.Put(both)
	p.out = both[0][:0]
	p.write(blocks)
	both[0] = p.out
	size, words := sent.Page, sent.Text(textPart)
	plain := wrap(p.out)
	if !plain {
		size = sent.Text
	}
	p.room = mostSent - mostSent/longestLine - words - size(p.out)
	if !plain { // boards take a seventh more, too
		p.room -= p.room / 7
	}
	without, from := p.out, 0
	p.out = both[1][:0]
	for _, g := range p.gaps {
		p.out = append(p.out, without[from:g.at]...)
		thinned := p.board(g.drawing)
		p.out = append(p.out, without[g.at:g.after]...)
		if from = g.after; thinned {
			start := len(p.out)
			aside(p.say("unlinked")).writePage(p)
			p.room -= sent.Page(p.out[start:])
		}
	}
	p.out = append(p.out, without[from:]...)
	both[1] = p.out
	wrap(p.out)
	if words+size(p.out) <= maxSent {
		take(p.out)
	}
}

func (p *page) write(blocks []block) {
	if p.view.Envelope.Reply != nil {
		p.reply = answerTo(p.view.Envelope.Reply, p.subject)
	}
	p.out = fmt.Appendf(p.out, pageHead, p.language.code, ascii(p.subject))
	p.add(style)
	p.out = pegboard.AppendStyle(p.out, boardSizes(blocks)...)
	p.out = fmt.Appendf(p.out, pageBody, p.language.code, look.Page.Light)
	for _, b := range blocks {
		b.writePage(p)
	}
	p.out = append(p.out, pageEnd...)
}

// add appends what is our own.
func (p *page) add(parts ...string) {
	for _, s := range parts {
		p.out = append(p.out, s...)
	}
}

func (p *page) text(s string) { p.out = appendASCII(p.out, s) }

// say gives a piece of the mail by its name.
func (p *page) say(piece string) string {
	said, err := p.language.say(piece, p.view)
	p.err = errors.Join(p.err, err)
	return said
}

// words writes some with their marks: a command is a link that answers with it.
func (p *page) words(s string) {
	for r := range runs(s) {
		switch {
		case r.mark == "":
			p.text(r.words)
		case r.mark == commandMark && p.view.Envelope.Reply != nil:
			p.link(r.words, r.said(), "l", commandLink)
		default:
			p.bold(r.said())
		}
	}
}

func (p *page) bold(words string) {
	p.add("<b>")
	p.text(words)
	p.add("</b>")
}

// link writes one that answers with a command.
func (p *page) link(command, label, class, style string) {
	p.add(`<a class="`, class, `" href="`, string(p.reply))
	p.out = percent(p.out, command)
	p.add(`" style="`, style, `">`)
	p.text(label)
	p.add("</a>")
}

// begin and end stand around a block.
func (p *page) begin() { p.add(`<tr><td style="padding:0 16px">`) }
func (p *page) end()   { p.add("</td></tr>\n") }

// paragraph writes words in a class, a size and a margin below.
func (p *page) paragraph(words, class, ink, size string, below int) {
	p.add(`<p class="`, class, `" style="margin:0 0 `, strconv.Itoa(below), `px 0;`, size, `;`, ink, `">`)
	p.words(words)
	p.add("</p>\n")
}

// Sizes of words: in a paragraph, and where they matter less.
const (
	usualSize = "font-size:16px;line-height:24px"
	smallSize = "font-size:14px;line-height:20px"
	listSize  = "font-size:15px;line-height:21px"
)

// stonesOfPage is the letterhead of a page.
var stonesOfPage = ascii(letterhead)

// shortTitle is how many letters a title has that is written large.
const shortTitle = 48

func (h heading) writePage(p *page) {
	title, words := h.parts()
	size := "font-size:26px;line-height:32px"
	if utf8.RuneCountInString(title) > shortTitle {
		size = "font-size:20px;line-height:28px"
	}
	p.add(`<tr><td style="padding:20px 16px 0 16px"><h1 class="t" style="margin:0 0 6px 0;`, size, `;font-weight:bold;`, ink,
		`"><span aria-hidden="true" style="font-size:20px">`, stonesOfPage, `</span>&nbsp;`) // nobody needs to hear it
	p.words(title)
	p.add("</h1>\n")
	if words != "" {
		p.paragraph(words, "t", ink, usualSize, 12)
	}
	p.end()
}

// parts gives the title and the words for a page. Where a mail gives no title, its first
// sentence is one; what goes on behind a colon begins anew.
func (h heading) parts() (title, words string) {
	if h.title == "" {
		return firstSentence(h.words)
	}
	first, width := utf8.DecodeRuneInString(h.words)
	if strings.HasSuffix(h.title, ":") && width > 0 {
		h.words = string(unicode.ToUpper(first)) + h.words[width:]
	}
	return untitled(h.title), h.words
}

// firstSentence parts the first sentence from the others. A sentence does not end inside
// of quotation marks.
func firstSentence(words string) (first, rest string) {
	open := false
	for i, r := range words {
		switch r {
		case '"':
			open = !open
		case '«', '“':
			open = true
		case '»', '”':
			open = false
		case '.', '?', '!':
			if after := words[i+1:]; !open && strings.HasPrefix(after, " ") {
				return strings.TrimSuffix(words[:i+1], "."), after[1:]
			}
		}
	}
	return strings.TrimSuffix(words, "."), ""
}

func (s section) writePage(p *page) {
	p.begin()
	p.add(`<h2 class="t" style="margin:20px 0 8px 0;font-size:16px;line-height:22px;font-weight:bold;`, ink, `">`)
	p.words(untitled(string(s)))
	p.add("</h2>\n")
	p.end()
}

func (b paragraph) writePage(p *page) {
	p.begin()
	p.paragraph(string(b), "t", ink, usualSize, 12)
	p.end()
}

func (typed) writePage(*page)      {}
func (t tapped) writePage(p *page) { paragraph(t).writePage(p) }

func (a aside) writePage(p *page) {
	p.begin()
	p.paragraph(string(a), "f", faintInk, smallSize, 12)
	p.end()
}

// Players stand beside each other, each with their stone.
func (s seats) writePage(p *page) {
	p.begin()
	p.add(layoutTable, "<tr>")
	for i, one := range s {
		padding := "10px 8px 10px 0"
		if i > 0 {
			padding = "10px 0 10px 8px"
		}
		p.add(`<td class="g" width="50%" style="padding:`, padding, `;border-top:`, hairline, `">`, layoutTable, "<tr>")
		if stone := stoneNamed(one.stone); stone != game.NoColor {
			p.add(`<td width="28" valign="middle">`)
			p.stone(stone)
			p.add("</td>")
		}
		p.add(`<td class="t" style="font-size:15px;line-height:18px;`, ink, `">`)
		p.bold(one.name)
		if one.words != "" {
			p.add(`<br><span class="f" style="font-size:13px;`, faintInk, `">`)
			p.words(one.words)
			p.add("</span>")
		}
		p.add("</td></tr></table></td>")
	}
	p.add("</tr></table>")
	p.end()
}

// stone writes a small one, or none.
func (p *page) stone(c game.Color) {
	if c == game.NoColor {
		return
	}
	p.add(`<table cellpadding="0" cellspacing="0" border="0" role="presentation" aria-hidden="true"><tr>`)
	p.out = pegboard.AppendStone(p.out, c)
	p.add("</tr></table>")
}

// Words of players stand line by line beside a bar, from the right if they begin so.
func (q quotation) writePage(p *page) {
	p.begin()
	p.add(layoutTable, `<tr><td class="bar" width="4" bgcolor="`, look.Quote.Light.String(), `" style="font:1px/1px Arial">&nbsp;</td><td class="t" dir="auto" style="padding:2px 0 2px 14px;`, usualSize, `;`, ink, `">`)
	for i, line := range q {
		if i > 0 {
			p.add("<br>\n")
		}
		p.text(line)
	}
	p.add("</td></tr></table>")
	p.end()
}

// The moves are one paragraph, with wide gaps. No line of it ends between a move and its
// number.
func (r record) writePage(p *page) {
	var b strings.Builder
	b.Grow(10 * (1 + len(r.moves)))
	b.WriteString(r.heading)
	gap := " "
	for i, move := range r.moves {
		b.WriteString(gap)
		b.WriteString(strconv.Itoa(i + 1))
		b.WriteString("\u00a0")
		b.WriteString(move)
		gap = "\u00a0 "
	}
	p.begin()
	p.paragraph(b.String(), "f", faintInk, smallSize+";padding:8px 0 0 0", 0)
	p.end()
}

func (f footer) writePage(p *page) {
	p.add(`<tr><td style="padding:20px 16px 24px 16px">`, layoutTable, `<tr><td class="g" style="padding:14px 0 0 0;border-top:`, hairline, `">`)
	for _, b := range f {
		if words, ok := b.(paragraph); ok {
			p.paragraph(string(words), "f", faintInk, smallSize, 2)
		}
	}
	p.add("</td></tr></table></td></tr>\n")
}

// buttonsBeside is how many letters the labels of two buttons may have that stand beside
// each other.
const buttonsBeside = 12

// The first button of a mail is the one that matters most; all others are quiet.
func (b buttons) writePage(p *page) {
	if p.view.Envelope.Reply == nil {
		return
	}
	p.begin()
	beside := len(b) == 2 && !slices.ContainsFunc(b, func(a answer) bool { return columns(a.label) > buttonsBeside })
	if beside {
		p.add(`<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="table-layout:fixed;max-width:420px"><tr>`)
	}
	for i, one := range b {
		if beside {
			p.add(`<td width="50%" valign="top" style="padding:`, []string{"0 5px 0 0", "0 0 0 5px"}[i], `">`)
		}
		margin := "0"
		if i == 0 || beside {
			margin = "16px"
		}
		class, paper, ink := "q", look.Page.Light, look.Link.Light
		if !p.asked && !one.quiet {
			class, paper, ink, p.asked = "p", look.Button.Paper.Light, look.Button.Ink.Light, true
		}
		p.shown = append(p.shown, one.command)
		p.add(`<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="table-layout:fixed;width:100%;max-width:280px;margin:`, margin, ` 0 10px 0"><tr><td class="`, class,
			`" align="center" height="48" bgcolor="`, paper.String(), `" style="border:2px solid `, look.Link.Light.String(), `;border-radius:6px">`)
		p.link(one.command, one.label, "b", "display:block;padding:11px 8px;font:bold 16px/22px "+font+";color:"+ink.String()+";text-decoration:none")
		p.add("</td></tr></table>")
		if beside {
			p.add("</td>")
		}
	}
	if beside {
		p.add("</tr></table>")
	}
	p.end()
}

// Links stand beside each other, with room for a finger. What a button says already is
// left out.
func (l links) writePage(p *page) {
	l = slices.DeleteFunc(slices.Clone(l), func(a answer) bool { return slices.Contains(p.shown, a.command) })
	if len(l) == 0 || p.view.Envelope.Reply == nil {
		return
	}
	p.begin()
	p.add(`<p style="margin:12px 0 0 0;font-size:16px;line-height:40px">`)
	for i, one := range l {
		if i > 0 {
			p.add(" &nbsp;&nbsp; ")
		}
		p.link(one.command, one.label, "l", quietLink)
	}
	p.add("</p>")
	p.end()
}
