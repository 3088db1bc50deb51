package plain

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/korean"
)

// MaxMail is the size in bytes up to which a mail is read whole. Of a bigger one only
// the header is read.
const MaxMail = 256 << 10

// TidyCharset gives the name of a character set the form in which it is looked
// up, and "" if it says nothing.
func TidyCharset(name string) string {
	name, _, _ = strings.Cut(name, ";")
	name, _, _ = strings.Cut(name, "*")                          // a language (RFC 2231 section 5)
	name, _, _ = strings.Cut(strings.ToLower(name), " content-") // another field on the same line
	name = strings.Trim(name, " \t\"'<>=,.\\")
	name = strings.ReplaceAll(name, "_", "-")
	name = strings.ReplaceAll(name, " ", "-")
	if alias, ok := charsetAliases[name]; ok {
		return alias
	}
	return name
}

// charsetAliases are the names that the tables of golang.org/x/text do not know
// in this spelling; "" stands for names that say nothing. As in browsers, what
// calls itself Latin 1 is windows-1252, which has letters where the other has
// control characters (WHATWG Encoding Standard, section 4.2).
var charsetAliases = aliasTable(map[string]string{
	"": "ascii us-ascii ansi-x3.4-1968 iso-646 iso646-us us 646 7bit 8bit binary default charset -charset " +
		"unknown unknown-8bit x-unknown x-user-defined none",
	"utf-8":  "utf8 utf-8mb4 utf8mb4 x-utf-8 unicode-1-1-utf-8",
	"utf-16": "unicode ucs-2 iso-10646-ucs-2 utf16",
	"utf-7":  "utf7 unicode-1-1-utf-7 unicode-2-0-utf-7 csunicode11utf7",
	"windows-1252": "iso-8859-1 iso8859-1 iso-8859 8859-1 latin1 latin-1 l1 ansi ansi-x3.110-1983 " +
		"windows1252 win-1252 cp-1252 cp1252 x-cp1252",
	"utf-16le":     "utf16le",
	"iso-8859-2":   "latin2",
	"iso-8859-6":   "iso-8859-6-i iso-8859-6-e",
	"iso-8859-8":   "iso-8859-8-i iso-8859-8-e",
	"iso-8859-15":  "latin9 latin-9",
	"windows-1251": "win1251 win-1251 cp-1251 windows1251",
	"windows-874":  "cp874 tis620 tis-620",
	"shift-jis":    "cp932 ms932 windows-932 sjis x-sjis ms-kanji",
	"gbk":          "cp936 ms936 windows-936 x-gbk gb2312 gb-2312-80 euc-cn",
	"euc-kr":       "cp949 ms949 x-windows-949 ks-c-5601-1987 ks-c-5601 ksc5601 euckr",
	"euc-jp":       "eucjp",
	"big5":         "cp950 big-5 x-x-big5",
	"iso-2022-jp":  "iso2022-jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms cp50220 cp50221",
	"macintosh":    "macroman mac x-mac-roman",
})

func aliasTable(names map[string]string) map[string]string {
	table := map[string]string{}
	for name, aliases := range names {
		for alias := range strings.FieldsSeq(aliases) {
			table[alias] = name
		}
	}
	return table
}

// DecodeCharset makes UTF-8 of bytes in a character set, and reports false if
// it is unknown and the letters had to be guessed.
func DecodeCharset(name string, b []byte) (text string, known bool) {
	switch {
	case name == "", name == "utf-8":
		// Japanese programs switch to the two bytes of JIS X 0208 also where they state
		// nothing (RFC 1468).
		if !bytes.Contains(b, []byte("\x1B$B")) && !bytes.Contains(b, []byte("\x1B$@")) {
			return ToUTF8(b), true
		}
		name = "iso-2022-jp"
	case name == "utf-7":
		return decodeUTF7(b), true
	case strings.HasPrefix(name, "utf-16"):
		return decodeUTF16(name, b), true
	case name == "iso-2022-kr":
		return decodeISO2022KR(b), true
	}
	if isASCII(b) && !slices.Contains([]string{"iso-2022-jp", "hz-gb-2312"}, name) {
		return string(b), true // the same in every other character set
	}
	if utf8.Valid(b) && liesAboutUTF8(name, b) {
		return string(b), true
	}
	r, err := charset.Reader(name, bytes.NewReader(b))
	if err != nil {
		return ToUTF8(b), false
	}
	decoded, err := io.ReadAll(io.LimitReader(r, MaxMail+1))
	if err != nil || (bytes.ContainsRune(decoded, utf8.RuneError) && utf8.Valid(b)) {
		return ToUTF8(b), true
	}
	return string(decoded), true
}

// liesAboutUTF8 reports whether a text that is valid UTF-8 can't be meant in the
// character set that it states. In those of Western Europe the pairs of letters
// that happen to be UTF-8 never occur ("Ã©"), in other ones with a byte for each
// letter they do, but not alone; in those of East Asia they may.
func liesAboutUTF8(name string, b []byte) bool {
	const enough = 6
	switch name {
	case "windows-1252", "iso-8859-15":
		return true
	}
	for _, family := range []string{"iso-8859", "windows-125", "cp125", "koi8", "macintosh", "windows-874", "ibm"} {
		if strings.HasPrefix(name, family) {
			return utf8.RuneCount(b) <= len(b)-enough
		}
	}
	return false
}

// decodeISO2022KR decodes RFC 1557: between SO and SI stand the bytes of EUC-KR
// without their high bit.
func decodeISO2022KR(b []byte) string {
	b = bytes.ReplaceAll(b, []byte("\x1B$)C"), nil)
	out := make([]byte, 0, len(b))
	shifted := false
	for _, c := range b {
		switch {
		case c == 0x0E:
			shifted = true
		case c == 0x0F, c == '\n':
			shifted = false
		case shifted && c > ' ':
			c |= 0x80
		}
		if c != 0x0E && c != 0x0F {
			out = append(out, c)
		}
	}
	decoded, err := korean.EUCKR.NewDecoder().Bytes(out)
	if err != nil {
		return ToUTF8(b)
	}
	return string(decoded)
}

// ToUTF8 makes text of bytes that claim to be UTF-8 or claim nothing. What is
// not valid UTF-8 is read as windows-1252, the usual truth behind such a claim;
// each byte for itself, so that one foreign line does not spoil the others.
func ToUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var out strings.Builder
	out.Grow(len(b) + len(b)/4)
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(b[0])
		}
		out.WriteRune(r)
		b = b[size:]
	}
	return out.String()
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
