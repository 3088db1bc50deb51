//go:build realservers

package main

import (
	"bytes"
	"fmt"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/browser"
	"unlurbot/mailbot/testing/livebot"
)

// onePixel stands for the picture of a mail, which a mail program finds among its
// parts and a browser does not.
const onePixel = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="

// pageOf opens the HTML part of a mail as a file.
func pageOf(t *testing.T, b *browser.Browser, l *correspondent.Letter) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "mail.html")
	check(t, os.WriteFile(file, []byte(strings.ReplaceAll(l.HTML, "cid:"+smtpout.PictureID, onePixel)), 0o600))
	b.Go((&url.URL{Scheme: "file", Path: file}).String())
}

// clicked sends what a click on the link in the last mail to a player begins, by
// the name that a screen reader says.
func clicked(t *testing.T, b *browser.Browser, p *livebot.Person, name string) {
	t.Helper()
	pageOf(t, b, p.Last)
	p.Clicks(b.Link("", name))
}

// A game is begun, played and resigned by clicks alone.
func playByClicks(t *testing.T, ana, bo *livebot.Person) {
	t.Helper()
	b := browser.Open(t, browser.Window{Width: 360, Height: 740})
	ana.Writes("challenge bo@sandbox.test first")
	bo.Gets("invite")
	clicked(t, b, bo, "Accept")
	for ply, name := range []string{"play C4", "play D5", "Take Black", "play A1"} {
		mover := []*livebot.Person{ana, bo}[ply%2]
		if got := mover.Gets("turn").Header.Get("X-Unlur-Ply"); got != fmt.Sprint(ply) {
			t.Fatalf("before %s the ply is %s", name, got)
		}
		clicked(t, b, mover, name)
	}
	if phase := ana.Gets("turn").Header.Get("X-Unlur-Phase"); phase != "main" {
		t.Errorf("the phase is %s", phase)
	}
	clicked(t, b, ana, "Resign")
	if result := bo.Gets("over").Header.Get("X-Unlur-Result"); result != "won" {
		t.Errorf("the other one has %s", result)
	}
	pageOf(t, b, bo.Last)
	if links := b.Names("", "link"); slices.ContainsFunc(links, isCell) {
		t.Errorf("the game is over, and there are links %q", links)
	}
}

func isCell(name string) bool {
	_, err := game.ParseCell(strings.TrimPrefix(name, "play "))
	return err == nil
}

// cellLink is what the link of a cell is called. On a large board there is no room for
// more than what stands in the cell.
func cellLink(size, row, column int) string {
	name := fmt.Sprintf("%c%d", 'A'+row, column)
	if size < 10 {
		name = "play " + name
	}
	return name
}

func TestPlayByClicks(t *testing.T) {
	p := startSandbox(t)
	ana, bo := p.people()
	playByClicks(t, ana, bo)
	p.Stop()
}

// The same with a bot whose address takes no +detail.
func TestPlayByClicksAtABareAddress(t *testing.T) {
	servers := livebot.Sandbox(t)
	servers.More += "plus_addressing: false\n"
	bot := livebot.New(t, servers).Start()
	playByClicks(t, servers.Person(t, "ana"), servers.Person(t, "bo"))
	bot.Stop()
}

// On a phone the board is a hexagon that fits: each row stands half a cell beside
// the one above it.
func TestBoardOnAPhone(t *testing.T) {
	p := startSandbox(t)
	ana, bo := p.people()
	for _, size := range []int{4, 8, 10} {
		ana.Writes(fmt.Sprintf("challenge bo@sandbox.test first size %d", size))
		bo.Gets("invite")
		bo.Replies("accept")
		ana.Gets("turn")
		ana.Replies("black") // so that every cell can be clicked
		turn := bo.Gets("turn")
		for _, dark := range []bool{false, true} {
			const width = 360
			b := browser.Open(t, browser.Window{Width: width, Height: 740, Dark: dark})
			pageOf(t, b, turn)
			for row := range 2*size - 1 {
				first, last, _ := game.RowColumns(size, row)
				left := b.Place("", "link", cellLink(size, row, first))
				right := b.Place("", "link", cellLink(size, row, last))
				if left.Left < 0 || right.Right > width || max(left.Left+right.Right-width, width-left.Left-right.Right) > 1 || left.Top != right.Top {
					t.Errorf("size %d, row %c: from %+v to %+v", size, 'A'+row, left, right)
				}
			}
		}
	}
	p.Stop()
}

// Large boards fit on a phone, too, and each cell that can be played
// has a name, be it a link or not.
func TestLargeBoardOnAPhone(t *testing.T) {
	p := startSandbox(t)
	ana, bo := p.people()
	const width = 360
	b := browser.Open(t, browser.Window{Width: width, Height: 740})
	for size := 11; size <= game.MaxSize; size++ {
		ana.Writes(fmt.Sprintf("challenge bo@sandbox.test first size %d", size))
		bo.Gets("invite")
		bo.Replies("accept")
		ana.Gets("turn")
		ana.Replies("black")
		pageOf(t, b, bo.Gets("turn"))
		if page, err := png.DecodeConfig(bytes.NewReader(b.Picture())); err != nil || page.Width > width {
			t.Errorf("size %d is %d pixels wide (%v)", size, page.Width, err)
		}
		named := slices.DeleteFunc(b.Names("", "StaticText"), func(text string) bool { return !isCell(text) })
		if cells := 3*size*(size-1) + 1; len(named) != cells {
			t.Errorf("size %d: %d of %d cells have a name", size, len(named), cells)
		}
	}
	p.Stop()
}

// Whatever is written in a mail, on a phone it is not wider than that, and in a mail
// program that is in Hebrew the board stands as in any other.
func TestHostileWordsOnAPhone(t *testing.T) {
	p := startSandbox(t)
	ana, bo := p.people()
	ana.Writes("challenge bo@sandbox.test first")
	bo.Gets("invite")
	bo.Replies("accept")
	ana.Gets("turn")
	ana.Replies("C4\n\n" + strings.Repeat("w", 1000) + "\n" + strings.Repeat("\u0301", 100) + "https://example.org/" + strings.Repeat("a", 500))
	turn := bo.Gets("turn")
	const width = 360
	b := browser.Open(t, browser.Window{Width: width, Height: 740})
	hebrew := *turn
	hebrew.HTML = strings.Replace(turn.HTML, "<body", `<body dir="rtl"`, 1)
	for _, letter := range []*correspondent.Letter{turn, &hebrew} {
		pageOf(t, b, letter)
		if page, err := png.DecodeConfig(bytes.NewReader(b.Picture())); err != nil || page.Width > width {
			t.Errorf("the mail is %d pixels wide (%v)", page.Width, err)
		}
		if left, right := b.Place("", "link", "play D4"), b.Place("", "link", "play D5"); left.Right > right.Left {
			t.Errorf("D4 is at %+v, D5 at %+v", left, right)
		}
	}
	p.Stop()
}
