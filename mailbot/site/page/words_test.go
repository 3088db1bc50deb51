package page

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"unlurbot/templates"
)

// composed are pieces that another one takes in, or that are asked for by what a game says.
var composed = []string{"why", "black", "white", "first", "second"}

// Each piece of what the site says is said by some page.
func TestEveryPieceIsSaid(t *testing.T) {
	var all strings.Builder
	for _, pattern := range []string{"*.go", "pages/*.html"} {
		names, err := fs.Glob(os.DirFS("."), pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files (%v)", pattern, len(names), err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	words, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range words.Languages() {
		n := 0
		for _, piece := range words.Pieces(language) {
			name, ours := strings.CutPrefix(piece, "site ")
			if !ours {
				continue
			}
			n++
			sign, _ := strings.CutPrefix(name, "cell ")
			if !strings.HasPrefix(name, "how ") && !slices.Contains(composed, name) && !strings.Contains(all.String(), `"`+sign+`"`) {
				t.Errorf("%s: no page says %q", language, piece)
			}
		}
		if n < 50 {
			t.Errorf("%s: the site has %d pieces", language, n)
		}
	}
}
