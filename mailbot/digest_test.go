package mailbot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// daily begins a game of Ana with Bo, who wants one mail a day.
func daily(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.brief = true
	h.begin("ana@example.org", "bo@example.net")
	if d := h.vouched("bo@example.net", "set mails daily"); d != Noted {
		t.Fatal(d)
	}
	h.fresh = nil
	return h
}

// untilMorning lets time go by until the next mails of the day have left, in UTC.
func (h *house) untilMorning() {
	h.t.Helper()
	h.pass(morningAfter(h.now).Sub(h.now))
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
func (h *house) digests(address string) []*store.Outgoing {
	return slices.DeleteFunc(slices.Clone(h.mails[address]), func(m *store.Outgoing) bool {
		return field(m, "X-Unlur-Event") != string(templates.Digest)
	})
}

// Whatever two players do, the one who wants a mail a day gets at most that beside
// answers and questions, and each word that was said once, in its order; so it is
// when the bot is started anew, and when each mail is wanted again.
func TestNoWordIsLostInDailyMails(t *testing.T) {
	checkHouses(t, func(rt *rapid.T) {
		h := daily(t)
		var said []string
		began := h.now
		days := rapid.IntRange(1, 4).Draw(rt, "days")
		for range days {
			for range rapid.IntRange(0, 4).Draw(rt, "mails") {
				line := rapid.SampledFrom([]string{"say %s", cellOf(h) + "\n\n%s", "undo", cellOf(h), "show", "restart", "answer " + cellOf(h), "answer undo"}).Draw(rt, "line")
				switch move, answers := strings.CutPrefix(line, "answer "); {
				case line == "restart":
					h.restart()
				case answers:
					h.vouched("bo@example.net", "#1 "+move)
				case strings.Contains(line, "%s"):
					text := "word " + rapid.StringMatching(`[a-z]{9}`).Draw(rt, "text")
					if d := h.vouched("ana@example.org", fmt.Sprintf(line, text)); d == Played || d == Said {
						said = append(said, text)
					}
				default:
					h.vouched("ana@example.org", line)
				}
			}
			h.untilMorning()
		}
		if n := len(h.digests("bo@example.net")); n > days {
			rt.Errorf("%d mails in %d days", n, days)
		}
		h.vouched("bo@example.net", "set mails each")
		wait := []templates.Kind{
			templates.Turn, templates.Moved, templates.Message, templates.Started, templates.Over, templates.Cancelled, templates.Watched,
			templates.Declined, templates.Withdrawn, templates.Lapsed,
		}
		var got []string
		for _, m := range h.mails["bo@example.net"] {
			event := templates.Kind(field(m, "X-Unlur-Event"))
			if slices.Contains(wait, event) && m.Date.After(began) && field(m, "Auto-Submitted") == "auto-generated" {
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
		h.fresh = nil
	})
}

// A move that answers a mail of the day is played if the game stands as that mail
// has shown it, and never otherwise.
func TestDailyMailsGrowStale(t *testing.T) {
	checkHouses(t, func(rt *rapid.T) {
		h := daily(t)
		shown := map[*store.Outgoing]int{}
		for range rapid.IntRange(1, 6).Draw(rt, "days") {
			switch before := h.game(1); {
			case before.Course.ToMove == game.First:
				h.vouched("ana@example.org", "#1 "+cellOf(h))
			case rapid.Bool().Draw(rt, "undone"):
				h.vouched("ana@example.org", "undo #1")
				h.vouched("bo@example.net", "allow #1")
				h.vouched("ana@example.org", "#1 "+cellOf(h))
			}
			h.untilMorning()
			for _, m := range h.digests("bo@example.net") {
				if _, known := shown[m]; !known {
					shown[m] = h.game(1).Turn()
				}
			}
			if mails := h.digests("bo@example.net"); rapid.Bool().Draw(rt, "answered") && len(mails) > 0 {
				answered := rapid.SampledFrom(mails).Draw(rt, "which")
				g := h.game(1)
				want := Stale
				if shown[answered] == g.Turn() {
					want = Played
				}
				if g.Course.ToMove == game.Second {
					if d := h.write(note{from: "bo@example.net", answers: answered, body: "#1 " + cellOf(h)}); d != want {
						rt.Errorf("to the mail with turn %d, at turn %d: %s, want %s", shown[answered], g.Turn(), d, want)
					}
				}
			}
		}
		h.fresh = nil
	})
}

// A move in a game that the mail of the day has not shown is not meant for a
// position that nobody has seen.
func TestDailyMailHasNotShownIt(t *testing.T) {
	h := daily(t)
	h.vouched("ana@example.org", "C4")
	h.untilMorning()
	morning := h.last("bo@example.net")
	h.write(note{from: "bo@example.net", answers: morning, body: "D5"})
	h.begin("carla@example.org", "bo@example.net")
	h.vouched("carla@example.org", "C4")
	if d := h.write(note{from: "bo@example.net", answers: morning, body: "E6"}); d != Stale || h.record(2) != "C4" {
		t.Errorf("it is %s: %s", d, h.record(2))
	}
	h.fresh = nil
}

// The mail of the day comes at eight o'clock where its reader is, and not without
// news: neither for a turn that is known, nor for one that was answered meanwhile.
func TestWhenDailyMailsCome(t *testing.T) {
	h := daily(t)
	h.check(h.store.Update(func(tx *store.Tx) error {
		bo, err := tx.PlayerByName("bo")
		h.check(err)
		bo.Zone = "America/New_York"
		return tx.PutPlayer(bo)
	}))
	h.vouched("ana@example.org", "C4")
	h.pass(time.Date(2026, 11, 20, 12, 59, 0, 0, time.UTC).Sub(h.now))
	if n := len(h.digests("bo@example.net")); n > 0 {
		t.Errorf("%d mails before eight", n)
	}
	h.pass(time.Minute)
	if n := len(h.digests("bo@example.net")); n != 1 {
		t.Errorf("%d mails at eight", n)
	}
	for range 3 {
		h.pass(24 * time.Hour)
	}
	h.vouched("bo@example.net", "D5")
	h.vouched("ana@example.org", "E6")
	h.vouched("bo@example.net", "F7")
	h.pass(24 * time.Hour)
	if n := len(h.digests("bo@example.net")); n != 1 {
		t.Errorf("%d mails, one of them with no news", n)
	}
	h.fresh = nil
}

// A turn with so little time that the mail of the day might come too late is told at
// once.
func TestDailyMailsCostNoGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.brief = true
	h.vouched("bo@example.net", "set mails daily")
	h.vouched("ana@example.org", "challenge bo first pace 12h")
	h.vouched("bo@example.net", "accept")
	h.vouched("ana@example.org", "C4")
	if last := h.last("bo@example.net"); field(last, "X-Unlur-Event") != "turn" {
		t.Errorf("Bo gets %s", tell(last))
	}
	h.fresh = nil
}

// What waits for others about the games of somebody who is forgotten is sent at
// once, so that nothing of it is kept.
func TestNewsOfSomebodyForgotten(t *testing.T) {
	h := daily(t)
	h.vouched("ana@example.org", "C4\n\nZebedee was here.")
	h.vouched("ana@example.org", "forget me")
	if d := h.reply("ana@example.org", "yes"); d != Forgotten {
		t.Fatal(d)
	}
	last := h.last("bo@example.net")
	if field(last, "X-Unlur-Event") != "digest" || !strings.Contains(last.Text, "Zebedee was here.") || !strings.Contains(last.Text, "has left for good") {
		t.Errorf("Bo reads\n%s", last.Text)
	}
	if all := h.entries(); strings.Contains(all, "zebedee") || strings.Contains(all, "ana@") {
		t.Error("something is left")
	}
	h.fresh = nil
}

// A mail of the day that leaves early, for it is full, has each board with the words
// that came with it, those to the other games in the same mail too.
func TestFullMailHasWordsAndBoard(t *testing.T) {
	h := daily(t)
	h.vouched(anaAddress, "challenge bo first")
	h.vouched(boAddress, "accept #2")
	long := strings.Repeat("x", parser.MaxNote-10)
	h.vouched(anaAddress, strings.Repeat("#1 say "+long+"\n", 3))
	if n := len(h.digests(boAddress)); n > 0 {
		t.Fatalf("%d mails before anything is full", n)
	}
	if d := h.vouched(anaAddress, "#1 C4\n#1 say "+long+"\n#2 D5\n#2 say Now to the other board."); d != Played {
		t.Fatal(d)
	}
	mails := h.digests(boAddress)
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
	h.untilMorning()
	if n := len(h.digests(boAddress)); n != 1 {
		t.Errorf("%d mails, one of them with nothing new", n)
	}
	h.fresh = nil
}

// Who wants no mails at all gets none a day either; what waited comes after the
// player has written again.
func TestDailyMailsStop(t *testing.T) {
	h := daily(t)
	h.vouched("ana@example.org", "C4\n\nYour turn!")
	h.vouched("bo@example.net", "stop")
	for range 5 {
		h.untilMorning()
	}
	if n := len(h.digests("bo@example.net")); n > 0 {
		t.Errorf("%d mails to who wants none", n)
	}
	h.check(h.store.View(func(tx *store.Tx) error {
		waiting, err := tx.DueWakes(h.now.AddDate(1, 0, 0), 1000)
		for _, w := range waiting {
			if w.Kind == store.WakeDigest {
				t.Errorf("woken for nothing: %+v", w)
			}
		}
		return err
	}))
	h.vouched("bo@example.net", "games")
	h.untilMorning()
	if last := h.last("bo@example.net"); !strings.Contains(last.Text, "| Your turn!") {
		t.Errorf("Bo reads\n%s", last.Text)
	}
	h.fresh = nil
}
