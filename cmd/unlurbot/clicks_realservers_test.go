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
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/browser"
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
func (p *pair) clicked(b *browser.Browser, t *testing.T, who int, name string) {
	t.Helper()
	pageOf(t, b, p.last[who])
	_, err := p.people[who].Click(b.Link("", name))
	check(t, err)
}

// A game is begun, played and resigned by clicks alone.
func playByClicks(t *testing.T, people *pair) {
	t.Helper()
	b := browser.Open(t, browser.Window{Width: 360, Height: 740})
	people.write(0, "challenge bo@sandbox.test first", "")
	people.await(1, "invite")
	people.clicked(b, t, 1, "accept")
	for ply, name := range []string{"C4", "D5", "black", "A1"} {
		turn := people.await(ply%2, "turn")
		if got := turn.Header.Get("X-Unlur-Ply"); got != fmt.Sprint(ply) {
			t.Fatalf("before %s the ply is %s", name, got)
		}
		people.clicked(b, t, ply%2, name)
	}
	if phase := people.await(0, "turn").Header.Get("X-Unlur-Phase"); phase != "main" {
		t.Errorf("the phase is %s", phase)
	}
	people.clicked(b, t, 0, "resign")
	if result := people.await(1, "over").Header.Get("X-Unlur-Result"); result != "won" {
		t.Errorf("the other one has %s", result)
	}
	pageOf(t, b, people.last[1])
	if links := b.Names("", "link"); slices.ContainsFunc(links, isCell) {
		t.Errorf("the game is over, and there are links %q", links)
	}
}

func isCell(name string) bool {
	_, err := game.ParseCell(name)
	return err == nil
}

func TestPlayByClicks(t *testing.T) {
	p := start(t, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0")
	people := p.people()
	playByClicks(t, people)
	people.close()
	p.stop()
}

// The same with a bot whose address takes no +detail.
func TestPlayByClicksAtABareAddress(t *testing.T) {
	servers, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	t.Cleanup(func() { servers.Close() })
	host, port, err := hostPort(servers.IMAPAddr())
	check(t, err)
	_, smtpPort, err := hostPort(servers.SMTPAddr())
	check(t, err)
	file := filepath.Join(t.TempDir(), "unlurbot.yaml")
	check(t, os.WriteFile(file, fmt.Appendf(nil, `address: unlur@sandbox.test
plus_addressing: false
imap: {host: 127.0.0.1, port: %d, security: none, username: unlur}
smtp: {host: 127.0.0.1, port: %d, security: none}
store: {path: unlurbot.db}
trust: {authserv_id: sandbox.test}
`, port, smtpPort), 0o600))
	bot := start(t, []string{"UNLURBOT_IMAP_PASSWORD=any"}, "run", "--config", file)
	people := newPair(t, servers.SMTPAddr(), "sandbox.test", imapbox.Config{Host: host, Port: port, Security: "none", Password: "any"})
	playByClicks(t, people)
	people.close()
	bot.stop()
}

// On a phone the board is a hexagon that fits: each row stands half a cell beside
// the one above it.
func TestBoardOnAPhone(t *testing.T) {
	p := start(t, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0")
	people := p.people()
	for _, size := range []int{4, 8, 10} {
		people.write(0, fmt.Sprintf("challenge bo@sandbox.test first size %d", size), "")
		people.await(1, "invite")
		people.reply(1, "accept")
		people.await(0, "turn")
		people.reply(0, "black") // so that every cell can be clicked
		turn := people.await(1, "turn")
		for _, dark := range []bool{false, true} {
			const width = 360
			b := browser.Open(t, browser.Window{Width: width, Height: 740, Dark: dark})
			pageOf(t, b, turn)
			for row := range 2*size - 1 {
				first, last, _ := game.RowColumns(size, row)
				left := b.Place("", "link", fmt.Sprintf("%c%d", 'A'+row, first))
				right := b.Place("", "link", fmt.Sprintf("%c%d", 'A'+row, last))
				if left.Left < 0 || right.Right > width || max(left.Left+right.Right-width, width-left.Left-right.Right) > 1 || left.Top != right.Top {
					t.Errorf("size %d, row %c: from %+v to %+v", size, 'A'+row, left, right)
				}
			}
		}
	}
	people.close()
	p.stop()
}

// Boards too large for a phone are made smaller there, and each cell that can be played
// has a name, be it a link or not.
func TestLargeBoardOnAPhone(t *testing.T) {
	p := start(t, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0")
	people := p.people()
	const width = 360
	b := browser.Open(t, browser.Window{Width: width, Height: 740})
	for size := 11; size <= game.MaxSize; size++ {
		people.write(0, fmt.Sprintf("challenge bo@sandbox.test first size %d", size), "")
		people.await(1, "invite")
		people.reply(1, "accept")
		people.await(0, "turn")
		people.reply(0, "black")
		pageOf(t, b, people.await(1, "turn"))
		if page, err := png.DecodeConfig(bytes.NewReader(b.Picture())); err != nil || page.Width > width {
			t.Errorf("size %d is %d pixels wide (%v)", size, page.Width, err)
		}
		named := slices.DeleteFunc(b.Names("", "StaticText"), func(text string) bool { return !isCell(text) })
		if cells := 3*size*(size-1) + 1; len(named) != cells {
			t.Errorf("size %d: %d of %d cells have a name", size, len(named), cells)
		}
	}
	people.close()
	p.stop()
}

// Whatever is written in a mail, on a phone it is not wider than that, and in a mail
// program that is in Hebrew the board stands as in any other.
func TestHostileWordsOnAPhone(t *testing.T) {
	p := start(t, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0")
	people := p.people()
	people.write(0, "challenge bo@sandbox.test first", "")
	people.await(1, "invite")
	people.reply(1, "accept")
	people.await(0, "turn")
	people.reply(0, "C4\n\n"+strings.Repeat("w", 1000)+"\n"+strings.Repeat("\u0301", 100)+"https://example.org/"+strings.Repeat("a", 500))
	turn := people.await(1, "turn")
	const width = 360
	b := browser.Open(t, browser.Window{Width: width, Height: 740})
	hebrew := *turn
	hebrew.HTML = strings.Replace(turn.HTML, "<body", `<body dir="rtl"`, 1)
	for _, letter := range []*correspondent.Letter{turn, &hebrew} {
		pageOf(t, b, letter)
		if page, err := png.DecodeConfig(bytes.NewReader(b.Picture())); err != nil || page.Width > width {
			t.Errorf("the mail is %d pixels wide (%v)", page.Width, err)
		}
		if left, right := b.Place("", "link", "D4"), b.Place("", "link", "D5"); left.Right > right.Left {
			t.Errorf("D4 is at %+v, D5 at %+v", left, right)
		}
	}
	people.close()
	p.stop()
}
