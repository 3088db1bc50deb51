package mailbot_test

import (
	"fmt"
	"strings"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/parser"
	"unlurbot/store"
)

// longWords are the longest that one command takes, in the script that is the longest
// on the wire, and in signs that grow in HTML.
var longWords = []string{strings.Repeat("棋", parser.MaxNote), strings.Repeat("&", parser.MaxNote), strings.Repeat("🎲", parser.MaxNote), strings.Repeat("Hola què tal ", parser.MaxNote/13)}

// Players with the longest names, words, notes and plans on the largest board get mails
// that are shown whole, whatever they ask for.
func TestLongestMails(t *testing.T) {
	t.Parallel()
	const white, black = "amparo@example.org", "benedikt@example.net"
	for _, words := range bottest.Some(longWords) {
		b := bottest.New(t)
		amparo, benedikt := b.Person("amparo@example.org"), b.Person("benedikt@example.net")
		b.Brief = true
		amparo.Writes("help")
		benedikt.Writes("help")
		amparo.Writes("name " + strings.Repeat("棋", names.Most))
		benedikt.Writes("name " + strings.Repeat("板", names.Most))
		amparo.Writes("challenge " + black + " size 13 first")
		benedikt.Replies("accept")
		players := []string{white, black}
		for n := range 8 { // more than any mail has room for
			b.Person(players[n%2]).Writes("#1 note: " + words)
			b.Person(players[(n+1)%2]).Writes("#1 note: " + words)
		}
		amparo.Replies("black")
		p, err := b.Game(1).Replay()
		b.Check(err)
		empty := p.Position()
		cells := empty.Cells()
		for ply, c := range cells[:60] {
			said := strings.TrimSpace(c.String() + "\n" + strings.Repeat("say "+words+"\n", 4*(ply%2)))
			if d := b.Person(players[(ply+1)%2]).Replies(said + "\n\n" + words).Decision; d != decision.Played {
				t.Fatalf("%s is %s", c, d)
			}
		}
		tried := ""
		for _, c := range cells[60 : 60+parser.MaxNote/10] {
			tried += " " + c.String()
		}
		for _, ask := range []string{"show", "history", "games", "results", "standings", "seeks", "preview" + tried, "say " + words, "watch #1", "set", "export me", "undo\n\n" + words, "C13"} {
			for _, who := range players {
				b.Person(who).Replies(ask)
			}
		}
		noMailIsCutOff(b)
	}
}

// noMailIsCutOff looks at all mails that were sent.
func noMailIsCutOff(b *bottest.Bot) {
	b.T.Helper()
	for _, mails := range b.Mails {
		for _, m := range mails {
			if n := bottest.SentBytes(b.T, m); n >= bottest.Clipped {
				b.T.Errorf("%s has %d bytes:\n%.300s", bottest.Line(m), n, m.Text)
			}
		}
	}
}

// Words that are too many for one mail are cut, and their writer reads it.
func TestTooManyWords(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	b.Begin(ana, bo)
	ana.Replies("say " + strings.Repeat("x", parser.MaxNote) + strings.Repeat("\nsay "+strings.Repeat("è", parser.MaxNote), 2))
	if text := ana.Last().Text; !strings.Contains(text, "only kept the beginning") {
		t.Errorf("Ana is not told:\n%s", text)
	}
	text := bo.Last().Text
	if x, e := strings.Count(text, "x"), strings.Count(text, "è"); x < parser.MaxNote || e < parser.MaxNote-10 || x+2*e > telling.MostWords+10 {
		t.Errorf("Bo reads %d and %d letters", x, e)
	}

}

// Whoever plays in very many games gets lists and mails of the day that end, say so, and
// lose no word.
func TestVeryManyGames(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	b.Brief = true
	b.Configure(func(c *mailbot.Config) { c.Limits = mailbot.GenerousLimits })
	b.Configure(func(c *mailbot.Config) { c.Limits.OpenGames = 1000 })
	const games = 90
	b.Begin(ana, bo)
	for n := 2; n <= games; n++ {
		ana.Writes("challenge bo size 13 first")
		bo.Writes(fmt.Sprintf("accept #%d", n))
	}
	bo.Writes("set mails daily")
	ana.Writes("games")
	if text := flat(ana.Last()); !strings.Contains(text, "no room for 40 more") {
		t.Errorf("Ana's list:\n%s", text)
	}
	ana.Writes("C4")
	if text := flat(ana.Last()); !strings.Contains(text, "There are 70 more games. Reply GAMES to see all of them.") {
		t.Errorf("Ana's choice:\n%s", text)
	}
	for n := 1; n <= games; n++ {
		ana.Writes(fmt.Sprintf("#%d F7\n\nword%03d", n, n))
	}
	untilMorning(b)
	days, told := digestsOf(b, boAddress), 0
	for _, day := range days {
		for n := range games {
			told += strings.Count(day.Text, fmt.Sprintf("word%03d", n+1))
		}
		if !strings.Contains(day.HTML.String(), `<table class="b `) {
			t.Errorf("a mail of the day without a board")
		}
	}
	if told != games || len(days) < 2 || len(days) > games/24+1 {
		t.Errorf("%d mails of the day tell %d words", len(days), told)
	}
	if text := flat(days[len(days)-1]); !strings.Contains(text, "90 games are waiting for you") || !strings.Contains(text, "There was no room for 60 more games where it's your turn") || !strings.Contains(text, "Reply SHOW #") {
		t.Errorf("the last one:\n%.3000s", text)
	}
	noMailIsCutOff(b)
	playedOnlyIfShown(b, days[len(days)-1])

}

// playedOnlyIfShown answers a mail of the day with moves in games of which it has, and
// has not, shown the board.
func playedOnlyIfShown(b *bottest.Bot, day *store.Outgoing) {
	b.T.Helper()
	shown, brief := 0, 0
	for part := range strings.SplitSeq(day.Text, "\n#") {
		n := 0
		if _, err := fmt.Sscanf(part, "%d,", &n); err != nil {
			continue
		}
		want := decision.Stale
		if strings.Contains(part, "Side 1") {
			want = decision.Played
			shown++
		} else {
			brief++
		}
		if shown > 2 && want == decision.Played || brief > 2 && want == decision.Stale {
			continue
		}
		if d := b.Person(boAddress).Answers(day, fmt.Sprintf("#%d G8", n)).Decision; d != want {
			b.T.Errorf("a move in game #%d is %s, want %s", n, d, want)
		}
	}
	if shown == 0 || shown > 10 || brief == 0 {
		b.T.Errorf("%d boards are shown, %d are not", shown, brief)
	}
}

// flat is the text part of a mail without its line ends.
func flat(m *store.Outgoing) string { return strings.Join(strings.Fields(m.Text), " ") }

// A day full of words is told in as many mails as it takes, the first of them before
// the morning.
func TestLongDay(t *testing.T) {
	t.Parallel()
	b := daily(t)
	for i := range 13 {
		b.Person(anaAddress).Writes(fmt.Sprintf("#1 say %s %02d", strings.Repeat("'", parser.MaxNote-10), i)).Is(decision.Said)
	}
	early := len(digestsOf(b, boAddress))
	untilMorning(b)
	days, all := digestsOf(b, boAddress), ""
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
	noMailIsCutOff(b)

}

// One mail with very many words to many games is told in several, each game in one of
// them with its board; so is a game that waits, though nothing was said in it.
func TestLongMailToManyGames(t *testing.T) {
	t.Parallel()
	b := daily(t)
	ana := b.Person(anaAddress)
	const games = 10
	mail := ""
	for n := 1; n <= games; n++ {
		if n > 1 {
			ana.Writes("challenge bo size 13 first")
			b.Person(boAddress).Writes(fmt.Sprintf("accept #%d", n))
			mail += fmt.Sprintf("#%d say %s\n", n, strings.Repeat("棋", parser.MaxNote))
		}
		ana.Writes(fmt.Sprintf("#%d C4", n))
	}
	untilMorning(b)
	before := len(digestsOf(b, boAddress))
	ana.Writes(mail).Is(decision.Said)
	days, all := digestsOf(b, boAddress)[before:], ""
	for _, m := range days {
		all += m.Text
	}
	for _, part := range strings.Split(all, "\n#")[1:] {
		number, _, _ := strings.Cut(part, ",")
		if words := strings.Contains(part, "writes:"); !strings.Contains(part, "Side 1\n") || words != (number != "1") {
			t.Errorf("game %s has words: %v, in\n%s", number, words, part)
		}
	}
	if told := strings.Count(all, "\n#"); told != games || len(days) < 2 {
		t.Errorf("%d mails tell %d times of %d games", len(days), told, games)
	}
	noMailIsCutOff(b)

}
