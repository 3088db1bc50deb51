package plain

import (
	"strings"
	"testing"
)

// TestCharsetNames holds that each name finds its character set.
func TestCharsetNames(t *testing.T) {
	tests := []struct{ names, in, want string }{
		{"iso-8859-1 latin1 ISO_8859-1 iso8859-1 l1 cp819 ansi_x3.110-1983 us-ascii ascii ANSI_X3.4-1968", "caf\xe9", "café"},
		{"windows-1252 cp1252 x-cp1252 Windows1252 ansi win-1252 iso-8859-1*en", "\x93caf\xe9\x94", "“café”"},
		{"utf-8 UTF8 utf-8mb4 unicode-1-1-utf-8 x-unknown unknown-8bit iso-8859-1 us-ascii windows-1252 \"utf-8\" utf-8;", "café", "café"},
		{"utf-7 unicode-1-1-utf-7 UTF7", "caf+AOk- +- +2D3cTQ", "café + 👍"},
		{"iso-8859-15 latin9", "\xa4", "€"},
		{"iso-8859-8-i iso-8859-8 hebrew", "\xf9\xec\xe5\xed", "שלום"},
		{"windows-1251 cp1251 x-cp1251 win-1251", "\xd5\xee\xe4", "Ход"},
		{"koi8-r koi8r", "\xe8\xcf\xc4", "Ход"},
		{"windows-874 tis-620 cp874", "\xca\xc7\xd1\xca\xb4\xd5", "สวัสดี"},
		{"macintosh mac x-mac-roman macroman", "caf\x8e", "café"},
		{"shift_jis x-sjis cp932 windows-31j ms_kanji sjis", "\x8e\xe8", "手"},
		{"euc-jp eucjp", "\xbc\xea", "手"},
		{"iso-2022-jp utf-8 iso-2022-jp-ms", "\x1b$B<j\x1b(B", "手"},
		{"gb2312 gbk x-gbk gb18030 cp936 gb_2312-80 euc-cn chinese", "\xca\xd6", "手"},
		{"hz-gb-2312", "~{JV~}", "手"},
		{"big5 cp950 big-5 big5-hkscs", "\xa4\xe2", "手"},
		{"ks_c_5601-1987 euc-kr cp949 ks_c_5601 korean euckr", "\xbc\xd5", "손"},
		{"iso-2022-kr", "\x1b$)C\x0e<U\x0f", "손"},
		{"utf-16 utf-16be unicode", "\x00C\x004", "C4"},
		{"utf-16 utf-16le unicode ucs-2", "C\x004\x00", "C4"},
		{"utf-16 utf-16be utf-16le", "\xfe\xff\x00C\x004", "C4"},
		{"utf-16 utf-16le", "\xff\xfeC\x004\x00", "C4"},
		{"utf-16", "\x00C\x4e\x00\x4e\x00\x4e\x00\x00\n", "C一一一\n"},
		{"utf-16", "C\x00\x00\x4e\x00\x4e\x00\x4e\n\x00", "C一一一\n"},
		{"utf-16 utf-7 gb18030 koi8-r x-martian", "C4", "C4"},
	}
	for _, tc := range tests {
		for name := range strings.FieldsSeq(tc.names) {
			got, known := DecodeCharset(TidyCharset(name), []byte(tc.in))
			if got != tc.want || !known {
				t.Errorf("%s: %q is read as %q, known = %v; want %q", name, tc.in, got, known, tc.want)
			}
		}
	}
	if got, known := DecodeCharset("x-martian", []byte("caf\xe9")); got != "café" || known {
		t.Errorf("an unknown one: %q, known = %v", got, known)
	}
}
