package mailbot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// stored gives Ana as she is stored.
func stored(b *bottest.Bot) (p *store.Player) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) (err error) {
		p, err = tx.PlayerByAddress(anaAddress)
		return err
	}))
	return p
}

// withNet is opened, with a safety net.
func withNet(t *testing.T, pace string) *bottest.Bot {
	t.Helper()
	b := opened(t, pace)
	b.Configure(func(c *mailbot.Config) { c.Net = true })
	return b
}

// A process that dies after a net has caught somebody and before that is on the disk begins
// anew: the player is caught once, and all hear of it once. A bot that is late counts from the same
// second.
func TestKilledWhenCaught(t *testing.T) {
	t.Parallel()
	b := withNet(t, "3d")
	up := b.Game(1).Clock.Since.Add(72 * time.Hour)
	b.Pass(48 * time.Hour)
	b.Fresh = nil
	b.Now = up.Add(20 * time.Minute)
	diesAtTheClock(t, b)
	if p := stored(b); len(p.Nets) > 0 {
		t.Errorf("Ana is caught already: %v", p.Nets)
	}
	b.Restart()
	b.Wake()
	b.Wake()
	expectLines(b, anaAddress+": net 1 2 contract you", boAddress+": away 1 2 contract opponent")
	p := stored(b)
	if want := []store.Net{{At: up, Games: []store.GameNumber{1}}}; !cmp.Equal(p.Nets, want) {
		t.Errorf("nets %v, want %v", p.Nets, want)
	}
	if want := []game.Span{{From: up, To: up.AddDate(0, 0, 7)}}; !cmp.Equal(p.Away, want) {
		t.Errorf("away %v, want %v", p.Away, want)
	}
	b.Person(anaAddress).Writes("export me")
	if text := fileIn(b, b.Person(anaAddress).Last(), "unlur-me.json"); !strings.Contains(text, `"nets"`) {
		t.Errorf("what Ana is told of herself has no nets:\n%s", text)
	}
}

// A backup from before a net is restored: the filed mails are read again, the player is caught to
// the second as before, and is told by the same mails.
func TestNetRestored(t *testing.T) {
	t.Parallel()
	b := withNet(t, "3d")
	ana := b.Person(anaAddress)
	backup, known := b.Backup(), len(b.Box)
	b.Pass(4 * 24 * time.Hour)
	ana.Writes("E6 #1")
	ana.Writes("back")
	want, before, mails := stored(b), b.Game(1), map[string]*store.Outgoing{}
	for _, m := range b.Fresh {
		mails[m.MessageID] = m
	}
	if len(want.Nets) != 1 || len(want.Away) != 1 {
		t.Fatalf("Ana is %+v", want)
	}

	b.GoBackTo(backup)
	b.Now = b.Now.AddDate(0, 2, 0)
	b.Fresh = nil
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Quiet()
	again := 0
	for _, m := range b.Fresh {
		was := mails[m.MessageID]
		if was == nil || was.Text != m.Text {
			t.Errorf("another mail than before: %s\n%s", tell(m), m.Text)
		}
		if kind := bottest.Field(m, "X-Unlur-Event"); kind == "net" || kind == "away" {
			again++
		}
	}
	if again != 2 {
		t.Errorf("%d mails tell of the net", again)
	}
	if got := stored(b); !cmp.Equal(got.Nets, want.Nets) || !cmp.Equal(got.Away, want.Away) {
		t.Errorf("nets %v, away %v, want %v and %v", got.Nets, got.Away, want.Nets, want.Away)
	}
	got := b.Game(1)
	got.TurnMail = before.TurnMail
	if diff := cmp.Diff(before, got, cmp.Comparer(sameMoment)); diff != "" {
		t.Errorf("the game (-before +after):\n%s", diff)
	}
}

// Who gets one mail a day and no reminders is told at once all the same.
func TestNetAmongDailyMails(t *testing.T) {
	t.Parallel()
	b := withNet(t, "3d")
	b.Person(anaAddress).Writes("set mails daily\nset reminders off")
	b.Pass(71 * time.Hour)
	b.Fresh = nil
	b.Pass(time.Hour)
	expectLines(b, anaAddress+": net 1 2 contract you", boAddress+": away 1 2 contract opponent")
}
