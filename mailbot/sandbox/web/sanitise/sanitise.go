// Package sanitise removes from the HTML of a mail anything that could make a browser
// act. Only what is on its allowlists gets through. Package web calls it
// for the mails that it shows, and shows them in a sandboxed frame besides.
package sanitise

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// A Rewriter says what becomes of the links and pictures of a mail.
type Rewriter struct {
	// Link gives the address of a page of ours for a link, "" for one that leads
	// nowhere here.
	Link func(href string) string
	// Picture gives a data URL for a Content-ID, "" if there is none.
	Picture func(id string) string
}

// HTML writes the HTML of a mail with nothing in it but the elements and
// attributes of closed lists. What is in an element that is not listed stays,
// except for what is no text. The work grows with the length of the mail alone:
// nothing is built of it, so that no nesting can be too deep.
func (r Rewriter) HTML(mail []byte) []byte {
	var out bytes.Buffer
	out.WriteString("<!DOCTYPE html>\n")
	tokens := html.NewTokenizer(bytes.NewReader(mail))
	raw := "" // the element whose content comes next and is not to be read as HTML
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			if !errors.Is(tokens.Err(), io.EOF) {
				out.WriteString("<p>…</p>")
			}
			return out.Bytes()
		}
		token := tokens.Token()
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			raw = ""
			if rawElements[token.Data] {
				raw = token.Data
				break
			}
			r.start(&out, token)
		case html.EndTagToken:
			raw = ""
			if elements[token.Data] {
				out.WriteString("</" + token.Data + ">")
			}
		case html.TextToken:
			switch {
			case raw == "":
				out.WriteString(html.EscapeString(token.Data))
			case raw == "style" && isHarmless(token.Data):
				out.WriteString("<style>" + token.Data + "</style>")
			}
		}
	}
}

// start writes a start tag, or nothing.
func (r Rewriter) start(out *bytes.Buffer, token html.Token) {
	switch {
	case token.Data == "meta":
		writeColorScheme(out, token)
		return
	case token.Data == "img":
		r.image(out, token)
		return
	case !elements[token.Data]:
		return
	}
	out.WriteString("<" + token.Data)
	for _, a := range token.Attr {
		if token.Data == "a" && a.Key == "href" {
			if to := r.Link(a.Val); to != "" {
				writeAttribute(out, "href", to)
				writeAttribute(out, "target", "_top")
			}
			continue
		}
		writeKept(out, a)
	}
	out.WriteByte('>')
}

// image writes a picture that came with the mail; of any other one only the
// words that stand for it.
func (r Rewriter) image(out *bytes.Buffer, token html.Token) {
	source, instead := "", ""
	for _, a := range token.Attr {
		switch id, ours := strings.CutPrefix(a.Val, "cid:"); {
		case a.Key == "src" && ours:
			if plain, err := url.PathUnescape(id); err == nil {
				source = r.Picture(plain)
			}
		case a.Key == "alt":
			instead = a.Val
		}
	}
	if source == "" {
		out.WriteString(html.EscapeString(instead))
		return
	}
	out.WriteString("<img")
	writeAttribute(out, "src", source)
	for _, a := range token.Attr {
		writeKept(out, a)
	}
	out.WriteByte('>')
}

// writeColorScheme keeps the one thing of value that mails say in a meta
// element: that they have colours for the dark.
func writeColorScheme(out *bytes.Buffer, token html.Token) {
	name, content := "", ""
	for _, a := range token.Attr {
		switch a.Key {
		case "name":
			name = strings.ToLower(a.Val)
		case "content":
			content = a.Val
		}
	}
	if name != "color-scheme" && name != "supported-color-schemes" {
		return
	}
	out.WriteString("<meta")
	writeAttribute(out, "name", name)
	writeAttribute(out, "content", content)
	out.WriteByte('>')
}

// writeKept writes an attribute if it is one that every element may have.
func writeKept(out *bytes.Buffer, a html.Attribute) {
	if attributes[a.Key] && (a.Key != "style" || isHarmless(a.Val)) {
		writeAttribute(out, a.Key, a.Val)
	}
}

func writeAttribute(out *bytes.Buffer, name, value string) {
	out.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
}

// isHarmless says of CSS that it asks for no file, whatever it is. A backslash
// could hide that it does, and "<" has no business there.
func isHarmless(css string) bool {
	css = strings.ToLower(css)
	for _, sign := range []string{"url(", "src(", "image(", "image-set(", "@import", `\`, "<"} {
		if strings.Contains(css, sign) {
			return false
		}
	}
	return true
}

// rawElements are those whose content the tokenizer does not read as HTML.
var rawElements = setOf("iframe noembed noframes noscript plaintext script style textarea title xmp")

// elements may be in a mail as it is shown, besides style, img and meta, which
// are looked at more closely.
var elements = setOf("a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup " +
	"dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hr html i ins kbd li main mark nav " +
	"ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr")

// attributes may be on any of them.
var attributes = setOf("align alt aria-hidden aria-label aria-level bgcolor border cellpadding cellspacing class color colspan " +
	"dir face height lang nowrap role rowspan scope size start style summary title type valign width")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
