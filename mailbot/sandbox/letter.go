package sandbox

import (
	"bytes"
	"net/mail"
	"strings"
)

// letter is a mail as it came in, cut into header fields and body.
type letter struct {
	fields []field
	body   []byte
}

// field is one header field with its continuation lines, CRLF included.
type field []byte

// open cuts a mail. Line ends become CRLF, and the first line that is neither
// a field nor a continuation begins the body, as it does in Postfix: the
// memory server shows a mail with a broken header as an empty one.
func open(raw []byte) letter {
	text := bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	var l letter
	start, end := 0, 0 // of the last field
	for end < len(text) {
		line := text[end:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		switch {
		case len(bytes.TrimRight(line, "\r\n")) == 0:
			l.body = text[end+len(line):]
			return l
		case len(l.fields) > 0 && (line[0] == ' ' || line[0] == '\t'):
			l.fields[len(l.fields)-1] = text[start : end+len(line)]
		case isField(line):
			start = end
			l.fields = append(l.fields, line)
		default:
			l.body = text[end:]
			return l
		}
		end += len(line)
	}
	return l
}

// isField follows what go-message can read: printable ASCII up to a colon.
func isField(line []byte) bool {
	name, _, found := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	if !found || len(name) == 0 {
		return false
	}
	for _, c := range name {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

func (f field) value() string {
	_, value, _ := bytes.Cut(f, []byte(":"))
	return strings.TrimSpace(strings.NewReplacer("\r", "", "\n", "").Replace(string(value)))
}

func (f field) is(name string) bool {
	found, _, _ := bytes.Cut(f, []byte(":"))
	return strings.EqualFold(string(bytes.TrimRight(found, " \t")), name)
}

// author is the address in the From field, or nothing when there is not
// exactly one field with exactly one address.
func (l letter) author() string {
	var found []string
	for _, f := range l.fields {
		if f.is("From") {
			found = append(found, f.value())
		}
	}
	if len(found) != 1 {
		return ""
	}
	list, err := mail.ParseAddressList(found[0])
	if err != nil || len(list) != 1 {
		return ""
	}
	return list[0].Address
}
