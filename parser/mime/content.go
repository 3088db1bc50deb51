package mime

import (
	"bytes"
	"strings"

	"unlurbot/parser/plain"
)

// encoding is a content transfer encoding (RFC 2045 section 6).
type encoding uint8

const (
	encodingNone encoding = iota
	encodingQuotedPrintable
	encodingBase64
	encodingUU
	encodingUnknown
)

// Decode returns the text of a part in UTF-8. Damage is noted, never fatal:
// what an unknown transfer encoding or character set hides is mostly ASCII, and
// a move always is.
func (p *Part) Decode(f *Findings) string {
	limit := plain.MaxMail
	if !p.IsHTML() {
		limit = MaxText
	}
	b := p.Content(f)
	if len(b) > limit {
		f.Truncated = true
		f.Note(CodeTextTruncated, "")
		b = b[:limit]
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
			b = b[:i+1]
		}
	}
	charset := plain.TidyCharset(p.Params["charset"])
	if charset == "" && p.IsHTML() { // a page may state it of itself
		const lookIn = 1024 // as far as browsers look (HTML Living Standard, 13.2.3.2)
		if _, name, found := bytes.Cut(bytes.ToLower(b[:min(len(b), lookIn)]), []byte("charset=")); found {
			name = bytes.TrimLeft(name, `"' `)
			if end := bytes.IndexAny(name, `"'/> ;`); end >= 0 {
				name = name[:end]
			}
			charset = plain.TidyCharset(string(name))
		}
	}
	text, known := plain.DecodeCharset(charset, b)
	if len(text) > plain.MaxMail {
		f.Truncated = true
		f.Note(CodeTextTruncated, "")
		text = plain.CutBytes(text, plain.MaxMail)
	}
	if !known {
		f.Note(CodeUnknownCharset, p.Params["charset"])
	}
	return plain.Clean(text)
}

// transferEncoding reads the Content-Transfer-Encoding field, which some scripts
// write on the line of the Content-Type. Programs have written many words for "none", and
// added parameters to the others.
func (p *Part) transferEncoding() encoding {
	const field = "content-transfer-encoding"
	stated := p.Header.Get(field)
	if !p.Header.Has(field) {
		contentType := strings.ToLower(plain.CutBytes(p.Header.Get("Content-Type"), plain.MaxField))
		_, stated, _ = strings.Cut(contentType, field+":")
	}
	stated = dropComments(plain.CutBytes(stated, plain.MaxField))
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(stated)), ";")
	word = strings.Trim(word, " \t\"'<>.,:\\")
	switch {
	case strings.HasPrefix(word, "quoted"), word == "qp", word == "q":
		return encodingQuotedPrintable
	case strings.HasPrefix(word, "base"), word == "b64", word == "b":
		return encodingBase64
	case word == "uuencode", word == "x-uuencode", word == "x-uue", word == "uue":
		return encodingUU
	case word == "", strings.HasPrefix(word, "7"), strings.HasPrefix(word, "8"), strings.HasPrefix(word, "bin"),
		word == "none", word == "plain", word == "text", strings.HasPrefix(word, "text/"), strings.HasPrefix(word, "utf"),
		strings.HasPrefix(word, "us-ascii"), strings.HasPrefix(word, "iso-8859"):
		return encodingNone
	}
	return encodingUnknown
}

// Content returns the body without its transfer encoding.
//
// The decoders are our own, because those of the standard library stop at the
// first byte that breaks the rules, and cut lines of quoted-printable text that
// are longer than their buffer. A player's words often stand behind the damage.
func (p *Part) Content(f *Findings) []byte {
	switch p.transferEncoding() {
	case encodingQuotedPrintable:
		return plain.DecodeQuotedPrintable(p.body)
	case encodingBase64:
		b, whole := plain.DecodeBase64(p.body)
		if !whole {
			f.Note(CodeDamagedBody, "base64")
		}
		return b
	case encodingUU:
		if b, ok := plain.DecodeUU(p.body); ok {
			return b
		}
		f.Note(CodeDamagedBody, "uuencode")
	case encodingUnknown:
		f.Note(CodeUnknownEncoding, p.Header.Get("Content-Transfer-Encoding"))
	}
	return p.body
}

// IsText reports whether a part is text for a reader, HTML too.
func (p *Part) IsText() bool {
	switch p.MediaType {
	case "text/plain", "text/markdown", "text/x-markdown", "text/enriched", "text/richtext",
		"text/x-plain", "text/text", "text/ascii", "text/unknown", "text/us-ascii", "text/utf-8", "plain/text":
		return true
	}
	return p.uncut || p.IsHTML()
}

// IsOtherText reports whether a part is text of a kind that nobody knows, which
// is read as plain (RFC 2046 section 4.1.4), and no data for a program.
func (p *Part) IsOtherText() bool {
	kind, found := strings.CutPrefix(p.MediaType, "text/")
	switch kind {
	case "calendar", "vcard", "x-vcard", "directory", "csv", "css", "javascript", "xml", "rtf", "x-amp-html",
		"watch-html", "rfc822-headers", "x-moz-deleted", "x-diff", "x-patch":
		return false
	}
	return found
}

// IsHTML reports whether a part is a page of HTML.
func (p *Part) IsHTML() bool {
	return p.MediaType == "text/html" || p.MediaType == "application/xhtml+xml" || p.MediaType == "text/xhtml"
}

// HasTNEF reports whether a part is the wrapping in which Outlook sends a mail to those whom
// it takes for other Outlooks, or has such a part within it.
func (p *Part) HasTNEF() bool {
	return p.First(func(c *Part) bool {
		return c.MediaType == "application/ms-tnef" || c.MediaType == "application/vnd.ms-tnef" || c.FileName() == "winmail.dat"
	}) != nil
}
