package site_test

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"unlurbot/mailbot/site/page"
	"unlurbot/store"
	"unlurbot/store/ladder"
)

// parse reads a page as a browser does.
func parse(t *testing.T, text string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	check(err)
	return root
}

// all gives the elements of a kind, in their order.
func all(root *html.Node, kind atom.Atom) (found []*html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.DataAtom == kind {
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

func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// idsIn gives the names that links to parts of a page can have.
func idsIn(root *html.Node) map[string]int {
	ids := map[string]int{}
	for n := range root.Descendants() {
		if id := attribute(n, "id"); id != "" {
			ids[id]++
		}
	}
	return ids
}

// Every link leads to something, parts of pages included, and every page can be reached from the
// first one. Files are asked for with what the policy allows.
func TestLinks(t *testing.T) {
	c := busyClub(t)
	for range 210 { // more than fit on one page
		c.plays("Ana", "Carla Núñez", "C4 black resign", store.Game{})
	}
	files := content(t, written(t, c, english))
	roots := map[string]*html.Node{}
	for name, text := range files {
		if strings.HasSuffix(name, ".html") {
			roots[name] = parse(t, text)
		}
	}
	reached := map[string]bool{"index.html": true}
	for next := []string{"index.html"}; len(next) > 0; next = next[1:] {
		for n := range roots[next[0]].Descendants() {
			for _, key := range []string{"href", "src"} {
				link := attribute(n, key)
				if link == "" || link == "mailto:unlur@example.org" || link == "mailto:unlur@example.org?subject=Unlur" {
					continue
				}
				u, err := url.Parse(link)
				if err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(link, "/") {
					t.Errorf("%s has the link %q", next[0], link)
					continue
				}
				to := next[0]
				if u.Path != "" {
					to = path.Join(path.Dir(next[0]), u.Path)
				}
				if _, there := files[to]; !there {
					t.Errorf("%s: %q leads nowhere", next[0], link)
				} else if u.Fragment != "" && (roots[to] == nil || idsIn(roots[to])[u.Fragment] == 0) {
					t.Errorf("%s: %q leads to no part of the page", next[0], link)
				} else if !reached[to] {
					if reached[to] = true; roots[to] != nil {
						next = append(next, to)
					}
				}
			}
		}
	}
	for name := range files {
		if !reached[name] && name != ".unlurbot-site" {
			t.Errorf("no link leads to %s", name)
		}
	}
}

// A page says its language, its title and what is its main part; it has one heading of the first
// rank, and no rank is left out; cells of tables have heads; no name is there twice; and all that a
// browser needs is asked for in its head, under the one policy.
func TestPagesAreWellMade(t *testing.T) {
	club := english
	for _, club.Language = range []string{"en", "es", "ca", "fr"} {
		titles := map[string]string{}
		for name, text := range content(t, written(t, busyClub(t), club)) {
			if !strings.HasSuffix(name, ".html") {
				continue
			}
			root := parse(t, text)
			fault := func(format string, args ...any) {
				t.Errorf("%s, %s: %s", club.Language, name, fmt.Sprintf(format, args...))
			}
			if !strings.HasPrefix(text, "<!DOCTYPE html>") || attribute(all(root, atom.Html)[0], "lang") != club.Language {
				fault("it does not say its language")
			}
			title := words(all(root, atom.Title)[0])
			if other := titles[title]; other != "" {
				fault("%s is called %q too", other, title)
			}
			titles[title] = name
			for _, kind := range []atom.Atom{atom.Main, atom.Header, atom.Footer, atom.H1} {
				if n := len(all(root, kind)); n != 1 {
					fault("there are %d of %s", n, kind)
				}
			}
			rank := 0
			for n := range root.Descendants() {
				if n.Type == html.ElementNode && len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
					if r := int(n.Data[1] - '0'); r > rank+1 {
						fault("the heading %q has rank %d below rank %d", words(n), r, rank)
					} else {
						rank = r
					}
				}
			}
			for id, n := range idsIn(root) {
				if n > 1 {
					fault("%q is there %d times", id, n)
				}
			}
			for _, nav := range all(root, atom.Nav) {
				if attribute(nav, "aria-label") == "" {
					fault("a menu has no name")
				}
			}
			for _, th := range all(root, atom.Th) {
				if scope := attribute(th, "scope"); scope != "col" && scope != "row" || words(th) == "" {
					fault("the head %q is of %q", words(th), scope)
				}
			}
			for _, row := range all(root, atom.Tr) {
				if len(all(row, atom.Th)) == 0 {
					fault("the row %q has no head", words(row))
				}
			}
			for _, a := range all(root, atom.A) {
				if words(a) == "" && attribute(a, "aria-label") == "" && len(all(a, atom.Svg)) == 0 {
					fault("a link to %q has no words", attribute(a, "href"))
				}
			}
			for n := range root.Descendants() {
				for _, a := range n.Attr {
					if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
						fault("the policy does not let %s have %s=%q", n.Data, a.Key, a.Val)
					}
				}
			}
			if len(all(root, atom.Style)) > 0 || strings.Count(text, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'\">") != 1 {
				fault("it has another policy")
			}
			if club.Language != "en" && (strings.Contains(words(root), "a player") || strings.Contains(words(root), "Games")) {
				fault("it speaks English")
			}
		}
	}
}

// The feed is one that readers take: it names each entry for ever, says when it changed, and
// leads to pages that are there.
func TestFeed(t *testing.T) {
	c := busyClub(t)
	files := content(t, written(t, c, english))
	var feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string   `xml:"id"`
		Updated string   `xml:"updated"`
		Author  struct {
			Name string `xml:"name"`
		} `xml:"author"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Updated string `xml:"updated"`
			Summary string `xml:"summary"`
			Link    struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	check(xml.Unmarshal([]byte(files["results.atom"]), &feed))
	if feed.ID != "tag:example.org,2026:unlur:results" || feed.Author.Name != english.RunBy || len(feed.Entries) < 20 || feed.Updated != feed.Entries[0].Updated {
		t.Errorf("%+v", feed)
	}
	seen := map[string]bool{}
	for i, e := range feed.Entries {
		if seen[e.ID] || !strings.HasPrefix(e.ID, "tag:example.org,2026:unlur:game:") || e.Title == "" || e.Summary == "" || files[e.Link.Href] == "" {
			t.Errorf("%+v", e)
		}
		if i > 0 && e.Updated > feed.Entries[i-1].Updated {
			t.Errorf("%s comes after %s", e.Updated, feed.Entries[i-1].Updated)
		}
		seen[e.ID] = true
	}
	if first := feed.Entries[0]; !strings.HasPrefix(first.Title, "Eva O'Hara won game ") || first.Summary != "Eva O'Hara – Ana, with a line" {
		t.Errorf("%+v", first)
	}
}

// tablesOf gives the headings of a page, and below each the rows of its table.
func tablesOf(t *testing.T, text string) (all []string) {
	t.Helper()
	for n := range parse(t, text).Descendants() {
		switch {
		case n.DataAtom == atom.H2:
			all = append(all, words(n))
		case n.DataAtom == atom.Tr && n.Parent.DataAtom == atom.Tbody && len(all) > 0 && attribute(n.Parent.Parent, "class") == "cross":
			all[len(all)-1] += " | " + words(n)
		}
	}
	return all
}

// The page of a tournament has the table of each group, the last round first; one that has not
// begun stands in the list only, with how it can be joined, if it can.
func TestTournaments(t *testing.T) {
	for name, c := range map[string]struct {
		over int
		says string
		want []string
	}{
		"running": {3, "Began on 4 September 2026. 9 of 12 games finished.", []string{
			"Final | 1A Eva O'Hara3111 | 2B Ana00·· | 2C a player00·· | 2D a player00··",
			"Group 1 | 1A Ana211 | 2B a player101 | 3C Carla Núñez000", "Group 2 | 1A a player211 | 2B Eva O'Hara101 | 3C a player000", "Finished games",
		}},
		"over": {6, "Won by Eva O'Hara, 6 September 2026.", nil},
	} {
		t.Run(name, func(t *testing.T) {
			house := newClub(t, "Ana+", "Bohumil", "Carla Núñez+", "Leaky Dan", "Eva O'Hara+", "Fayette")
			house.openTournaments(c.over)
			house.cup(-1, "Ana")
			files := content(t, written(t, house, english))
			text := files["tournament/0/1.html"]
			if !strings.Contains(text, "<h1>Tournament 1: Autumn &lt;open&gt;</h1>") || !strings.Contains(text, html.EscapeString(c.says)) {
				t.Errorf("it says not %q:\n%s", c.says, text)
			}
			if diff := cmp.Diff(c.want, tablesOf(t, text)); c.want != nil && diff != "" {
				t.Error(diff)
			}
			list := words(all(parse(t, files["tournaments.html"]), atom.Main)[0])
			for _, says := range []string{
				"Tournament 1: Autumn <open>", "Tournament 2\nOpen to join\n", "in groups of about 5. To join, write TOURNAMENT JOIN 2 to the bot.",
				"Tournament 3\nCalled off", "Cup 4\nOpen to join\nIt begins when 5 people have joined. To join, write TOURNAMENT JOIN to the bot.",
			} {
				if !strings.Contains(list, says) {
					t.Errorf("the list says not %q: %s", says, list)
				}
			}
			if strings.Contains(files["index.html"], "Called off") || files["tournament/0/2.html"]+files["tournament/0/3.html"] != "" {
				t.Errorf("one that has not begun has a page, or one that was called off is on the first page")
			}
			none := english
			none.Cups = false
			if text := content(t, written(t, house, none))["tournaments.html"]; strings.Contains(text, "Cup 4") || !strings.Contains(text, "JOIN 2") {
				t.Errorf("nobody can join a cup:\n%s", text)
			}
		})
	}
}

// A club in which nothing has happened has all pages that are not about something, without a fault.
func TestEmptyClub(t *testing.T) {
	files := content(t, written(t, newClub(t), page.Club{Language: "fr", Address: "unlur@example.org"}))
	for _, name := range []string{"index.html", "games.html", "standings.html", "players.html", "tournaments.html", "results.atom", "style.css", "replay.js", "icon.svg"} {
		if files[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	if len(files) != 10 {
		t.Errorf("there are %d files", len(files))
	}
}

// The ladder has the places of all who are on it; of who is named, also the last game of it, which says
// so itself. Nothing is told of games that go on. Without a ladder there is no page, and no link to one.
func TestLadder(t *testing.T) {
	c := newClub(t, "Ana+", "Bohumil", "Carla Núñez+", "Leaky Dan", "Eva O'Hara+", "Fayette")
	off := english
	off.Ladder = false
	const path = "ladder.html"
	if files := content(t, written(t, c, off)); files[path] != "" || strings.Contains(files["index.html"], path) {
		t.Errorf("there is no ladder, and a page: %s", files[path])
	}
	rowsOf := func(text string) (rows []string) {
		for _, tr := range all(parse(t, text), atom.Tr) {
			rows = append(rows, words(tr))
		}
		return rows
	}
	empty := content(t, written(t, c, english))
	if text := empty[path]; !strings.Contains(text, "Nobody is on the ladder yet.") || !strings.Contains(text, "LADDER JOIN") || rowsOf(text) != nil || !strings.Contains(empty["index.html"], path) {
		t.Errorf("an empty ladder: %s", text)
	}

	c.openLadder()
	files := content(t, written(t, c, english))
	want := []string{"PlacePlayerLast ladder game", "1Carla Núñez#3 3 September 2026", "2a player", "3Ana#2 2 September 2026", "4a player", "5Eva O'Hara"}
	if diff := cmp.Diff(want, rowsOf(files[path])); diff != "" {
		t.Error(diff)
	}
	if text := files["game/0/1.html"]; !strings.Contains(text, `<dd>#1, rated, <a href="../../ladder.html">ladder game</a></dd>`) {
		t.Errorf("a game of the ladder is %s", text)
	}
	if n := c.plays("Ana", "Bohumil", shortGame, store.Game{}); strings.Contains(content(t, written(t, c, english))[fmt.Sprintf("game/0/%d.html", n)], "ladder game") {
		t.Errorf("game %d is none of the ladder", n)
	}

	// Who is on it is shown when nobody can join any more; and when the last one has left, the page goes.
	dir := written(t, c, english)
	write(t, c, off, dir)
	files = content(t, dir)
	if text := files[path]; len(rowsOf(text)) != 6 || strings.Contains(text, "LADDER JOIN") || !strings.Contains(text, "Nobody can join") {
		t.Errorf("nobody can join: %s", text)
	}
	for _, id := range c.ids {
		c.ladder(ladder.Event{Kind: ladder.Left, Player: uint32(id)})
	}
	write(t, c, off, dir)
	files = content(t, dir)
	if text := files["game/0/1.html"]; files[path] != "" || !strings.Contains(text, "<dd>#1, rated, ladder game</dd>") {
		t.Errorf("nobody is on it: %s\n%s", files[path], text)
	}
	for name, text := range files {
		if name != ".unlurbot-site" && strings.Contains(text, path) {
			t.Errorf("%s leads to it", name)
		}
	}
}
