package parser

import (
	"bufio"
	"bytes"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
)

// decode returns the text of a part in UTF-8. Damage is noted, never fatal:
// what an unknown transfer encoding or character set hides is mostly ASCII, and
// a move always is.
func (p *part) decode(m *Mail) string {
	limit := MaxMail
	if !p.isHTML() {
		limit = MaxText
	}
	p.tidyEncoding()
	e, err := message.New(p.header, p.bodyReader())
	unknownCharset := message.IsUnknownCharset(err)
	if unknownCharset {
		m.problem(CodeUnknownCharset, p.params["charset"])
	} else if err != nil {
		m.problem(CodeUnknownEncoding, p.header.Get("Content-Transfer-Encoding"))
	}
	b, err := io.ReadAll(io.LimitReader(e.Body, int64(limit)+1))
	if err != nil {
		m.problem(CodeDamagedBody, err.Error())
	}
	if len(b) > limit {
		m.Truncated = true
		m.problem(CodeTextTruncated, "")
		b = b[:bytes.LastIndexByte(b[:limit], '\n')+1]
	}
	text := cleanText(toUTF8(b))
	if strings.EqualFold(p.params["format"], "flowed") && !p.isHTML() {
		text = unflow(text, strings.EqualFold(p.params["delsp"], "yes"))
	}
	return text
}

// bodyReader returns the encoded body. The quoted-printable reader stops at a
// line longer than its buffer and at a stray control character; it takes over a
// buffer that it is given, and the characters are better left out.
func (p *part) bodyReader() io.Reader {
	if p.header.Get("Content-Transfer-Encoding") != "quoted-printable" {
		return bytes.NewReader(p.body)
	}
	body := bytes.Map(func(r rune) rune {
		if (r < ' ' && r != '\n' && r != '\t') || r == 0x7F {
			return -1
		}
		return r
	}, p.body)
	return bufio.NewReaderSize(bytes.NewReader(body), max(4096, len(body)))
}

// tidyEncoding rewrites the Content-Transfer-Encoding field to one of the words
// of RFC 2045 section 6.1 where it means one of them.
func (p *part) tidyEncoding() {
	const field = "Content-Transfer-Encoding"
	stated := p.header.Get(field)
	word, _, _ := strings.Cut(strings.ToLower(stated), ";")
	word, _, _ = strings.Cut(word, "(")
	word = strings.Trim(word, " \t\"'")
	switch word {
	case "7-bit", "8-bit", "8bits", "7bits", "none", "plain", "text", "utf-8", "utf8":
		word = "8bit"
	case "quoted_printable", "quotedprintable", "qp":
		word = "quoted-printable"
	case "base-64", "b64":
		word = "base64"
	}
	if word != stated {
		p.header.Set(field, word)
	}
}

// readContentType notes the type of a part. If the header does not state it
// well, bad is what it states; the type is then guessed and the field rewritten,
// as go-message would drop the parameters with it.
func (p *part) readContentType() (bad string) {
	var err error
	if p.mediaType, p.params, err = p.header.ContentType(); err == nil {
		return ""
	}
	bad = p.header.Get("Content-Type")
	p.mediaType, p.params = guessContentType(bad)
	p.header.SetContentType(p.mediaType, p.params)
	return bad
}

// guessContentType reads a Content-Type that breaks the grammar of RFC 2045
// section 5.1: parameters named twice, without quotes, or without a value.
func guessContentType(v string) (mediaType string, params map[string]string) {
	head, rest, _ := strings.Cut(v, ";")
	mediaType = strings.ToLower(strings.TrimSpace(head))
	if t, _, err := mime.ParseMediaType(mediaType); err != nil || !strings.Contains(t, "/") {
		mediaType = "text/plain"
	}
	params = map[string]string{}
	for rest != "" {
		var key, value string
		key, rest, _ = strings.Cut(rest, "=")
		key = strings.ToLower(strings.Trim(key, " \t;"))
		rest = strings.TrimLeft(rest, " \t")
		if quoted, found := strings.CutPrefix(rest, `"`); found {
			value, rest, _ = strings.Cut(quoted, `"`)
		} else {
			value, rest, _ = strings.Cut(rest, ";")
		}
		if _, twice := params[key]; !twice && isToken(key) {
			params[key] = strings.TrimSpace(value)
		}
	}
	return mediaType, params
}

// isToken reports whether s may be the name of a parameter.
func isToken(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' || strings.IndexByte(`()<>@,;:\"/[]?=*'%`, s[i]) >= 0 {
			return false
		}
	}
	return s != ""
}

// toUTF8 makes text of bytes that claim to be UTF-8 or claim nothing. What is
// not valid UTF-8 is read as windows-1252, the usual truth behind such a claim.
func toUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	s, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return string(s)
}

// charsetReader is charset.Reader without the error: in a header field an
// unknown character set must not hide the words beside it.
func charsetReader(name string, r io.Reader) (io.Reader, error) {
	decoded, err := charset.Reader(name, r)
	if err == nil {
		return decoded, nil
	}
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return strings.NewReader(toUTF8(b)), nil
}

// unflow joins the lines that a mail program has broken (RFC 3676). A line that
// ends in a blank goes on in the next; but a short one was ended by a person,
// whose stray blank must not glue "C4 " to what follows. Quoted lines stay as
// they are, since nobody reads them.
func unflow(text string, delsp bool) string {
	const brokenFrom = 40 // no program breaks a line before this column
	var out strings.Builder
	out.Grow(len(text))
	open := false // the line before goes on in this one
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		quoted := strings.HasPrefix(line, ">")
		if !quoted {
			line = strings.TrimPrefix(line, " ") // space-stuffing
		}
		if open && (quoted || line == "-- " || line == "") {
			out.WriteByte('\n')
		}
		open = !quoted && line != "-- " && len(line) >= brokenFrom && strings.HasSuffix(line, " ")
		if open && delsp {
			line = strings.TrimSuffix(line, " ")
		}
		out.WriteString(line)
		if !open {
			out.WriteByte('\n')
		}
	}
	return out.String()
}
