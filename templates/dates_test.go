package templates

import (
	"testing"
	"time"
)

// Days in four languages, read by people who speak them: the elision of
// Catalan, the first of a month in French.
func TestDays(t *testing.T) {
	april := time.Date(2027, 4, 1, 9, 5, 0, 0, time.UTC)
	january := time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC)
	for language, want := range map[string][]string{
		"en": {"Thursday 1 April", "1 April 2027", "Thursday 1 April 2027", "Monday 12 January 2026"},
		"es": {"jueves 1 de abril", "1 de abril de 2027", "jueves 1 de abril de 2027", "lunes 12 de enero de 2026"},
		"ca": {"dijous 1 d'abril", "1 d'abril de 2027", "dijous 1 d'abril de 2027", "dilluns 12 de gener de 2026"},
		"fr": {"jeudi 1er avril", "1er avril 2027", "jeudi 1er avril 2027", "lundi 12 janvier 2026"},
	} {
		g := grammars[language]
		for i, got := range []string{g.day(april), g.date(april), g.fullDay(april), g.fullDay(january)} {
			if got != want[i] {
				t.Errorf("%s: %q, want %q", language, got, want[i])
			}
		}
	}
	for language, want := range map[string][3]string{
		"en": {"09:05", "00:00", "01:30"}, "es": {"las 09:05", "las 00:00", "la 01:30"}, "ca": {"les 09:05", "les 00:00", "la 01:30"},
		"fr": {"9\u00a0h\u00a005", "0\u00a0h", "1\u00a0h\u00a030"},
	} {
		g := grammars[language]
		if got := [3]string{g.clock(april), g.clock(january), g.clock(january.Add(90 * time.Minute))}; got != want {
			t.Errorf("%s: the clock says %q, want %q", language, got, want)
		}
	}
}

// The names of a language are seven days and twelve months, each once.
func TestNamesOfDaysAndMonths(t *testing.T) {
	for language, g := range grammars {
		once := map[string]bool{}
		for _, name := range append(g.weekdays[:], g.months[:]...) {
			if name == "" || once[name] {
				t.Errorf("%s: %q is missing or there twice", language, name)
			}
			once[name] = true
		}
	}
}

// One thing is one everywhere; nothing is one in French only.
func TestPlural(t *testing.T) {
	for language, g := range grammars {
		for n, one := range map[int]bool{0: language == "fr", 1: true, 2: false, 11: false, 21: false, 101: false} {
			if got := g.plural(n, "one", "many"); (got == "one") != one {
				t.Errorf("%s: %d are %s", language, n, got)
			}
		}
	}
}

// What is no cell in a record is said in the words of the language; cells are the

// Long numbers come in groups.
func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 9_999: "9999", 10_000: "10,000", 1_234_567: "1,234,567"} {
		if got := grammars["en"].number(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestEither(t *testing.T) {
	for last, want := range map[string]string{
		"Bo": "Ana y Bo", "Inés": "Ana e Inés", "Íñigo": "Ana e Íñigo", "Hilario": "Ana e Hilario", "I": "Ana e I",
		"Ian": "Ana y Ian", "Hierro": "Ana y Hierro", "Yago": "Ana y Yago", "Hugo": "Ana y Hugo",
	} {
		if got := either("y", []string{"Ana", last}); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got, want := either("i", []string{"Ana", "Bo", "Inès"}), "Ana, Bo i Inès"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
