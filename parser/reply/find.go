package reply

import (
	"slices"
	"strings"
	"unicode"

	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// Found is a text that was found in a mail.
type Found struct {
	Text    string
	trimmed *Trimmed // nil until it was asked for
}

// Trim returns what the sender wrote of a text.
func (f *Found) Trim() *Trimmed {
	if f.trimmed == nil {
		f.trimmed = Trim(f.Text)
	}
	return f.trimmed
}

// wordsReader looks for the words of a mail in its parts.
type wordsReader struct {
	damage  *mime.Findings
	blank   map[*mime.Part]bool // what was read and shows nothing
	files   bool                // text that is marked as a file counts too
	outside bool                // and text outside the parts
}

// Find returns the words of the mail, and whether there is a part for them.
// Where no part holds any, a text with a file name may be the body after all,
// as some programs give it one; and last, words may stand outside the parts.
func Find(root *mime.Part, damage *mime.Findings) (Found, bool) {
	blank := map[*mime.Part]bool{}
	var f Found
	ok := false
	for _, r := range []wordsReader{{}, {files: true}, {files: true, outside: true}} {
		r.damage, r.blank = damage, blank
		if f, ok = r.read(root); ok || damage.Has(mime.CodeEncrypted) || (r.files && hasText(root)) {
			break
		}
	}
	if len(f.Text) > mime.MaxText {
		damage.Truncated = true
		damage.Note(mime.CodeTextTruncated, "")
		f = Found{Text: plain.CutBytes(f.Text, mime.MaxText)}
	}
	return f, ok || hasText(root)
}

// read returns the words in a part and those within it. Attached files and
// attached mails are not the sender's words.
func (r *wordsReader) read(p *mime.Part) (Found, bool) {
	switch {
	case p.Encrypted:
		r.damage.Note(mime.CodeEncrypted, "")
		return Found{}, false
	case r.blank[p]:
		return Found{}, false
	case p.IsText(), r.files && p.IsOtherText():
		f := Found{Text: textOf(p, r.damage)}
		if plain.IsBlank(f.Text) {
			r.blank[p] = true
		}
		return f, !r.blank[p]
	case p.MediaType == "multipart/alternative":
		return r.choose(p)
	case p.MediaType == "multipart/related":
		for _, c := range r.parts(p) {
			if f, ok := r.read(c); ok {
				return f, true // the others are what the first shows
			}
		}
		return Found{}, false
	}
	if f, ok := r.join(p); ok || !r.outside {
		return f, ok
	}
	text := plain.Clean(plain.ToUTF8(p.Outside[:min(len(p.Outside), mime.MaxText)]))
	lower := strings.ToLower(text)
	isRemark := func(word string) bool { return strings.Contains(lower, word) }
	if plain.IsBlank(text) || slices.ContainsFunc([]string{"mime", "multi-part", "multipart"}, isRemark) { // for programs that do not know MIME
		return Found{}, false
	}
	return Found{Text: text}, true
}

// parts returns those within a part that are no files.
func (r *wordsReader) parts(p *mime.Part) []*mime.Part {
	return slices.DeleteFunc(slices.Clone(p.Children), r.skips)
}

// join puts together the texts in the parts of a multipart: Apple Mail writes
// one above and one below each picture. Where one says the same as another, the
// parts were meant as alternatives.
func (r *wordsReader) join(p *mime.Part) (Found, bool) {
	var all []Found
	var said map[string]bool // the texts without white space; nil while there is one
	size := 0
	for _, c := range r.parts(p) {
		if size > mime.MaxText {
			break
		}
		if c.IsCMS() && len(all) > 0 {
			continue // below words of its own, a signed mail is one that is passed on
		}
		f, ok := r.read(c)
		if !ok {
			continue
		}
		if len(all) == 1 {
			said = map[string]bool{withoutSpace(all[0].Text): true}
		}
		if said != nil {
			letters := withoutSpace(f.Text)
			if said[letters] {
				continue
			}
			said[letters] = true
		}
		all = append(all, f)
		size += len(f.Text)
	}
	switch len(all) {
	case 0:
		return Found{}, false
	case 1:
		return all[0], true
	}
	var texts []string
	for _, f := range all {
		texts = append(texts, strings.TrimRight(f.Text, "\n"))
	}
	return Found{Text: strings.Join(texts, "\n\n")}, true
}

// choose returns one of the alternatives of one content: the plain one, unless
// it holds nothing, or only the older mail, or the advice to look at the other, and
// another holds words of the sender.
func (r *wordsReader) choose(p *mime.Part) (Found, bool) {
	var best Found
	ok := false
	for _, plain := range []bool{true, false} {
		for _, c := range r.parts(p) {
			if plain != (c.IsText() && !c.IsHTML()) {
				continue
			}
			f, has := r.read(c)
			if !has {
				continue
			}
			if !ok {
				best, ok = f, true
				continue
			}
			if f.Trim().Reply == "" || isStub(f.Text) {
				continue
			}
			// What the former one quotes is not new, even if the quote is not recognized any more.
			line, _, _ := strings.Cut(f.Trim().Reply, "\n")
			if isStub(best.Text) || best.Trim().Reply == "" && !strings.Contains(best.Text, line) {
				best = f
			}
		}
		if ok && best.Trim().Reply != "" && !isStub(best.Text) {
			break
		}
	}
	best.cutHTMLSignature(p)
	return best, ok
}

// isStub reports whether a text only says that the mail is in HTML.
func isStub(text string) bool {
	const longest = 400
	text = strings.TrimSpace(text)
	if len(text) > longest || !strings.Contains(strings.ToLower(text), "html") {
		return false
	}
	for line := range strings.Lines(text) {
		if _, ok := command.Parse(strings.TrimSuffix(line, "\n")); ok {
			return false
		}
	}
	return true
}

func withoutSpace(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// hasText reports whether there is a part for the words, though it be empty.
func hasText(p *mime.Part) bool {
	var r wordsReader
	return p.First(func(c *mime.Part) bool { return c.IsText() && (c == p || !r.skips(c)) }) != nil
}

// skips reports whether a part is a file beside the text (RFC 2183).
func (r *wordsReader) skips(p *mime.Part) bool {
	kind, _ := p.Disposition()
	if !p.IsText() {
		return kind == "attachment" && !p.IsCMS() && !p.Encrypted
	}
	named := p.FileName() != ""
	if r.files {
		return named && kind == "attachment"
	}
	return named || kind == "attachment"
}

// textOf returns the text of a part as lines. A whole HTML page is one whatever its part
// says of it.
func textOf(p *mime.Part, damage *mime.Findings) string {
	text := p.Decode(damage)
	start := strings.ToLower(plain.CutBytes(strings.TrimLeft(text, " \t\n"), 15))
	switch {
	case p.IsHTML(), strings.HasPrefix(start, "<html"), strings.HasPrefix(start, "<!doctype html"):
		return plain.Clean(readHTML(text).out.String())
	case p.MediaType == "text/enriched", p.MediaType == "text/richtext":
		return plainFromEnriched(text)
	case strings.EqualFold(p.Params["format"], "flowed"):
		return unflow(text, strings.EqualFold(p.Params["delsp"], "yes"))
	}
	return text
}
