package reply

import (
	"strings"
	"testing"
)

// TestLetterheadIsOurs holds that our letterhead cuts where it stands bare, and does
// nothing within a quote.
func TestLetterheadIsOurs(t *testing.T) {
	const mail = "●○ Bo played D7.\n\nYou can: resign"
	if got := Trim("C4\n\n" + mail).Reply; got != "C4" {
		t.Errorf("bare: %q", got)
	}
	quoted := "> " + strings.ReplaceAll(mail, "\n", "\n> ")
	if got := Trim(quoted + "\n\nC4").Reply; got != "C4" {
		t.Errorf("below the quote: %q", got)
	}
	between := strings.Replace(quoted, "> You can", "\nC4\n\n> You can", 1)
	if got := Trim(between).Reply; got != "C4" {
		t.Errorf("between the quotes: %q", got)
	}
	for _, line := range []string{"> ●○ Bo played D7.", "Bo ●○ played D7.", "●", "○ Bo", "○●", "● ○", "---", ""} {
		if HasLetterhead(line) {
			t.Errorf("%q is taken for a beginning of ours", line)
		}
	}
}

// TestLetterheadComesBack holds that our letterhead is known in what mail programs make
// of it, and that a player's question about it is not.
func TestLetterheadComesBack(t *testing.T) {
	const words = "Bo played D7. It is your turn, Ana: you are White and need a\nline. You have 9 days 4 hours, until Sunday 29 November, 14:00\n(Europe/Madrid).\n\n" +
		"             Side 1\n             1 2 3 4\n            / / / / 5\n        A- . .(X). / 6\n\nYour notes, which nobody else sees:\n\n  | watch F5"
	const asked = "What is ●○ for?\n\nBest,\nBo"
	for _, tc := range []struct{ name, text, reply string }{
		{"entities", "C4\n\n&#9679;&#9675; " + words, "C4"},
		{"hexadecimal entities", "C4\n\n&#x25CF;&#x25CB; " + words, "C4"},
		{"bold", "C4\n\n**●○** " + words, "C4"},
		{"a point of a list", "C4\n\n• ●○ " + words, "C4"},
		{"a cell of a table", "C4\n\n│ ●○ " + words, "C4"},
		{"in quotation marks", "C4\n\n“●○ " + words, "C4"},
		{"question marks", "C4\n\n?? " + words, "C4"},
		{"question marks of a player", "C4\n\n?? I thought that you had gone.", "C4\n\n?? I thought that you had gone."},
		{"behind a move", "C4 ●○ " + words, "C4"},
		{"right behind a move", "C4●○ " + words, "C4"},
		{"behind a move, all in one line", "C4 ●○ " + strings.Join(strings.Fields(words), " "), "C4"},
		{"behind words", "C4\n\nWell played! ●○ " + words, "C4\n\nWell played!"},
		{"behind an attribution, all in one line", "C4 On Fri, Nov 20, 2026 at 12:00 PM Unlur <unlur@example.net> wrote: ●○ " + strings.Join(strings.Fields(words), " "), "C4"},
		{"behind quoted words", "C4\n\n> Bo ●○ " + strings.ReplaceAll(words, "\n", "\n> "), "C4"},
		{"a question above a quote", "C4\n\n" + asked + "\n\n> ●○ " + strings.ReplaceAll(words, "\n", "\n> "), "C4\n\n" + asked},
		{"a question above a bare mail", "C4\n\n" + asked + "\n\n●○ " + words, "C4\n\n" + asked},
		{"a question about it", "C4\n\n" + asked, "C4\n\n" + asked},
	} {
		if got := Trim(tc.text).Reply; got != tc.reply {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.reply)
		}
	}
}
