package templates_test

import (
	"html"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// On a board without room for all links a sentence says that the other cells can be
// played too. Those keep their ground and their names, and cells of the edge that are
// closed have no name.
func TestCellsWithoutALink(t *testing.T) {
	set := load(t)
	for _, name := range []string{"turn-contract", "turn-main"} {
		for size := game.MinSize; size <= game.MaxSize; size++ {
			sample, err := samples.Find(name, size)
			if err != nil {
				t.Fatal(err)
			}
			for _, language := range set.Languages() {
				mail, err := render(set, language, sample)
				if err != nil {
					t.Fatal(err)
				}
				said, err := set.Say(language, "unlinked", sample.View)
				if err != nil {
					t.Fatal(err)
				}
				links, inner := 0, 3*(size-1)*(size-2)+1
				for _, click := range clicks(t, mail.HTML) {
					if _, err := game.ParseCell(click.name); err == nil {
						links++
					}
				}
				legal := inner - 1
				if name == "turn-main" {
					legal = 3*size*(size-1) + 1 - 2
				}
				if told := strings.Contains(html.UnescapeString(mail.HTML), said); told != (links < legal) || size == game.MaxSize && !told {
					t.Errorf("%s, %s, size %d: %d links for %d cells, told: %t", name, language, size, links, legal, told)
				}
				named := 0
				for _, cell := range elements(t, mail.HTML, "td") {
					if _, err := game.ParseCell(words(cell)); err == nil {
						named++
					}
				}
				if named != legal {
					t.Errorf("%s, size %d: %d of %d cells have a name", name, size, named, legal)
				}
				_, body, _ := strings.Cut(mail.HTML, "</style>")
				stones := 1
				if name == "turn-main" {
					stones = 2
				}
				if holes := strings.Count(body, `bgcolor="#e2d6bd"`); holes < inner-stones || holes >= inner { // on size 4 one of them is at the edge
					t.Errorf("%s, size %d: %d of %d inner cells are holes", name, size, holes, inner)
				}
			}
		}
	}
}

// Up to size 11 a click can play each free cell, however many stones there are, and on
// larger boards those near the stones.
func TestLinksAmongManyStones(t *testing.T) {
	set := load(t)
	for size := game.MinSize; size <= game.MaxSize; size++ {
		cells := 3*size*(size-1) + 1
		for stones := 1; stones < cells*3/4; stones += cells / 8 {
			view := turnMail(t, size, stones)
			mail, err := set.Render(templates.Default, templates.Turn, view)
			if err != nil {
				t.Fatal(err)
			}
			links := 0
			for _, click := range clicks(t, mail.HTML) {
				if _, err := game.ParseCell(click.name); err == nil {
					links++
				}
			}
			const enough = 30 // links on a board that has no room for all
			if free := cells - stones; links != free && (size <= 11 || links < min(free, enough)) {
				t.Errorf("size %d with %d stones: %d links for %d cells", size, stones, links, free)
			}
			if n := wholeSize(t, mail); n > 90_000 {
				t.Errorf("size %d with %d stones: %d bytes", size, stones, n)
			}
		}
	}
}

// With many stones on the largest board these have no more than their ground, before the
// board would be drawn with characters.
func TestManyStones(t *testing.T) {
	mail, err := load(t).Render(templates.Default, templates.Turn, turnMail(t, game.MaxSize, 330))
	if err != nil {
		t.Fatal(err)
	}
	_, board, found := strings.Cut(mail.HTML, `<table class="b `)
	if !found || strings.Contains(board, "linear-gradient") {
		t.Errorf("no board of bare stones: %.500s", board)
	}
	if n := strings.Count(board, `class="k"`) + strings.Count(board, `class="o"`); n != 330 {
		t.Errorf("it shows %d stones", n)
	}
	if rows := strings.Count(board, `class="r"`); rows != 2*game.MaxSize-1 {
		t.Errorf("it has %d rows", rows)
	}
}

// A few stones have all their signs on each board, though the largest ones have no room
// for all links.
func TestFewStonesAreWhole(t *testing.T) {
	set := load(t)
	for size := game.MinSize; size <= game.MaxSize; size++ {
		mail, err := set.Render(templates.Default, templates.Turn, turnMail(t, size, 4))
		if err != nil {
			t.Fatal(err)
		}
		_, board, _ := strings.Cut(mail.HTML, `<table class="b `)
		if stones := strings.Count(board, "linear-gradient"); stones != 4 {
			t.Errorf("size %d: %d stones", size, stones)
		}
	}
}
