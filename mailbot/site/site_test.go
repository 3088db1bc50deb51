package site_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/site"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/manifest"
	"unlurbot/mailbot/site/page"
	"unlurbot/store"
)

// english is what the site of a club says of it.
var english = page.Club{Language: "en", Address: "unlur@example.org", RunBy: "the chess club of Girona", Cups: true, Ladder: true}

// written writes the site of a club into a new directory.
func written(t *testing.T, c *clubhouse, club page.Club) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "site")
	write(t, c, club, dir)
	return dir
}

func write(t *testing.T, c *clubhouse, club page.Club, dir string) folder.Report {
	t.Helper()
	report, err := site.Write(t.Context(), c.store, club, &folder.Folder{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// content gives all files below a directory, by their paths with slashes.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	check(fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = string(text)
		return err
	}))
	return all
}

// The pages of one store are the same to the byte, wherever and whenever they are written.
func TestSameStoreSameBytes(t *testing.T) {
	c := busyClub(t)
	first, second := content(t, written(t, c, english)), content(t, written(t, c, english))
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error(diff)
	}
	if len(first) < 100 {
		t.Errorf("there are %d files", len(first))
	}

	// In another language, too, whatever was there before.
	french := english
	french.Language = "fr"
	dir := written(t, c, english)
	write(t, c, french, dir)
	if diff := cmp.Diff(content(t, written(t, c, french)), content(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// times gives when each file was changed. Those of a new site are set back a year.
func times(dir string) map[string]time.Time {
	all := map[string]time.Time{}
	check(fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		all[path] = info.ModTime()
		return err
	}))
	return all
}

// A run in which nothing has changed touches no file; after one more game only the pages on which
// it stands are written.
func TestUnchangedPagesStay(t *testing.T) {
	c := busyClub(t)
	dir := written(t, c, english)
	old := time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)
	for path := range times(dir) {
		check(os.Chtimes(filepath.Join(dir, path), old, old))
	}
	if r := write(t, c, english, dir); r.Written+r.Removed > 0 || r.Kept < 100 {
		t.Errorf("nothing has changed: %+v", r)
	}
	c.passes(30)
	n := c.plays("Ana", "Bohumil", shortGame, store.Game{})
	write(t, c, english, dir)
	var touched []string
	for path, at := range times(dir) {
		if !at.Equal(old) {
			touched = append(touched, path)
		}
	}
	slices.Sort(touched)
	base := fmt.Sprintf("game/0/%d.", n)
	want := []string{".unlurbot-site", base + "html", base + "json", base + "sgf", "games.html", "games/2026-12.html", "index.html", anasPage(t, dir), "results.atom"}
	if diff := cmp.Diff(want, touched); diff != "" {
		t.Error(diff)
	}
}

// anasPage finds the page of Ana.
func anasPage(t *testing.T, dir string) string {
	t.Helper()
	for path, text := range content(t, dir) {
		if strings.HasPrefix(path, "player/") && strings.Contains(text, "<h1>Ana</h1>") {
			return path
		}
	}
	t.Fatal("Ana has no page")
	return ""
}

// Nothing of what nobody should see is in any file: no address of a player, no note, no thread of
// mails, no name of somebody who has not asked to be named. There is no address but the bot's and
// what the operator has written, and nothing remote.
func TestNothingLeaks(t *testing.T) {
	c := busyClub(t)
	club := english
	club.RunBy = "<the club> of Girona & Co., club@example.com"
	for _, language := range []string{"en", "es", "ca", "fr"} {
		club.Language = language
		for path, text := range content(t, written(t, c, club)) {
			for _, never := range []string{"leak", "Leak", "Bohumil", "Fayette", "mail.example.net", "<the club>"} {
				if strings.Contains(text, never) {
					t.Errorf("%s, %s: there is %q in it", language, path, never)
				}
			}
			rest := strings.NewReplacer("unlur@example.org", "", "club@example.com", "", `xmlns="http://www.w3.org/2000/svg"`, "", `xmlns="http://www.w3.org/2005/Atom"`, "").Replace(text)
			if path == "style.css" {
				rest = strings.ReplaceAll(rest, "@media", "")
			}
			for _, never := range []string{"@", "://", "src=\"//", "href=\"//", "url(", "import "} {
				if strings.Contains(rest, never) {
					t.Errorf("%s, %s: there is %q in it", language, path, never)
				}
			}
			if strings.HasSuffix(path, ".html") && !strings.Contains(text, `content="noindex"`) {
				t.Errorf("%s, %s may be indexed", language, path)
			}
		}
	}
	club.Index = true
	for path, text := range content(t, written(t, c, club)) {
		if strings.Contains(text, "noindex") {
			t.Errorf("%s may not be indexed", path)
		}
	}
}

// Private games, those in progress and those that were cancelled are on no page, and in no count.
func TestOnlyFinishedPublicGames(t *testing.T) {
	c := newClub(t, "Ana+", "Bohumil+")
	shown := c.plays("Ana", "Bohumil", shortGame, store.Game{Rated: true})
	before := content(t, written(t, c, english))
	var hidden []store.GameNumber
	hidden = append(hidden, c.plays("Ana", "Bohumil", lineGame, store.Game{Rated: true, Private: true}))
	hidden = append(hidden, c.begins("Ana", "Bohumil", startGame, store.Game{Rated: true}).Number)
	late := c.begins("Bohumil", "Ana", "C4", store.Game{Rated: true})
	check(late.Cancel(game.NoSeat, c.now()))
	c.do(func(tx *store.Tx) error {
		if _, err := tx.AddResult(late, club.Rate); err != nil {
			return err
		}
		asked := &store.Game{Size: 6, Players: [2]store.PlayerID{1, 2}, Challenger: game.First, State: store.Waiting, Created: c.now(), Lapses: c.now().AddDate(0, 0, 1), Title: "leak"}
		err := tx.AddGame(asked)
		hidden = append(hidden, late.Number, asked.Number)
		return err
	})
	after := content(t, written(t, c, english))
	// Private games of today are not rated; in the ratings of old ones, which were, nothing can be hidden.
	for path, text := range after {
		for _, n := range hidden {
			if strings.HasPrefix(path, fmt.Sprintf("game/0/%d.", n)) || strings.Contains(text, fmt.Sprintf("#%d<", n)) || strings.Contains(text, fmt.Sprintf("/%d.html", n)) {
				t.Errorf("game %d is in %s", n, path)
			}
		}
		rated := strings.HasPrefix(path, "player") || path == ".unlurbot-site"
		if !rated && text != before[path] {
			t.Errorf("%s tells of games that are hidden:\n%s", path, cmp.Diff(before[path], text))
		}
		if strings.HasPrefix(path, "player/") && (!strings.Contains(text, fmt.Sprintf("#%d<", shown)) || !strings.Contains(text, "1 won, 0 lost") && !strings.Contains(text, "0 won, 1 lost")) {
			t.Errorf("%s:\n%s", path, text)
		}
	}
}

// reopens lets a game go on that is over, as the operator can.
func (c *clubhouse) reopens(n store.GameNumber) {
	c.do(func(tx *store.Tx) error {
		g, err := tx.Game(n)
		check(err)
		played, err := g.Replay()
		check(err)
		again, err := played.Decide(game.NoSeat, game.Move{Kind: game.Reopen}, c.now())
		check(err)
		check(played.Apply(again))
		check(g.Reopen(played))
		return tx.DropResult(g, club.Rate)
	})
}

// A game that goes on after its end is taken away, also if that happens while the site is written;
// when it ends again it is there again.
func TestReopenedGame(t *testing.T) {
	c := newClub(t, "Ana+", "Bohumil")
	c.plays("Bohumil", "Ana", lineGame, store.Game{})
	n := c.plays("Ana", "Bohumil", shortGame, store.Game{})
	dir := filepath.Join(t.TempDir(), "site")
	page := fmt.Sprintf("game/0/%d.html", n)
	during := func(step string) error {
		if step == "announce" {
			c.reopens(n)
		}
		return nil
	}
	if _, err := site.Write(t.Context(), c.store, english, &folder.Folder{Dir: dir, Reached: during}); err != nil {
		t.Fatal(err)
	}
	if files := content(t, dir); files[page] != "" || files["game/0/1.html"] == "" || files["index.html"] == "" {
		t.Errorf("there are %d files", len(files))
	}
	write(t, c, english, dir)
	for path, text := range content(t, dir) {
		if strings.Contains(text, fmt.Sprintf("/%d.html", n)) {
			t.Errorf("%s leads to it", path)
		}
	}
	c.do(func(tx *store.Tx) error { return endAll(tx, c, c.ids["Ana"]) })
	write(t, c, english, dir)
	if text := content(t, dir)[page]; !strings.Contains(text, "by resignation") {
		t.Errorf("it has ended again: %q", text)
	}
}

// Who takes it back, or is forgotten, is named by nothing that the next run leaves, and has no page.
func TestNamesVanish(t *testing.T) {
	for name, change := range map[string]func(*store.Tx, *store.Player) error{
		"off": func(tx *store.Tx, p *store.Player) error { p.Web = false; return tx.PutPlayer(p) },
		"forget": func(tx *store.Tx, p *store.Player) error {
			return tx.Forget(p.ID, "(former player)", noon.AddDate(1, 0, 0))
		},
		"renamed": func(tx *store.Tx, p *store.Player) error { p.Name = "Zita"; return tx.PutPlayer(p) },
	} {
		t.Run(name, func(t *testing.T) {
			c := busyClub(t)
			dir := written(t, c, english)
			anas := anasPage(t, dir)
			c.do(func(tx *store.Tx) error {
				p, err := tx.Player(c.ids["Ana"])
				check(err)
				if name == "forget" { // the games that go on are ended first
					return errors.Join(endAll(tx, c, p.ID), change(tx, p))
				}
				return change(tx, p)
			})
			write(t, c, english, dir)
			files := content(t, dir)
			for path, text := range files {
				if strings.Contains(text, "Ana") {
					t.Errorf("%s names her", path)
				}
			}
			if _, there := files[anas]; there != (name == "renamed") {
				t.Errorf("%s: %v", anas, there)
			}
			if diff := cmp.Diff(content(t, written(t, c, english)), files); diff != "" {
				t.Errorf("a new directory has other files: %s", diff)
			}
		})
	}
}

// endAll has a player resign.
func endAll(tx *store.Tx, c *clubhouse, id store.PlayerID) error {
	open, err := tx.OpenGamesOf(id)
	check(err)
	for _, g := range open {
		played, err := g.Replay()
		check(err)
		check(played.Apply(game.Event{At: c.now(), Seat: g.SeatOf(id), Move: game.Move{Kind: game.Resign}}))
		check(g.Record(played, c.now()))
		if _, err := tx.AddResult(g, club.Rate); err != nil {
			return err
		}
	}
	return nil
}

// The files beside a game hold its moves and those names that the page has, and no times of the day.
func TestFilesOfAGame(t *testing.T) {
	c := busyClub(t)
	dir := written(t, c, english)
	for n := range store.GameNumber(40) {
		base := filepath.Join(dir, "game", "0", fmt.Sprint(n))
		var both [2]*game.Record
		for i, end := range []string{".sgf", ".json"} {
			text, err := os.ReadFile(base + end)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			check(err)
			both[i], err = game.ReadRecord(string(text), 0)
			check(err)
			if strings.Contains(string(text), ":34:56") {
				t.Errorf("%d%s tells at what hour somebody has moved", n, end)
			}
		}
		if both[0] == nil {
			continue
		}
		if diff := cmp.Diff(both[0], both[1]); diff != "" {
			t.Errorf("game %d: %s", n, diff)
		}
		played, err := both[0].Replay()
		check(err)
		check(c.store.View(func(tx *store.Tx) error {
			g, err := tx.Game(n)
			check(err)
			want, err := g.Replay()
			if got := played.Record(); got != want.Record() {
				t.Errorf("game %d is %s, want %s", n, got, want.Record())
			}
			return err
		}))
	}
}

// Other files in the directory stay, and our own stale ones go, with the directories that are empty
// then; but a directory of somebody else's is left alone, and so is a file in our way.
func TestForeignFiles(t *testing.T) {
	c := busyClub(t)
	dir := written(t, c, english)
	for _, path := range []string{"robots.txt", "game/0/1.txt", "photos/club.jpg"} {
		check(os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755))
		check(os.WriteFile(filepath.Join(dir, path), []byte("theirs"), 0o644))
	}
	anas := anasPage(t, dir)
	c.do(func(tx *store.Tx) error {
		p, err := tx.Player(c.ids["Ana"])
		check(err)
		p.Web = false
		return tx.PutPlayer(p)
	})
	check(os.Remove(filepath.Join(dir, "standings.html"))) // somebody's mistake
	write(t, c, english, dir)
	files := content(t, dir)
	if files["robots.txt"]+files["game/0/1.txt"]+files["photos/club.jpg"] != "theirstheirstheirs" || files["standings.html"] == "" {
		t.Errorf("a file is gone")
	}
	if _, err := os.Stat(filepath.Dir(filepath.Join(dir, anas))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory of %s: %v", anas, err)
	}

	check(os.WriteFile(filepath.Join(dir, "game/0/500.sgf"), []byte("theirs"), 0o644))
	for c.plays("Ana", "Bohumil", shortGame, store.Game{}) < 500 {
		c.do(func(tx *store.Tx) error { // numbers that games have which nobody sees
			for range 40 {
				check(tx.AddGame(&store.Game{Size: 6, Players: [2]store.PlayerID{1, 2}, Challenger: game.First, State: store.Waiting, Created: c.now(), Lapses: c.now().AddDate(0, 0, 1), Title: "leak"}))
			}
			return nil
		})
	}
	before := content(t, dir)
	check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("game/0/%d.sgf", lastGame(c))), []byte("theirs"), 0o644))
	before[fmt.Sprintf("game/0/%d.sgf", lastGame(c))] = "theirs"
	if _, err := site.Write(t.Context(), c.store, english, &folder.Folder{Dir: dir}); !errors.Is(err, folder.ErrTaken) {
		t.Errorf("a file in the way: %v", err)
	}
	if diff := cmp.Diff(before, content(t, dir)); diff != "" {
		t.Errorf("something was changed: %s", diff)
	}

	theirs := t.TempDir()
	check(os.WriteFile(filepath.Join(theirs, "index.html"), []byte("theirs"), 0o644))
	if _, err := site.Write(t.Context(), c.store, english, &folder.Folder{Dir: theirs}); !errors.Is(err, folder.ErrForeign) {
		t.Errorf("somebody else's directory: %v", err)
	}
	if files := content(t, theirs); len(files) != 1 || files["index.html"] != "theirs" {
		t.Errorf("it has %v", files)
	}
}

// lastGame gives the number of the last game that is over.
func lastGame(c *clubhouse) (n store.GameNumber) {
	check(c.store.View(func(tx *store.Tx) error {
		r, err := tx.Result(tx.LastResult())
		n = r.Game
		return err
	}))
	return n
}

// Wherever a run is ended, each file that has its name is whole; and the next run makes of what is
// left what a run makes that nobody ends.
func TestKilled(t *testing.T) {
	c := newClub(t, "Ana+", "Bohumil+", "Carla")
	c.plays("Ana", "Bohumil", lineGame, store.Game{Rated: true})
	c.plays("Ana", "Carla", shortGame, store.Game{Rated: true})
	old := written(t, c, english)
	c.plays("Bohumil", "Carla", yGame, store.Game{Rated: true})
	c.do(func(tx *store.Tx) error {
		p, err := tx.Player(c.ids["Bohumil"])
		check(err)
		p.Web = false
		return tx.PutPlayer(p)
	})
	before, after := content(t, old), content(t, written(t, c, english))
	killed := errors.New("killed")
	for step := 0; ; step++ {
		dir := filepath.Join(t.TempDir(), "site")
		check(os.CopyFS(dir, os.DirFS(old)))
		reached := atomic.Int64{}
		kill := func(string) error {
			if int(reached.Add(1)) > step {
				return killed
			}
			return nil
		}
		_, err := site.Write(t.Context(), c.store, english, &folder.Folder{Dir: dir, Reached: kill})
		for path, text := range content(t, dir) {
			if name := filepath.Base(path); !strings.HasPrefix(name, ".unlurbot-") && text != before[path] && text != after[path] {
				t.Fatalf("killed at step %d, %s is neither old nor new:\n%s", step, path, text)
			}
		}
		if err == nil {
			if step < 25 {
				t.Errorf("there are only %d steps", step)
			}
			return
		}
		if !errors.Is(err, killed) {
			t.Fatal(err)
		}
		write(t, c, english, dir)
		if diff := cmp.Diff(after, content(t, dir)); diff != "" {
			t.Fatalf("killed at step %d, the next run leaves something else: %s", step, diff)
		}
	}
}

// A second process keeps out, and a damaged list is no reason to take files away.
func TestNotTwice(t *testing.T) {
	c := newClub(t, "Ana+", "Bohumil")
	c.plays("Ana", "Bohumil", shortGame, store.Game{})
	dir := filepath.Join(t.TempDir(), "site")
	var busy error
	_, err := site.Write(t.Context(), c.store, english, &folder.Folder{Dir: dir, Reached: func(string) error {
		if busy == nil {
			_, busy = site.Write(t.Context(), c.store, english, &folder.Folder{Dir: dir})
		}
		return nil
	}})
	if runtime.GOOS == "linux" && !errors.Is(busy, manifest.ErrBusy) || err != nil {
		t.Errorf("a second one says %v, the first one %v", busy, err)
	}
	check(os.WriteFile(filepath.Join(dir, ".unlurbot-site"), []byte("unlurbot site 1\n0000000000000001 ../outside html\n"), 0o644))
	if _, err := site.Write(t.Context(), c.store, english, &folder.Folder{Dir: dir}); !errors.Is(err, manifest.ErrDamaged) {
		t.Errorf("with a damaged list: %v", err)
	}
}
