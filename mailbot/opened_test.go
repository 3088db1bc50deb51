package mailbot_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// dated gives a bot whose operator has opened a tournament that begins in a month, which some players have joined.
func dated(t testing.TB, players int) (*bottest.Bot, []string) {
	t.Helper()
	b := bottest.New(t)
	addresses := crowd(b, players)
	if said := b.Operator("open 2026-12-20 Winter tournament:"); said != "done" {
		t.Fatal(said)
	}
	for _, address := range addresses {
		b.Person(address).Writes("tournament join 1").Is(decision.Noted)
	}
	return b, addresses
}

// However the bot is killed at the draw, all players are told of the same groups, once. 32 players are six groups.
func TestKilledAtTheDrawOfGroups(t *testing.T) {
	t.Parallel()
	b, addresses := dated(t, 32)
	b.Pass(20 * 24 * time.Hour)
	for _, address := range addresses {
		b.Person(address).Writes("games")
	}
	b.Now = bottest.Start.AddDate(0, 0, 30)
	b.Fresh = nil
	bottest.Dies(b, mailbot.PointWaking, mailbot.PointWoken)
	b.Wake()
	c := cup(b, 1)
	if c.State != tournament.Drawn || len(c.Groups) != 6 || len(c.Games()) != 4*10+2*15 {
		t.Fatalf("%+v", c)
	}
	told := map[string]int{}
	for _, m := range b.Fresh {
		if bottest.Field(m, "X-Unlur-Event") == "drawn" {
			told[m.EnvelopeTo]++
		}
	}
	for _, address := range addresses {
		if told[address] != 1 {
			t.Errorf("%s is told %d times", address, told[address])
		}
	}
}

// A store that was restored from before the draw comes to the same groups, games and mails, also where somebody was
// asked whether they still want to play, and said yes.
func TestOpenedRestored(t *testing.T) {
	t.Parallel()
	b, addresses := dated(t, 8)
	b.Waited = 10 * time.Minute
	backup, known := b.Backup(), len(b.Box)
	b.Fresh = nil
	b.Pass(20 * 24 * time.Hour)
	for _, address := range addresses[1:] {
		b.Person(address).Writes("games").Is(decision.Answered)
	}
	b.Pass(bottest.Start.AddDate(0, 0, 27).Sub(b.Now))
	b.Person(addresses[0]).Replies("yes").Is(decision.Noted)
	b.Pass(time.Date(2026, 12, 20, 8, 30, 0, 0, time.UTC).Sub(b.Now)) // the bot gets round to it half an hour later
	clock := b.Game(1).Clock
	b.Person(addresses[3]).Writes("tournament leave 1").Is(decision.Noted)
	want, mails := cup(b, 1), aboutCups(b)
	if want.State != tournament.Drawn || len(want.Groups) != 2 || len(want.Exits) != 1 {
		t.Fatalf("%+v", want)
	}
	b.GoBackTo(backup)
	b.Now = b.Now.Add(24 * time.Hour)
	b.Fresh = nil
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Quiet()
	if diff := cmp.Diff(want, cup(b, 1), cmp.Comparer(sameMoment)); diff != "" {
		t.Errorf("the tournament (-before +after):\n%s", diff)
	}
	if now := b.Game(1).Clock; !now.Since.Equal(clock.Since) {
		t.Errorf("the clocks run from %v, and ran from %v", now.Since, clock.Since)
	}
	again := aboutCups(b)
	for id, m := range mails {
		if now := again[id]; now == nil || now.Text != m.Text {
			t.Errorf("not sent again, or as another: %s to %s", m.Subject, m.EnvelopeTo)
		}
	}
}

// Nobody who was forgotten is named in a tournament, not even in its title.
func TestForgottenInATournament(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	if said := b.Operator("open 2026-12-20 Memorial of Zebedee:"); said != "done" {
		t.Fatal(said)
	}
	zeb := b.Person("zeb@example.org")
	zeb.Writes("name Zebedee")
	zeb.Writes("tournament join 1").Is(decision.Noted)
	zeb.Writes("forget me")
	zeb.Replies("yes")
	if c := cup(b, 1); c.Title != "" || len(c.Entrants) != 0 {
		t.Errorf("%+v", c)
	}
}

// BenchmarkDrawGroups is the draw of a tournament of 32 players, of 70 games, without the disk.
func BenchmarkDrawGroups(b *testing.B) {
	h, addresses := dated(b, 32)
	h.Pass(20 * 24 * time.Hour)
	for _, address := range addresses {
		h.Person(address).Writes("games")
	}
	h.Now = bottest.Start.AddDate(0, 0, 30)
	for b.Loop() {
		b.StopTimer()
		backup := h.Backup()
		b.StartTimer()
		h.Check(h.Mailbot.Wake(b.Context()))
		b.StopTimer()
		h.GoBackTo(backup)
		h.Check(h.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
		b.StartTimer()
	}
	if c := cup(h, 1); slices.Contains([]tournament.State{tournament.Drawn}, c.State) {
		b.Fatal("it was drawn before")
	}
}
