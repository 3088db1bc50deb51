//go:build realservers

package measured_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/look"
	"unlurbot/templates/samples"
)

// In a turn of the contract and in one of the main phase, on boards of all sizes: what can
// be clicked are the legal moves, each once. On the largest boards some have no link.
func TestBoardsOfAllSizes(t *testing.T) {
	set, b := load(t), newBench(t)
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for _, record := range []string{played(t, size, -1), played(t, size, 5)} {
			mail, err := set.Render(templates.Default, templates.Turn, turnOf(record, "move", "black", "resign", "say", "show", "history", "help"))
			if err != nil {
				t.Fatal(err)
			}
			b.measure(t, record, mail.HTML, programsFor(checkSource(t, record, mail)))

			shown := b.lay(mail.HTML, []int{360})[0].Boards
			if len(shown) != 1 {
				t.Errorf("%s: %d boards", record, len(shown))
				continue
			}
			var clicks, names []string
			eachCell(shown[0], func(name string, c cell) {
				for _, l := range c.Links {
					clicks = append(clicks, l.Body)
				}
				if c.Name != "" {
					names = append(names, name)
				}
			})
			g, err := game.ParseRecord(record, size)
			if err != nil {
				t.Fatal(err)
			}
			p, legal := g.Position(), []string{}
			for m := range p.Legal() {
				if m.Kind == game.PutStone {
					legal = append(legal, m.String())
				}
			}
			for _, list := range [][]string{clicks, names, legal} {
				slices.Sort(list)
			}
			if size <= 10 && !slices.Equal(clicks, legal) || len(slices.Compact(slices.Clone(clicks))) != len(clicks) {
				t.Errorf("%s: clicks play %q, and legal is %q", record, clicks, legal)
			}
			if !slices.Equal(names, legal) {
				t.Errorf("%s: names stand in %q, and legal is %q", record, names, legal)
			}
		}
	}
}

// played is the record of a game at random: of twelve to twenty moves, of which the contract
// takes some; with -1 it goes on.
func played(t *testing.T, size, contract int) string {
	t.Helper()
	dice := rand.New(rand.NewPCG(uint64(size), uint64(contract+1)))
	p, err := game.NewPosition(size)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{fmt.Sprintf("size=%d", size)}
	for len(words) <= min(20, 3*size) {
		legal := slices.Collect(p.Legal())
		m := legal[dice.IntN(len(legal))]
		if (m.Kind == game.PutStone) == (p.Phase() == game.Contract && p.Ply() == contract) {
			continue // black when the contract has its stones, and not before
		}
		next, err := p.After(m)
		if err != nil {
			t.Fatal(err)
		}
		if next.Phase() == game.Over {
			continue
		}
		p, words = next, append(words, m.String())
	}
	return strings.Join(words, " ")
}

// Each law finds what it forbids, in a mail that keeps all of them.
func TestLawsFindFaults(t *testing.T) {
	set, b := load(t), newBench(t)
	mail, err := set.Render(templates.Default, templates.Turn, turnOf("size=6 C4 D5 black E6", "move", "resign"))
	if err != nil {
		t.Fatal(err)
	}
	button := `<table><tr><td bgcolor="` + look.Button.Paper.Light.String() + `"><a style="color:#ffffff">Play</a></td></tr></table>`
	for _, tc := range []struct {
		law         law
		before, now string
	}{
		{fits, "</body>", `<table width="2000"><tr><td>wide</td></tr></table></body>`},
		{begins, "<h1", `<h1>first</h1><h1`},
		{begins, "<h1", `<p>first</p><h1`},
		{oneButton, "</body>", button + button + "</body>"},
		{readable, "</body>", `<p style="color:#999999">faint</p></body>`},
		{readable, look.Hole.Ink.Dark.String(), "#666666"},
		{stonesShow, `bgcolor="` + look.Black.String(), `bgcolor="#333333`},
		{stonesDiffer, "linear-gradient", "none"},
		{hexagons, `colspan="5"`, `colspan="3"`},
		{contained, ">F6</a>", `>F6</a><div style="width:99px">wide</div>`},
		{filled, "display:block", "display:inline"},
		{named, "body=F6", "body=F7"},
		{named, ">F6</a>", ">F7</a>"},
		{largeEnough(true), "max-width:352px", "max-width:300px"},
	} {
		broken := strings.ReplaceAll(mail.HTML, tc.before, tc.now)
		if broken == mail.HTML {
			t.Errorf("%q stands nowhere", tc.before)
		}
		if !slices.ContainsFunc(b.faults(broken, programs), func(fault string) bool { return strings.Contains(fault, tc.law.name) }) {
			t.Errorf("%q for %q is no fault: %s", tc.now, tc.before, tc.law.name)
		}
	}
}

// turnOf is the view of a turn that can be answered.
func turnOf(record string, can ...string) *templates.View {
	view := samples.Turn(record, can...)
	view.Envelope.Reply = &templates.Reply{Address: "unlur+k7qmx2vd5jtr8hnp4wcb6fyg3s@example.org"}
	return view
}
