package mime

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// normalize gives the bytes of a mail the form that the readers expect: LF line
// ends, whether the mail had CRLF, CR, or the CRCRLF that a careless gateway
// makes; no NUL (see UnixLines); no byte order mark; no empty lines before the header; and no
// "From " line of an mbox file. What it gives lies in room, if that is large enough.
func normalize(raw, room []byte) []byte {
	raw = appendUnixLines(room[:0], raw)
	fromMbox := false
	for before := -1; before != len(raw); {
		before = len(raw)
		raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
		line, rest, found := bytes.Cut(raw, []byte("\n"))
		// The line that parts the mails of such a file is "From ana@example.org Fri Nov 20
		// 10:05:00 2026"; "From : ana@example.org" is a field.
		start := bytes.TrimPrefix(raw[:min(len(raw), 256)], []byte(">"))
		switch {
		case found && len(bytes.TrimSpace(line)) == 0:
			raw = rest
		case bytes.HasPrefix(start, []byte("From ")) && !IsField(start):
			raw, fromMbox = rest, true
		}
	}
	if fromMbox {
		// Such a file marks the lines of the mail that look like its own (RFC 4155).
		raw = bytes.ReplaceAll(raw, []byte("\n>From "), []byte("\nFrom "))
	}
	return raw
}

// UnixLines turns every kind of line end into LF and drops NUL bytes; in a header
// they become what stands for damage, or a name and an address would read as they
// do not for the servers on the way. It does not touch its argument.
//
// A CR without an LF ends a line in a mail of such lines, and in the body of any.
// In the header of any other mail it becomes a blank: no server on the way has
// taken it for a line end, and so no field may begin behind it.
func UnixLines(raw []byte) []byte { return appendUnixLines(nil, raw) }

// appendUnixLines is UnixLines, with what it gives in a room that is empty.
func appendUnixLines(room, raw []byte) []byte {
	room = slices.Grow(room, len(raw))
	out := room
	for line := range bytes.SplitAfterSeq(raw, []byte("\r\n")) {
		if out = append(out, line...); bytes.HasSuffix(line, []byte("\r\n")) {
			out = append(out[:len(out)-2], '\n')
		}
	}
	if bytes.IndexByte(out, '\r') < 0 && bytes.IndexByte(out, 0) < 0 {
		return out
	}
	return appendRepaired(room, raw)
}

// appendRepaired is appendUnixLines for the few mails that are not well when each CRLF is an LF.
func appendRepaired(out, raw []byte) []byte {
	bare := byte('\n')
	if !hasBareReturns(raw) {
		bare = ' '
	}
	inHeader := true
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case 0:
			if inHeader {
				out = utf8.AppendRune(out, utf8.RuneError)
			}
		case '\n':
			if out = append(out, '\n'); bytes.HasSuffix(out, []byte("\n\n")) {
				bare, inHeader = '\n', inHeader && len(out) == 2 // empty lines may stand above it
			}
		case '\r':
			n := countReturns(raw[i:])
			i += n - 1
			for atEnd := i+1 < len(raw) && raw[i+1] == '\n'; n > 0 && !atEnd; n-- {
				out = append(out, bare)
			} // otherwise the LF that follows ends the line, once
		default:
			n := bytes.IndexAny(raw[i:], "\n\r\x00")
			if n < 0 {
				n = len(raw) - i
			}
			out = append(out, raw[i:i+n]...)
			i += n - 1
		}
	}
	return out
}

// hasBareReturns reports whether the first line ends in CR without LF.
func hasBareReturns(raw []byte) bool {
	i := bytes.IndexAny(raw, "\r\n")
	if i < 0 || raw[i] == '\n' {
		return false
	}
	i += countReturns(raw[i:])
	return i == len(raw) || raw[i] != '\n'
}

// countReturns returns with how many CR the bytes begin.
func countReturns(b []byte) int {
	return len(b) - len(bytes.TrimLeft(b, "\r"))
}

// SplitHeader divides a mail or a part into its header and its body, and returns
// a header that can be read without error. Lines that are neither a field nor
// the continuation of one would make the whole mail unreadable: they are left
// out, and bad says the first of them.
func SplitHeader(raw []byte) (header, body []byte, bad string) {
	header, body = cutHeader(raw)
	if firstBad(header) >= 0 {
		header, body, bad = repairHeader(raw, header, body)
	}
	if rest, text, found := lateFields(header, body); found {
		header, body = slices.Concat(header, rest), text
	}
	return header, body, bad
}

// lateFields returns the fields that stand behind an empty line too many, as
// scripts write it: "MIME-Version: 1.0", an empty line, "Content-Type: ...". They
// are taken for fields only if the Content-Type is among them and was missing,
// and only those count that tell how to read the text: for the servers on the
// way all this was the body, and what they say of the author they have not seen.
func lateFields(header, body []byte) (rest, text []byte, found bool) {
	if !IsField(body) || !isKnownField(body) {
		return nil, nil, false // the usual case, cheaply
	}
	late, text := cutHeader(body)
	if firstBad(late) >= 0 || !containsField(late, "Content-Type") || containsField(header, "Content-Type") || containsField(late, "From") {
		return nil, nil, false
	}
	kept := false
	for line := range bytes.Lines(late) {
		if !isContinuation(line) {
			kept = len(line) > len("content-") && strings.EqualFold(string(line[:len("content-")]), "content-")
		}
		if kept {
			rest = append(rest, line...)
		}
	}
	return rest, text, true
}

// containsField reports whether a header has a field of a name.
func containsField(header []byte, name string) bool {
	for line := range bytes.Lines(header) {
		field, _, found := bytes.Cut(line, []byte(":"))
		if found && strings.EqualFold(string(bytes.TrimSpace(field)), name) {
			return true
		}
	}
	return false
}

// cutHeader returns what stands before and after the first empty line.
func cutHeader(raw []byte) (header, body []byte) {
	if len(raw) > 0 && raw[0] == '\n' {
		return nil, raw[1:]
	}
	if i := bytes.Index(raw, []byte("\n\n")); i >= 0 {
		return raw[:i+1], raw[i+2:]
	}
	return raw, nil
}

// firstBad returns the offset of the first line that does not belong in a
// header, or -1.
func firstBad(header []byte) int {
	offset := 0
	for line := range bytes.Lines(header) {
		if !IsField(line) && (offset == 0 || !isContinuation(line)) {
			return offset
		}
		offset += len(line)
	}
	return -1
}

// repairHeader divides a mail whose header, up to the first empty line, is
// damaged. If fields follow a bad line, it is the rest of a field that was
// folded without a blank, or rubbish; if none do, somebody has forgotten the
// empty line, and the body begins there.
func repairHeader(raw, header, body []byte) (repaired, rest []byte, bad string) {
	const mostDelimiters = 10 // lines that are compared with the stated boundary
	delimiters := 0
	last := lastKnownField(header)
	out := make([]byte, 0, len(header)+1)
	kept := false   // the field that a continuation line would continue was kept
	author := false // and is From, which is never repaired
	end := 0
	for line := range bytes.Lines(header) {
		offset := end
		end += len(line)
		if bytes.HasPrefix(line, []byte("--")) {
			delimiters++
		}
		if offset == 0 {
			line = bytes.TrimLeft(line, " \t")
		}
		switch {
		case isContinuation(line):
			if kept {
				out = append(out, line...)
			}
		case IsField(line):
			// Below the damage, where for a server the body may have begun, stands
			// no verdict of a server.
			kept = bad == "" || !containsField(line, "Authentication-Results")
			if kept {
				out = append(out, line...)
				author = containsField(line, "From")
			}
		case kept && !author && continues(out, line):
			out = append(append(out, ' '), line...)
		case delimiters <= mostDelimiters && isStatedDelimiter(out, line), offset > last && !isDamagedField(line):
			return out, raw[offset:], bad
		default:
			kept = false
			bad = cmp.Or(bad, string(line))
		}
	}
	return out, body, bad
}

// lastKnownField returns where the last line begins that is surely a header
// field, or -1. A line like "Note: ..." may stand in any text.
func lastKnownField(header []byte) int {
	last, offset := -1, 0
	for line := range bytes.Lines(header) {
		if IsField(line) && isKnownField(line) {
			last = offset
		}
		offset += len(line)
	}
	return last
}

// knownFields are the names of common header fields, in lower case; beside
// them, whole families are known by their beginning.
var knownFields = []string{
	"authentication-results", "bcc", "cc", "comments", "date", "delivered-to", "domainkey-signature", "envelope-to",
	"errors-to", "from", "importance", "in-reply-to", "keywords", "lines", "message-id", "mime-version", "organization",
	"precedence", "priority", "received", "received-spf", "references", "reply-to", "return-path", "sender",
	"status", "subject", "to", "user-agent",
}

var knownFamilies = []string{"x-", "content-", "resent-", "list-", "arc-", "dkim-", "thread-", "auto-", "disposition-"}

func isKnownField(line []byte) bool {
	name, _, _ := bytes.Cut(line, []byte(":"))
	lower := strings.ToLower(string(bytes.TrimSpace(name[:min(len(name), 64)])))
	return slices.Contains(knownFields, lower) || isInFamily(lower)
}

func isInFamily(name string) bool {
	name = strings.ToLower(name[:min(len(name), 64)])
	return slices.ContainsFunc(knownFamilies, func(f string) bool { return strings.HasPrefix(name, f) })
}

// continues reports whether a line that begins in the first column goes on with
// the field above it: a parameter after a semicolon, or an address after a comma.
func continues(header, line []byte) bool {
	header = bytes.TrimRight(header, " \t\n")
	switch {
	case bytes.HasSuffix(header, []byte(";")):
		name, _, found := bytes.Cut(line, []byte("="))
		return found && isToken(string(bytes.TrimRight(name, "*0123456789 ")))
	case bytes.HasSuffix(header, []byte(",")):
		return bytes.IndexByte(line, '@') >= 0
	}
	return false
}

// isStatedDelimiter reports whether a line is the first delimiter of the
// multipart whose boundary the header above it states.
func isStatedDelimiter(header, line []byte) bool {
	boundary, found := bytes.CutPrefix(bytes.TrimRight(line, " \t\n"), []byte("--"))
	return found && len(boundary) > 0 && bytes.Contains(header, []byte("oundary=")) && bytes.Contains(header, boundary)
}

// isDamagedField reports whether a line is a field in whose name stand blanks:
// "X-Virus Scanned: yes".
func isDamagedField(line []byte) bool {
	name, _, found := bytes.Cut(line, []byte(" "))
	return found && bytes.IndexByte(line, ':') > len(name) && isInFamily(string(name))
}

func isContinuation(line []byte) bool {
	return len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
}

// IsField reports whether a line begins with a field name and a colon (RFC 5322
// section 2.2; blanks before the colon are obsolete but seen).
func IsField(line []byte) bool {
	name, _, found := bytes.Cut(line, []byte(":"))
	if !found {
		return false
	}
	name = bytes.TrimRight(name, " \t")
	for _, c := range name {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return len(name) > 0
}
