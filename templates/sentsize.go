package templates

// Gmail shows about the first 102,000 bytes of a mail and hides the rest behind a link.
const (
	// mostSent is how many bytes both parts of a mail may take as they are sent, as long
	// as there is anything of a board to leave out.
	mostSent = 86_000
	// MaxSent is how many they may take at all. There is room for the longest header.
	MaxSent = 97_000
)

// SentSize is how many bytes both parts take as they are sent.
func (r Rendered) SentSize() int { return sentSize(r.Text) + sentSize(r.HTML) }

// sentSize counts the bytes of a text as they are sent: in quoted-printable
// (RFC 2045 section 6.7), with CRLF at the ends of lines.
func sentSize[T string | []byte](text T) (n int) {
	const most = 75 // in a line, and "=" where it is broken
	column := 0
	for i := range len(text) {
		if text[i] == '\n' {
			n, column = n+len("\r\n"), 0
			continue
		}
		width := 1
		if c := text[i]; c == '=' || c < ' ' || c > '~' {
			width = len("=3D")
		}
		if column += width; column > most {
			n, column = n+len("=\r\n"), width
		}
		n += width
	}
	return n
}
