package parser

import (
	"testing"
)

// TestCharsetOfPage holds whose word counts for the character set of a page.
func TestCharsetOfPage(t *testing.T) {
	tests := []struct{ name, mediaType, page, want string }{
		{"the header's", "text/html; charset=koi8-r", "<meta charset=windows-1251>\xe8\xcf\xc4", "Ход"},
		{"the page's", "text/html", "<meta charset=windows-1251>\xd5\xee\xe4", "Ход"},
		{"the page's, in the old way", "text/html", `<META http-equiv="Content-Type" content="text/html; charset=WINDOWS-1251">` + "\xd5\xee\xe4", "Ход"},
		{"none", "text/html", "<p>caf\xe9", "café"},
		{"a page that lies", "text/html", "<meta charset=iso-8859-1>café", "café"},
	}
	for _, tc := range tests {
		m := ReadMail([]byte("From: a@example.org\nContent-Type: "+tc.mediaType+"\n\n"+tc.page), ours)
		if m.Text != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, m.Text, tc.want)
		}
	}
}
