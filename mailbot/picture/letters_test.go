package picture

import (
	"strings"
	"testing"

	"golang.org/x/image/font"
	"pgregory.net/rapid"
)

// Names keep what the font can write of them.
func TestNamesAreLegible(t *testing.T) {
	f, err := regular()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Ana":            "Ana",
		"Bele\u0301n":    "Belén", // in the form that some systems write
		"Łukasz Żółć":    "Łukasz Żółć",
		"Ольга":          "Ольга",
		"Ηλέκτρα":        "Ηλέκτρα",
		"Ngọc":           "Ngoc",
		"Bo 🎲":           "Bo",
		"田中":             "1",
		"Tanaka 田中":      "1",
		"דוד":            "1",
		"🎲":              "1",
		"":               "1",
		"\x00 \t":        "1",
		"a\u202eb\u200d": "ab",
	} {
		if got := legible(f, name, "1"); got != want {
			t.Errorf("%q is written as %q, want %q", name, got, want)
		}
	}
}

// A name that is too long ends in an ellipsis, within its room.
func TestNamesFit(t *testing.T) {
	f, err := regular()
	if err != nil {
		t.Fatal(err)
	}
	face, err := newFace(f, 20)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[A-Za-zñéç]+( [A-Za-zñéç]+){0,5}`).Draw(t, "name")
		room := float64(rapid.IntRange(30, 400).Draw(t, "room"))
		got := shortened(face, name, room)
		if wide := float64(font.MeasureString(face, got)) / 64; wide > room {
			t.Fatalf("%q is %.1f wide, and there is room for %.1f", got, wide, room)
		}
		kept, cut := strings.CutSuffix(got, "…")
		if !strings.HasPrefix(name, kept) || cut == (got == name) {
			t.Fatalf("%q became %q", name, got)
		}
	})
}
