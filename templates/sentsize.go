package templates

// Gmail shows about the first 102,000 bytes of a mail and hides the rest behind a link.
const (
	// mostSent is how many bytes both parts of a mail may take as they are sent, as long
	// as there is anything of a board to leave out.
	mostSent = 86_000
	// maxSent is how many they may take at all. There is room for the longest header.
	maxSent = 97_000
)

// sentWidths is how many bytes each byte takes in quoted-printable (RFC 2045 section 6.7).
var sentWidths = func() (widths [256]uint8) {
	for c := range widths {
		if widths[c] = 1; c == '=' || c < ' ' || c > '~' {
			widths[c] = uint8(len("=3D"))
		}
	}
	return widths
}()

// sentSize counts the bytes of a text as they are sent: in quoted-printable, with CRLF at
// the ends of lines.
func sentSize[T string | []byte](text T) (n int) {
	const most = 75 // in a line, and "=" where it is broken
	column := 0
	for i := range len(text) {
		c := text[i]
		if c == '\n' {
			n, column = n+column+len("\r\n"), 0
			continue
		}
		width := int(sentWidths[c])
		if column+width > most {
			n, column = n+column+len("=\r\n"), 0
		}
		column += width
	}
	return n + column
}
