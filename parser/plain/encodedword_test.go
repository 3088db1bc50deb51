package plain

import (
	"testing"
)

// TestDecodeWords holds how encoded words are read, and what is none.
func TestDecodeWords(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain", "plain"},
		{"=?utf-8?q?caf=C3=A9?=", "café"},
		{"=?UTF-8?B?Y2Fmw6k=?= now", "café now"},
		{"=?utf-8*fr?Q?caf=c3=a9?=", "café"},
		{"=?iso-8859-1?q?a?= =?iso-8859-1?q?_b?=", "a b"},
		{"=?utf-8?q?a?=\t =?koi8-r?q?=C1?=", "aа"},
		{"=?utf-8?q?caf=C3?= =?utf-8?q?=A9?=", "café"},
		{"=?utf-8?b?Y2Fmww==?= =?utf-8?q?=A9?=", "café"},
		{"=?utf-8?b?Y2Fmw6k?=", "café"},
		{"=?utf-8?b?Y2Fm w6k=?=", "café"},
		{"=?utf-8?q?two words?=", "two words"},
		{"=?utf-8?q?no end", "no end"},
		{"=?utf-8?q?no end =?utf-8?q?but_a_next?=", "no endbut a next"},
		{"x=?utf-8?q?glued?=x", "xgluedx"},
		{"=?utf-8?q??=", ""},
		{"=?utf-8?q?a=?=", "a="},
		{"=?utf-8?q?=3D?= =?utf-8?q??= b", "= b"},
		{"=?x-martian?q?Ana?=", "Ana"},
		{"=?utf-8?x?Ana?=", "=?utf-8?x?Ana?="},
		{"=?utf-8?", "=?utf-8?"},
		{"=?", "=?"},
		{"a =? b ?= c", "a =? b ?= c"},
		{"caf\xe9 =?utf-8?q?=C3=A9?=", "café é"},
		{"\x1b$B<j\x1b(B", "手"},
		{"=?iso-2022-jp?b?GyRCPGobKEI=?=", "手"},
	}
	for _, tc := range tests {
		if got := DecodeWords(tc.in); got != tc.want {
			t.Errorf("%q is read as %q, want %q", tc.in, got, tc.want)
		}
	}
}
