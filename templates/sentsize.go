package templates

// Gmail shows about the first 102,000 bytes of a mail and hides the rest behind a link.
const (
	// mostSent is how many bytes both parts of a mail may take as they are sent, as long
	// as there is anything of a board to leave out.
	mostSent = 86_000
	// maxSent is how many they may take at all. There is room for the longest header.
	maxSent = 97_000
)

// sentWidths is how many bytes each byte takes in quoted-printable (RFC 2045 section
// 6.7), an end of line as CRLF.
var sentWidths = func() (widths [256]uint8) {
	for c := range widths {
		if widths[c] = 1; c == '=' || c < ' ' || c > '~' {
			widths[c] = uint8(len("=3D"))
		}
	}
	widths['\n'] = uint8(len("\r\n"))
	return widths
}()

// SentSize counts the bytes of a text as they are sent, in quoted-printable. It takes
// all for one long line that is broken wherever it must, which is a little too much.
func SentSize[T string | []byte](text T) (n int) {
	const shortest, broken = 73, len("=\r\n") // bytes of a full line, and what ends it
	for i := range len(text) {
		n += int(sentWidths[text[i]])
	}
	return n + n/shortest*broken
}
