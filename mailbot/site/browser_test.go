//go:build realservers

package site_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot/testing/browser"
	"unlurbot/store"
)

var pictures = flag.String("pictures", "", "a directory for pictures of the pages")

// served is a site in a browser's reach.
func served(t *testing.T, dir string) (url string) {
	t.Helper()
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// windows are what pages are looked at in, and in which language.
var windows = []struct {
	name, language string
	browser.Window
}{
	{"1000-light", "en", browser.Window{Width: 1000, Height: 800}},
	{"1000-dark", "es", browser.Window{Width: 1000, Height: 800, Dark: true}},
	{"360-light", "fr", browser.Window{Width: 360, Height: 740}},
	{"360-dark", "ca", browser.Window{Width: 360, Height: 740, Dark: true}},
}

// axe is the script of axe-core, which knows the rules of WCAG that a program can check.
var axe = sync.OnceValues(func() (string, error) {
	path, err := exec.Command("../../.ci/axe").Output()
	if err != nil {
		return "", fmt.Errorf("../../.ci/axe: %w", err)
	}
	script, err := os.ReadFile(strings.TrimSpace(string(path)))
	return string(script), err
})

// eachKind gives a page of each kind, and games that ended in each way.
func eachKind(t *testing.T, dir string) []string {
	pages := []string{"index.html", "games.html", "games/2026-11.html", "standings.html", "ladder.html", "players.html", "tournaments.html", "tournament/0/1.html", "tournament/0/2.html", "tournament/0/4.html", anasPage(t, dir)}
	for _, n := range []int{1, 2, 3, 4, 36} {
		pages = append(pages, fmt.Sprintf("game/0/%d.html", n))
	}
	return pages
}

// No page scrolls sideways, on a desk and on a phone, by day and by night, and axe finds nothing in
// any of them that keeps people out.
func TestPagesInChromium(t *testing.T) {
	script, err := axe()
	check(err)
	c := busyClub(t)
	for _, window := range windows {
		t.Run(window.name, func(t *testing.T) {
			club := english
			club.Language = window.language
			dir := written(t, c, club)
			url := served(t, dir)
			b := browser.Open(t, window.Window)
			for _, page := range eachKind(t, dir) {
				b.Go(url + page)
				drawn := b.Picture()
				if seen, err := png.DecodeConfig(bytes.NewReader(drawn)); err != nil || seen.Width > window.Width {
					t.Errorf("%s is %d pixels wide (%v)", page, seen.Width, err)
				}
				if *pictures != "" {
					check(os.WriteFile(filepath.Join(*pictures, strings.ReplaceAll(strings.TrimSuffix(page, ".html"), "/", "-")+"-"+window.name+".png"), drawn, 0o600))
				}
				browser.Evaluate[bool](b, script+"; true")
				for _, v := range browser.Await[[]violation](b, axeRun) {
					t.Errorf("%s: %s: %s: %v", page, v.ID, v.Help, v.Where)
				}
			}
		})
	}
}

// A violation is of a rule that axe knows.
type violation struct {
	ID, Help string
	Where    []string
}

const axeRun = `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(found =>
	found.violations.map(v => ({ID: v.id, Help: v.help, Where: v.nodes.map(n => n.html + " " + n.failureSummary)})))`

// shown is what the board of a page shows: the stones, and the number on each.
type shown struct {
	Black, White map[string]string // the numbers, by the names of the cells
	Last         string
	Won          bool
}

// look reads the board of a page as it is drawn.
const look = `(() => {
	const size = Number(board.dataset.size);
	const name = (x, y) => { const row = (y - 31) / 19; return String.fromCharCode(65 + row) + ((x - 14 - 11 * (size - 1) + 11 * row) / 22 + 1); };
	const stones = (path, texts) => {
		const all = {};
		for (const m of (document.getElementById(path).getAttribute("d") || "").matchAll(/M(\d+) (\d+)h0/g)) all[name(Number(m[1]), Number(m[2]))] = "";
		for (const t of document.querySelectorAll("#" + texts + " text")) {
			const y = Number(t.getAttribute("y"));
			const on = name(Number(t.getAttribute("x")), y - ((y - 31) % 19 === 3 ? 3 : 0));
			if (!(on in all) || all[on]) throw new Error("a number on no stone: " + t.outerHTML);
			all[on] = t.textContent;
		}
		return all;
	};
	const dot = document.getElementById("dot"), won = document.getElementById("won");
	const off = (e) => !e || !e.getBoundingClientRect().width;
	return {Black: stones("b", "nb"), White: stones("w", "nw"), Last: off(dot) ? "" : name(Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy")) - 6), Won: !off(won)};
})()`

// after gives what the rules say of a game after some of the moves that stand.
func after(g *game.Game, ply int) shown {
	s := shown{Black: map[string]string{}, White: map[string]string{}}
	pos, err := game.NewPosition(g.Size())
	check(err)
	numbers := map[game.Cell]string{}
	for i, e := range g.Line()[:ply] {
		check(pos.Play(e.Move))
		numbers[e.Move.Cell] = fmt.Sprint(i + 1)
		if e.Move.Kind == game.PutStone {
			s.Last = e.Move.Cell.String()
		}
	}
	for _, c := range pos.Cells() {
		switch pos.At(c) {
		case game.Black:
			s.Black[c.String()] = numbers[c]
		case game.White:
			s.White[c.String()] = numbers[c]
		}
	}
	s.Won = ply == len(g.Line()) && len(pos.Connection()) > 0
	return s
}

// With the keys and the buttons a page shows the same boards as the rules, after each move; and without
// any script the last one, with all numbers.
func TestReplay(t *testing.T) {
	c := busyClub(t)
	dir := written(t, c, english)
	url := served(t, dir)
	b := browser.Open(t, browser.Window{Width: 1000, Height: 800})
	plain := browser.Open(t, browser.Window{Width: 360, Height: 740})
	plain.Script(false)
	wants := func(t *testing.T, what string, want shown, b *browser.Browser) {
		t.Helper()
		if diff := cmp.Diff(want, browser.Evaluate[shown](b, look)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	for _, n := range []store.GameNumber{1, 2, 3, 4, 28, 36} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var played *game.Game
			check(c.store.View(func(tx *store.Tx) error {
				g, err := tx.Game(n)
				check(err)
				played, err = g.Replay()
				return err
			}))
			stones := len(played.Line())
			if last := played.Line()[stones-1]; last.Move.Kind.Ends() {
				stones--
			}
			final := after(played, stones)
			page := url + fmt.Sprintf("game/0/%d.html", n)
			plain.Go(page)
			wants(t, "without script", final, plain)
			if browser.Evaluate[bool](plain, `!!document.getElementById("replay").getBoundingClientRect().width`) {
				t.Error("without script there are buttons")
			}
			b.Go(page)
			wants(t, "at first", final, b)
			b.Key(kb.Home)
			for ply := 0; ply < stones; ply++ {
				wants(t, fmt.Sprintf("after %d moves", ply), after(played, ply), b)
				if said := browser.Evaluate[string](b, `document.getElementById("at").textContent`); !strings.HasPrefix(said, fmt.Sprintf("Move %d / %d", ply, stones)) {
					t.Errorf("after %d moves it says %q", ply, said)
				}
				b.Key(kb.ArrowRight)
			}
			wants(t, "at the end", final, b)
			b.Key(kb.ArrowRight)
			wants(t, "beyond the end", final, b)
			b.Key(kb.ArrowLeft)
			wants(t, "one back", after(played, stones-1), b)
			for id, ply := range map[string]int{"first": 0, "last": stones} {
				browser.Evaluate[bool](b, fmt.Sprintf(`document.getElementById(%q).click(); true`, id))
				wants(t, "the button "+id, after(played, ply), b)
			}
			browser.Evaluate[bool](b, `document.querySelectorAll("#moves button")[0].click(); true`)
			wants(t, "the first move of the list", after(played, 1), b)
			b.Key(kb.End)
			wants(t, "the end", final, b)
		})
	}
}

// By keyboard alone one gets to the content at once, and from the first page to the board of a game: the
// focus is seen wherever it is, and never caught.
func TestKeyboard(t *testing.T) {
	url := served(t, written(t, busyClub(t), english))
	b := browser.Open(t, browser.Window{Width: 1000, Height: 800})
	b.Go(url + "index.html")
	b.Key(kb.Tab)
	where := func() string {
		return browser.Evaluate[string](b, `document.activeElement.textContent.trim() || document.activeElement.getAttribute("href")`)
	}
	if at := where(); at != "Skip to the content" {
		t.Errorf("first comes %q", at)
	}
	seen := browser.Evaluate[json.RawMessage](b, `(() => { const r = document.activeElement.getBoundingClientRect(), s = getComputedStyle(document.activeElement); return {Top: r.top, Outline: s.outlineStyle + s.outlineWidth}; })()`)
	if string(seen) == "" || strings.Contains(string(seen), `"Top":-`) || !strings.Contains(string(seen), "solid3px") {
		t.Errorf("the focus can't be seen: %s", seen)
	}
	b.Key("\r")
	var order []string
	for range 40 {
		b.Key(kb.Tab)
		order = append(order, where())
	}
	for _, want := range []string{"Write to the bot", "#53", "Ana", "All games", "Tournament 4: Autumn <open>"} {
		if !slices.Contains(order, want) {
			t.Errorf("nobody comes to %q: %q", want, order)
		}
	}
	if slices.Contains(order[:5], "Games") {
		t.Errorf("the menu comes again: %q", order)
	}
	b.Click("", "link", "#50")
	b.Key(kb.Home)
	if at := browser.Evaluate[string](b, `board.dataset.ply`); at != "0" {
		t.Errorf("Home leads to %s", at)
	}
}
