package mailbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// operated is a bot with an operator.
func operated(t *testing.T, limit func(*mailbot.Limits)) *bottest.Bot {
	t.Helper()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Operator = operatorAddress })
	b.Configure(func(c *mailbot.Config) { limit(&c.Limits) })
	return b
}

// waiting lists what is in the outbox.
func inOutbox(b *bottest.Bot) (mails []*store.Outgoing) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) (err error) {
		mails, err = tx.Outbox()
		return err
	}))
	return mails
}

// news counts the mails to the operator about a limit.
func newsOf(b *bottest.Bot, limit string) (n int) {
	for _, m := range b.Person(operatorAddress).Mails() {
		text := strings.Join(strings.Fields(m.Text), " ")
		n += strings.Count(text, "than "+limit+" in the configuration") + strings.Count(text, "allows one player")
	}
	return n
}

// What players need leaves with the next day if it is too much for this one, in
// its order, whether it was too much for one address, for a domain, or in all.
// The operator is told once for each day, and a restart changes nothing.
func TestMailsThatWaitForTomorrow(t *testing.T) {
	t.Parallel()
	// What a new player can take of so many, see package shares; of the mails to the own
	// address that is all.
	const pot, most = 30, 8
	for _, row := range []struct {
		name  string
		limit func(*mailbot.Limits)
		free  string // who gets mails all the same
	}{
		{"limits.mails_out_per_address", func(l *mailbot.Limits) { l.OutToAddress = most }, "carla@example.net"},
		{"limits.mails_out_per_domain", func(l *mailbot.Limits) { l.OutToDomain = pot }, "carla@elsewhere.example"},
		{"limits.mails_out", func(l *mailbot.Limits) { l.Out = 2 * pot }, "carla@example.net"}, // one half is kept for games
	} {
		t.Run(row.name, func(t *testing.T) {
			b := operated(t, row.limit)
			bo := b.Person("bo@example.net")
			words := []string{"games", "help", "rules", "name Bo"}
			wrote := 0
			write := func() {
				t.Helper()
				wrote++
				if d := bo.Writes(words[wrote%len(words)]).Decision; d != decision.Answered && d != decision.Named {
					t.Fatalf("mail %d: %s", wrote, d)
				}
			}
			for range most {
				write()
			}
			if got := len(bo.Mails()); got != most || newsOf(b, row.name) != 0 {
				t.Fatalf("%d of %d mails have left, the operator was told %d times", got, most, newsOf(b, row.name))
			}
			write()
			b.Restart()
			write()
			got := bo.Mails()
			if told := strings.Join(strings.Fields(got[len(got)-1].Text), " "); len(got) != most+1 || !strings.Contains(told, "won't go out until 00:00 (UTC)") {
				t.Fatalf("%d mails have left, the limit is %d, and the last one does not tell of it:\n%s", len(got), most, told)
			}
			if n := newsOf(b, row.name); n != 1 {
				t.Fatalf("the operator was told %d times", n)
			}
			midnight := b.Now.Truncate(24 * time.Hour).Add(24 * time.Hour)
			for _, m := range inOutbox(b) {
				if !m.NextTry.Equal(midnight) {
					t.Errorf("a mail waits until %v", m.NextTry)
				}
			}
			b.Person(row.free).Writes("help")
			if len(b.Person(row.free).Mails()) != 1 {
				t.Error("others have to wait too")
			}
			b.Now = midnight
			b.Quiet()
			var ids []string
			for _, m := range bo.Mails() {
				ids = append(ids, fmt.Sprint(m.Number()))
				if len(ids) > 1 && m.Number() < bo.Mails()[len(ids)-2].Number() {
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
	t.Parallel()
	const most = 4
	b := operated(t, func(l *mailbot.Limits) { l.OutToAddress = most })
	bo := b.Person("bo@example.net")
	words := []string{"games", "help", "rules", "name Bo"}
	for i := range most + 4 {
		bo.Writes(words[i%len(words)])
	}
	b.Now = b.Now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	b.Quiet()
	for i := range 2 {
		bo.Writes(words[i])
	}
	if got := len(bo.Mails()); got != 2*(most+1) { // and one that tells of it
		t.Errorf("on two days %d mails have left, the limit is %d for each", got, most)
	}
	if got := newsOf(b, "limits.mails_out_per_address"); got != 2 {
		t.Errorf("the operator was told %d times in two days", got)
	}
	b.Now = b.Now.Add(24 * time.Hour)
}

// A board that waits for tomorrow goes before one that is made tomorrow.
func TestBoardsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	b := operated(t, func(l *mailbot.Limits) { l.OutToAddress = 6 })
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	for i, move := range []string{"C4", "D5", "E6", "C5", "D6", "E5"} {
		who := []string{"ana@example.org", "bo@example.net"}[i%2]
		if d := b.Person(who).Writes(move).Decision; d != decision.Played {
			t.Fatalf("%s: %s", move, d)
		}
		if i == 3 {
			if len(inOutbox(b)) == 0 {
				t.Error("nothing has to wait")
			}
			b.Now = b.Now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		}
	}
	b.Now = shares.Tomorrow(b.Now)
	b.Quiet()
	for _, who := range []string{"ana@example.org", "bo@example.net"} {
		last := 0
		for _, m := range b.Person(who).Mails() {
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
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	b.Fresh = nil
	words := []string{"games", "help", "rules", "show", "history"}
	for i := range 50 {
		ana.WritesUnproven(words[i%len(words)])
	}
	if got := len(b.Fresh); got != mailbot.DefaultLimits.UnprovenAnswers {
		t.Errorf("%d answers, the limit is %d", got, mailbot.DefaultLimits.UnprovenAnswers)
	}
	if last := ana.Last(); !strings.Contains(last.Text, "may not be from you") {
		t.Errorf("the last answer does not say so:\n%s", last.Text)
	}
	if d := ana.Replies("games").Decision; d != decision.Answered {
		t.Errorf("what is certainly Ana's is %s", d)
	}
}

// Forged mails, and strangers, use up nothing that players need.
func TestForgedMailsStopNobody(t *testing.T) {
	t.Parallel()
	b := operated(t, func(l *mailbot.Limits) { l.UnprovenInAll, l.Out = 5, 60 })
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	before := len(b.Fresh)
	for i := range 40 {
		b.Person(fmt.Sprintf("stranger%d@example.com", i)).WritesUnproven("help")
	}
	if got := len(b.Fresh) - before - newsOf(b, "limits.unproven_answers_in_all"); got != 5 || newsOf(b, "limits.unproven_answers_in_all") != 0 {
		t.Errorf("%d answers to strangers, the limit is 5", got)
	}
	if d := ana.Replies("C4").Decision; d != decision.Played || bottest.Field(bo.Last(), "X-Unlur-Event") != string(templates.Turn) {
		t.Errorf("Ana's move is %s, Bo has got %s", d, bottest.Line(bo.Last()))
	}
}
