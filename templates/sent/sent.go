// Package sent counts what the parts of a mail take as they are sent: the text in quoted-printable, the page as it is.
// Templates fit their boards into a mail by it, and letters the news of a day; how a part is encoded says smtpout.
package sent

import "bytes"

// widths is how many bytes each byte takes in quoted-printable (RFC 2045 section 6.7), an end of line as CRLF.
var widths = func() (widths [256]uint8) {
	for c := range widths {
		if widths[c] = 1; c == '=' || c < ' ' || c > '~' {
			widths[c] = uint8(len("=3D"))
		}
	}
	widths['\n'] = uint8(len("\r\n"))
	return widths
}()

// Text counts the bytes of a text part, or of some of one. It takes all for one long line that
// is broken wherever it must, which is a little too much.
func Text(text string) (n int) {
	const shortest, broken = 73, len("=\r\n") // bytes of a full line, and what ends it
	for i := range len(text) {
		n += int(widths[text[i]])
	}
	return n + n/shortest*broken
}

// Page counts the bytes of a page, or of some of one: those that it has, and an end of line as CRLF.
func Page(page []byte) int { return len(page) + bytes.Count(page, []byte("\n")) }
