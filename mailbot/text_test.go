package mailbot

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for _, name := range []string{"Ana", "Jean-Luc", "O'Neill", "Ana Maria", "José", "Мария", "王小明", "R2 D2", strings.Repeat("a", maxName)} {
		if got, ok := cleanName(name); !ok || got != name {
			t.Errorf("%q can't be a name (%q)", name, got)
		}
	}
	if got, ok := cleanName("  Ana   Maria "); !ok || got != "Ana Maria" {
		t.Errorf("blanks: %q %v", got, ok)
	}
	if got, ok := cleanName("Jose\u0301"); !ok || got != "José" {
		t.Errorf("an accent of its own: %q %v", got, ok)
	}
	for _, name := range []string{
		"", "A", "4na", "C4", "c-4", "black", "noir", "resign", "accept", "help", "show", "games", // commands
		"Ana size 8", "first", "Ana first", "#42", "ana@example.org", // what can stand beside a name
		"<b>Ana</b>", "Ana\nBo", "Ana\x00", "\u202eanA", "A\u200bna", "Ana, Bo", "\"Ana\"", "=?utf-8?q?Ana?=", // what could do harm
		"www.evil.test", "Buy at evil.test", "x.com", "Ana ..b", // what mail programs make links of
		"Ana\ufe0f", "Ana\u034f", "Ana\u3164", "\u3164\u3164", "A\u115fna", // which look like Ana, or like nothing
		"A" + strings.Repeat("\u0323", maxMarks+1), // which covers the lines around it
		strings.Repeat("a", maxName+1),
	} {
		if got, ok := cleanName(name); ok && got != "Ana Bo" { // a line end is a blank like any other
			t.Errorf("%q can be a name (%q)", name, got)
		}
	}
}

// Whatever an address looks like, a name comes of it that a player could have
// chosen.
func TestNameFromAddress(t *testing.T) {
	for address, want := range map[string]string{
		"ana@example.org":                        "ana",
		"Ana.Maria@example.org":                  "Ana Maria",
		"ana+games@example.org":                  "ana",
		"42bo@example.org":                       "bo",
		"c4@example.org":                         "player",
		"black@example.org":                      "player",
		"4@example.org":                          "player",
		"\"<b>\"@example.org":                    "player",
		"x@example.org":                          "player",
		strings.Repeat("a", 64) + "@example.org": strings.Repeat("a", maxName-4),
	} {
		got := nameFromAddress(address)
		if _, ok := cleanName(got); got != want || !ok {
			t.Errorf("%s gives %q, want %q", address, got, want)
		}
	}
}

// Words of one person can't be anything but words in a mail to another.
func TestSafeWords(t *testing.T) {
	if got := safeLine(" a\r\nSubject: x\t\u202eb\x00\u200b  c ", 100); got != "a Subject: x b c" {
		t.Errorf("%q", got)
	}
	if got := safeLine(strings.Repeat("é", 200), 80); len([]rune(got)) != 80 || !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
	if got := safeText("\n\nHi 👩‍👧!  \n\n\u202eBo\x07\n"); got != "Hi 👩‍👧!\n\nBo" {
		t.Errorf("%q", got)
	}
	if got := safeText("a" + strings.Repeat("\u0301\u200b", 50) + "b\u0301"); got != "a"+strings.Repeat("\u0301", maxMarks)+"b\u0301" {
		t.Errorf("a pile of accents: %q", got)
	}
}
