package parser

import "bytes"

// normalize gives the bytes of a mail the form that the readers expect: LF line
// ends, whether the mail had CRLF, CR, or the CRCRLF that a careless gateway
// makes; no NUL; no byte order mark; and no "From " line of an mbox file.
func normalize(raw []byte) []byte {
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	raw = unixLines(raw)
	raw = bytes.TrimLeft(raw, "\n")
	if bytes.HasPrefix(raw, []byte("From ")) || bytes.HasPrefix(raw, []byte(">From ")) {
		_, raw, _ = bytes.Cut(raw, []byte("\n"))
	}
	return raw
}

// unixLines turns every kind of line end into LF and drops NUL bytes. It does
// not touch its argument.
func unixLines(raw []byte) []byte {
	if bytes.IndexByte(raw, '\r') < 0 && bytes.IndexByte(raw, 0) < 0 {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case 0:
		case '\r':
			j := i
			for j+1 < len(raw) && raw[j+1] == '\r' {
				j++
			}
			if j+1 == len(raw) || raw[j+1] != '\n' {
				out = append(out, bytes.Repeat([]byte("\n"), j-i+1)...)
			} // otherwise the LF that follows ends the line, once
			i = j
		default:
			out = append(out, raw[i])
		}
	}
	return out
}

// splitHeader divides a mail or a part at the first empty line and returns a
// header that can be read without error: lines that are neither a field nor the
// continuation of one are left out, and bad says the first of them. One such
// line would otherwise make the whole mail unreadable.
func splitHeader(raw []byte) (header, body []byte, bad string) {
	header, body = cutHeader(raw)
	if firstBad(header) < 0 {
		return header, body, ""
	}
	out := make([]byte, 0, len(header))
	kept := false // the field that a continuation line would continue was kept
	for line := range bytes.Lines(header) {
		if !isContinuation(line) {
			kept = isField(line)
		}
		switch {
		case kept:
			out = append(out, line...)
		case bad == "":
			bad = string(line)
		}
	}
	return out, body, bad
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
		if !isField(line) && (offset == 0 || !isContinuation(line)) {
			return offset
		}
		offset += len(line)
	}
	return -1
}

func isContinuation(line []byte) bool {
	return len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
}

// isField reports whether a line begins with a field name and a colon (RFC 5322
// section 2.2; blanks before the colon are obsolete but seen).
func isField(line []byte) bool {
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

// firstLines returns the first n lines of b.
func firstLines(b []byte, n int) []byte {
	end := 0
	for line := range bytes.Lines(b) {
		if n == 0 {
			return b[:end]
		}
		n--
		end += len(line)
	}
	return b
}
