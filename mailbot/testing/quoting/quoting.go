// Package quoting brings a mail of ours back in the ways in which mail programs
// do when its reader answers or passes it on. It is for tests of what is then
// read in it, and only they import it. It does not imitate single programs:
// package parser has whole mails of those among its samples.
package quoting

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// A Mail is what comes back.
type Mail struct{ Subject, Text, HTML string }

// A Style is a way of quoting.
type Style struct {
	Name string
	// Bare says that nothing parts our words from the player's: the text was
	// copied without its first line. What stands above it can't be told from it.
	Bare bool
	// back gives the body of the answer, with the header fields of its MIME type.
	back func(m Mail, typed string) string
}

// Answer gives the whole answer to a mail: what the player typed, and below it
// the mail.
func (s Style) Answer(m Mail, typed string) []byte {
	return []byte("From: Ana <ana@example.org>\nTo: unlur@example.org\nMessage-ID: <q@client.test>\n" +
		"In-Reply-To: <x@example.org>\nSubject: Re: " + m.Subject + "\nMIME-Version: 1.0\n" + s.back(m, typed) + "\n")
}

// Styles are all the ways.
var Styles = styles()

func styles() []Style {
	all := []Style{
		{Name: "marked", back: plain(func(m Mail) string { return marked("> ", m.Text) })},
		{Name: "marked, without a blank", back: plain(func(m Mail) string { return marked(">", m.Text) })},
		{Name: "marked twice", back: plain(func(m Mail) string { return marked(">> ", m.Text) })},
		{Name: "marked twice, with blanks", back: plain(func(m Mail) string { return marked("> > ", m.Text) })},
		{Name: "below an attribution", back: plain(func(m Mail) string { return attribution + "\n\n" + marked("> ", m.Text) })},
		{Name: "below an attribution, not marked", back: plain(func(m Mail) string { return attribution + "\n\n" + m.Text })},
		{Name: "not marked", back: plain(func(m Mail) string { return m.Text })},
		{Name: "not marked, letterhead as entities", back: plain(func(m Mail) string { return strings.Replace(m.Text, letterhead, "&#9679;&#9675;", 1) })},
		{Name: "not marked, a point of a list", back: plain(func(m Mail) string { return "• " + m.Text })},
		{Name: "not marked, on the line of the answer", back: func(m Mail, typed string) string {
			return "Content-Type: text/plain; charset=utf-8\n\n" + typed + " " + m.Text
		}},
		{Name: "empty lines taken out", back: plain(func(m Mail) string { return strings.ReplaceAll(m.Text, "\n\n", "\n") })},
		{Name: "empty lines doubled", back: plain(func(m Mail) string { return strings.ReplaceAll(m.Text, "\n", "\n\n") })},
		{Name: "indented", back: plain(func(m Mail) string { return marked("    ", m.Text) })},
		{Name: "one line for a paragraph", back: plain(func(m Mail) string { return unwrapped(m.Text) })},
		{Name: "below printed fields", back: plain(func(m Mail) string { return printedFields(m) + "\n" + m.Text })},
		{Name: "below a title", back: plain(func(m Mail) string { return "-----Original Message-----\n" + printedFields(m) + "\n" + m.Text })},
		{Name: "forwarded", back: plain(func(m Mail) string {
			return "---------- Forwarded message ---------\n" + printedFields(m) + "\n" + m.Text
		})},
		{Name: "forwarded as a file", back: asFile},
		{Name: "flowed", back: flowed},
		{Name: "HTML", back: hypertext(body)},
		{Name: "HTML in a blockquote", back: hypertext(func(m Mail) string { return "<blockquote type=\"cite\">" + body(m) + "</blockquote>" })},
		{Name: "HTML, classes renamed", back: hypertext(func(m Mail) string { return classes.ReplaceAllString(body(m), ` class="m_-12345$1"`) })},
		{Name: "HTML, classes lost", back: hypertext(func(m Mail) string { return classes.ReplaceAllString(body(m), "") })},
		{Name: "HTML, below printed fields", back: hypertext(func(m Mail) string {
			return "<div style=\"border:none;border-top:solid #E1E1E1 1.0pt\"><p>" + strings.ReplaceAll(printedFields(m), "\n", "<br>") + "</p></div>" + body(m)
		})},
		{Name: "HTML as text, a line for a cell", back: plain(func(m Mail) string { return asText(body(m), "\n") })},
		{Name: "HTML as text, tabs", back: plain(func(m Mail) string { return asText(body(m), "\t") })},
		{Name: "HTML as text, blanks", back: plain(func(m Mail) string { return asText(body(m), "  ") })},
		{Name: "HTML as text, marked", back: plain(func(m Mail) string { return marked("> ", asText(body(m), "\n")) })},
		{Name: "HTML as text, links written out", back: plain(func(m Mail) string { return asText(withLinks(body(m)), "\n") })},
		{Name: "HTML as text, links written out, marked", back: plain(func(m Mail) string { return marked("> ", asText(withLinks(body(m)), "\n")) })},
		{Name: "text as HTML", back: hypertext(func(m Mail) string {
			return "<div>" + strings.ReplaceAll(html.EscapeString(m.Text), "\n", "<br>\n") + "</div>"
		})},
		{Name: "copied", Bare: true, back: plain(copied)},
		{Name: "copied, one line for a paragraph", Bare: true, back: plain(func(m Mail) string { return unwrapped(copied(m)) })},
		{Name: "copied from HTML, a line for a cell", Bare: true, back: plain(func(m Mail) string { return bare(asText(body(m), "\n")) })},
		{Name: "copied from HTML, tabs", Bare: true, back: plain(func(m Mail) string { return bare(asText(body(m), "\t")) })},
		{Name: "copied from HTML, blanks", Bare: true, back: plain(func(m Mail) string { return bare(asText(body(m), "  ")) })},
		{Name: "board copied, a line for a cell", Bare: true, back: plain(func(m Mail) string { return asText(board(m), "\n") })},
		{Name: "board copied, tabs", Bare: true, back: plain(func(m Mail) string { return asText(board(m), "\t") })},
		{Name: "board copied, blanks", Bare: true, back: plain(func(m Mail) string { return asText(board(m), "  ") })},
		{Name: "board copied, not parted", Bare: true, back: plain(func(m Mail) string { return asText(board(m), "") })},
		{Name: "copied from HTML, links written out", Bare: true, back: plain(func(m Mail) string { return bare(asText(withLinks(body(m)), "\n")) })},
		{Name: "board copied, links written out", Bare: true, back: plain(func(m Mail) string { return asText(withLinks(board(m)), "\n") })},
		{Name: "board copied, links written out in rows", Bare: true, back: plain(func(m Mail) string { return asText(withLinks(board(m)), " ") })},
		{Name: "board copied as HTML", Bare: true, back: hypertext(board)},
		{Name: "copied as HTML", Bare: true, back: hypertext(func(m Mail) string { return "<pre>" + html.EscapeString(copied(m)) + "</pre>" })},
	}
	for width := 40; width <= 80; width += 2 {
		all = append(all,
			Style{Name: "not marked, wrapped anew", back: plain(func(m Mail) string { return wrapped(m.Text, width) })},
			Style{Name: "copied, wrapped anew", Bare: true, back: plain(func(m Mail) string { return wrapped(copied(m), width) })})
	}
	for _, width := range []int{40, 60, 76} {
		all = append(all,
			Style{Name: "HTML as text, wrapped anew", back: plain(func(m Mail) string { return marked("> ", wrapped(asText(body(m), " "), width)) })},
			Style{Name: "copied from HTML, wrapped anew", Bare: true, back: plain(func(m Mail) string { return wrapped(bare(asText(body(m), " ")), width) })})
	}
	// Some programs break marked lines anew and mark only the first half of each.
	for width := 40; width <= 80; width++ {
		for _, mark := range []string{">", "> ", ">> ", "> > "} {
			all = append(all, Style{Name: "marked, wrapped anew", back: plain(func(m Mail) string { return wrapped(marked(mark, m.Text), width) })})
		}
	}
	return all
}

const attribution = "On Fri, 20 Nov 2026 at 12:00, Unlur <unlur@example.org> wrote:"

// plain and hypertext make a body of one type, the player's words on top.
func plain(quote func(Mail) string) func(Mail, string) string {
	return func(m Mail, typed string) string {
		return "Content-Type: text/plain; charset=utf-8\n\n" + typed + "\n\n" + quote(m)
	}
}

func hypertext(quote func(Mail) string) func(Mail, string) string {
	return func(m Mail, typed string) string {
		var above strings.Builder
		for line := range strings.SplitSeq(typed, "\n") {
			above.WriteString("<div>" + html.EscapeString(line) + "<br></div>\n")
		}
		return "Content-Type: text/html; charset=utf-8\n\n<html><body>" + above.String() + quote(m) + "</body></html>"
	}
}

func asFile(m Mail, typed string) string {
	return "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n" + typed +
		"\n--b\nContent-Type: message/rfc822\n\nFrom: unlur@example.org\nSubject: " + m.Subject + "\n\n" + m.Text + "\n--b--"
}

// flowed is the form of RFC 3676: lines that end in a blank go on in the next.
func flowed(m Mail, typed string) string {
	var quote strings.Builder
	for line := range strings.SplitSeq(marked("> ", m.Text), "\n") {
		if len(line) > 60 {
			line += " "
		}
		quote.WriteString(line + "\n")
	}
	return "Content-Type: text/plain; charset=utf-8; format=flowed\n\n" + typed + "\n\n" + attribution + "\n" + quote.String()
}

func marked(mark, text string) string {
	return mark + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+mark)
}

func printedFields(m Mail) string {
	return "From: Unlur <unlur@example.org>\nSent: Friday, November 20, 2026 12:00\nTo: Ana\nSubject: " + m.Subject + "\n"
}

var classes = regexp.MustCompile(` class="([^"]*)"`)

// body is what stands between the body tags of an HTML mail.
func body(m Mail) string {
	_, inner, _ := strings.Cut(m.HTML, "<body")
	_, inner, _ = strings.Cut(inner, ">")
	inner, _, _ = strings.Cut(inner, "</body>")
	return inner
}

// board is what a reader copies who marks nothing but the first board and what
// belongs to it, or the whole mail if it shows none.
func board(m Mail) string {
	_, inner, found := strings.Cut(m.HTML, `<table class="b `)
	if !found {
		return "<p>" + html.EscapeString(copied(m)) + "</p>"
	}
	_, inner, _ = strings.Cut(inner, ">")
	inner, _, _ = strings.Cut(inner, "</table><!--")
	return inner
}

// asText is what becomes of HTML in a program that answers in plain text: a row is a
// line, and between its cells stands a gap.
func asText(page, gap string) string {
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(page))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return strings.Trim(strings.ReplaceAll(out.String(), "\u00a0", " "), "\n")
		case html.TextToken:
			out.WriteString(strings.TrimLeft(html.UnescapeString(string(tokens.Raw())), "\n"))
		case html.StartTagToken, html.EndTagToken:
			opens := tokens.Raw()[1] != '/'
			name, _ := tokens.TagName()
			switch tag := string(name); {
			case tag == "img":
				out.WriteString(pictureAsText(tokens))
			case tag == "td" && !opens:
				out.WriteString(gap)
			case tag == "br", !opens && slices.Contains([]string{"p", "tr", "pre", "div", "blockquote"}, tag):
				out.WriteByte('\n')
			}
		}
	}
}

var links = regexp.MustCompile(`(<a [^>]*href="([^"]*)"[^>]*>[^<]*)</a>`)

// withLinks writes where a link leads behind its words, as Outlook does where it
// answers HTML in plain text.
func withLinks(page string) string { return links.ReplaceAllString(page, "$1&lt;$2&gt;</a>") }

// pictureAsText is what programs leave of a picture: its name, as Outlook does, or
// what it shows.
func pictureAsText(tokens *html.Tokenizer) (text string) {
	for more := true; more; {
		var key, value []byte
		key, value, more = tokens.TagAttr()
		switch string(key) {
		case "src":
			text += "[" + string(value) + "]\n"
		case "alt":
			text += string(value) + "\n"
		}
	}
	return text
}

// letterhead is what our mails begin with.
const letterhead = "●○"

// bare is a text without the signs that say where it begins, as when somebody
// copies it from the first word on.
func bare(text string) string {
	if _, rest, found := strings.Cut(text, letterhead); found {
		return strings.TrimLeft(rest, " \n")
	}
	return text
}

// copied is the text without its letterhead.
func copied(m Mail) string {
	return bare(m.Text)
}

// unwrapped makes one line of each paragraph.
func unwrapped(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(paragraphs, "\n\n")
}

// wrapped breaks every line that is longer than width at its blanks.
func wrapped(text string, width int) string {
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		for len(line) > width {
			at := strings.LastIndexByte(line[:width+1], ' ')
			if at <= 0 {
				break
			}
			out.WriteString(line[:at] + "\n")
			line = line[at+1:]
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}
