package templates_test

import (
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

const (
	openGround = "#f5ead2" // of an inner cell that can be played
	shutGround = "#e3e0da" // of any other
)

// On a board without room for all links a sentence says that the other cells can be
// played too. Those keep their ground and their names, and cells of the edge that are
// closed have neither.
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
				if told := strings.Contains(mail.HTML, said); told != (links < legal) || size == game.MaxSize && !told {
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
				open, shut := strings.Count(body, `"`+openGround+`"`), strings.Count(body, `"`+shutGround+`"`)
				if open < inner-1 || open > inner || shut > 0 { // the last stone has a ground of its own
					t.Errorf("%s, size %d: %d of %d inner cells look open, and %d shut", name, size, open, inner, shut)
				}
			}
		}
	}
}

// Up to size 10 a click can play each free cell, however many stones there are, and on
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
			if free := cells - stones; links != free && (size <= 10 || links < min(free, enough)) {
				t.Errorf("size %d with %d stones: %d links for %d cells", size, stones, links, free)
			}
			if n := wholeSize(t, mail); n > 90_000 {
				t.Errorf("size %d with %d stones: %d bytes", size, stones, n)
			}
		}
	}
}

// With many stones on the largest board these are no more than their signs, before the
// board would be drawn with characters.
func TestManyStones(t *testing.T) {
	mail, err := load(t).Render(templates.Default, templates.Turn, turnMail(t, game.MaxSize, 330))
	if err != nil {
		t.Fatal(err)
	}
	_, board, found := strings.Cut(mail.HTML, "unlur-board\"")
	board, _, _ = strings.Cut(board, "</div>")
	if !found || strings.Contains(board, "<span") {
		t.Errorf("no board of signs: %.500s", board)
	}
	if n := strings.Count(board, "●") + strings.Count(board, "○"); n != 330 {
		t.Errorf("it shows %d stones", n)
	}
	if rows := strings.Count(board, "<tr"); rows != 2*game.MaxSize+1 {
		t.Errorf("it has %d rows", rows)
	}
}

// A few stones are discs on each board, though the largest ones have no room for all
// links.
func TestFewStonesAreDiscs(t *testing.T) {
	set := load(t)
	for size := game.MinSize; size <= game.MaxSize; size++ {
		mail, err := set.Render(templates.Default, templates.Turn, turnMail(t, size, 4))
		if err != nil {
			t.Fatal(err)
		}
		_, board, _ := strings.Cut(mail.HTML, "unlur-board\"")
		board, _, _ = strings.Cut(board, "</div>")
		if discs := strings.Count(board, "border-radius:50%"); discs != 4 {
			t.Errorf("size %d: %d discs", size, discs)
		}
	}
}
