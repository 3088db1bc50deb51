// Package sent counts what a text takes as it is sent, in quoted-printable. Templates fit
// their boards into a mail by it, and letters the news of a day; how a text is encoded
// says smtpout.
package sent

// widths is how many bytes each byte takes (RFC 2045 section 6.7), an end of line as CRLF.
var widths = func() (widths [256]uint8) {
	for c := range widths {
		if widths[c] = 1; c == '=' || c < ' ' || c > '~' {
			widths[c] = uint8(len("=3D"))
		}
	}
	widths['\n'] = uint8(len("\r\n"))
	return widths
}()

// Size counts the bytes of a text as they are sent. It takes all for one long line that
// is broken wherever it must, which is a little too much.
func Size[T string | []byte](text T) int { return Broken(Width(text)) }

// Width is how many of these bytes there are without the breaks of lines. That of a text
// is the sum of those of its parts.
func Width[T string | []byte](text T) (n int) {
	for i := range len(text) {
		n += int(widths[text[i]])
	}
	return n
}

// Broken gives the Size of a text by its Width.
func Broken(width int) int {
	const shortest, broken = 73, len("=\r\n") // bytes of a full line, and what ends it
	return width + width/shortest*broken
}
