package parser

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// part is one node in the tree of a mail's parts (RFC 2046). Its body is still
// encoded: only the one part that holds the text is ever decoded.
type part struct {
	header    message.Header
	mediaType string // lower case
	params    map[string]string
	body      []byte
	children  []*part
	uncut     bool // a multipart that could not be cut: its body is read as text
}

// treeReader holds what must be counted over a whole mail.
type treeReader struct {
	mail  *Mail // collects the problems
	parts int
}

// readTree reads the parts of a mail. The parts are cut by our own splitter and
// not by go-message's MultipartReader, which gives up the whole mail for one bad
// header line in one part, repeats an error for ever, and takes quadratic time
// on deep nesting; each part is then read by go-message.
func readTree(raw []byte, headerOnly bool, m *Mail) *part {
	if headerOnly {
		raw = raw[:min(len(raw), MaxHeader)]
	}
	raw = normalize(raw)
	if headerOnly {
		raw, _ = cutHeader(raw)
	}
	r := &treeReader{mail: m}
	root := r.read(raw, 0)
	if root.header.Len() == 0 && len(raw) > 0 {
		m.problem(CodeNoHeader, "")
	}
	return root
}

// read reads one part and those within it.
func (r *treeReader) read(raw []byte, depth int) *part {
	r.parts++
	header, body, bad := splitHeader(raw)
	if bad != "" {
		r.mail.problem(CodeBadHeaderLine, bad)
	}
	if short := firstLines(header, MaxHeaderLines); len(short) < len(header) {
		r.mail.problem(CodeHeaderTooLong, "")
		header = short
	}
	p := &part{body: body}
	fields, err := textproto.ReadHeader(bufio.NewReaderSize(bytes.NewReader(header), 512))
	if err != nil {
		// splitHeader leaves nothing to object to; should go-message become
		// stricter, the fields that it did read are still good.
		r.mail.problem(CodeBadHeaderLine, err.Error())
	}
	p.header = message.Header{Header: fields}
	if bad := p.readContentType(); bad != "" {
		r.mail.problem(CodeBadContentType, bad)
	}
	if strings.HasPrefix(p.mediaType, "multipart/") {
		r.readChildren(p, depth)
	}
	return p
}

// readChildren cuts a multipart into its parts and reads them. What cannot be
// cut is taken for plain text: better the words with some clutter than none.
func (r *treeReader) readChildren(p *part, depth int) {
	if depth >= MaxDepth {
		r.mail.problem(CodeTooDeep, "")
		return
	}
	pieces := splitParts(p.body, p.params["boundary"])
	if pieces == nil {
		pieces = splitParts(p.body, guessBoundary(p.body))
	}
	if pieces == nil {
		if len(bytes.TrimSpace(p.body)) > 0 {
			r.mail.problem(CodeMissingBoundary, "")
		}
		p.uncut = true
		p.header.Del("Content-Type")
		return
	}
	for _, piece := range pieces {
		if r.parts >= MaxParts {
			r.mail.problem(CodeTooManyParts, "")
			return
		}
		p.children = append(p.children, r.read(piece, depth+1))
	}
}

// splitParts returns what stands between the delimiter lines of a multipart
// (RFC 2046 section 5.1.1), and nil if there is no such line. A missing last
// delimiter is forgiven: the last part then ends where the mail ends.
func splitParts(body []byte, boundary string) [][]byte {
	if boundary == "" {
		return nil
	}
	var pieces [][]byte
	delimiter := []byte("--" + boundary)
	start := -1 // of the part that is open
	for at := 0; ; {
		i := nextLine(body[at:], delimiter)
		if i < 0 {
			break
		}
		i += at
		line, _, _ := bytes.Cut(body[i:], []byte("\n"))
		at = i + len(line)
		rest := bytes.TrimRight(line[len(delimiter):], " \t")
		last := string(rest) == "--"
		if len(rest) > 0 && !last {
			continue // another, longer boundary
		}
		if len(pieces) > MaxParts {
			return pieces // more than anybody will read
		}
		if start >= 0 {
			// The line end before a delimiter belongs to the delimiter.
			pieces = append(pieces, bytes.TrimSuffix(body[min(start, i):i], []byte("\n")))
		}
		if last {
			return pieces
		}
		start = min(at+1, len(body))
	}
	if start >= 0 {
		pieces = append(pieces, body[start:])
	}
	return pieces
}

// nextLine returns where the next line begins that starts with prefix, or -1.
func nextLine(b, prefix []byte) int {
	if bytes.HasPrefix(b, prefix) {
		return 0
	}
	if i := bytes.Index(b, append([]byte("\n"), prefix...)); i >= 0 {
		return i + 1
	}
	return -1
}

// guessBoundary finds the boundary of a multipart whose header does not tell
// it: the first line that begins with two hyphens and has a header field below.
func guessBoundary(body []byte) string {
	candidate := ""
	for line := range bytes.Lines(body) {
		if candidate != "" && isField(line) {
			return candidate
		}
		candidate = ""
		line = bytes.TrimRight(line, " \t\n")
		if rest, found := bytes.CutPrefix(line, []byte("--")); found && !bytes.ContainsAny(rest, " \t") {
			candidate = string(rest)
		}
	}
	return ""
}

// found is a text that was found in a mail.
type found struct {
	text string
	html bool
}

// text returns the words of the mail and whether there is a part for them.
func (p *part) text(m *Mail) (string, bool) {
	f, ok := p.find(m)
	if !ok {
		return "", p.hasText()
	}
	if f.html {
		f.text = htmlToText(f.text)
	}
	if len(f.text) > MaxText {
		m.Truncated = true
		m.problem(CodeTextTruncated, "")
		f.text = cutBytes(f.text, MaxText)
	}
	return f.text, true
}

// find returns the first part that holds words. Of the alternatives of one
// content the plain one is taken, if it holds any; some programs send an empty
// one. Attached files and attached mails are not the sender's words.
func (p *part) find(m *Mail) (found, bool) {
	if p.isEncrypted() {
		m.problem(CodeEncrypted, "")
		return found{}, false
	}
	if p.isText() {
		f := found{text: p.decode(m), html: p.isHTML()}
		return f, !isBlank(f.text)
	}
	var html found
	for _, c := range p.children {
		if c.isAttachment() {
			continue
		}
		f, ok := c.find(m)
		switch {
		case !ok:
		case f.html && p.mediaType == "multipart/alternative":
			if html.text == "" {
				html = f
			}
		default:
			return f, true
		}
	}
	return html, html.text != ""
}

// hasText reports whether there is a part for the words, though it be empty.
func (p *part) hasText() bool {
	has := false
	p.walk(func(c *part) {
		has = has || (c.isText() && !c.isAttachment())
	})
	return has
}

// walk calls visit for a part and all parts within it.
func (p *part) walk(visit func(*part)) {
	visit(p)
	for _, c := range p.children {
		c.walk(visit)
	}
}

func (p *part) isHTML() bool { return p.mediaType == "text/html" }

func (p *part) isText() bool {
	switch p.mediaType {
	case "text/plain", "text/html", "text/markdown", "text/enriched":
		return true
	}
	return p.uncut
}

func (p *part) isEncrypted() bool {
	switch p.mediaType {
	case "multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime":
		return true
	}
	return false
}

// isAttachment reports whether a part is a file beside the text (RFC 2183).
func (p *part) isAttachment() bool {
	if !p.header.Has("Content-Disposition") {
		return false
	}
	disposition, params, _ := p.header.ContentDisposition()
	kind, _, _ := strings.Cut(disposition, ";")
	return strings.EqualFold(strings.TrimSpace(kind), "attachment") || params["filename"] != ""
}
