package mailbot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/announcements"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// crowd adds players to a club, who have written just now, and gives their addresses.
func crowd(b *bottest.Bot, n int) (addresses []string) {
	b.T.Helper()
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		for i := range n {
			p := &store.Player{Address: fmt.Sprintf("p%d@d%d.example", i, i), Name: "P" + strings.Repeat("a", i/26) + string(rune('a'+i%26)), Active: true, Created: b.Now, Heard: b.Now}
			if err := tx.AddPlayer(p); err != nil {
				return err
			}
			addresses = append(addresses, p.Address)
		}
		return nil
	}))
	return addresses
}

// announced counts the announcements that left, by reader.
func announced(b *bottest.Bot) map[string]int {
	readers := map[string]int{}
	for address, mails := range b.Mails {
		for _, m := range mails {
			if bottest.Field(m, "X-Unlur-Event") == string(templates.Announced) {
				readers[address]++
			}
		}
	}
	return readers
}

// Each reader gets an announcement once, however often the bot is killed: a batch at once, the next ones a minute
// apart, and in a day no more than a quarter of all mails.
func TestAnnouncedOnce(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Limits.Out = 480 })
	addresses := crowd(b, 130)
	_, err := mailbot.Announce(b.Mailbot, announcements.Draft{Text: "We move."}, true)
	b.Check(err)
	b.Quiet()
	if got := len(announced(b)); got != 50 {
		t.Errorf("%d mails at once, want 50", got)
	}
	for _, at := range []mailbot.Point{mailbot.PointWaking, mailbot.PointWoken} {
		bottest.Dies(b, at)
		b.Pass(time.Minute)
	}
	if got := len(announced(b)); got != 120 {
		t.Errorf("%d mails on the first day, want 120", got)
	}
	b.Pass(24 * time.Hour)
	b.Pass(24 * time.Hour)
	for _, address := range addresses {
		if n := announced(b)[address]; n != 1 {
			t.Errorf("%s got it %d times", address, n)
		}
	}
	b.Check(b.Store.View(func(tx *store.Tx) error {
		a, err := tx.Announcement(1)
		if err == nil && (a.Sent != 130 || a.Done.IsZero() || a.Text != "") {
			t.Errorf("%+v", a)
		}
		return err
	}))
}

// Whoever turns the news off, stops all mails, is banned or can't be reached while an announcement spreads gets none,
// neither of what waits to leave. Whoever comes meanwhile reads none of it.
func TestAnnouncedToNobodyElse(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo, cy, dan, eve := b.Person("ana@example.org"), b.Person("bo@example.net"), b.Person("cy@example.com"), b.Person("dan@example.org"), b.Person("eve@example.org")
	fay, gus := b.Person("fay@example.net"), b.Person("gus@example.com")
	for _, p := range []*bottest.Person{ana, bo, cy, dan, fay, gus} {
		p.Writes("help").Is(decision.Answered)
	}
	bo.Writes("set news off").Is(decision.Noted)
	cy.Writes("stop")
	b.RelayDown = true
	_, err := mailbot.Announce(b.Mailbot, announcements.Draft{Text: "We move."}, true)
	b.Check(err)
	fay.Writes("stop")
	b.Operator("ban gus: He shouts.")
	eve.Writes("help").Is(decision.Answered)
	dan.Writes("set news off").Is(decision.Noted)
	b.RelayDown = false
	b.Pass(24 * time.Hour)
	if got := announced(b); len(got) != 1 || got["ana@example.org"] != 1 {
		t.Errorf("it went to %v", got)
	}
	dan.Writes("set news on").Is(decision.Noted)
	b.Now = b.Now.Add(announcements.Rest)
	b.Operator("ban eve: She shouts.")
	_, err = mailbot.Announce(b.Mailbot, announcements.Draft{Text: "We have moved."}, true)
	b.Check(err)
	b.Quiet()
	if got := announced(b); len(got) != 2 || got["ana@example.org"] != 2 || got["dan@example.org"] != 1 {
		t.Errorf("the next one went to %v", got)
	}
}

// A click on "unsubscribe" in an announcement ends the news alone, from any address and however late.
func TestNoMoreNews(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	b.Operator("announce: We move.")
	news := ana.Last()
	b.Pass(100 * 24 * time.Hour)
	for range 2 {
		ana.Clicks(news).Is(decision.Unsubscribed)
	}
	b.Check(b.Store.View(func(tx *store.Tx) error {
		p, err := tx.Player(1)
		if err == nil && (!p.NoNews || p.Silent) {
			t.Errorf("%+v", p)
		}
		return err
	}))
}

// An announcement leaves behind all that waits for somebody, boards and answers alike.
func TestAnnouncedLast(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	b.RelayDown = true
	b.Operator("announce: We move.")
	ana.Replies("C4").Is(decision.Played)
	bo.Writes("standings").Is(decision.Answered)
	b.Check(b.Store.View(func(tx *store.Tx) error {
		due, _, err := tx.Due(b.Now.Add(time.Hour), 100, func(string) bool { return false })
		var kinds []string
		for _, m := range due {
			if m.EnvelopeTo == "bo@example.net" {
				kinds = append(kinds, bottest.Field(m, "X-Unlur-Event"))
			}
		}
		if got := strings.Join(kinds, " "); got != "turn standings announced" {
			t.Errorf("they leave in the order %q", got)
		}
		return err
	}))
	b.RelayDown = false
}

// After a backup was restored, an announcement from before goes on where it was, and what left since then is not
// sent again. The same one, made again after the restore, has the same ids.
func TestAnnouncedRestored(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	crowd(b, 70)
	backup := b.Backup()
	b.Operator("announce: We move.")
	half, known := b.Backup(), len(b.Box)
	b.Pass(time.Hour)
	b.Person("p3@d3.example").Writes("help").Is(decision.Answered)
	first := b.Mails["p60@d60.example"][0]
	if got := announced(b); len(got) != 70 {
		t.Fatalf("it went to %d", len(got))
	}
	reread := func(backup string) {
		b.GoBackTo(backup)
		b.Pass(24 * time.Hour)
		_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
		b.Check(err)
		b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
		b.Pass(time.Hour)
	}
	reread(half)
	if n := announced(b)["p60@d60.example"]; n != 1 {
		t.Errorf("sent %d times", n)
	}
	reread(backup)
	if said := b.Operator("announce: We move."); said != "done" {
		t.Fatal(said)
	}
	b.Pass(time.Hour)
	if again := b.Mails["p60@d60.example"]; len(again) != 2 || again[1].MessageID != first.MessageID {
		t.Errorf("%d mails, and the id %s is %s now", len(again), first.MessageID, again[len(again)-1].MessageID)
	}
}

// What can't be announced is refused with a reason, and changes nothing.
func TestNotAnnounced(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	refused := func(d announcements.Draft, why string) {
		t.Helper()
		for _, send := range []bool{false, true} {
			if _, err := mailbot.Announce(b.Mailbot, d, send); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%v: %v, want %q", d, err, why)
			}
		}
	}
	refused(announcements.Draft{Text: "We move."}, "nobody would read it")
	b.Person("ana@example.org").Writes("help")
	refused(announcements.Draft{Text: " \n\u200b"}, "the announcement is empty")
	refused(announcements.Draft{Text: "\xff"}, "not in UTF-8")
	refused(announcements.Draft{Text: strings.Repeat("a", announcements.MostText+1)}, "has 4097 bytes; it may have 4096")
	refused(announcements.Draft{Text: "We move.", Texts: map[string]string{"la": "Movemur."}}, `no mails in "la"`)
	refused(announcements.Draft{Text: "We move.", Texts: map[string]string{"es": ""}}, "the text in es is empty")
	shown, err := mailbot.Announce(b.Mailbot, announcements.Draft{Text: "We \x1bmove.\n\n\u202eHa!", Texts: map[string]string{"es": "Nos mudamos."}}, false)
	if err != nil || shown.Act != nil || shown.Readers != 1 || len(shown.Mails) != 2 || shown.Mails[1].Readers != 0 || !strings.Contains(shown.Mails[0].Text, "  | We move.\n  |\n  | Ha!\n") {
		t.Errorf("%+v, %v", shown, err)
	}
	b.Quiet()
	if len(announced(b)) > 0 {
		t.Error("it was sent")
	}
	b.Check(b.Store.View(func(tx *store.Tx) error {
		for a, err := range tx.Acts() {
			t.Errorf("%+v, %v", a, err)
		}
		return nil
	}))
}
