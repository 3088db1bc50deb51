package mailbot

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/store"
)

// clipped is where Gmail hides the rest of a mail, in bytes.
const clipped = 102_000

// sentBytes is how long a mail is without its files and pictures.
func (h *house) sentBytes(m *store.Outgoing) int {
	h.t.Helper()
	alone := *m
	alone.Files, alone.Picture = nil, nil
	var wire bytes.Buffer
	h.check(smtpout.Write(&wire, &alone))
	return wire.Len()
}

// longWords are the longest that one command takes, in the script that is the longest
// on the wire, and in signs that grow in HTML.
var longWords = []string{strings.Repeat("棋", parser.MaxNote), strings.Repeat("&", parser.MaxNote), strings.Repeat("🎲", parser.MaxNote), strings.Repeat("Hola què tal ", parser.MaxNote/13)}

// Players with the longest names, words, notes and plans on the largest board get mails
// that are shown whole, whatever they ask for.
func TestLongestMails(t *testing.T) {
	t.Parallel()
	const white, black = "amparo@example.org", "benedikt@example.net"
	for _, words := range some(longWords) {
		h := newHouse(t)
		h.brief = true
		h.vouched(white, "help")
		h.vouched(black, "help")
		h.vouched(white, "name "+strings.Repeat("棋", names.Most))
		h.vouched(black, "name "+strings.Repeat("板", names.Most))
		h.vouched(white, "challenge "+black+" size 13 first")
		h.reply(black, "accept")
		players := []string{white, black}
		for n := range 8 { // more than any mail has room for
			h.vouched(players[n%2], "#1 note: "+words)
			h.vouched(players[(n+1)%2], "#1 note: "+words)
		}
		h.reply(white, "black")
		p, err := h.game(1).Replay()
		h.check(err)
		empty := p.Position()
		cells := empty.Cells()
		for ply, c := range cells[:60] {
			said := strings.TrimSpace(c.String() + "\n" + strings.Repeat("say "+words+"\n", 4*(ply%2)))
			if d := h.reply(players[(ply+1)%2], said+"\n\n"+words); d != Played {
				t.Fatalf("%s is %s", c, d)
			}
		}
		tried := ""
		for _, c := range cells[60 : 60+parser.MaxNote/10] {
			tried += " " + c.String()
		}
		for _, ask := range []string{"show", "history", "games", "results", "standings", "seeks", "preview" + tried, "say " + words, "watch #1", "set", "export me", "undo\n\n" + words, "C13"} {
			for _, who := range players {
				h.reply(who, ask)
			}
		}
		h.noMailIsCutOff()
	}
}

// noMailIsCutOff looks at all mails that were sent.
func (h *house) noMailIsCutOff() {
	h.t.Helper()
	for _, mails := range h.mails {
		for _, m := range mails {
			if n := h.sentBytes(m); n >= clipped {
				h.t.Errorf("%s has %d bytes:\n%.300s", line(m), n, m.Text)
			}
		}
	}
}

// Words that are too many for one mail are cut, and their writer reads it.
func TestTooManyWords(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin(anaAddress, boAddress)
	h.reply(anaAddress, "say "+strings.Repeat("x", parser.MaxNote)+strings.Repeat("\nsay "+strings.Repeat("è", parser.MaxNote), 2))
	if text := h.last(anaAddress).Text; !strings.Contains(text, "only the beginning was taken") {
		t.Errorf("Ana is not told:\n%s", text)
	}
	text := h.last(boAddress).Text
	if x, e := strings.Count(text, "x"), strings.Count(text, "è"); x < parser.MaxNote || e < parser.MaxNote-10 || x+2*e > telling.MostWords+10 {
		t.Errorf("Bo reads %d and %d letters", x, e)
	}
	h.fresh = nil
}

// Whoever plays in very many games gets lists and mails of the day that end, say so, and
// lose no word.
func TestVeryManyGames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.brief = true
	h.bot.cfg.Limits = GenerousLimits
	h.bot.cfg.Limits.OpenGames = 1000
	const games = 90
	h.begin(anaAddress, boAddress)
	for n := 2; n <= games; n++ {
		h.vouched(anaAddress, "challenge bo size 13 first")
		h.vouched(boAddress, fmt.Sprintf("accept #%d", n))
	}
	h.vouched(boAddress, "set mails daily")
	h.vouched(anaAddress, "games")
	if text := flat(h.last(anaAddress)); !strings.Contains(text, "no room for 40 more") {
		t.Errorf("Ana's list:\n%s", text)
	}
	h.vouched(anaAddress, "C4")
	if text := flat(h.last(anaAddress)); !strings.Contains(text, "There are 70 more: write games for the list.") {
		t.Errorf("Ana's choice:\n%s", text)
	}
	for n := 1; n <= games; n++ {
		h.vouched(anaAddress, fmt.Sprintf("#%d F7\n\nword%03d", n, n))
	}
	h.untilMorning()
	days, told := h.digests(boAddress), 0
	for _, day := range days {
		for n := range games {
			told += strings.Count(day.Text, fmt.Sprintf("word%03d", n+1))
		}
		if !strings.Contains(day.HTML.String(), "unlur-board\"") {
			t.Errorf("a mail of the day without a board")
		}
	}
	if told != games || len(days) < 2 || len(days) > games/24+1 {
		t.Errorf("%d mails of the day tell %d words", len(days), told)
	}
	if text := flat(days[len(days)-1]); !strings.Contains(text, "90 games wait for your move") || !strings.Contains(text, "There was no room for 60 more games") || !strings.Contains(text, "write show #") {
		t.Errorf("the last one:\n%.3000s", text)
	}
	h.noMailIsCutOff()
	h.playedOnlyIfShown(days[len(days)-1])
	h.fresh = nil
}

// playedOnlyIfShown answers a mail of the day with moves in games of which it has, and
// has not, shown the board.
func (h *house) playedOnlyIfShown(day *store.Outgoing) {
	h.t.Helper()
	shown, brief := 0, 0
	for part := range strings.SplitSeq(day.Text, "\nGame #") {
		n := 0
		if _, err := fmt.Sscanf(part, "%d,", &n); err != nil {
			continue
		}
		want := Stale
		if strings.Contains(part, "Side 1") {
			want = Played
			shown++
		} else {
			brief++
		}
		if shown > 2 && want == Played || brief > 2 && want == Stale {
			continue
		}
		if d := h.write(note{from: boAddress, answers: day, body: fmt.Sprintf("#%d G8", n)}); d != want {
			h.t.Errorf("a move in game #%d is %s, want %s", n, d, want)
		}
	}
	if shown == 0 || shown > 10 || brief == 0 {
		h.t.Errorf("%d boards are shown, %d are not", shown, brief)
	}
}

// flat is the text part of a mail without its line ends.
func flat(m *store.Outgoing) string { return strings.Join(strings.Fields(m.Text), " ") }

// A day full of words is told in as many mails as it takes, the first of them before
// the morning.
func TestLongDay(t *testing.T) {
	h := daily(t)
	for i := range 13 {
		if d := h.vouched(anaAddress, fmt.Sprintf("#1 say %s %02d", strings.Repeat("'", parser.MaxNote-10), i)); d != Said {
			t.Fatal(d)
		}
	}
	early := len(h.digests(boAddress))
	h.untilMorning()
	days, all := h.digests(boAddress), ""
	for _, m := range days {
		all += m.Text
	}
	for i := range 13 {
		if n := strings.Count(all, fmt.Sprintf("' %02d\n", i)) + strings.Count(all, fmt.Sprintf("| %02d\n", i)); n != 1 {
			t.Errorf("words %d are told %d times", i, n)
		}
	}
	if early != 3 || len(days) != 4 {
		t.Errorf("%d mails of the day, %d of them early", len(days), early)
	}
	h.noMailIsCutOff()
	h.fresh = nil
}

// One mail with very many words to many games is told in several, each game in one of
// them with its board; so is a game that waits, though nothing was said in it.
func TestLongMailToManyGames(t *testing.T) {
	h := daily(t)
	const games = 10
	mail := ""
	for n := 1; n <= games; n++ {
		if n > 1 {
			h.vouched(anaAddress, "challenge bo size 13 first")
			h.vouched(boAddress, fmt.Sprintf("accept #%d", n))
			mail += fmt.Sprintf("#%d say %s\n", n, strings.Repeat("棋", parser.MaxNote))
		}
		h.vouched(anaAddress, fmt.Sprintf("#%d C4", n))
	}
	h.untilMorning()
	before := len(h.digests(boAddress))
	if d := h.vouched(anaAddress, mail); d != Said {
		t.Fatal(d)
	}
	days, all := h.digests(boAddress)[before:], ""
	for _, m := range days {
		all += m.Text
	}
	for _, part := range strings.Split(all, "Game #")[1:] {
		number, _, _ := strings.Cut(part, ",")
		if words := strings.Contains(part, "writes:"); !strings.Contains(part, "Side 1\n") || words != (number != "1") {
			t.Errorf("game %s has words: %v, in\n%s", number, words, part)
		}
	}
	if told := strings.Count(all, "Game #"); told != games || len(days) < 2 {
		t.Errorf("%d mails tell %d times of %d games", len(days), told, games)
	}
	h.noMailIsCutOff()
	h.fresh = nil
}
