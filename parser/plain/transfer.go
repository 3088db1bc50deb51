package plain

import (
	"bytes"
	"encoding/hex"
)

// DecodeQuotedPrintable decodes RFC 2045 section 6.7. A "=" that begins no code
// stands for itself.
func DecodeQuotedPrintable(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for line := range bytes.Lines(b) {
		text := bytes.TrimSuffix(line, []byte("\n"))
		hasEnd := len(text) < len(line)
		text = bytes.TrimRight(text, " \t") // added on the way
		soft := bytes.HasSuffix(text, []byte("="))
		if soft {
			text = text[:len(text)-1]
		}
		out = appendUnquoted(out, text)
		if hasEnd && !soft {
			out = append(out, '\n')
		}
	}
	return out
}

// appendUnquoted appends text, with the bytes that it spells as "=C4".
func appendUnquoted(out, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] == '=' && i+2 < len(text) {
			var spelt [1]byte
			if _, err := hex.Decode(spelt[:], text[i+1:i+3]); err == nil {
				out = append(out, spelt[0])
				i += 2
				continue
			}
		}
		out = append(out, text[i])
	}
	return out
}

// DecodeBase64 decodes RFC 2045 section 6.8, and reports whether there was
// nothing but base64. Padding may be missing, or stand between two texts that
// were encoded apart; foreign bytes are skipped. A line that is no base64 at all
// ends it: below such a text, gateways and mailing lists put plain words, which
// are kept. A text without any such line was never encoded.
func DecodeBase64(b []byte) (decoded []byte, whole bool) {
	out := make([]byte, 0, len(b)/4*3+3)
	var d base64Decoder
	whole = true
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line = b[:i+1]
		}
		if !d.accepts(line) {
			break
		}
		out = d.decode(out, line)
		b = b[len(line):]
	}
	out = d.flush(out)
	if rest := bytes.TrimSpace(b); len(rest) > 0 {
		whole = len(out) == 0
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = append(out, b...)
	}
	return out, whole && !d.noise
}

type base64Decoder struct {
	bits   uint32
	n      int  // sextets in bits
	padded bool // the last thing read was padding
	noise  bool // foreign bytes were skipped
}

// accepts reports whether a line can be base64.
func (d *base64Decoder) accepts(line []byte) bool {
	line = bytes.TrimSpace(line)
	foreign, blanks := 0, 0
	for _, c := range line {
		switch {
		case c == ' ', c == '\t':
			blanks++
		case sextet(c) < 0 && c != '=':
			foreign++
		}
	}
	if blanks > 0 && d.padded {
		return false
	}
	return foreign*4 <= len(line) && blanks*20 <= len(line)
}

func (d *base64Decoder) decode(out, line []byte) []byte {
	for _, c := range line {
		v := sextet(c)
		switch {
		case v >= 0:
			d.padded = false
			d.bits = d.bits<<6 | uint32(v)
			if d.n++; d.n == 4 {
				out = append(out, byte(d.bits>>16), byte(d.bits>>8), byte(d.bits))
				d.n, d.bits = 0, 0
			}
		case c == '=':
			out = d.flush(out)
			d.padded = true
		case c > ' ':
			d.noise = true
		}
	}
	return out
}

// flush ends a group of less than four characters.
func (d *base64Decoder) flush(out []byte) []byte {
	switch d.n {
	case 2:
		out = append(out, byte(d.bits>>4))
	case 3:
		out = append(out, byte(d.bits>>10), byte(d.bits>>2))
	}
	d.n, d.bits = 0, 0
	return out
}

// sextet returns the value of a base64 character, or -1.
func sextet(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// DecodeUU decodes the format of uuencode, which was there before MIME. It
// reports false if there is no line "begin 644 name".
func DecodeUU(b []byte) ([]byte, bool) {
	_, rest, found := bytes.Cut(append([]byte("\n"), b...), []byte("\nbegin "))
	if !found {
		return nil, false
	}
	_, rest, _ = bytes.Cut(rest, []byte("\n"))
	var out []byte
	for line := range bytes.Lines(rest) {
		line = bytes.TrimRight(line, "\n")
		if len(line) == 0 || string(line) == "end" {
			break
		}
		n := int(line[0]-' ') & 63
		for line = line[1:]; n > 0 && len(line) > 0; n -= 3 {
			var bits uint32
			for i := range 4 {
				bits <<= 6
				if i < len(line) {
					bits |= uint32(line[i]-' ') & 63
				}
			}
			group := []byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
			out = append(out, group[:min(n, 3)]...)
			line = line[min(4, len(line)):]
		}
	}
	return out, true
}
