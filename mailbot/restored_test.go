package mailbot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/store"
)

// A store that is restored from a backup reads again what was filed since, and
// then knows everything that the lost one knew. Its answers are the same mails,
// so that a mail program shows none of them twice.
func TestRestoredBackup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, b := newServed(t)
		said := map[string]string{}
		play := func(n int, from, body string) {
			p.send(n, from, body)
			p.untilFiled(b.Mailbot, p.mailboxes())
			b.Quiet()
			for _, m := range b.Fresh {
				said[m.MessageID] = m.EnvelopeTo + "\n" + m.Text
			}
			b.Fresh = nil
		}
		play(1, "ana@example.org", "challenge bo@example.org first")
		play(2, "bo@example.org", "accept")
		play(3, "ana@example.org", "C4")
		backup := b.Backup()
		play(4, "bo@example.org", "D5")
		play(5, "carla@example.org", "challenge ana@example.org second")
		play(6, "ana@example.org", "#1 black")
		before, whole := maps.Clone(said), b.Record(1)

		p.send(7, "bo@example.org", "E6") // while the machine is replaced
		b.GoBackTo(backup)
		if b.Record(1) == whole {
			t.Fatal("the backup knows everything already")
		}
		p.untilFiled(b.Mailbot, p.mailboxes())
		b.Quiet()

		if got, want := b.Record(1), whole+" E6"; got != want {
			t.Errorf("the game is %s, want %s", got, want)
		}
		again := 0
		for _, m := range b.Fresh {
			switch words, known := before[m.MessageID]; {
			case known && words == m.EnvelopeTo+"\n"+m.Text:
				again++
			case bottest.Field(m, "X-Unlur-Game") != "1" || bottest.Field(m, "X-Unlur-Ply") != "4":
				t.Errorf("not a mail that went out before:\n%s", b.Whole(m))
			}
		}
		if again != 6 {
			t.Errorf("%d mails went out again", again)
		}
		b.Check(b.Store.View(func(tx *store.Tx) error {
			since, err := tx.Restored()
			if !since.IsZero() {
				t.Errorf("it will read again, from %v on", since)
			}
			return err
		}))
	})
}

// What somebody has answered, or comes of a mail that was filed, has left, whatever the
// restored store says: it leaves again as it was, and a new mail takes no place of it, though
// both are dealt with in one transaction.
func TestAnsweredMailsHaveLeft(t *testing.T) {
	for name, row := range map[string]struct{ filed, answers bool }{
		"answered, and the move was filed":         {true, true},
		"answered, and the bot was killed before":  {false, true},
		"filed, and the next move answers no mail": {true, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
			b.Begin(ana, bo)
			backup := b.Backup()
			ana.Replies("C4").Is(decision.Played)
			move, left := b.Box[len(b.Box)-1], b.Fresh
			b.Fresh = nil

			note := bottest.Note{From: bo.Address, Vouched: true, Body: "#1 D5"}
			if row.answers {
				note.Answers = bo.Last()
			}
			answer := note.Raw(int(b.UID), b.Now)
			b.GoBackTo(backup)
			move.Filed = row.filed
			decisions, err := b.Mailbot.Receive(t.Context(), move, mailbot.Incoming{UIDValidity: 1, UID: b.UID + 1, Raw: []byte(answer), Arrived: b.Now})
			b.Check(err)
			if !slices.Equal(decisions, []decision.Decision{decision.Played, decision.Played}) {
				t.Fatalf("the mails are %v", decisions)
			}
			b.Quiet()
			var again []string
			for _, m := range b.Fresh {
				if len(m.Instead) > 0 {
					t.Errorf("a mail to %s came instead of %v", m.EnvelopeTo, m.Instead)
				}
				again = append(again, m.MessageID)
			}
			for _, m := range left {
				if !slices.Contains(again, m.MessageID) {
					t.Errorf("%q to %s, which has left, does not leave again", m.Subject, m.EnvelopeTo)
				}
			}
		})
	}
}

// A filed mail that the restored store can't deal with is one for the operator
// to look at, like any other on which the bot fails.
func TestRestoredBackupMeetsAFault(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, b := newServed(t)
		p.send(1, "ana@example.org", "help")
		p.send(2, "bo@example.org", "help")
		p.untilFiled(b.Mailbot, p.mailboxes())
		b.Check(b.Store.Close())
		b.Check(os.Remove(b.Path))
		s, err := store.Open(b.Path, mailbot.NewSecret)
		b.Check(err)
		b.Store = s
		b.Check(s.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Unix(0, 0)) }))
		b.Restart()

		b.Mailbot.BeforeHandling(func(in mailbot.Incoming) {
			if bytes.Contains(in.Raw, []byte("From: bo@example.org")) {
				panic("a fault")
			}
		})
		p.untilFiled(b.Mailbot, p.mailboxes())
		for folder, want := range map[string]int{"Unlur-Done": 1, "Unlur-Failed": 1} {
			box, err := p.dial(t.Context(), folder, time.Time{})
			b.Check(err)
			uids, err := box.List(t.Context())
			b.Check(err)
			if len(uids) != want {
				t.Errorf("%d mails in %s, want %d", len(uids), folder, want)
			}
			b.Check(box.Close())
		}
	})
}

// What the server does not give at first when the filed mails are read again is
// read later, and not forgotten.
func TestRestoredPiecemeal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, b := newServed(t)
		b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Now().Add(-time.Hour)) }))
		old := b.Backup()
		p.send(1, "ana@example.org", "games")
		p.send(2, "bo@example.org", "games")
		p.untilFiled(b.Mailbot, p.mailboxes())
		b.Check(b.Store.Close())
		b.Check(os.Rename(old, b.Path))
		b.Reopen()
		b.Restart()

		boxes := p.mailboxes()
		whole := boxes.Done
		boxes.Done = func(ctx context.Context, since time.Time) (mailbot.Mailbox, error) {
			box, err := whole(ctx, since)
			return &stingyBox{box}, err
		}
		for _, want := range []int{1, 1, 2} {
			p.untilFiled(b.Mailbot, boxes)
			b.Quiet()
			if got := len(b.Person("ana@example.org").Mails()) + len(b.Person("bo@example.org").Mails()); got != want {
				t.Errorf("%d mails are answered, want %d", got, want)
			}
			b.Now = b.Now.Add(time.Hour/2 + time.Minute)
		}
	})
}

// Nothing is lost if somebody has put filed mails away meanwhile and brought
// them back, so that they lie behind later ones.
func TestRestoredAfterTidying(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var hours atomic.Int64
		p := newProviderAt(t, func() time.Time {
			return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC).Add(time.Duration(hours.Load()) * time.Hour)
		})
		b := bottest.New(t)
		b.Configure(func(c *mailbot.Config) { c.AuthservID = "example.org" })
		play := func(n int, from, body string) {
			hours.Add(1)
			p.send(n, from, body)
			p.untilFiled(b.Mailbot, p.mailboxes())
			b.Quiet()
		}
		play(1, "ana@example.org", "challenge bo@example.org first")
		play(2, "bo@example.org", "accept")
		backup := b.Backup()
		play(3, "ana@example.org", "C4")
		play(4, "bo@example.org", "D5")
		play(5, "ana@example.org", "E6")
		whole := b.Record(1)
		p.tidy(4)

		b.GoBackTo(backup)
		play(6, "ana@example.org", "games")
		if got := b.Record(1); got != whole {
			t.Errorf("the game is %s, want %s", got, whole)
		}
	})
}

// Nothing leaves before the filed mails are read again: a reminder that waits in the
// backup's outbox was taken back by a move.
func TestRestoredBeforeAnythingLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var hours atomic.Int64
		began := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		p := newProviderAt(t, func() time.Time { return began.Add(time.Duration(hours.Load()) * time.Hour) })
		b := bottest.New(t)
		b.Configure(func(c *mailbot.Config) { c.AuthservID = "example.org" })
		b.Now = began
		pass := func(n int64) {
			hours.Add(n)
			b.Pass(time.Duration(n) * time.Hour)
		}
		play := func(n int, from, body string) {
			p.send(n, from, body)
			p.untilFiled(b.Mailbot, p.mailboxes())
			b.Quiet()
			pass(1)
		}
		play(1, "ana@example.org", "challenge bo@example.org first")
		play(2, "bo@example.org", "accept")
		b.RelayDown = true
		pass(6 * 24)
		backup := b.Backup()
		play(3, "ana@example.org", "C4")
		b.GoBackTo(backup)

		var left []string
		send := func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			b.Check(b.Mailbot.SendLoop(ctx, []mailbot.Sender{sendFunc(func(m *store.Outgoing) error {
				left = append(left, bottest.Field(m, "X-Unlur-Event"))
				return nil
			})}))
		}
		send()
		if len(left) > 0 {
			t.Errorf("mails leave at once: %v", left)
		}
		p.untilFiled(b.Mailbot, p.mailboxes())
		send()
		slices.Sort(left)
		if want := []string{"moved", "turn"}; !slices.Equal(left, want) {
			t.Errorf("then %v leave, want %v", left, want)
		}
		b.RelayDown = false
	})
}

// tidy puts the first filed mails into another folder and back.
func (p *provider) tidy(first uint32) {
	p.t.Helper()
	conn, err := loopback.Dial(p.t.Context(), "tcp", p.servers.IMAPAddr())
	if err != nil {
		p.t.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	defer c.Close()
	move := func(from, to string, mails imap.SeqSet) error {
		if _, err := c.Select(from, nil).Wait(); err != nil {
			return err
		}
		_, err := c.Move(mails, to).Wait()
		return err
	}
	some := imap.SeqSet{{Start: 1, Stop: first}}
	if err := errors.Join(
		c.Login("unlur", "x").Wait(), c.Create("Archive", nil).Wait(),
		move("Unlur-Done", "Archive", some), move("Archive", "Unlur-Done", some),
	); err != nil {
		p.t.Fatal(err)
	}
}

// filedSince gives the mails that came after the first ones, as they are read again.
func filedSince(b *bottest.Bot, first int) []mailbot.Incoming {
	filed := slices.Clone(b.Box[first:])
	for i := range filed {
		filed[i].Filed, filed[i].UID = true, uint32(1000+i)
	}
	return filed
}

// Filed mails that are read again are dealt with as of when they came: more people
// than can begin in a day have begun in a week, and ids that have a day in them are
// the same as before.
func TestRestoredCountsAsThen(t *testing.T) {
	t.Parallel()
	ids := [2][]string{}
	for again := range ids {
		b := bottest.New(t)
		b.Configure(func(c *mailbot.Config) { c.Limits.NewPlayers, c.BareAddress = 1, true })
		began := b.Now
		for i := range 3 {
			arrived := began.Add(time.Duration(i) * 24 * time.Hour)
			if b.Now = arrived; again == 1 {
				b.Now = began.Add(40 * 24 * time.Hour)
			}
			b.UID++
			raw := fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n%sFrom: p%d@example.net\nTo: %s\nMessage-ID: <%d@example.net>\n\ngames\n", bottest.Border, i, bottest.Address, i)
			d, err := b.Mailbot.Receive(t.Context(), mailbot.Incoming{UIDValidity: 1, UID: b.UID, Raw: []byte(raw), Filed: again == 1, Arrived: arrived})
			b.Check(err)
			if d[0] != decision.Answered {
				t.Errorf("mail %d: %v", i, d)
			}
			b.Quiet()
		}
		for _, m := range b.Fresh {
			token, _, _ := strings.Cut(m.MessageID, ".")
			_, ok := b.Unseal(token)
			ids[again] = append(ids[again], fmt.Sprint(ok, m.MessageID))
		}
		b.Fresh = nil
	}
	if diff := cmp.Diff(ids[0], ids[1]); diff != "" {
		t.Errorf("the ids are others:\n%s", diff)
	}
}

// Reminders of then are not sent again, but every other mail is the same as before:
// it comes behind them, and each turn has the time that it had, also if the mail that
// tells of it waits again.
func TestRestoredAmongReminders(t *testing.T) {
	t.Parallel()
	b := opened(t, "3d")
	bo := b.Person(boAddress)
	backup, known := b.Backup(), len(b.Box)
	hours := func(all ...int) {
		for _, n := range all {
			b.Pass(time.Duration(n) * time.Hour)
		}
	}
	hours(40)
	b.Person(anaAddress).Replies("E6") // to the reminder of half of the time
	hours(37, 14)
	bo.Replies("black") // to that of the last day
	hours(37, 12, 24)   // Ana is reminded twice, and loses
	bo.Writes("rematch #1")
	before := legibleMails(b)
	maps.DeleteFunc(before, func(_, mail string) bool { return strings.Contains(mail, "{X-Unlur-Event reminder}") })
	if b.Game(1).State != store.Finished {
		t.Fatal("the game goes on")
	}

	b.GoBackTo(backup)
	b.Now = b.Now.Add(24 * time.Hour)
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Quiet()
	if diff := cmp.Diff(before, legibleMails(b)); diff != "" {
		t.Errorf("mails (-before +again):\n%s", diff)
	}
}

// What a mail told that never left, since a later one told it, leaves by itself after a
// restored backup: dated as it was then, and before the later one, which is the same mail
// again. So a mail program that knows that one shows it as the last word still, as does
// one that knows none.
func TestRestoredTellsInOrder(t *testing.T) {
	t.Parallel()
	b := opened(t, "3d")
	backup := b.Backup()
	group := mailsTogether(b, anaAddress, "#1 E6")
	b.Now = b.Now.Add(time.Hour)
	group = append(group, mailsTogether(b, boAddress, "#1 F7")...)
	_, err := b.Mailbot.Receive(t.Context(), group...)
	b.Check(err)
	b.Quiet()
	left := map[string]bool{}
	for _, m := range b.Fresh {
		left[m.MessageID] = true
	}
	expectLines(b, "ana@example.org: turn 1 4 contract you", "bo@example.net: moved 1 4 contract opponent")

	b.GoBackTo(backup)
	b.Now = b.Now.Add(24 * time.Hour)
	for i := range group {
		group[i].Filed = true
	}
	_, err = b.Mailbot.Receive(t.Context(), group...)
	b.Check(err)
	b.Quiet()
	for i, m := range b.Fresh {
		if then := group[i/2].Arrived; !m.Date.Equal(then) || left[m.MessageID] != (i >= 2) {
			t.Errorf("%s is dated %v, not %v, or has another id", bottest.Line(m), m.Date, then)
		}
	}
	expectLines(b, "bo@example.net: turn 1 3 contract you", "ana@example.org: moved 1 3 contract opponent", "ana@example.org: turn 1 4 contract you", "bo@example.net: moved 1 4 contract opponent")
}

// legibleMails gives the mails since the last look, by their ids.
func legibleMails(b *bottest.Bot) map[string]string {
	all := map[string]string{}
	for _, m := range b.Fresh {
		all[m.MessageID] = legible(m)
	}
	b.Fresh = nil
	return all
}

// The mail of the day is the same one too, though it left some minutes after its time,
// and an answer to it is played.
func TestRestoredMailOfTheDay(t *testing.T) {
	t.Parallel()
	b := daily(t)
	ana := b.Person(anaAddress)
	backup, known := b.Backup(), len(b.Box)
	ana.Writes("C4 #1\n\nGood morning!")
	untilMorning(b)
	b.Pass(24*time.Hour + 5*time.Minute)
	ana.Writes("say Are you there? #1")
	b.Pass(morningAfter(b.Now).Sub(b.Now) + 7*time.Minute)
	ana.Writes("games")
	before := legibleMails(b)
	shown := digestsOf(b, "bo@example.net")
	if len(shown) != 2 {
		t.Fatalf("%d mails of the day", len(shown))
	}
	b.GoBackTo(backup)
	b.Now = b.Now.Add(24 * time.Hour)
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Quiet()
	if diff := cmp.Diff(before, legibleMails(b)); diff != "" {
		t.Errorf("mails (-before +again):\n%s", diff)
	}
	if d := b.Person("bo@example.net").Answers(shown[1], "D5").Decision; d != decision.Played {
		t.Errorf("the answer to it is %s", d)
	}

}

// What a mail that is read again has made due happens before the mails that came
// after it was, in a group with one that meets a fault too; and whether a mail is
// signed is asked once.
func TestRestoredInItsPlace(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	var asked atomic.Int64 // several are asked about at once
	b.Configure(func(c *mailbot.Config) {
		c.Signed = func(context.Context, []byte, string) error {
			asked.Add(1)
			return errors.New("not signed")
		}
	})
	var group []mailbot.Incoming
	for i, day := range []int{0, 1, 5, 6} {
		group = append(group, mailbot.Incoming{UIDValidity: 1, UID: uint32(i + 1), Filed: true, Arrived: b.Now.AddDate(0, 0, day), Raw: fmt.Appendf(nil,
			"From: p%d@example.net\nTo: %s\nMessage-ID: <%[1]d@example.net>\n\nchallenge ana@example.org\n", i, bottest.Address)})
	}
	b.Now = b.Now.AddDate(0, 1, 0)
	b.Mailbot.BeforeHandling(func(in mailbot.Incoming) {
		if in.UID == 2 {
			panic("a fault")
		}
	})
	var woken []int // how many mails were dealt with each time
	b.Mailbot.AroundWaking(store.WakeRequest, func(tx *store.Tx, _ func() error) error {
		woken = append(woken, len(slices.DeleteFunc(slices.Clone(group), func(in mailbot.Incoming) bool {
			_, err := tx.WasSeen(in.Place())
			return err != nil
		})))
		return nil
	})
	decisions, err := b.Mailbot.Receive(t.Context(), group...)
	b.Check(err)
	if got := fmt.Sprint(decisions, woken, asked.Load()); got != "[held incident held held] [2] 4" {
		t.Error(got)
	}
	b.Quiet()

}
