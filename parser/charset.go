package parser

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/korean"
)

// decode returns the text of a part in UTF-8. Damage is noted, never fatal:
// what an unknown transfer encoding or character set hides is mostly ASCII, and
// a move always is.
func (p *part) decode(m *Mail) string {
	limit := MaxMail
	if !p.isHTML() {
		limit = MaxText
	}
	b := p.content(m)
	if len(b) > limit {
		m.Truncated = true
		m.problem(CodeTextTruncated, "")
		b = b[:bytes.LastIndexByte(b[:limit], '\n')+1]
	}
	text, known := decodeCharset(p.charset(b), b)
	if len(text) > MaxMail {
		m.Truncated = true
		m.problem(CodeTextTruncated, "")
		text = cutBytes(text, MaxMail)
	}
	if !known {
		m.problem(CodeUnknownCharset, p.params["charset"])
	}
	return cleanText(text)
}

// charset returns the name of the character set of a part: the stated one, or
// the one that an HTML page states of itself.
func (p *part) charset(b []byte) string {
	const lookIn = 1024 // as far as browsers look (HTML Living Standard, 13.2.3.2)
	if name := tidyCharset(p.params["charset"]); name != "" || !p.isHTML() {
		return name
	}
	head := bytes.ToLower(b[:min(len(b), lookIn)])
	_, name, found := bytes.Cut(head, []byte("charset="))
	if !found {
		return ""
	}
	name = bytes.TrimLeft(name, `"' `)
	if end := bytes.IndexAny(name, `"'/> ;`); end >= 0 {
		name = name[:end]
	}
	return tidyCharset(string(name))
}

// tidyCharset gives the name of a character set the form in which it is looked
// up, and "" if it says nothing.
func tidyCharset(name string) string {
	name, _, _ = strings.Cut(name, ";")
	name, _, _ = strings.Cut(name, "*") // a language (RFC 2231 section 5)
	name = strings.Trim(strings.ToLower(name), " \t\"'<>=,.\\")
	name = strings.ReplaceAll(name, "_", "-")
	name = strings.ReplaceAll(name, " ", "-")
	if alias, ok := charsetAliases[name]; ok {
		return alias
	}
	return name
}

// charsetAliases are the names that the tables of golang.org/x/text do not know
// in this spelling; "" stands for names that say nothing.
var charsetAliases = map[string]string{
	"ascii": "", "us-ascii": "", "ansi-x3.4-1968": "", "iso-646": "", "iso646-us": "", "us": "", "646": "", "7bit": "",
	"8bit": "", "binary": "", "default": "", "charset": "", "-charset": "", "unknown": "", "unknown-8bit": "",
	"x-unknown": "", "x-user-defined": "", "none": "",
	"utf8": "utf-8", "utf-8mb4": "utf-8", "utf8mb4": "utf-8", "x-utf-8": "utf-8", "unicode-1-1-utf-8": "utf-8",
	"unicode": "utf-16", "ucs-2": "utf-16", "iso-10646-ucs-2": "utf-16", "utf16": "utf-16", "utf16le": "utf-16le",
	"utf7": "utf-7", "unicode-1-1-utf-7": "utf-7", "csunicode11utf7": "utf-7", "unicode-2-0-utf-7": "utf-7",
	"latin1": "iso-8859-1", "latin-1": "iso-8859-1", "iso8859-1": "iso-8859-1", "iso-8859": "iso-8859-1", "8859-1": "iso-8859-1",
	"ansi-x3.110-1983": "iso-8859-1", // of which it has nearly the letters (RFC 1345)
	"latin2":           "iso-8859-2", "latin9": "iso-8859-15", "latin-9": "iso-8859-15",
	"iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "iso-8859-6-i": "iso-8859-6", "iso-8859-6-e": "iso-8859-6",
	"ansi": "windows-1252", "windows1252": "windows-1252", "win-1252": "windows-1252", "cp-1252": "windows-1252",
	"win1251": "windows-1251", "win-1251": "windows-1251", "cp-1251": "windows-1251", "windows1251": "windows-1251",
	"cp932": "shift-jis", "ms932": "shift-jis", "windows-932": "shift-jis", "sjis": "shift-jis", "x-sjis": "shift-jis",
	"cp936": "gbk", "ms936": "gbk", "windows-936": "gbk", "x-gbk": "gbk", "gb2312": "gbk", "gb-2312-80": "gbk", "euc-cn": "gbk",
	"cp949": "euc-kr", "ms949": "euc-kr", "x-windows-949": "euc-kr", "ks-c-5601-1987": "euc-kr", "ksc5601": "euc-kr", "euckr": "euc-kr",
	"cp950": "big5", "big-5": "big5", "x-x-big5": "big5", "eucjp": "euc-jp", "iso2022-jp": "iso-2022-jp",
	"cp874": "windows-874", "tis620": "windows-874", "tis-620": "windows-874",
	"macroman": "macintosh", "mac": "macintosh", "x-mac-roman": "macintosh", "iso-2022-jp-1": "iso-2022-jp",
	"iso-2022-jp-2": "iso-2022-jp", "iso-2022-jp-ms": "iso-2022-jp", "cp50220": "iso-2022-jp", "cp50221": "iso-2022-jp",
}

// decodeCharset makes UTF-8 of bytes in a character set, and reports false if
// it is unknown and the letters had to be guessed.
func decodeCharset(name string, b []byte) (text string, known bool) {
	switch {
	case name == "iso-2022-jp", name == "", name == "utf-8":
		if hasJapaneseEscape(b) {
			name = "iso-2022-jp"
		}
	case name == "utf-7":
		return decodeUTF7(b), true
	case strings.HasPrefix(name, "utf-16"):
		return decodeUTF16(name, b), true
	case name == "iso-2022-kr":
		return decodeISO2022KR(b), true
	}
	if isASCII(b) && name != "iso-2022-jp" && name != "hz-gb-2312" {
		return string(b), true // the same in every character set that is left
	}
	if name == "" || name == "utf-8" {
		return toUTF8(b), true
	}
	if utf8.Valid(b) && liesAboutUTF8(name, b) {
		return string(b), true
	}
	r, err := charset.Reader(name, bytes.NewReader(b))
	if err != nil {
		return toUTF8(b), false
	}
	decoded, err := io.ReadAll(io.LimitReader(r, MaxMail+1))
	if err != nil || (bytes.ContainsRune(decoded, utf8.RuneError) && utf8.Valid(b)) {
		return toUTF8(b), true
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
	case "iso-8859-1", "iso-8859-15", "windows-1252":
		return true
	}
	for _, family := range []string{"iso-8859", "windows-125", "cp125", "koi8", "macintosh", "windows-874", "ibm"} {
		if strings.HasPrefix(name, family) {
			return utf8.RuneCount(b) <= len(b)-enough
		}
	}
	return false
}

// hasJapaneseEscape reports whether text switches to the two bytes of JIS X 0208,
// as Japanese programs do also where they state nothing (RFC 1468).
func hasJapaneseEscape(b []byte) bool {
	return bytes.Contains(b, []byte("\x1B$B")) || bytes.Contains(b, []byte("\x1B$@"))
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
		return toUTF8(b)
	}
	return string(decoded)
}

// toUTF8 makes text of bytes that claim to be UTF-8 or claim nothing. What is
// not valid UTF-8 is read as windows-1252, the usual truth behind such a claim;
// each byte for itself, so that one foreign line does not spoil the others.
func toUTF8(b []byte) string {
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
