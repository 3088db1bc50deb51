package templates

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"unlurbot/game"
)

// elements gives the elements of a name in a page.
func elements(t testing.TB, page, name string) (found []*html.Node) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			found = append(found, n)
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

// words gives the text in an element.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// A written is an answer as a click begins it.
type written struct{ name, to, subject, body string }

// clicks gives what a click on each link writes, with the link's name.
func clicks(t testing.TB, page string) (all []written) {
	t.Helper()
	for _, a := range elements(t, page, "a") {
		link, err := url.Parse(attribute(a, "href"))
		if err != nil || link.Scheme != "mailto" || strings.ContainsAny(link.RawQuery, "+;") {
			t.Fatalf("a link to %s: %v", attribute(a, "href"), err)
		}
		to, err := url.PathUnescape(link.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		fields := link.Query()
		all = append(all, written{words(a), to, fields.Get("subject"), fields.Get("body")})
	}
	return all
}

// A click on any legal cell, and on nothing else, begins an answer with that move, in
// every position of every size.
func TestClicksAreTheLegalMoves(t *testing.T) {
	set := load(t)
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.IntRange(game.MinSize, 10).Draw(rt, "size")
		p, err := game.NewPosition(size)
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(rt, "moves") {
			next, err := p.After(rapid.SampledFrom(slices.Collect(p.Legal())).Draw(rt, "move"))
			if err != nil || next.Phase() == game.Over {
				break
			}
			p = next
		}
		prefix := rapid.SampledFrom([]string{"", "#42 "}).Draw(rt, "prefix")
		reply := rapid.SampledFrom([]Reply{{"unlur+a@example.org", ""}, {"unlur@example.org", "[a&b]"}}).Draw(rt, "reply")
		v := &View{You: "Ana", Opponent: "Bo", Reply: &reply, Game: &Game{Number: 42, Title: "Ana & Bo", Phase: p.Phase(), Last: &game.Event{}, Board: Draw(p).Playable(prefix)}}
		mail, err := set.Render(Default, Turn, v)
		if err != nil {
			rt.Fatal(err)
		}
		var want []written
		subject := strings.TrimSpace("Re: Unlur #42: Ana & Bo " + reply.Tag)
		for m := range p.Legal() {
			click := written{m.String(), reply.Address, subject, prefix + m.String()}
			if prefix != "" && m.Kind == game.PutStone {
				click.subject = reply.Tag
			}
			want = append(want, click)
		}
		if got := clicks(t, mail.HTML); !slices.Equal(want, got) {
			rt.Fatalf("want %v, got %v", want, got)
		}
	})
}

// What is only to be looked at has no link to a move: boards of others, of another
// moment, of a game that is over or waits for the opponent, and a mail that asks
// something first.
func TestOnlyATurnCanBeClicked(t *testing.T) {
	set := load(t)
	playing := []Kind{Turn, Started, Digest, Message, Problem, Refused, Stale, Reminder, Undo, Planned}
	for name, sample := range samples(t) {
		mail, err := set.Render(Default, sample.kind, answerable(sample.view, &Reply{Address: "unlur+a@example.org"}))
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range clicks(t, mail.HTML) {
			if _, err := game.ParseCell(link.name); err == nil && !slices.Contains(playing, sample.kind) && !strings.HasPrefix(name, "history") && !strings.HasPrefix(name, "show-watched") {
				t.Errorf("%s: %s can be clicked", name, link.name)
			}
		}
		unknown, err := set.Render(Default, sample.kind, answerable(sample.view, nil))
		if err != nil {
			t.Fatal(err)
		}
		if links := clicks(t, unknown.HTML); len(links) > 0 {
			t.Errorf("%s: links without an address: %v", name, links)
		}
	}
}

// The buttons and the small links of some mails.
func TestAnswersByClick(t *testing.T) {
	set := load(t)
	for name, want := range map[string]string{
		"invite":           "accept decline help never rules",
		"confirm":          "yes",
		"confirm-game":     "help history resign show yes",
		"forget":           "yes",
		"address":          "yes",
		"challenged":       "help withdraw",
		"over-resigned":    "",
		"undo-black":       "allow deny",
		"help":             "",
		"problem":          "",
		"watched":          "",
		"turn-after-black": "help resign",
	} {
		sample := samples(t)[name]
		mail, err := set.Render(Default, sample.kind, answerable(sample.view, &Reply{Address: "unlur+a@example.org"}))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, click := range clicks(t, mail.HTML) {
			if _, err := game.ParseCell(click.name); err == nil {
				continue
			}
			if got = append(got, click.name); click.body != click.name {
				t.Errorf("%s: %s writes %q", name, click.name, click.body)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// emptyBoard is the turn with the most to click: the main phase with no stone.
func emptyBoard(t testing.TB, size int, reply *Reply) *View {
	t.Helper()
	const longName = "María del Rosario Ñíguez-Sáenz" // 30 characters, the most
	v := &View{You: longName, Opponent: longName, Words: strings.Repeat("<é> ", 500)}
	v.Game = gameView(t, "size="+strconv.Itoa(size)+" black", game.First, "move", "resign", "undo", "show", "history", "help")
	v.Game.Title, v.Game.Number = longName+" - "+longName, 1_234_567_890
	return answerable(v, reply)
}

// No mail is so long that Gmail cuts it off. Where there is no room for all links,
// the subject goes first, and then what is far from the middle of the game.
func TestPageFits(t *testing.T) {
	set := load(t)
	usual := &Reply{Address: "unlur+abcdefghijklmnopqrstuvwxyz@example.org"}
	long := "unlur+" + strings.Repeat("k3x9", 9) + "@correspondence." + strings.Repeat("example-", 6) + "club.example.org"
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for name, reply := range map[string]*Reply{
			"usual": usual, "long": {Address: long}, "bare": {Address: long, Tag: "[abcdefghijklmnopqrstuvwxyz]"},
		} {
			view := emptyBoard(t, size, reply)
			mail, err := set.Render(Default, Turn, view)
			if err != nil {
				t.Fatal(err)
			}
			links := clicks(t, mail.HTML)
			if cells := 3*size*(size-1) + 1; len(links) < cells && (name == "usual" && size <= 10 || size <= 8) || len(links) < 100 && cells > 100 {
				t.Errorf("size %d, %s: %d links for %d cells", size, name, len(links), cells)
			}
			if len(mail.HTML) > maxHTML {
				t.Errorf("size %d, %s: %d bytes", size, name, len(mail.HTML))
			}
			for _, click := range links {
				if click.to != reply.Address || !strings.HasSuffix(click.subject, reply.Tag) {
					t.Fatalf("size %d, %s: %+v", size, name, click)
				}
			}
		}
	}
}

// A mail of the day with many games fits as well: what there is no room for is drawn
// with characters, the games in which nothing is to be done first.
func TestManyBoardsFit(t *testing.T) {
	set := load(t)
	for _, tc := range []struct{ size, games, links int }{{6, 1, 91}, {6, 3, 91}, {6, 12, 91}, {8, 12, 1}, {13, 5, 100}} {
		v := &View{You: "Ana", Day: noon}
		for range tc.games {
			waits, other := emptyBoard(t, tc.size, nil), emptyBoard(t, tc.size, nil)
			waits.Words, other.Words, other.Told, other.Game.Choices = "", "", "show", nil
			v.Boards, v.Others = append(v.Boards, waits), append(v.Others, other)
		}
		mail, err := set.Render(Default, Digest, answerable(v, &Reply{Address: "unlur+a@example.org"}))
		if err != nil {
			t.Fatal(err)
		}
		boards, drawn := strings.Count(mail.HTML, "unlur-board\""), strings.Count(mail.HTML, "Side 1")
		if links := len(clicks(t, mail.HTML)); len(mail.HTML) > maxHTML || boards+drawn != 2*tc.games || links < tc.links {
			t.Errorf("%+v: %d bytes with %d boards, %d drawings and %d links", tc, len(mail.HTML), boards, drawn, links)
		}
	}
}

// The rows of a board are as wide as the phone of the issue allows, and all rows are
// of one parity with their neighbours, or the hexagon would lean.
func TestBoardKeepsItsShape(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		p, err := game.NewPosition(size)
		if err != nil {
			t.Fatal(err)
		}
		tables := elements(t, string(newHTMLBoard(Draw(p)).write(nil)), "table")
		outer, err := strconv.Atoi(attribute(tables[0], "width"))
		if err != nil {
			t.Fatal(err)
		}
		if size <= 10 && outer > boardRoom {
			t.Errorf("size %d is %d pixels wide", size, outer)
		}
		widest, before := 0, 0
		for _, row := range tables[1:] {
			width := 1
			for cell := range row.Descendants() {
				if cell.Data == "td" {
					pixels, err := strconv.Atoi(attribute(cell, "width"))
					if err != nil {
						t.Fatal(err)
					}
					width += pixels + 1
				}
			}
			if before > 0 && row != tables[2] && max(width-before, before-width) != cellWidth(size)+1 {
				t.Errorf("size %d: a row of %d pixels below one of %d", size, width, before)
			}
			before, widest = width, max(widest, width)
		}
		if widest != outer {
			t.Errorf("size %d: the widest row has %d pixels of %d", size, widest, outer)
		}
	}
}

// The stones are told in words, too.
func TestStonesByRows(t *testing.T) {
	g, err := game.ParseRecord("size=4 B2 C3 black D4 C5 B3 A1", game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	want := "● A1 · ● B2 ○ B3 · ● C3 C5 · ○ D4"
	if got := strings.ReplaceAll(stonesByRows(&p), "\u00a0", " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whoever sees fewer colours can still read what is written on each ground, and tell
// the sides, the stones and the marks from each other (WCAG 2.2, 1.4.3 and 1.4.11).
func TestColours(t *testing.T) {
	tints := append([]tint{openTint, shutTint, lastTint, connectedTint, buttonTint}, sideTints[:]...)
	for _, c := range tints {
		for _, pair := range [][2]string{{c.paper, c.ink}, {c.darkPaper, c.darkInk}} {
			if ratio := contrast(pair[0], pair[1]); ratio < 4.5 {
				t.Errorf("%s on %s has a contrast of %.1f", pair[1], pair[0], ratio)
			}
		}
	}
	for _, ink := range []string{pageInk, faintInk, linkInk} {
		if ratio := contrast(pagePaper, ink); ratio < 4.5 {
			t.Errorf("%s has a contrast of %.1f", ink, ratio)
		}
	}
	if ratio := contrast(stoneLooks[game.Black].disc, stoneLooks[game.White].disc); ratio < 7 {
		t.Errorf("the stones have a contrast of %.1f", ratio)
	}
	for eye, matrix := range eyes {
		seen := func(c string) [3]float64 { return lab(matrix, c) }
		for i, a := range sideTints {
			for j, b := range sideTints[:i] {
				if d := distance(seen(a.paper), seen(b.paper)); d < 18 {
					t.Errorf("%s: sides %d and %d are alike: %.0f", eye, j+1, i+1, d)
				}
			}
			for _, inner := range []tint{openTint, shutTint} {
				if d := distance(seen(a.paper), seen(inner.paper)); d < 18 {
					t.Errorf("%s: side %d is like an inner cell: %.0f", eye, i+1, d)
				}
			}
		}
		for _, mark := range []tint{lastTint, connectedTint} {
			for _, inner := range []tint{openTint, shutTint} {
				if d := distance(seen(mark.paper), seen(inner.paper)); d < 18 {
					t.Errorf("%s: the mark %s is not seen on %s: %.0f", eye, mark.paper, inner.paper, d)
				}
			}
		}
	}
}

// eyes are what colours become, in linear RGB, for eyes that lack one kind of cone
// (Machado, Oliveira and Fernandes 2009, severity 1).
var eyes = map[string][3][3]float64{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// linear gives the light of a colour such as "#1b5fa6" (IEC 61966-2-1).
func linear(color string) (rgb [3]float64) {
	var n [3]int
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &n[0], &n[1], &n[2]); err != nil {
		panic(err)
	}
	for i, c := range n {
		if v := float64(c) / 255; v <= 0.04045 {
			rgb[i] = v / 12.92
		} else {
			rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

func luminance(rgb [3]float64) float64 { return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2] }

func contrast(a, b string) float64 {
	x, y := luminance(linear(a)), luminance(linear(b))
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// lab gives a colour in CIELAB as an eye sees it.
func lab(eye [3][3]float64, color string) [3]float64 {
	light, rgb := linear(color), [3]float64{}
	for i, row := range eye {
		rgb[i] = min(max(row[0]*light[0]+row[1]*light[1]+row[2]*light[2], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.95047)
	y := f(luminance(rgb))
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}
