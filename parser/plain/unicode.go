package plain

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// decodeUTF16 decodes UTF-16. A byte order mark decides the order, else the
// name, else on which side of line ends and blanks the zero bytes stand, and if
// there are none, of all letters: of a letter such as U+4E00 it stands on the other
// side. Text that only claims to be UTF-16 has no zero bytes at all.
func decodeUTF16(name string, b []byte) string {
	var zeros, blanks [2]int // at even and at odd offsets
	for i, c := range b {
		if c != 0 {
			continue
		}
		zeros[i%2]++
		if beside := i ^ 1; beside < len(b) && strings.IndexByte(" \r\n", b[beside]) >= 0 {
			blanks[i%2]++
		}
	}
	if zeros == [2]int{} && utf8.Valid(b) && !bytes.HasPrefix(b, []byte("\xFE\xFF")) {
		return string(b)
	}
	order := unicode.BigEndian
	little := cmp.Or(cmp.Compare(blanks[1], blanks[0]), cmp.Compare(zeros[1], zeros[0])) > 0
	if strings.HasSuffix(name, "le") || !strings.HasSuffix(name, "be") && little {
		order = unicode.LittleEndian
	}
	decoded, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().Bytes(b)
	if err != nil {
		return ToUTF8(b)
	}
	return string(decoded)
}

// decodeUTF7 decodes RFC 2152, which golang.org/x/text leaves out. What begins
// no valid shift stands for itself.
func decodeUTF7(b []byte) string {
	var out strings.Builder
	out.Grow(len(b))
	for {
		plain, rest, found := bytes.Cut(b, []byte("+"))
		out.WriteString(ToUTF8(plain))
		if !found {
			return out.String()
		}
		n := 0
		for n < len(rest) && sextet(rest[n]) >= 0 {
			n++
		}
		shifted := rest[:n]
		b = rest[n:]
		closed := len(b) > 0 && b[0] == '-'
		if closed {
			b = b[1:]
		}
		if text, ok := decodeShifted(shifted); ok {
			out.WriteString(text)
			continue
		}
		out.WriteByte('+')
		if n > 0 || !closed { // "+-" is a plus sign
			out.Write(shifted)
			if closed {
				out.WriteByte('-')
			}
		}
	}
}

// decodeShifted decodes the base64 of UTF-16 between "+" and "-".
func decodeShifted(b []byte) (string, bool) {
	raw := make([]byte, base64.RawStdEncoding.DecodedLen(len(b)))
	n, err := base64.RawStdEncoding.Decode(raw, b)
	if err != nil || n < 2 {
		return "", false
	}
	units := make([]uint16, n/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units)), true
}
