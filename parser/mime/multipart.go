package mime

import (
	"bytes"
	"strings"
)

// pieces are what a multipart was cut into.
type pieces struct {
	parts    [][]byte
	preamble []byte // what stands before the first delimiter
	epilogue []byte // and what stands after the last
}

// cutMultipart cuts the body of a multipart at its boundary, or at what is
// likely to be meant by it.
func cutMultipart(body []byte, boundary string) (pieces, bool) {
	if cut, ok := splitParts(body, boundary); ok {
		return cut, true
	}
	// Programs that take the delimiter for the boundary.
	bare := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(boundary), "--"), "--")
	if cut, ok := splitParts(body, bare); ok {
		return cut, true
	}
	// The same boundary in another case, or else the first line that begins with two
	// hyphens and has a header field below.
	const longest = 200 // bytes; RFC 2046 allows 70
	guess := ""
	for line := range bytes.Lines(body) {
		if guess != "" && IsField(line) {
			return splitParts(body, guess)
		}
		guess = ""
		name, found := bytes.CutPrefix(bytes.TrimRight(line, " \t\n"), []byte("--"))
		switch {
		case !found || len(name) > longest:
		case boundary != "" && strings.EqualFold(string(name), boundary):
			return splitParts(body, string(name))
		case !bytes.ContainsAny(name, " \t"):
			guess = string(name)
		}
	}
	return pieces{}, false
}

// splitParts returns what stands between the delimiter lines of a multipart
// (RFC 2046 section 5.1.1), and false if there is no such line. A missing last
// delimiter is forgiven: the last part then ends where the mail ends. So is one
// that comes too early: what another delimiter follows is a part again.
func splitParts(body []byte, boundary string) (cut pieces, ok bool) {
	if boundary == "" {
		return pieces{}, false
	}
	delimiter := []byte("--" + boundary)
	start, open := 0, false // of what is not yet cut off; open if it is a part
	for at := 0; len(cut.parts) <= MaxParts; {
		i := bytes.Index(body[at:], delimiter)
		if i < 0 {
			break
		}
		i += at
		at = i + len(delimiter)
		end, last, whole := restOfDelimiter(body[at:])
		if !whole || (i > 0 && body[i-1] != '\n' && len(boundary) < sureBoundary) {
			continue
		}
		at += end
		// The line end before a delimiter belongs to the delimiter.
		piece := bytes.TrimSuffix(body[start:i], []byte("\n"))
		switch {
		case open:
			cut.parts = append(cut.parts, piece)
		case !ok:
			cut.preamble = piece
		}
		start, open, ok = at, !last, true
	}
	switch rest := body[start:]; {
	case open:
		cut.parts = append(cut.parts, rest)
	case ok:
		cut.epilogue = rest
	}
	return cut, ok
}

// restOfDelimiter reads what stands behind a boundary: two hyphens if it is the
// last, blanks, and the line end. Anything else belongs to a longer boundary.
func restOfDelimiter(b []byte) (end int, last, ok bool) {
	if last = bytes.HasPrefix(b, []byte("--")); last {
		end = len("--")
	}
	for end < len(b) && (b[end] == ' ' || b[end] == '\t') {
		end++
	}
	if end == len(b) {
		return end, last, true
	}
	return end + 1, last, b[end] == '\n'
}

// sureBoundary is the length from which a boundary at the end of a line is one
// also if text stands before it, because a program forgot to end its last line.
const sureBoundary = 10
