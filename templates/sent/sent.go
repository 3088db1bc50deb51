// Package sent counts what the parts of a mail take as they are sent. Templates fit their boards into a mail by it, and
// letters the news of a day; package smtpout sends them so.
package sent

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

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

// Text counts the bytes of a text part, or of some of one, which is sent in quoted-printable. It takes all for one long
// line that is broken wherever it must, which is a little too much.
func Text[T string | []byte](text T) (n int) {
	const shortest, broken = 73, len("=\r\n") // bytes of a full line, and what ends it
	for i := range len(text) {
		n += int(widths[text[i]])
	}
	return n + n/shortest*broken
}

// Page counts the bytes of a page that IsPlain, or of some of one. Any other is a Text.
func Page(page []byte) int { return len(page) + bytes.Count(page, []byte("\n")) }

// IsPlain says whether a page can be sent as it is, but for CRLF line ends (RFC 2045 section 2.7). All others are sent in
// quoted-printable: those with a word longer than a line, and those from before pages were in ASCII, which
// had "●○" for a letterhead.
func IsPlain(page []byte) bool {
	const longest = 998 // bytes of a line
	for line := range bytes.Lines(page) {
		if len(line) > longest+len("\n") {
			return false
		}
	}
	if bytes.IndexByte(page, '\r') >= 0 || bytes.IndexByte(page, 0) >= 0 {
		return false
	}
	for ; len(page) >= 8; page = page[8:] { // eight bytes at a time, since each mail is looked at
		if binary.NativeEndian.Uint64(page)&0x8080808080808080 != 0 {
			return false
		}
	}
	return !bytes.ContainsFunc(page, func(c rune) bool { return c >= utf8.RuneSelf })
}
