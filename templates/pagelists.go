package templates

import (
	"slices"
	"strconv"
	"strings"

	"unlurbot/templates/look"
	"unlurbot/templates/pegboard"
)

// Lists and tables of a page. A row is as high as a finger needs, and where something can
// be done with it, it is a link.

// listTable begins one.
const listTable = `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;width:100%;margin:0 0 12px 0">`

// Of the entries of a list, each has the reader's stone if one has any, its name, and below
// it its number and what there is to say; at the right stands its link. An entry without a number is a word and what it
// means, beside each other.
func (e entries) writePage(p *page) {
	p.begin()
	p.add(listTable)
	stones := slices.ContainsFunc(e, func(l listed) bool { return l.stone != "" })
	links := p.view.Envelope.Reply != nil && slices.ContainsFunc(e, func(l listed) bool { return l.label != "" })
	for _, one := range e {
		p.add("<tr>")
		line := `;border-bottom:` + hairline
		if one.number == "" {
			p.add(`<td class="t g" valign="top" width="34%" style="padding:11px 12px 11px 0;`, listSize, `;`, ink, line, `">`)
			p.words(one.name)
			p.add(`</td><td class="t g" valign="top" style="padding:11px 0;`, listSize, `;`, ink, line, `">`)
			p.words(one.words)
			p.add("</td></tr>")
			continue
		}
		if stones {
			p.add(`<td class="g" width="28" valign="middle" style="padding:11px 8px 11px 0`, line, `">`)
			p.stone(stoneNamed(one.stone))
			p.add("</td>")
		}
		p.add(`<td class="t g" valign="middle" style="padding:11px 8px 11px 0;font-size:16px;line-height:22px;`, ink, line, `"><b>`)
		p.words(one.name)
		p.add(`</b><br><span class="f" style="`, smallSize, `;`, faintInk, `">`)
		p.words(one.number + ", " + one.words)
		p.add(`</span></td>`)
		if links {
			p.add(`<td class="g" align="right" valign="middle" width="104" style="padding:4px 0`, line, `">`)
			switch {
			case one.label == "":
			case one.quiet:
				p.link(one.command, one.label, "l", "display:block;padding:11px 0;font:bold 16px/22px "+font+";"+linkInk+";text-decoration:underline")
			default:
				p.add(`<table width="88" align="right" cellpadding="0" cellspacing="0" border="0" role="presentation"><tr><td class="q" align="center" height="44" bgcolor="`,
					look.Page.Light.String(), `" style="border:2px solid `, look.Link.Light.String(), `;border-radius:6px">`)
				p.link(one.command, one.label, "b", "display:block;font:bold 16px/40px "+font+";"+linkInk+";text-decoration:none")
				p.add("</td></tr></table>")
			}
			p.add("</td>")
		}
		p.add("</tr>\n")
	}
	p.add("</table>")
	p.end()
}

// The standings have a column for each number, and the reader's own row a ground.
func (r ranks) writePage(p *page) {
	p.begin()
	p.add(listTable)
	for _, one := range r {
		you := one.profile == ""
		cell := func(class, align, width, ink string) {
			ground := ""
			if you {
				class, ground = class+" h", ` bgcolor="`+look.Tray.Light.String()+`"`
			}
			if width != "" {
				ground += ` width="` + width + `"`
			}
			p.add(`<td class="`, class, ` g"`, ground, ` align="`, align, `" style="padding:11px 6px;font-size:16px;line-height:22px;`, ink, `;border-bottom:`, hairline, `">`)
		}
		p.add("<tr>")
		cell("f", "right", "28", faintInk)
		p.text(one.place)
		p.add("</td>")
		cell("t", "left", "", ink)
		p.player(one.name, one.profile)
		p.add("</td>")
		cell("t", "right", "56", ink)
		p.bold(one.rating)
		p.add("</td>")
		cell("f", "right", "92", faintInk)
		p.text(one.games)
		p.add("</td></tr>\n")
	}
	p.add("</table>")
	p.end()
}

// player writes the name of a player of a list, which leads to the profile; the reader's own has none.
func (p *page) player(name, profile string) {
	switch {
	case profile == "":
		p.bold(name)
	case p.view.Envelope.Reply != nil:
		p.link(p.view.Word("profile")+" "+profile, name, "l", "padding:10px 0;"+linkInk+";text-decoration:underline")
	default:
		p.text(name)
	}
}

// A table of a tournament, or of the ladder, is one for programs that read it aloud, too: each cell has the name of
// its row and the number of its column.
func (c cross) writePage(p *page) {
	const narrow = "24" // where there is but a sign
	p.begin()
	p.add(listTable)
	for i, one := range c {
		you := i > 0 && one.profile == ""
		cell := func(tag, class, scope, align, width, ink string) {
			ground, room := "", "2px"
			if width != narrow { // the name, and the points beside it
				room = "6px"
			}
			if you {
				class, ground = class+" h", ` bgcolor="`+look.Tray.Light.String()+`"`
			}
			if width != "" {
				ground += ` width="` + width + `"`
			}
			if scope != "" {
				ground += ` scope="` + scope + `"`
			}
			p.add("<", tag, ` class="`, class, ` g"`, ground, ` align="`, align, `" style="padding:11px `, room, `;font-size:16px;line-height:22px;font-weight:normal;`, ink, `;border-bottom:`, hairline, `">`)
		}
		tag, scope := "td", "row"
		if i == 0 {
			tag, scope = "th", "col"
		}
		p.add("<tr>")
		cell("td", "f", "", "right", narrow, faintInk)
		p.text(one.place)
		p.add("</td>")
		cell("th", "t", scope, "left", "", ink)
		if i == 0 {
			p.text(one.name)
		} else {
			p.player(one.name, one.profile)
		}
		p.add("</th>")
		if c[0].points != "" { // there is such a column
			cell(tag, "t", onlyFor(i == 0, "col"), "right", "48", ink)
			p.bold(one.points)
			p.add("</", tag, ">")
		}
		for _, sign := range one.cells {
			cell(tag, "f", onlyFor(i == 0, "col"), "center", narrow, faintInk)
			p.text(sign)
			p.add("</", tag, ">")
		}
		p.add("</tr>\n")
	}
	p.add("</table>")
	p.end()
}

// The bars are characters, which every mail program shows, and whoever hears the page hears the numbers alone.
func (b bars) writePage(p *page) {
	const width = 18
	eighths := []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}
	p.begin()
	p.add(listTable)
	for _, one := range b {
		full := (one.percent*8*width + 50) / 100
		p.add(`<tr><td class="f" width="32" align="right" style="padding:1px 8px 1px 0;`, smallSize, `;`, faintInk, `">`)
		p.text(one.number)
		p.add(`</td><td class="t" width="52" style="padding:1px 0;`, smallSize, `;`, ink, `">`)
		if one.turned {
			p.bold(one.move)
		} else {
			p.text(one.move)
		}
		p.add(`</td><td class="t" style="padding:1px 0;overflow:hidden;white-space:nowrap;`, smallSize, `;`, ink, `"><span aria-hidden="true" style="letter-spacing:-1px">`,
			ascii(strings.Repeat("█", full/8)+eighths[full%8]), `<span class="f" style="`, faintInk, `">`, ascii(strings.Repeat("░", width-(full+7)/8)), `</span></span></td><td class="t" width="52" align="right" style="padding:1px 0;`, smallSize, `;`, ink, `">`)
		p.text(strconv.Itoa(one.percent) + " %")
		p.add("</td></tr>\n")
	}
	p.add("</table>")
	p.end()
}

// onlyFor gives words if something is so.
func onlyFor(is bool, words string) string {
	if is {
		return words
	}
	return ""
}

// Names and their values stand in two columns.
func (f fields) writePage(p *page) {
	p.begin()
	p.add(`<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="table-layout:fixed;margin:0 0 12px 0">`)
	for _, one := range f {
		p.add(`<tr><td class="f" width="34%" valign="top" style="padding:3px 12px 3px 0;`, listSize, `;`, faintInk, `">`)
		p.words(untitled(one.name))
		p.add(`</td><td class="t" valign="top" style="padding:3px 0;`, listSize, `;`, ink, `">`)
		p.words(one.value)
		p.add("</td></tr>\n")
	}
	p.add("</table>")
	p.end()
}

// Lines that are kept as they are become lines; a phone may break them.
func (r rows) writePage(p *page) {
	p.begin()
	p.add(`<p class="t" style="margin:0 0 12px 0;`, listSize, `;`, ink, `">`)
	for i, row := range r {
		if i > 0 {
			p.add("<br>\n")
		}
		row = row[min(len(rowMargin), len(row)):]
		indent := len(row) - len(strings.TrimLeft(row, " "))
		p.add(strings.Repeat("&nbsp;", indent))
		p.words(row[indent:])
	}
	p.add("</p>")
	p.end()
}

// How games end, each with a small board.
func (g goals) writePage(p *page) {
	p.begin()
	p.add(layoutTable)
	for _, one := range g {
		p.add(`<tr><td width="82" valign="middle" style="padding:4px 14px 8px 0">`)
		p.out = pegboard.AppendGoal(p.out, one.ending)
		p.add(`</td><td class="t" valign="middle" style="padding:4px 0 8px 0;`, listSize, `;`, ink, `">`)
		p.words(one.words)
		p.add("</td></tr>\n")
	}
	p.add("</table>")
	p.end()
}
