package mailbot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/letters"
	"unlurbot/store"
	"unlurbot/templates"
)

// operated is a house with an operator.
func operated(t *testing.T, limit func(*Limits)) *house {
	t.Helper()
	h := newHouse(t)
	h.bot.cfg.Operator = operatorAddress
	limit(&h.bot.cfg.Limits)
	return h
}

// waiting lists what is in the outbox.
func (h *house) waiting() (mails []*store.Outgoing) {
	h.t.Helper()
	h.check(h.store.View(func(tx *store.Tx) (err error) {
		mails, err = tx.Outbox()
		return err
	}))
	return mails
}

// news counts the mails to the operator about a limit.
func (h *house) news(limit string) (n int) {
	for _, m := range h.mails[operatorAddress] {
		text := strings.Join(strings.Fields(m.Text), " ")
		n += strings.Count(text, "than "+limit+" in the configuration") + strings.Count(text, "leaves to one player")
	}
	return n
}

// What players need leaves with the next day if it is too much for this one, in
// its order, whether it was too much for one address, for a domain, or in all.
// The operator is told once for each day, and a restart changes nothing.
func TestMailsThatWaitForTomorrow(t *testing.T) {
	// What a new player can take of so many, see package shares; of the mails to the own
	// address that is all.
	const pot, most = 30, 8
	for _, row := range []struct {
		name  string
		limit func(*Limits)
		free  string // who gets mails all the same
	}{
		{"limits.mails_out_per_address", func(l *Limits) { l.OutToAddress = most }, "carla@example.net"},
		{"limits.mails_out_per_domain", func(l *Limits) { l.OutToDomain = pot }, "carla@elsewhere.example"},
		{"limits.mails_out", func(l *Limits) { l.Out = 2 * pot }, "carla@example.net"}, // one half is kept for games
	} {
		t.Run(row.name, func(t *testing.T) {
			h := operated(t, row.limit)
			words := []string{"games", "help", "rules", "name Bo"}
			wrote := 0
			write := func() {
				t.Helper()
				wrote++
				if d := h.write(note{from: "bo@example.net", vouched: true, body: words[wrote%len(words)]}); d != Answered && d != Named {
					t.Fatalf("mail %d: %s", wrote, d)
				}
			}
			for range most {
				write()
			}
			if got := len(h.mails["bo@example.net"]); got != most || h.news(row.name) != 0 {
				t.Fatalf("%d of %d mails have left, the operator was told %d times", got, most, h.news(row.name))
			}
			write()
			h.restart()
			write()
			got := h.mails["bo@example.net"]
			if told := strings.Join(strings.Fields(got[len(got)-1].Text), " "); len(got) != most+1 || !strings.Contains(told, "leave after 00:00 UTC") {
				t.Fatalf("%d mails have left, the limit is %d, and the last one does not tell of it:\n%s", len(got), most, told)
			}
			if n := h.news(row.name); n != 1 {
				t.Fatalf("the operator was told %d times", n)
			}
			midnight := h.now.Truncate(24 * time.Hour).Add(24 * time.Hour)
			for _, m := range h.waiting() {
				if !m.NextTry.Equal(midnight) {
					t.Errorf("a mail waits until %v", m.NextTry)
				}
			}
			h.write(note{from: row.free, vouched: true, body: "help"})
			if len(h.mails[row.free]) != 1 {
				t.Error("others have to wait too")
			}
			h.now = midnight
			h.post()
			var ids []string
			for _, m := range h.mails["bo@example.net"] {
				ids = append(ids, fmt.Sprint(m.Number()))
				if len(ids) > 1 && m.Number() < h.mails["bo@example.net"][len(ids)-2].Number() {
					t.Errorf("the order is %v", ids)
				}
			}
			if len(ids) != wrote {
				t.Errorf("the next day %d mails have left, not %d", len(ids), wrote)
			}
		})
	}
}

// What waited counts for the day on which it leaves.
func TestWhatWaitedCounts(t *testing.T) {
	const most = 4
	h := operated(t, func(l *Limits) { l.OutToAddress = most })
	words := []string{"games", "help", "rules", "name Bo"}
	for i := range most + 4 {
		h.write(note{from: "bo@example.net", vouched: true, body: words[i%len(words)]})
	}
	h.now = h.now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	h.post()
	for i := range 2 {
		h.write(note{from: "bo@example.net", vouched: true, body: words[i]})
	}
	if got := len(h.mails["bo@example.net"]); got != 2*(most+1) { // and one that tells of it
		t.Errorf("on two days %d mails have left, the limit is %d for each", got, most)
	}
	if got := h.news("limits.mails_out_per_address"); got != 2 {
		t.Errorf("the operator was told %d times in two days", got)
	}
	h.now = h.now.Add(24 * time.Hour)
}

// A board that waits for tomorrow goes before one that is made tomorrow.
func TestBoardsKeepTheirOrder(t *testing.T) {
	h := operated(t, func(l *Limits) { l.OutToAddress = 6 })
	h.begin("ana@example.org", "bo@example.net")
	for i, move := range []string{"C4", "D5", "E6", "C5", "D6", "E5"} {
		who := []string{"ana@example.org", "bo@example.net"}[i%2]
		if d := h.write(note{from: who, vouched: true, body: move}); d != Played {
			t.Fatalf("%s: %s", move, d)
		}
		if i == 3 {
			if len(h.waiting()) == 0 {
				t.Error("nothing has to wait")
			}
			h.now = h.now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		}
	}
	h.now = letters.Tomorrow(h.now)
	h.post()
	for _, who := range []string{"ana@example.org", "bo@example.net"} {
		last := 0
		for _, m := range h.mails[who] {
			_, ply := gameIn(m)
			if ply < last {
				t.Errorf("%s sees ply %d after %d", who, ply, last)
			}
			last = ply
		}
		if last != 6 {
			t.Errorf("%s has come to ply %d", who, last)
		}
	}
}

// Nobody gets more than a few answers a day to mails that may be forged; the last
// one says so, and what is certain is answered all the same.
func TestForgedMailsFillNoMailbox(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.fresh = nil
	words := []string{"games", "help", "rules", "show", "history"}
	for i := range 50 {
		h.write(note{from: "ana@example.org", body: words[i%len(words)]})
	}
	if got := len(h.fresh); got != DefaultLimits.UnprovenAnswers {
		t.Errorf("%d answers, the limit is %d", got, DefaultLimits.UnprovenAnswers)
	}
	if last := h.last("ana@example.org"); !strings.Contains(last.Text, "may not be from you") {
		t.Errorf("the last answer does not say so:\n%s", last.Text)
	}
	if d := h.reply("ana@example.org", "games"); d != Answered {
		t.Errorf("what is certainly Ana's is %s", d)
	}
}

// Forged mails, and strangers, use up nothing that players need.
func TestForgedMailsStopNobody(t *testing.T) {
	h := operated(t, func(l *Limits) { l.UnprovenInAll, l.Out = 5, 60 })
	h.begin("ana@example.org", "bo@example.net")
	before := len(h.fresh)
	for i := range 40 {
		h.write(note{from: fmt.Sprintf("stranger%d@example.com", i), body: "help"})
	}
	if got := len(h.fresh) - before - h.news("limits.unproven_answers_in_all"); got != 5 || h.news("limits.unproven_answers_in_all") != 0 {
		t.Errorf("%d answers to strangers, the limit is 5", got)
	}
	if d := h.reply("ana@example.org", "C4"); d != Played || field(h.last("bo@example.net"), "X-Unlur-Event") != string(templates.Turn) {
		t.Errorf("Ana's move is %s, Bo has got %s", d, line(h.last("bo@example.net")))
	}
}
