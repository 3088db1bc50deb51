package mailbot_test

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// displayNames are what stands beside the address anaxyz@example.org, and what its owner
// is called then. Only where nothing stands there the address says it.
var displayNames = map[string]string{
	"":                        "anaxyz",
	"anaxyz@example.org":      "anaxyz",
	"🎲":                       "anaxyz",
	"42":                      "anaxyz",
	"Ana":                     "Ana",
	"ana":                     "ana",
	"Ana López":               "Ana López",
	"  Ana\tLópez ":           "Ana López",
	"López, Ana":              "Ana López",
	"López García, Ana María": "Ana María López García",
	"López, Ana, Prof.":       "Ana López",
	"Ana López, PhD":          "Ana López",
	"Ana López (TU Wien)":     "Ana López",
	"Ana López [Club]":        "Ana López",
	"'Ana López'":             "Ana López",
	"\"Ana\" López":           "Ana López",
	"Dr. Ana López":           "Dr Ana López",
	"J.R.R. Tolkien":          "J. R. R. Tolkien",
	"ana.lopez":               "ana lopez",
	"Ana 🎲 López":             "Ana López",
	"Ana | Unlur fan":         "Ana",
	"A\u200bna":               "Ana",
	"\u202eAna":               "Ana",
	"Ana\u0301":               "Aná",
	"Ana <script>":            "Ana",
	"https://evil.test/x":     "https evil test x",
	"Ana Иванова":             "Ana",
	"Иван":                    "Иван",
	"佐藤さくら":                   "佐藤さくら",
	"Аdmin":                   "player",
	"Admin":                   "player",
	"Unlur":                   "player",
	"Unlur Bot":               "player",
	"Robot":                   "player",
	"All":                     "player",
	"resign":                  "player",
	"C4":                      "player",
	"A":                       "player",
	"Operator Ana":            "Ana",
	"Ana-Maria de la Cruz y Fernández de Córdoba": "Ana-Maria de la Cruz",
	strings.Repeat("x", 90):                       strings.Repeat("x", names.Roomy),
}

func TestNamesOfNewcomers(t *testing.T) {
	t.Parallel()
	for display, want := range displayNames {
		b := bottest.New(t)
		b.Brief = true
		from := "From: anaxyz@example.org\n"
		if display != "" {
			from = "From: \"" + strings.ReplaceAll(display, `"`, `\"`) + "\" <anaxyz@example.org>\n"
		}
		b.Receive(from + "To: unlur@example.org\nMessage-ID: <1@client.test>\n" +
			bottest.Verdict("example.org") + "\ngames\n")
		m := b.Person("anaxyz@example.org").Last()
		if m.To.Name != want {
			t.Errorf("%q is called %q, want %q", display, m.To.Name, want)
		}
		if text := strings.Join(strings.Fields(m.Text), " "); !strings.Contains(text, "see you as "+want+", and") || !strings.Contains(text, "name Alex") {
			t.Errorf("%q reads in the first mail:\n%s", display, m.Text)
		}
	}
}

// Whoever gets a name that somebody has gets another one, and not a refusal; whoever asks
// for it hears why not.
func TestNamesThatAreTaken(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	zoe, p0 := b.Person("zoe@example.org"), b.Person("p0@example.org")
	join := func(display, address string) string {
		b.T.Helper()
		b.Receive(fmt.Sprintf("From: %q <%s>\nTo: unlur@example.org\nMessage-ID: <%s>\n", display, address, address) +
			bottest.Verdict("example.org") + "\ngames\n")
		return b.Person(address).Last().To.Name
	}
	for i, want := range [][2]string{
		{"López", "López"}, {"Lopez", "Lopez2"}, {"LÓPEZ", "LÓPEZ3"}, {"Bo", "Bo"}, {"Во", "Во2"}, {"Admin", "player"}, {"Unlur", "player2"}, {"0lga", "lga"}, {"Olga", "Olga"},
	} {
		if got := join(want[0], fmt.Sprintf("p%d@example.org", i)); got != want[1] {
			t.Errorf("%q is called %q, want %q", want[0], got, want[1])
		}
	}
	for wanted, why := range map[string]string{
		"lopez": "looks too much like a name that is", "L0PEZ": "looks too much like a name that is", "bo": "looks too much like a name that is", "Аna": "different scripts",
		"0perator": "taken to mean me", "everybody": "taken to mean me", "4x": "can't be a name",
	} {
		if d := zoe.Writes("name " + wanted).Decision; d != decision.Refused {
			t.Errorf("name %s: %s", wanted, d)
		}
		if text := strings.Join(strings.Fields(zoe.Last().Text), " "); !strings.Contains(text, why) {
			t.Errorf("name %s is answered with\n%s", wanted, text)
		}
	}
	if d := p0.Writes("name Lopez").Decision; d != decision.Named {
		t.Errorf("the own name in other letters: %s", d)
	}
	if d := zoe.Writes("challenge LOPEZ").Decision; d != decision.Challenged || p0.Last().Game != 1 {
		t.Errorf("a challenge by a name that looks the same: %s", d)
	}
}

// A player whose name the bot had to change is told once, with whatever mail comes next.
func TestRenamedPlayersAreTold(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	b.Begin(ana, bo)
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		bo, err := tx.PlayerByName("bo")
		b.Check(err)
		bo.Name, bo.Renamed = "bo2", "bo"
		return tx.PutPlayer(bo)
	}))
	ana.Replies("C4")
	told := strings.Join(strings.Fields(bo.Last().Text), " ")
	if !strings.Contains(told, "Others now see you as bo2. Your name, bo, looked too much like another player's.") {
		t.Errorf("bo reads:\n%s", told)
	}
	bo.Replies("D5")
	if text := bo.Last().Text; strings.Contains(text, "looked too much") {
		t.Errorf("bo is told again:\n%s", text)
	}
}
