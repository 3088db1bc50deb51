package templates_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
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
		for field := range strings.SplitSeq(link.RawQuery, "&") { // by programs to which "+" is no blank
			name, value, _ := strings.Cut(field, "=")
			if plain, err := url.PathUnescape(value); err != nil || plain != fields.Get(name) {
				t.Fatalf("%s is read as %q and as %q: %v", link, plain, fields.Get(name), err)
			}
		}
		all = append(all, written{words(a), to, fields.Get("subject"), fields.Get("body")})
	}
	return all
}

// A click on any legal cell, and on nothing else, begins an answer with that move, in
// every position of every size that has room for all links and their subjects.
func TestClicksAreTheLegalMoves(t *testing.T) {
	set := load(t)
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.IntRange(game.MinSize, 8).Draw(rt, "size")
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
		reply := rapid.SampledFrom([]templates.Reply{{"unlur+a@example.org", ""}, {"unlur@example.org", "[a&b]"}}).Draw(rt, "reply")
		title := rapid.SampledFrom([]string{"Ana & Bo", "José - שרה ב", "O'Neil - 王小明", "50%20 a+b?c=d;e#f - <\"]]>", "{{.}} - 👩‍👧 e\u0301"}).Draw(rt, "title")
		v := &templates.View{You: "Ana", Opponent: "Bo", Envelope: templates.Envelope{Reply: &reply}, Game: &templates.Game{
			Number: 42, Title: title, Course: templates.CourseOf(&p), Played: templates.Played{Last: &game.Event{}}, Board: templates.Draw(p).Playable(prefix),
		}}
		mail, err := set.Render(templates.Default, templates.Turn, v)
		if err != nil {
			rt.Fatal(err)
		}
		var want []written
		subject := strings.TrimSpace("Re: Unlur #42: " + title + " " + reply.Tag)
		for m := range p.Legal() {
			if m.Kind != game.PutStone {
				continue
			}
			click := written{m.String(), reply.Address, subject, prefix + m.String()}
			if prefix != "" {
				click.subject = reply.Tag
			}
			want = append(want, click)
		}
		got := slices.DeleteFunc(clicks(t, mail.HTML), func(w written) bool {
			_, err := game.ParseCell(w.name)
			return err != nil
		})
		if !slices.Equal(want, got) {
			rt.Fatalf("want %v, got %v", want, got)
		}
	})
}

// What is only to be looked at has no link to a move: boards of others, of another
// moment, of a game that is over or waits for the opponent, and a mail that asks
// something first.
func TestOnlyATurnCanBeClicked(t *testing.T) {
	set := load(t)
	for _, sample := range samples.All(game.DefaultSize) {
		mail, err := set.Render(templates.Default, sample.Kind, sample.View)
		if err != nil {
			t.Fatal(err)
		}
		g := sample.View.Game
		playable := sample.Kind != templates.Confirm && g != nil && slices.Contains(g.Choices, "move")
		switch says := sample.View.Says.(type) {
		case *templates.Day:
			playable = len(says.Boards) > 0
		case *templates.Shown:
			playable = playable && says.Moment == nil
		case *templates.Tries:
			playable = false
		}
		clickable := slices.ContainsFunc(clicks(t, mail.HTML), func(w written) bool {
			_, err := game.ParseCell(w.name)
			return err == nil && sample.Kind != templates.Help // which names a cell as an example
		})
		if clickable != playable {
			t.Errorf("%s: cells can be clicked: %t", sample.Name, clickable)
		}
		sample.View.Envelope.Reply = nil
		unknown, err := set.Render(templates.Default, sample.Kind, sample.View)
		if err != nil {
			t.Fatal(err)
		}
		if links := clicks(t, unknown.HTML); len(links) > 0 {
			t.Errorf("%s: links without an address: %v", sample.Name, links)
		}
	}
}

// What the buttons and links of some mails answer, cells left out.
func TestAnswersByClick(t *testing.T) {
	set := load(t)
	for name, want := range map[string]string{
		"invite":           "accept decline never rules",
		"confirm":          "help stop yes",
		"confirm-game":     "help stop yes",
		"forget":           "help stop yes",
		"address":          "yes",
		"challenged":       "help say  stop withdraw",
		"over-resigned":    "help history note  rematch say  show stop",
		"undo-black":       "allow deny help stop",
		"problem":          "games help help seek stop",
		"watched":          "help stop unwatch #42",
		"turn-after-black": "help resign stop",
	} {
		sample, err := samples.Find(name, game.DefaultSize)
		if err != nil {
			t.Fatal(err)
		}
		mail, err := set.Render(templates.Default, sample.Kind, sample.View)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, click := range clicks(t, mail.HTML) {
			if _, err := game.ParseCell(click.name); err == nil {
				continue
			}
			if got = append(got, click.body); click.name == "" {
				t.Errorf("%s: a link without a name writes %q", name, click.body)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// emptyBoard is the turn with the most to click: the main phase with no stone.
func emptyBoard(size int, reply *templates.Reply) *templates.View {
	const longName = "María del Rosario Ñíguez-Sáenz" // 30 characters, the most
	v := samples.Turn("size="+strconv.Itoa(size)+" black", "move", "resign", "undo", "show", "history", "help")
	v.You, v.Opponent, v.Words, v.Envelope.Reply = longName, longName, strings.Repeat("<é> ", 50), reply
	v.Game.Title, v.Game.Number = longName+" - "+longName, 1_234_567_890
	return v
}

// No mail is so long that Gmail cuts it off. Where there is no room for all links,
// the subject goes first, and then what is far from the middle of the game.
func TestPageFits(t *testing.T) {
	set := load(t)
	usual := &templates.Reply{Address: "unlur+abcdefghijklmnopqrstuvwxyz@example.org"}
	long := "unlur+" + strings.Repeat("k3x9", 9) + "@correspondence." + strings.Repeat("example-", 6) + "club.example.org"
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for name, reply := range map[string]*templates.Reply{
			"usual": usual, "long": {Address: long}, "bare": {Address: long, Tag: "[#42 abcdefghijklmnopqrstuvwxyz]"},
		} {
			view := emptyBoard(size, reply)
			mail, err := set.Render(templates.Default, templates.Turn, view)
			if err != nil {
				t.Fatal(err)
			}
			links := clicks(t, mail.HTML)
			if cells := 3*size*(size-1) + 1; len(links) < cells && (name == "usual" && size <= 11 || size <= 8) || len(links) < 60 && cells > 100 {
				t.Errorf("size %d, %s: %d links for %d cells", size, name, len(links), cells)
			}
			if mail.SentSize() > templates.MostSent {
				t.Errorf("size %d, %s: %d bytes", size, name, mail.SentSize())
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
// with characters, the last ones first. Other games are only told of.
func TestManyBoardsFit(t *testing.T) {
	set := load(t)
	for _, tc := range []struct{ size, games, links int }{{6, 1, 91}, {6, 3, 180}, {6, 5, 170}, {8, 5, 165}, {13, 3, 70}} {
		v, day := &templates.View{You: "Ana"}, &templates.Day{Date: noon}
		for range tc.games {
			waits, other := emptyBoard(tc.size, nil), emptyBoard(tc.size, nil)
			waits.Game.Board = waits.Game.Board.Playable("#1234567890 ")
			waits.Words, other.Words, other.Game.Choices = "", "", nil
			day.Boards = append(day.Boards, &templates.GameNews{View: waits})
			day.Others = append(day.Others, &templates.GameNews{View: other, Told: "show"})
		}
		v.Says, v.Envelope.Reply = day, &templates.Reply{Address: "unlur+a@example.org"}
		mail, err := set.Render(templates.Default, templates.Digest, v)
		if err != nil {
			t.Fatal(err)
		}
		boards, drawn := strings.Count(mail.HTML, `<table class="b `), strings.Count(mail.HTML, "Side 1")
		if links := len(clicks(t, mail.HTML)); mail.SentSize() > templates.MostSent || boards+drawn != tc.games || links < tc.links {
			t.Errorf("%+v: %d bytes with %d boards, %d drawings and %d links", tc, mail.SentSize(), boards, drawn, links)
		}
	}
}
