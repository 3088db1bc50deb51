package fold

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"
	"unicode"
)

// Which names are the same for people, and which are not.
func TestNameKeys(t *testing.T) {
	alike := func(a, b string) bool {
		return slices.ContainsFunc(NameKeys(a), func(key string) bool { return slices.Contains(NameKeys(b), key) })
	}
	for _, names := range [][]string{
		{"López", "Lopez", "LÓPEZ", "lópez", "Lo\u0301pez", "Ｌｏｐｅｚ", "Lοpez", "Lоpez", "L0pez", "Łopez", "Lø-pez", "Lo pez"},
		{"Bo", "Во", "во", "BO", "Вο"},
		{"Max", "Мах", "МАХ", "мах", "MAX"},
		{"Elia", "ELIA", "elia"},
		{"Ella", "EIIa", "E11a", "Еllа"},
		{"Ian", "lan", "1an", "IAN"},
		{"Marnie", "Mamie"},
		{"Ana Maria", "ana-maria", "AnaMaria", "Ana  María"},
		{"O'Neill", "O’Neill", "ONeill"},
		{"Straße", "STRASSE"},
		{"Åsa", "Asa"},
		{"Núria", "Nuria"}, {"Gal·la", "Galla"},
		{"Андрей", "АНДРЕЙ", "Андреи"},
		{"Ирёна", "Ирена"},
		{"Ελένη", "ΕΛΕΝΗ"},
		{"محمد", "مُحَمَّد"},
	} {
		for _, name := range names[1:] {
			if !alike(names[0], name) {
				t.Errorf("%q and %q are two: %q and %q", names[0], name, NameKeys(names[0]), NameKeys(name))
			}
		}
	}
	for _, names := range [][2]string{
		{"Elia", "Ella"}, {"Ana", "Anna"}, {"Bo", "Bo2"}, {"Bo2", "Bo3"}, {"Bo", "Bob"}, {"Пётр", "Павел"}, {"王小明", "王小朋"}, {"かな", "がな"},
		{"मीनू", "मीना"}, {"김민수", "김민서"}, {"ana", "апа"}, {"дед", "дел"}, {"Nil", "Nill"}, {"Ali", "All"}, {"Ursula", "Uschi"},
	} {
		if alike(names[0], names[1]) {
			t.Errorf("%q and %q are one: %q and %q", names[0], names[1], NameKeys(names[0]), NameKeys(names[1]))
		}
	}
}

// The index of names holds these keys, so what gives other ones, such as a newer table of
// letters that look alike, is a change of the layout: a new schema, with a migration that
// makes the index anew.
func TestNameKeysStay(t *testing.T) {
	const want = "6a2b3f10998b7d21"
	h := fnv.New64a()
	for _, span := range [][2]rune{{'A', 0x058f}, {0x0590, 0x17ff}, {0x1e00, 0x1fff}, {0x3040, 0x312f}, {0x4e00, 0x4eff}, {0xac00, 0xacff}} {
		for r := span[0]; r <= span[1]; r++ {
			if unicode.IsLetter(r) {
				fmt.Fprintln(h, string(r), NameKeys(string(r)))
			}
		}
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
		t.Errorf("the keys of names are others now (%s)", got)
	}
}
