package reply

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"unlurbot/parser/mime"
)

// readHTML writes the words of an HTML mail as lines. What the containers of
// the mail programs mark as quoted gets a ">" in front, so that one trimmer
// serves both kinds of mail; hidden text is left out. Signatures are left out too, and
// those that are not quoted are written apart.
//
// It reads tokens and builds no tree: that takes linear time, needs no memory
// for hostile nesting, and mail is not well-formed anyway.
func readHTML(src string) *htmlWriter {
	w := &htmlWriter{}
	tokens := html.NewTokenizer(strings.NewReader(src))
	for w.out.Len() <= mime.MaxText {
		switch tokens.Next() {
		case html.ErrorToken:
			return w
		case html.TextToken:
			w.text(string(tokens.Text()))
		case html.StartTagToken:
			w.start(tokens, false)
		case html.SelfClosingTagToken:
			w.start(tokens, true)
		case html.EndTagToken: // one that closes no container is only a place to break a line
			name, _ := tokens.TagName()
			tag := atom.Lookup(name)
			w.breakFor(tag)
			if tag == atom.Pre {
				w.pre = max(0, w.pre-1)
			}
			if c := w.top(tag); c != nil {
				if c.inner--; c.inner < 0 {
					w.closeTop()
				}
			}
		}
	}
	return w
}

// container is an open element that changes how its content is taken.
type container struct {
	tag   atom.Atom
	role  role
	inner int  // open elements of the same tag within it
	fresh bool // its first text, which may tell more of it, is still to come
	plain bool // a rule without other borders
}

// maxContainers bounds the nesting that is followed; deeper ones change nothing.
const maxContainers = 50

type htmlWriter struct {
	out       strings.Builder
	signature strings.Builder

	open   []container
	quotes int  // open containers that quote
	drops  int  // open containers that are left out
	signs  int  // those of them that are signatures
	rest   bool // everything from here to the end is a quote
	pre    int  // open <pre>
	breaks int  // line ends owed before the next text
	space  bool // a blank is owed before the next word
	midway bool // there is text on the current line
	tight  bool // the last <p> has no space around it
}

// start handles a start tag.
func (w *htmlWriter) start(tokens *html.Tokenizer, selfClosing bool) {
	name, _ := tokens.TagName()
	tag := atom.Lookup(name)
	attrs := readAttributes(tokens)
	if breaksAround(tag) > 0 && w.top(atom.P) != nil {
		w.closeTop() // the end tag of a paragraph may be missing where something begins that cannot be in one
	}
	if tag == atom.P {
		w.tight = isTight(attrs)
	}
	w.breakFor(tag)
	switch tag {
	case atom.Br:
		w.breaks++
	case atom.Li:
		w.word("-")
		w.space = true
	case atom.Td, atom.Th:
		w.space = true
	case atom.Pre:
		w.pre++
	}
	r := roleOf(tag, attrs)
	if r == roleRest {
		w.rest = w.rest || w.quotes == 0 // in a quote it ends with the quote
		w.breaks = max(w.breaks, 1)
		return
	}
	if selfClosing || slices.Contains(contentless, tag) {
		return
	}
	if r != roleNone && len(w.open) < maxContainers {
		w.open = append(w.open, container{tag: tag, role: r, fresh: true, plain: strings.Contains(attrs.style, "border:none")})
		w.count(r, 1)
	} else if c := w.top(tag); c != nil {
		c.inner++
	}
}

// top returns the innermost open container if it is of a tag, else nil.
func (w *htmlWriter) top(tag atom.Atom) *container {
	if top := len(w.open) - 1; top >= 0 && w.open[top].tag == tag {
		return &w.open[top]
	}
	return nil
}

func (w *htmlWriter) closeTop() {
	top := len(w.open) - 1
	w.count(w.open[top].role, -1)
	w.open = w.open[:top]
}

// count enters or leaves a container.
func (w *htmlWriter) count(r role, n int) {
	switch r {
	case roleQuote, roleIntro:
		w.quotes += n
		w.breaks = max(w.breaks, 1)
	case roleSignature:
		w.signs += n
		w.drops += n
	case roleDrop:
		w.drops += n
	}
}

// breakFor owes the line ends that an element has around it.
func (w *htmlWriter) breakFor(tag atom.Atom) {
	n := breaksAround(tag)
	if tag == atom.P && w.tight {
		n = 1
	}
	w.breaks = max(w.breaks, n)
}

// breaksAround returns how many line ends an element has around it: two leave an
// empty line.
func breaksAround(tag atom.Atom) int {
	switch tag {
	case atom.Div, atom.Li, atom.Tr, atom.Table, atom.Hr, atom.Section, atom.Article,
		atom.Header, atom.Footer, atom.Address, atom.Dt, atom.Dd, atom.Center, atom.Body, atom.Caption:
		return 1
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Ul, atom.Ol, atom.Dl, atom.Pre, atom.Blockquote:
		return 2
	}
	return 0
}

// look lets the first text in a container tell what it is: the head of a forwarded
// mail, or the first field of a printed header.
func (w *htmlWriter) look(s string) {
	const longest = 30 // of a field whose name is not known
	top := len(w.open) - 1
	if s = strings.TrimSpace(s); top < 0 || !w.open[top].fresh || s == "" {
		return
	}
	c := &w.open[top]
	c.fresh = false
	switch c.role {
	case roleIntro:
		w.rest = w.rest || w.quotes == 1 && strings.HasPrefix(s, "--")
	case roleRule:
		known, _ := headerLabel(strings.TrimRight(s, ":") + ":")
		header := known != labelNone || c.plain && len(s) <= longest && strings.HasSuffix(s, ":")
		w.rest = w.rest || w.quotes == 0 && header
	}
}

// text handles the text between tags.
func (w *htmlWriter) text(s string) {
	if w.signs > 0 && w.signs == w.drops && !w.quoted() {
		w.signature.WriteString(s)
	}
	if w.drops > 0 || s == "" {
		return
	}
	w.look(s)
	if w.pre > 0 {
		for i, line := range strings.Split(strings.Trim(s, "\n"), "\n") {
			w.breaks = max(w.breaks, min(i, 1))
			w.word(line)
			if line == "" {
				w.breaks++
			}
		}
		return
	}
	// Only the ASCII blanks collapse (HTML Living Standard, "collapsible").
	const blanks = 1<<' ' | 1<<'\t' | 1<<'\n' | 1<<'\f' | 1<<'\r'
	isBlank := func(r rune) bool { return uint64(1)<<r&blanks != 0 }
	w.space = w.space || isBlank(rune(s[0]))
	for word := range strings.FieldsFuncSeq(s, isBlank) {
		if (w.breaks > 0 || !w.midway) && strings.Trim(word, "\u00A0") == "" {
			w.breaks++ // a line that only holds "&nbsp;" is an empty line
			continue
		}
		w.word(word)
		w.space = true
	}
	w.space = w.space && isBlank(rune(s[len(s)-1]))
}

// quoted reports whether what comes next is part of a quote.
func (w *htmlWriter) quoted() bool { return w.quotes > 0 || w.rest }

// word writes text, with the line ends, the quote mark and the blank that are
// owed before it.
func (w *htmlWriter) word(s string) {
	const mostBreaks = 2 // one empty line is enough
	if s == "" || w.drops > 0 {
		return
	}
	if w.breaks > 0 && w.out.Len() > 0 {
		w.out.WriteString(strings.Repeat("\n", min(w.breaks, mostBreaks)))
		w.midway = false
	}
	w.breaks = 0
	if !w.midway {
		w.space = false
		if w.quoted() {
			w.out.WriteString("> ")
		}
	}
	if w.space {
		w.out.WriteByte(' ')
	}
	w.out.WriteString(s)
	w.space, w.midway = false, true
}

// contentless are the elements without content; of an unknown one, 0, it does not matter.
var contentless = []atom.Atom{0, atom.Br, atom.Hr, atom.Img, atom.Meta, atom.Link, atom.Input, atom.Wbr, atom.Col, atom.Base, atom.Area}

// attributes are those that tell what a container is for, in lower case, the style without
// blanks.
type attributes struct {
	id, class, name, style, marker string
	hidden, cite                   bool
}

func readAttributes(tokens *html.Tokenizer) attributes {
	var a attributes
	for {
		key, value, more := tokens.TagAttr()
		switch string(key) {
		case "id":
			a.id = lowerCase(value)
		case "class":
			a.class = lowerCase(value)
		case "name":
			a.name = lowerCase(value)
		case "style":
			a.style = strings.Join(strings.Fields(lowerCase(value)), "")
		case "data-marker", "data-smartmail", "title":
			a.marker = lowerCase(value)
		case "data-signature-widget":
			a.marker = string(key)
		case "hidden":
			a.hidden = true
		case "type":
			a.cite = lowerCase(value) == "cite"
		}
		if !more {
			return a
		}
	}
}

func lowerCase(value []byte) string { return strings.ToLower(string(value)) }
