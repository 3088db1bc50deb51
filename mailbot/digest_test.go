package mailbot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// daily begins a game of Ana with Bo, who wants one mail a day.
func daily(t *testing.T) *bottest.Bot {
	t.Helper()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Brief = true
	b.Begin(b.Person("ana@example.org"), bo)
	bo.Writes("set mails daily").Is(decision.Noted)
	b.Fresh = nil
	return b
}

// untilMorning lets time go by until the next mails of the day have left, in UTC.
func untilMorning(b *bottest.Bot) {
	b.T.Helper()
	b.Pass(morningAfter(b.Now).Sub(b.Now))
}

// morningAfter is when the next mails of the day leave, in UTC.
func morningAfter(now time.Time) time.Time {
	at := time.Date(now.Year(), now.Month(), now.Day(), 8, 0, 0, 0, time.UTC)
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// digests lists the mails of the day that somebody got.
func digestsOf(b *bottest.Bot, address string) []*store.Outgoing {
	return slices.DeleteFunc(slices.Clone(b.Person(address).Mails()), func(m *store.Outgoing) bool {
		return bottest.Field(m, "X-Unlur-Event") != string(templates.Digest)
	})
}

// Whatever two players do, the one who wants a mail a day gets at most that beside
// answers and questions, and each word that was said once, in its order; so it is
// when the bot is started anew, and when each mail is wanted again.
func TestNoWordIsLostInDailyMails(t *testing.T) {
	checkLaw(t, func(rt *rapid.T) {
		b := daily(t)
		bo, ana := b.Person("bo@example.net"), b.Person("ana@example.org")
		var said []string
		began := b.Now
		days := rapid.IntRange(1, 4).Draw(rt, "days")
		for range days {
			for range rapid.IntRange(0, 4).Draw(rt, "mails") {
				line := rapid.SampledFrom([]string{"say %s", cellOf(b) + "\n\n%s", "undo", cellOf(b), "show", "restart", "answer " + cellOf(b), "answer undo"}).Draw(rt, "line")
				switch move, answers := strings.CutPrefix(line, "answer "); {
				case line == "restart":
					b.Restart()
				case answers:
					bo.Writes("#1 " + move)
				case strings.Contains(line, "%s"):
					text := "word " + rapid.StringMatching(`[a-z]{9}`).Draw(rt, "text")
					if d := ana.Writes(fmt.Sprintf(line, text)).Decision; d == decision.Played || d == decision.Said {
						said = append(said, text)
					}
				default:
					ana.Writes(line)
				}
			}
			untilMorning(b)
		}
		if n := len(digestsOf(b, "bo@example.net")); n > days {
			rt.Errorf("%d mails in %d days", n, days)
		}
		bo.Writes("set mails each")
		wait := []templates.Kind{
			templates.Turn, templates.Moved, templates.Message, templates.Started, templates.Over, templates.Cancelled, templates.Watched,
			templates.Declined, templates.Withdrawn, templates.Lapsed,
		}
		var got []string
		for _, m := range bo.Mails() {
			event := templates.Kind(bottest.Field(m, "X-Unlur-Event"))
			if slices.Contains(wait, event) && m.Date.After(began) && bottest.Field(m, "Auto-Submitted") == "auto-generated" {
				rt.Errorf("%s did not wait", tell(m))
			}
			for line := range strings.Lines(m.Text) {
				if text, ok := strings.CutPrefix(strings.TrimSpace(line), "| word"); ok {
					got = append(got, "word"+text)
				}
			}
		}
		if !slices.Equal(got, said) {
			rt.Errorf("said was %q, and Bo reads %q", said, got)
		}

	})
}

// A move that answers a mail of the day is played if the game stands as that mail
// has shown it, and never otherwise.
func TestDailyMailsGrowStale(t *testing.T) {
	checkLaw(t, func(rt *rapid.T) {
		b := daily(t)
		ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
		shown := map[*store.Outgoing]int{}
		for range rapid.IntRange(1, 6).Draw(rt, "days") {
			switch before := b.Game(1); {
			case before.Course.ToMove == game.First:
				ana.Writes("#1 " + cellOf(b))
			case rapid.Bool().Draw(rt, "undone"):
				ana.Writes("undo #1")
				bo.Writes("allow #1")
				ana.Writes("#1 " + cellOf(b))
			}
			untilMorning(b)
			for _, m := range digestsOf(b, "bo@example.net") {
				if _, known := shown[m]; !known {
					shown[m] = b.Game(1).Turn()
				}
			}
			if mails := digestsOf(b, "bo@example.net"); rapid.Bool().Draw(rt, "answered") && len(mails) > 0 {
				answered := rapid.SampledFrom(mails).Draw(rt, "which")
				g := b.Game(1)
				want := decision.Stale
				if shown[answered] == g.Turn() {
					want = decision.Played
				}
				if g.Course.ToMove == game.Second {
					if d := bo.Answers(answered, "#1 "+cellOf(b)).Decision; d != want {
						rt.Errorf("to the mail with turn %d, at turn %d: %s, want %s", shown[answered], g.Turn(), d, want)
					}
				}
			}
		}

	})
}

// A move in a game that the mail of the day has not shown is not meant for a
// position that nobody has seen.
func TestDailyMailHasNotShownIt(t *testing.T) {
	t.Parallel()
	b := daily(t)
	bo, carla := b.Person("bo@example.net"), b.Person("carla@example.org")
	b.Person("ana@example.org").Writes("C4")
	untilMorning(b)
	morning := bo.Last()
	bo.Answers(morning, "D5")
	b.Begin(carla, bo)
	carla.Writes("C4")
	if d := bo.Answers(morning, "E6").Decision; d != decision.Stale || b.Record(2) != "C4" {
		t.Errorf("it is %s: %s", d, b.Record(2))
	}

}

// The mail of the day comes at eight o'clock where its reader is, and not without
// news: neither for a turn that is known, nor for one that was answered meanwhile.
func TestWhenDailyMailsCome(t *testing.T) {
	t.Parallel()
	b := daily(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		bo, err := tx.PlayerByName("bo")
		b.Check(err)
		bo.Zone = "America/New_York"
		return tx.PutPlayer(bo)
	}))
	ana.Writes("C4")
	b.Pass(time.Date(2026, 11, 20, 12, 59, 0, 0, time.UTC).Sub(b.Now))
	if n := len(digestsOf(b, "bo@example.net")); n > 0 {
		t.Errorf("%d mails before eight", n)
	}
	b.Pass(time.Minute)
	if n := len(digestsOf(b, "bo@example.net")); n != 1 {
		t.Errorf("%d mails at eight", n)
	}
	for range 3 {
		b.Pass(24 * time.Hour)
	}
	bo.Writes("D5")
	ana.Writes("E6")
	bo.Writes("F7")
	b.Pass(24 * time.Hour)
	if n := len(digestsOf(b, "bo@example.net")); n != 1 {
		t.Errorf("%d mails, one of them with no news", n)
	}

}

// A turn with so little time that the mail of the day might come too late is told at
// once.
func TestDailyMailsCostNoGame(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo, ana := b.Person("bo@example.net"), b.Person("ana@example.org")
	b.Brief = true
	bo.Writes("set mails daily")
	ana.Writes("challenge bo first pace 12h")
	bo.Writes("accept")
	ana.Writes("C4")
	if last := bo.Last(); bottest.Field(last, "X-Unlur-Event") != "turn" {
		t.Errorf("Bo gets %s", tell(last))
	}

}

// What waits for others about the games of somebody who is forgotten is sent at
// once, so that nothing of it is kept.
func TestNewsOfSomebodyForgotten(t *testing.T) {
	t.Parallel()
	b := daily(t)
	ana := b.Person("ana@example.org")
	ana.Writes("C4\n\nZebedee was here.")
	ana.Writes("forget me")
	ana.Replies("yes").Is(decision.Forgotten)
	last := b.Person("bo@example.net").Last()
	if bottest.Field(last, "X-Unlur-Event") != "digest" || !strings.Contains(last.Text, "Zebedee was here.") || !strings.Contains(last.Text, "has left for good") {
		t.Errorf("Bo reads\n%s", last.Text)
	}
	if all := entriesOf(b); strings.Contains(all, "zebedee") || strings.Contains(all, "ana@") {
		t.Error("something is left")
	}

}

// A mail of the day that leaves early, for it is full, has each board with the words
// that came with it, those to the other games in the same mail too.
func TestFullMailHasWordsAndBoard(t *testing.T) {
	t.Parallel()
	b := daily(t)
	ana := b.Person(anaAddress)
	ana.Writes("challenge bo first")
	b.Person(boAddress).Writes("accept #2")
	long := strings.Repeat("x", parser.MaxNote-10)
	ana.Writes(strings.Repeat("#1 say "+long+"\n", 3))
	if n := len(digestsOf(b, boAddress)); n > 0 {
		t.Fatalf("%d mails before anything is full", n)
	}
	ana.Writes("#1 C4\n#1 say " + long + "\n#2 D5\n#2 say Now to the other board.").Is(decision.Played)
	mails := digestsOf(b, boAddress)
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	text := mails[0].Text
	for _, part := range []string{"1 C4", "1 D5", "| Now to the other board."} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if n := strings.Count(text, long); n != 4 {
		t.Errorf("%d of Ana's four long words are told", n)
	}
	untilMorning(b)
	if n := len(digestsOf(b, boAddress)); n != 1 {
		t.Errorf("%d mails, one of them with nothing new", n)
	}

}

// Who wants no mails at all gets none a day either; what waited comes after the
// player has written again.
func TestDailyMailsStop(t *testing.T) {
	t.Parallel()
	b := daily(t)
	bo := b.Person("bo@example.net")
	b.Person("ana@example.org").Writes("C4\n\nYour turn!")
	bo.Writes("stop")
	for range 5 {
		untilMorning(b)
	}
	if n := len(digestsOf(b, "bo@example.net")); n > 0 {
		t.Errorf("%d mails to who wants none", n)
	}
	b.Check(b.Store.View(func(tx *store.Tx) error {
		waiting, err := tx.DueWakes(b.Now.AddDate(1, 0, 0), 1000)
		for _, w := range waiting {
			if w.Kind == store.WakeDigest {
				t.Errorf("woken for nothing: %+v", w)
			}
		}
		return err
	}))
	bo.Writes("games")
	untilMorning(b)
	if last := bo.Last(); !strings.Contains(last.Text, "| Your turn!") {
		t.Errorf("Bo reads\n%s", last.Text)
	}

}
