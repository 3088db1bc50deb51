package dkimcheck

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// signatureField is the name of the field that holds a signature.
const signatureField = "dkim-signature"

// maxLines is how many lines a header may have; package parser reads more.
const maxLines = 2000

// A mail is a mail cut into its fields and its body, nothing decoded.
type mail struct {
	fields []field
	count  map[string]int // how many fields of a name there are
	body   []byte
}

// A field is one header field with its continuation lines and its line end.
type field struct {
	name string // lower case
	line []byte
}

// fieldName follows RFC 5322 section 3.6.8; what has a colon in it is cut there.
var fieldName = regexp.MustCompile(`^[!-~]+$`)

// split cuts a mail. It fails on every mail of which two programs could see
// different fields: with lines that are neither a field nor its continuation, or
// that hold nothing but blanks, with blanks before a colon, a CR that ends no
// line, a NUL, or no end of the header.
func split(raw []byte) (*mail, bool) {
	m := &mail{count: map[string]int{}}
	for range maxLines {
		line, rest, found := bytes.Cut(raw, []byte("\n"))
		text := bytes.TrimSuffix(line, []byte("\r"))
		switch {
		case !found || bytes.ContainsAny(text, "\r\x00"):
			return nil, false
		case len(text) == 0:
			m.body = rest
			return m, len(m.fields) > 0
		case text[0] == ' ' || text[0] == '\t':
			if len(m.fields) == 0 || len(bytes.TrimSpace(text)) == 0 {
				return nil, false
			}
			last := &m.fields[len(m.fields)-1]
			last.line = last.line[:len(last.line)+len(line)+1] // they stand one behind the other
		default:
			name, _, found := bytes.Cut(text, []byte(":"))
			if !found || !fieldName.Match(name) {
				return nil, false
			}
			f := field{strings.ToLower(string(name)), raw[:len(line)+1]}
			m.fields = append(m.fields, f)
			m.count[f.name]++
		}
		raw = rest
	}
	return nil, false
}

// plainMultipart is a Content-Type that every program reads alike.
var plainMultipart = regexp.MustCompile(`(?i)^multipart/(?:alternative|mixed|related);boundary=("?)([0-9a-z'()+_,./:=?-]{1,70})("?)$`)

// softBreak is the end of a line that goes on in the next, in quoted-printable.
var softBreak = regexp.MustCompile(`(?m)=[ \t\r]*$`)

// readsOneWay reports whether the body reads as the signer saw it. The same bytes
// say something else under another Content-Type or Content-Transfer-Encoding: a
// long line of quoted-printable falls into pieces when it is read as it stands, and
// "I would never" is no longer before "resign".
//
// So both must be signed. But Gmail, of all, signs neither. Its mails are nearly
// always of several parts, and then the signed body itself says how it is cut:
// its first line is the delimiter. What is in the parts, their own
// Content-Type included, is signed with the body.
//
// That there is no Content-Transfer-Encoding says nobody, if the signer does not
// name it. Then it must make no difference to where lines end.
func readsOneWay(m *mail, s *signature) bool {
	if m.count["content-type"] == 1 {
		i := slices.IndexFunc(m.fields, func(f field) bool { return f.name == "content-type" })
		_, stated, _ := bytes.Cut(m.fields[i].line, []byte(":"))
		first, _, _ := bytes.Cut(m.body, []byte("\n"))
		parts := plainMultipart.FindStringSubmatch(unfold.Replace(string(stated)))
		if parts != nil && parts[1] == parts[3] && string(bytes.TrimSuffix(first, []byte("\r"))) == "--"+parts[2] {
			return true
		}
	}
	for _, name := range []string{"content-type", "content-transfer-encoding"} {
		switch n := m.count[name]; {
		case n == 1 && s.covers(m, name), n == 0 && s.signed[name] > 0:
		case n == 0 && name == "content-transfer-encoding" && !softBreak.Match(m.body):
		default:
			return false
		}
	}
	return true
}
