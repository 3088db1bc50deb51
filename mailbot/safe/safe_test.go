package safe

import (
	"strings"
	"testing"
)

// Words of one person can't be anything but words in a mail to another.
func TestSafeWords(t *testing.T) {
	if got := Line(" a\r\nSubject: x\t\u202eb\x00\u200b  c ", 100); got != "a Subject: x b c" {
		t.Errorf("%q", got)
	}
	if got := Line(strings.Repeat("é", 200), 80); len([]rune(got)) != 80 || !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
	if got := Text("\n\nHi 👩‍👧!  \n\n\u202eBo\x07\n"); got != "Hi 👩‍👧!\n\nBo" {
		t.Errorf("%q", got)
	}
	if got := Text("a" + strings.Repeat("\u0301\u200b", 50) + "b\u0301"); got != "a"+strings.Repeat("\u0301", MostMarks)+"b\u0301" {
		t.Errorf("a pile of accents: %q", got)
	}
}
