package pegboard_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"unlurbot/game"
	"unlurbot/templates/pegboard"
	"unlurbot/templates/sent"
)

const plenty = 1 << 20 // bytes

var links = &pegboard.Links{
	Titled:   "mailto:unlur%2Babcdefghijklmnopqrstuvwxyz@example.org?subject=Re%3A%20Unlur%20%2342%3A%20Ana%20-%20Bo&amp;body=",
	Untitled: "mailto:unlur%2Babcdefghijklmnopqrstuvwxyz@example.org?body=",
	Label:    "play",
}

// parse reads a page as a mail program does.
func parse(t *testing.T, page []byte) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// below gives the elements of a kind in another one; those inside of them are left out
// if they are nested.
func below(n *html.Node, kind atom.Atom) (found []*html.Node) {
	for c := range n.ChildNodes() {
		if c.DataAtom == kind {
			found = append(found, c)
		} else {
			found = append(found, below(c, kind)...)
		}
	}
	return found
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(strings.TrimSpace(d.Data))
		}
	}
	return b.String()
}

// isCell tells a cell from a blank and from the number of a side.
func isCell(td *html.Node) bool { return attribute(td, "bgcolor") != "" }

func position(t *testing.T, record string) *game.Position {
	t.Helper()
	g, err := game.ParseRecord(record, game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	return &p
}

// The columns of each row are as many, and its cells stand half a cell beside those of
// the next: in each style, and for Word, which is told the columns in a comment.
func TestRowsKeepTheirShape(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		p := position(t, fmt.Sprintf("size=%d C3 black", size))
		for _, most := range []int{plenty, 60_000, 30_000} {
			page, _, fit := pegboard.Board{Position: p, Last: true, Links: links}.Append(nil, most)
			if fit == pegboard.Nothing {
				continue
			}
			columns := 2 * (2*size - 1)
			comment, _, _ := strings.Cut(string(page), "</tr><![endif]-->")
			if n := strings.Count(comment, `height="1"`); n != columns {
				t.Errorf("size %d: Word has %d columns of %d", size, n, columns)
			}
			before := -1
			rows := below(below(parse(t, page), atom.Table)[0], atom.Tr)
			if len(rows) != 2*size+1 {
				t.Fatalf("size %d has %d rows", size, len(rows))
			}
			for r, row := range rows {
				sum, start := 0, -1
				for _, td := range below(row, atom.Td) {
					if isCell(td) && start < 0 {
						start = sum
					}
					span, err := strconv.Atoi(attribute(td, "colspan"))
					if err != nil || isCell(td) && span != 2 {
						t.Fatalf("size %d, row %d: a span of %q", size, r, attribute(td, "colspan"))
					}
					sum += span
				}
				if sum != columns || r > 1 && r < len(rows)-1 && max(start-before, before-start) != 1 {
					t.Errorf("size %d, row %d: %d columns of %d, from %d below %d", size, r, sum, columns, start, before)
				}
				before = start
			}
		}
	}
}

// However few bytes there are, a board takes no more, and all cells that can be played
// have a name. The more there are, the more links it has, those nearest to a stone first.
func TestBoardsFit(t *testing.T) {
	for _, record := range []string{"size=4 B2 black", "size=8 D4 D5 black A1 B1", "size=13 M13 black A1"} {
		p := position(t, record)
		legal := 0
		for m := range p.Legal() {
			if m.Kind == game.PutStone {
				legal++
			}
		}
		before, fits := 0, map[pegboard.Fit]bool{}
		for most := 0; most < 160_000; most += 2000 {
			page, size, fit := pegboard.Board{Position: p, Last: true, Links: links}.Append([]byte("before"), most)
			page = page[len("before"):]
			if size != sent.Page(page) || size > most || (fit == pegboard.Nothing) != (len(page) == 0) {
				t.Fatalf("%s: %d bytes of %d, fit %d", record, sent.Page(page), most, fit)
			}
			fits[fit] = true
			if fit == pegboard.Nothing {
				continue
			}
			root := parse(t, page)
			anchors, named := below(root, atom.A), 0
			for _, td := range below(below(root, atom.Table)[0], atom.Td) {
				if _, err := game.ParseCell(words(td)); err == nil {
					named++
				}
			}
			if named != legal || (fit == pegboard.Whole) != (len(anchors) == legal) || len(anchors) < before {
				t.Errorf("%s in %d bytes: %d names and %d links for %d cells, before %d, fit %d", record, most, named, len(anchors), legal, before, fit)
			}
			before = len(anchors)
		}
		if len(fits) != 3 {
			t.Errorf("%s: there is no board with some of the links: %v", record, fits)
		}
	}
}

// Where there is no room for all links, no cell without one is nearer to a stone than
// one with a link.
func TestLinksNearTheStones(t *testing.T) {
	p := position(t, "size=13 M13 black C3")
	page, _, fit := pegboard.Board{Position: p, Links: links}.Append(nil, 60_000)
	if fit != pegboard.SomeLinks {
		t.Fatal("all cells have a link, or none")
	}
	away := func(c game.Cell) int {
		nearest := 1000
		for _, name := range []string{"M13", "C3"} {
			stone, err := game.ParseCell(name)
			if err != nil {
				t.Fatal(err)
			}
			row, col := int(c.Row-stone.Row), int(c.Col-stone.Col)
			nearest = min(nearest, max(row, -row, col, -col, row-col, col-row))
		}
		return nearest
	}
	farthest, closest := 0, 1000
	for _, td := range below(below(parse(t, page), atom.Table)[0], atom.Td) {
		c, err := game.ParseCell(words(td))
		switch {
		case err != nil:
		case len(below(td, atom.A)) > 0:
			farthest = max(farthest, away(c))
		default:
			closest = min(closest, away(c))
		}
	}
	if farthest > closest {
		t.Errorf("a cell %d steps away has a link, and one of %d has none", farthest, closest)
	}
}

// A stone is told by a sign, its ground and its rim; the last one has a dot and another
// sign, and the connection has teal below it.
func TestStones(t *testing.T) {
	won := position(t, "size=4 black A1 A2 A4 B3 B1 C3 B5 D3 C6 D4 D7 D5 G4 E2 G5 E3 G7 E6 F3 E7")
	if won.Reason() != game.ByY {
		t.Fatal("no Y")
	}
	page, _, _ := pegboard.Board{Position: won, Last: true, Connection: true}.Append(nil, plenty)
	bare, _, _ := pegboard.Board{Position: won}.Append(nil, plenty)
	for _, tc := range []struct {
		page []byte
		want map[string]int
	}{
		{page, map[string]int{"●": 9, "◉": 1, "○": 10, "◎": 0, `bgcolor="#d9480f"`: 1, `bgcolor="#2a85a0"`: 10, "<a ": 0}},
		{bare, map[string]int{"●": 10, "◉": 0, "○": 10, "◎": 0, `bgcolor="#d9480f"`: 0, `bgcolor="#2a85a0"`: 0, "3px double": 10, "linear-gradient(#151515,#151515)": 10}},
	} {
		for piece, n := range tc.want {
			if got := strings.Count(html.UnescapeString(string(tc.page)), piece); got != n {
				t.Errorf("%d of %s, want %d", got, piece, n)
			}
		}
	}
}

// The boards that say how games end show just what ends them.
func TestGoals(t *testing.T) {
	for ending, record := range map[string]string{
		"wrong": "size=4 black A2 A1 B3 A4 C3 B1 D3 B5 D4 C6 D5 D7 E2 G4 E3 G5 E6 G7 E7",
		"black": "size=4 black A1 A2 A4 B3 B1 C3 B5 D3 C6 D4 D7 D5 G4 E2 G5 E3 G7 E6 F3 E7",
		"white": "size=4 black C1 A1 C2 A3 D3 B5 D4 G4 E5 G6 E6 F3 E7",
	} {
		p := position(t, record)
		last, _ := p.Last()
		stone := map[game.Color]string{game.Black: "#151515", game.White: "#ffffff"}[p.At(last)]
		i, cells := 0, p.Cells()
		var drawn []game.Cell
		for _, td := range below(below(parse(t, pegboard.AppendGoal(nil, ending)), atom.Table)[0], atom.Td) {
			if isCell(td) {
				if attribute(td, "bgcolor") == stone {
					drawn = append(drawn, cells[i])
				}
				i++
			}
		}
		want := slices.Clone(p.Connection())
		slices.SortFunc(want, func(a, b game.Cell) int { return slices.Index(cells, a) - slices.Index(cells, b) })
		if i != len(cells) || !slices.Equal(drawn, want) {
			t.Errorf("%s: %v, want %v", ending, drawn, want)
		}
	}
}

// The stones are told in words, too, and nobody sees them.
func TestStonesInWords(t *testing.T) {
	page := html.UnescapeString(string(pegboard.AppendStones(nil, "Stones:", position(t, "size=4 B2 C3 black D4 C5 B3 A1"))))
	want := "Stones: ● A1 · ● B2 ○ B3 · ● C3 C5 · ○ D4</div>\n"
	if got := strings.ReplaceAll(page, "\u00a0", " "); !strings.HasSuffix(got, want) || !strings.Contains(page, "max-height:1px") || strings.Contains(page, "display:none") {
		t.Errorf("%q, want %q", got, want)
	}
	if page := pegboard.AppendStones(nil, "Stones:", position(t, "size=4")); len(page) > 0 {
		t.Errorf("a board without stones has %q", page)
	}
}

// A page pays for the sizes that it shows only.
func TestStyle(t *testing.T) {
	none, two := string(pegboard.AppendStyle(nil)), string(pegboard.AppendStyle(nil, 6, 13))
	if strings.Contains(none, "max-width") || !strings.HasPrefix(two, none) || !strings.Contains(two, ".b6{") || !strings.Contains(two, ".b13{") || strings.Contains(two, ".b8{") {
		t.Errorf("%s\n%s", none, two)
	}
	if strings.Count(two, "{") != strings.Count(two, "}") {
		t.Errorf("braces are left open in %s", two)
	}
}
