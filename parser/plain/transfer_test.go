package plain

import (
	"strings"
	"testing"
)

func TestDecodeQuotedPrintable(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "C4\nHello", "C4\nHello"},
		{"codes", "caf=C3=A9", "café"},
		{"lower case", "caf=c3=a9", "café"},
		{"a soft break", "C=\n4", "C4"},
		{"a soft break with blanks behind it", "C= \t\n4", "C4"},
		{"blanks added on the way", "C4 \t\nx", "C4\nx"},
		{"a blank that is meant", "C4=20\nx", "C4 \nx"},
		{"no code", "a=b =ZZ =4", "a=b =ZZ =4"},
		{"at the end", "C4=", "C4"},
		{"half a code at the end", "C4=3", "C4=3"},
		{"8-bit letters", "café =E9", "café \xe9"},
		{"a long line", strings.Repeat("x", 5000) + "=34", strings.Repeat("x", 5000) + "4"},
		{"control characters", "\x07C4", "\x07C4"},
		{"empty", "", ""},
	}
	for _, tc := range tests {
		if got := string(DecodeQuotedPrintable([]byte(tc.in))); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestDecodeBase64(t *testing.T) {
	tests := []struct {
		name, in, want string
		whole          bool
	}{
		{"one line", "QzQKSGVsbG8=", "C4\nHello", true},
		{"lines", "QzQK\nSGVs\n\nbG8=\n", "C4\nHello", true},
		{"lines of one character", "Q\nz\nQ\n=\n", "C4", true},
		{"no padding", "QzQ", "C4", true},
		{"two pieces", "QzQ=\nCg==\nSGVsbG8", "C4\nHello", true},
		{"two pieces on one line", "QzQ=Cg==SGVsbG8=", "C4\nHello", true},
		{"too much padding", "QzQ====", "C4", true},
		{"blanks at the ends", "  QzQK \n SGVsbG8= ", "C4\nHello", true},
		{"foreign bytes", "QzQKS!GVs\x80bG8=", "C4\nHello", false},
		{"a footer", "QzQK\n____________\nA list of example.org\n", "C4\n\n____________\nA list of example.org\n", false},
		{"a footer of letters", "QzQ=\n\nsent to the list\n", "C4\nsent to the list\n", false},
		{"never encoded", "This is not base64, is it?", "This is not base64, is it?", true},
		{"empty", "", "", true},
	}
	for _, tc := range tests {
		got, whole := DecodeBase64([]byte(tc.in))
		if string(got) != tc.want || whole != tc.whole {
			t.Errorf("%s: %q, whole = %v; want %q, %v", tc.name, got, whole, tc.want, tc.whole)
		}
	}
}

func TestDecodeUU(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"sound", "begin 644 a.txt\n\"0S0`\n`\nend\n", "C4"},
		{"text above", "Hello\n\nbegin 644 a.txt\n\"0S0`\n`\nend\n", "C4"},
		{"no end", "begin 644 a.txt\n\"0S0`", "C4"},
		{"blanks lost at the end", "begin 644 a.txt\n#0S0\n", "C4\x00"},
	}
	for _, tc := range tests {
		if got, ok := DecodeUU([]byte(tc.in)); string(got) != tc.want || !ok {
			t.Errorf("%s: %q, %v; want %q", tc.name, got, ok, tc.want)
		}
	}
	if got, ok := DecodeUU([]byte("C4")); ok {
		t.Errorf("not encoded: %q", got)
	}
}
