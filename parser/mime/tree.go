package mime

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"

	"unlurbot/parser/plain"
)

// Part is one node in the tree of a mail's parts (RFC 2046). Its body is still
// encoded: only the parts that may hold the text are ever decoded.
type Part struct {
	Header    message.Header
	MediaType string // lower case
	Params    map[string]string
	Children  []*Part
	Outside   []byte // of a multipart: what stands before, or else after its parts
	Encrypted bool   // nobody but the holder of a key can read it

	body  []byte
	uncut bool // a multipart that could not be cut: its body is read as text
}

// treeReader holds what must be counted over a whole mail.
type treeReader struct {
	found *Findings
	parts int
	lines int // of all headers
}

// ReadTree reads the parts of a mail. The parts are cut by our own splitter and
// not by go-message's MultipartReader, which gives up the whole mail for one bad
// header line in one part, repeats an error for ever, and takes quadratic time
// on deep nesting; the header of each part is then read by go-message. What it gives lies in room, if that is large
// enough, and is good until somebody else uses it.
func ReadTree(raw, room []byte, headerOnly bool, f *Findings) *Part {
	if headerOnly {
		raw = raw[:min(len(raw), MaxHeader)]
	}
	raw = normalize(raw, room)
	if headerOnly {
		raw, _ = cutHeader(raw)
	}
	r := &treeReader{found: f}
	root := r.read(raw, 0)
	if root.Header.Len() == 0 && len(raw) > 0 {
		f.Note(CodeNoHeader, "")
	}
	return root
}

// read reads one part and those within it.
func (r *treeReader) read(raw []byte, depth int) *Part {
	r.parts++
	header, body, bad := SplitHeader(raw)
	if bad != "" {
		r.found.Note(CodeBadHeaderLine, bad)
	}
	rest := header
	for n := r.lines; len(rest) > 0; n++ {
		if n == MaxHeaderLines {
			r.found.Note(CodeHeaderTooLong, "")
			header = header[:len(header)-len(rest)]
			break
		}
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
	}
	r.lines += bytes.Count(header, []byte("\n"))
	p := &Part{body: body}
	fields, err := textproto.ReadHeader(bufio.NewReaderSize(bytes.NewReader(header), 512))
	if err != nil {
		// SplitHeader leaves nothing to object to; should go-message become
		// stricter, the fields that it did read are still good.
		r.found.Note(CodeBadHeaderLine, err.Error())
	}
	p.Header = message.Header{Header: fields}
	if bad := p.readContentType(); bad != "" {
		r.found.Note(CodeBadContentType, bad)
	}
	// Exchange turns the multipart of an encrypted PGP mail into a mixed one.
	p.Encrypted = p.MediaType == "multipart/encrypted" || p.MediaType == "application/pgp-encrypted"
	switch {
	case strings.HasPrefix(p.MediaType, "multipart/"):
		r.readChildren(p, depth)
	case p.IsCMS():
		r.readCMS(p, depth)
	}
	return p
}

// readChildren cuts a multipart into its parts and reads them. What cannot be
// cut is taken for plain text: better the words with some clutter than none.
func (r *treeReader) readChildren(p *Part, depth int) {
	if depth >= MaxDepth {
		r.found.Note(CodeTooDeep, "")
		return
	}
	cut, ok := cutMultipart(p.body, p.Params["boundary"])
	if !ok && p.transferEncoding() != encodingNone {
		// RFC 2045 section 6.4 forbids it, but some programs encode a whole multipart.
		decoded := UnixLines(p.Content(r.found))
		cut, ok = cutMultipart(decoded, p.Params["boundary"])
	}
	if !ok {
		if len(bytes.TrimSpace(p.body)) > 0 {
			r.found.Note(CodeMissingBoundary, "")
		}
		p.uncut = true
		return
	}
	if p.Outside = cut.preamble; len(bytes.TrimSpace(p.Outside)) == 0 {
		p.Outside = cut.epilogue
	}
	for _, piece := range cut.parts {
		if r.parts >= MaxParts {
			r.found.Note(CodeTooManyParts, "")
			return
		}
		c := r.read(piece, depth+1)
		if p.MediaType == "multipart/digest" && !c.Header.Has("Content-Type") {
			c.MediaType = "message/rfc822" // RFC 2046 section 5.1.5
		}
		p.Children = append(p.Children, c)
	}
	p.adoptSiblings()
}

// adoptSiblings mends a multipart within a multipart of the same boundary: what
// was meant to be in the inner one stands beside it. The outer one is then read
// as what the inner one is.
func (p *Part) adoptSiblings() {
	for i, c := range p.Children {
		if c.uncut && len(bytes.TrimSpace(c.body)) == 0 && c.Params["boundary"] == p.Params["boundary"] && i+1 < len(p.Children) {
			p.MediaType = c.MediaType
			return
		}
	}
}

// First returns the first of a part and all parts within it that is of a kind, or
// nil.
func (p *Part) First(kind func(*Part) bool) *Part {
	if kind(p) {
		return p
	}
	for _, c := range p.Children {
		if found := c.First(kind); found != nil {
			return found
		}
	}
	return nil
}

// FileName returns the name of the file that a part is, as far as it matters:
// in lower case.
func (p *Part) FileName() string {
	if _, params := p.Disposition(); params["filename"] != "" {
		return strings.ToLower(params["filename"])
	}
	return strings.ToLower(p.Params["name"])
}

// IsFile reports whether a part was put beside the mail as a file.
func (p *Part) IsFile() bool {
	kind, params := p.Disposition()
	return kind == "attachment" || params["filename"] != ""
}

// Disposition reads the Content-Disposition field (RFC 2183).
func (p *Part) Disposition() (kind string, params map[string]string) {
	v := p.Header.Get("Content-Disposition")
	if v == "" {
		return "", nil
	}
	v = dropComments(plain.CutBytes(v, plain.MaxField))
	kind, rest, _ := strings.Cut(v, ";")
	return strings.ToLower(leadingToken(strings.TrimSpace(kind))), guessParams(rest)
}
