package mailbot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/testing/loopback"
	"unlurbot/store"
)

// A store that is restored from a backup reads again what was filed since, and
// then knows everything that the lost one knew. Its answers are the same mails,
// so that a mail program shows none of them twice.
func TestRestoredBackup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		said := map[string]string{}
		play := func(n int, from, body string) {
			p.send(n, from, body)
			p.untilFiled(h.bot, p.mailboxes())
			h.post()
			for _, m := range h.fresh {
				said[m.MessageID] = m.EnvelopeTo + "\n" + m.Text
			}
			h.fresh = nil
		}
		play(1, "ana@example.org", "challenge bo@example.org first")
		play(2, "bo@example.org", "accept")
		play(3, "ana@example.org", "C4")
		backup := h.backup()
		play(4, "bo@example.org", "D5")
		play(5, "carla@example.org", "challenge ana@example.org second")
		play(6, "ana@example.org", "#1 black")
		before, whole := maps.Clone(said), h.record(1)

		p.send(7, "bo@example.org", "E6") // while the machine is replaced
		h.goBackTo(backup)
		if h.record(1) == whole {
			t.Fatal("the backup knows everything already")
		}
		p.untilFiled(h.bot, p.mailboxes())
		h.post()

		if got, want := h.record(1), whole+" E6"; got != want {
			t.Errorf("the game is %s, want %s", got, want)
		}
		again := 0
		for _, m := range h.fresh {
			switch words, known := before[m.MessageID]; {
			case known && words == m.EnvelopeTo+"\n"+m.Text:
				again++
			case field(m, "X-Unlur-Game") != "1" || field(m, "X-Unlur-Ply") != "4":
				t.Errorf("not a mail that went out before:\n%s", h.whole(m))
			}
		}
		if again != 6 {
			t.Errorf("%d mails went out again", again)
		}
		h.check(h.store.View(func(tx *store.Tx) error {
			since, err := tx.Restored()
			if !since.IsZero() {
				t.Errorf("it will read again, from %v on", since)
			}
			return err
		}))
	})
}

// A filed mail that the restored store can't deal with is one for the operator
// to look at, like any other on which the bot fails.
func TestRestoredBackupMeetsAFault(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		p.send(1, "ana@example.org", "help")
		p.send(2, "bo@example.org", "help")
		p.untilFiled(h.bot, p.mailboxes())
		h.check(h.store.Close())
		h.check(os.Remove(h.path))
		s, err := store.Open(h.path, NewSecret)
		h.check(err)
		h.store, h.bot.process.Store = s, s
		h.check(s.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Unix(0, 0)) }))
		h.restart()

		h.bot.ways[0] = func(e *errand) (Decision, error) {
			if e.mail.From.Addr == "bo@example.org" {
				panic("a fault")
			}
			return handle(e)
		}
		p.untilFiled(h.bot, p.mailboxes())
		for folder, want := range map[string]int{"Unlur-Done": 1, "Unlur-Failed": 1} {
			box, err := p.dial(t.Context(), folder, time.Time{})
			h.check(err)
			uids, err := box.List(t.Context())
			h.check(err)
			if len(uids) != want {
				t.Errorf("%d mails in %s, want %d", len(uids), folder, want)
			}
			h.check(box.Close())
		}
	})
}

// What the server does not give at first when the filed mails are read again is
// read later, and not forgotten.
func TestRestoredPiecemeal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, h := newServed(t)
		h.check(h.store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Now().Add(-time.Hour)) }))
		old := h.backup()
		p.send(1, "ana@example.org", "games")
		p.send(2, "bo@example.org", "games")
		p.untilFiled(h.bot, p.mailboxes())
		h.check(h.store.Close())
		h.check(os.Rename(old, h.path))
		h.reopen()
		h.restart()

		boxes := p.mailboxes()
		whole := boxes.Done
		boxes.Done = func(ctx context.Context, since time.Time) (Mailbox, error) {
			box, err := whole(ctx, since)
			return &stingyBox{box}, err
		}
		for _, want := range []int{1, 1, 2} {
			p.untilFiled(h.bot, boxes)
			h.post()
			if got := len(h.mails["ana@example.org"]) + len(h.mails["bo@example.org"]); got != want {
				t.Errorf("%d mails are answered, want %d", got, want)
			}
			h.now = h.now.Add(time.Hour/2 + time.Minute)
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
		h := newHouse(t)
		h.bot.cfg.AuthservID = "example.org"
		play := func(n int, from, body string) {
			hours.Add(1)
			p.send(n, from, body)
			p.untilFiled(h.bot, p.mailboxes())
			h.post()
		}
		play(1, "ana@example.org", "challenge bo@example.org first")
		play(2, "bo@example.org", "accept")
		backup := h.backup()
		play(3, "ana@example.org", "C4")
		play(4, "bo@example.org", "D5")
		play(5, "ana@example.org", "E6")
		whole := h.record(1)
		p.tidy(4)

		h.goBackTo(backup)
		play(6, "ana@example.org", "games")
		if got := h.record(1); got != whole {
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
		h := newHouse(t)
		h.bot.cfg.AuthservID = "example.org"
		h.now = began
		pass := func(n int64) {
			hours.Add(n)
			h.pass(time.Duration(n) * time.Hour)
		}
		play := func(n int, from, body string) {
			p.send(n, from, body)
			p.untilFiled(h.bot, p.mailboxes())
			h.post()
			pass(1)
		}
		play(1, "ana@example.org", "challenge bo@example.org first")
		play(2, "bo@example.org", "accept")
		h.relayDown = true
		pass(6 * 24)
		backup := h.backup()
		play(3, "ana@example.org", "C4")
		h.goBackTo(backup)

		var left []string
		send := func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			h.check(h.bot.SendLoop(ctx, []Sender{sendFunc(func(m *store.Outgoing) error {
				left = append(left, field(m, "X-Unlur-Event"))
				return nil
			})}))
		}
		send()
		if len(left) > 0 {
			t.Errorf("mails leave at once: %v", left)
		}
		p.untilFiled(h.bot, p.mailboxes())
		send()
		slices.Sort(left)
		if want := []string{"moved", "turn"}; !slices.Equal(left, want) {
			t.Errorf("then %v leave, want %v", left, want)
		}
		h.relayDown = false
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

// backup makes a copy of the store and gives its path.
func (h *house) backup() string {
	h.t.Helper()
	path := filepath.Join(h.t.TempDir(), "backup.db")
	h.check(h.store.View(func(tx *store.Tx) error {
		_, err := store.SaveCopy(path, func(w io.Writer) error {
			_, err := tx.WriteTo(w)
			return err
		})
		return err
	}))
	return path
}

// goBackTo loses the store and goes on with a backup.
func (h *house) goBackTo(backup string) {
	h.t.Helper()
	h.check(h.store.Close())
	h.check(os.Remove(h.path))
	_, err := store.Restore(backup, h.path)
	h.check(err)
	h.reopen()
	h.restart()
}

// filedSince gives the mails that came after the first ones, as they are read again.
func (h *house) filedSince(first int) []Incoming {
	filed := slices.Clone(h.box[first:])
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
		h := newHouse(t)
		h.bot.cfg.Limits.NewPlayers, h.bot.cfg.BareAddress = 1, true
		began := h.now
		for i := range 3 {
			arrived := began.Add(time.Duration(i) * 24 * time.Hour)
			if h.now = arrived; again == 1 {
				h.now = began.Add(40 * 24 * time.Hour)
			}
			h.uid++
			raw := fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\n%sFrom: p%d@example.net\nTo: %s\nMessage-ID: <%d@example.net>\n\ngames\n", border, i, botAddress, i)
			d, err := h.bot.Receive(t.Context(), Incoming{UIDValidity: 1, UID: h.uid, Raw: []byte(raw), Filed: again == 1, Arrived: arrived})
			h.check(err)
			if d[0] != Answered {
				t.Errorf("mail %d: %v", i, d)
			}
			h.post()
		}
		for _, m := range h.fresh {
			token, _, _ := strings.Cut(m.MessageID, ".")
			_, ok := h.unseal(token)
			ids[again] = append(ids[again], fmt.Sprint(ok, m.MessageID))
		}
		h.fresh = nil
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
	h := opened(t, "3d")
	backup, known := h.backup(), len(h.box)
	hours := func(all ...int) {
		for _, n := range all {
			h.pass(time.Duration(n) * time.Hour)
		}
	}
	hours(40)
	h.reply(anaAddress, "E6") // to the reminder of half of the time
	hours(37, 14)
	h.reply(boAddress, "black") // to that of the last day
	hours(37, 12, 24)           // Ana is reminded twice, and loses
	h.write(note{from: boAddress, vouched: true, body: "rematch #1"})
	before := h.legibleMails()
	maps.DeleteFunc(before, func(_, mail string) bool { return strings.Contains(mail, "{X-Unlur-Event reminder}") })
	if h.game(1).State != store.Finished {
		t.Fatal("the game goes on")
	}

	h.goBackTo(backup)
	h.now = h.now.Add(24 * time.Hour)
	_, err := h.bot.Receive(t.Context(), h.filedSince(known)...)
	h.check(err)
	h.post()
	if diff := cmp.Diff(before, h.legibleMails()); diff != "" {
		t.Errorf("mails (-before +again):\n%s", diff)
	}
}

// What a mail told that never left, since a later one told it, leaves by itself after a
// restored backup: dated as it was then, and before the later one, which is the same mail
// again. So a mail program that knows that one shows it as the last word still, as does
// one that knows none.
func TestRestoredTellsInOrder(t *testing.T) {
	t.Parallel()
	h := opened(t, "3d")
	backup := h.backup()
	group := h.together(anaAddress, "#1 E6")
	h.now = h.now.Add(time.Hour)
	group = append(group, h.together(boAddress, "#1 F7")...)
	_, err := h.bot.Receive(t.Context(), group...)
	h.check(err)
	h.post()
	left := map[string]bool{}
	for _, m := range h.fresh {
		left[m.MessageID] = true
	}
	h.expectLines("ana@example.org: turn 1 4 contract you", "bo@example.net: moved 1 4 contract opponent")

	h.goBackTo(backup)
	h.now = h.now.Add(24 * time.Hour)
	for i := range group {
		group[i].Filed = true
	}
	_, err = h.bot.Receive(t.Context(), group...)
	h.check(err)
	h.post()
	for i, m := range h.fresh {
		if then := group[i/2].Arrived; !m.Date.Equal(then) || left[m.MessageID] != (i >= 2) {
			t.Errorf("%s is dated %v, not %v, or has another id", line(m), m.Date, then)
		}
	}
	h.expectLines(
		"bo@example.net: turn 1 3 contract you", "ana@example.org: moved 1 3 contract opponent",
		"ana@example.org: turn 1 4 contract you", "bo@example.net: moved 1 4 contract opponent",
	)
}

// legibleMails gives the mails since the last look, by their ids.
func (h *house) legibleMails() map[string]string {
	all := map[string]string{}
	for _, m := range h.fresh {
		all[m.MessageID] = legible(m)
	}
	h.fresh = nil
	return all
}

// The mail of the day is the same one too, though it left some minutes after its time,
// and an answer to it is played.
func TestRestoredMailOfTheDay(t *testing.T) {
	h := daily(t)
	backup, known := h.backup(), len(h.box)
	h.vouched(anaAddress, "C4 #1\n\nGood morning!")
	h.untilMorning()
	h.pass(24*time.Hour + 5*time.Minute)
	h.vouched(anaAddress, "say Are you there? #1")
	h.pass(morningAfter(h.now).Sub(h.now) + 7*time.Minute)
	h.vouched(anaAddress, "games")
	before := h.legibleMails()
	shown := h.digests("bo@example.net")
	if len(shown) != 2 {
		t.Fatalf("%d mails of the day", len(shown))
	}
	h.goBackTo(backup)
	h.now = h.now.Add(24 * time.Hour)
	_, err := h.bot.Receive(t.Context(), h.filedSince(known)...)
	h.check(err)
	h.post()
	if diff := cmp.Diff(before, h.legibleMails()); diff != "" {
		t.Errorf("mails (-before +again):\n%s", diff)
	}
	if d := h.write(note{from: "bo@example.net", answers: shown[1], body: "D5"}); d != Played {
		t.Errorf("the answer to it is %s", d)
	}
	h.fresh = nil
}

// What a mail that is read again has made due happens before the mails that came
// after it was, in a group with one that meets a fault too; and whether a mail is
// signed is asked once.
func TestRestoredInItsPlace(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var asked atomic.Int64 // several are asked about at once
	h.bot.cfg.Signed = func(context.Context, []byte, string) error {
		asked.Add(1)
		return errors.New("not signed")
	}
	var group []Incoming
	for i, day := range []int{0, 1, 5, 6} {
		group = append(group, Incoming{UIDValidity: 1, UID: uint32(i + 1), Filed: true, Arrived: h.now.AddDate(0, 0, day), Raw: fmt.Appendf(nil,
			"From: p%d@example.net\nTo: %s\nMessage-ID: <%[1]d@example.net>\n\nchallenge ana@example.org\n", i, botAddress)})
	}
	h.now = h.now.AddDate(0, 1, 0)
	h.bot.ways[0] = func(e *errand) (Decision, error) {
		if e.in.UID == 2 {
			panic("a fault")
		}
		return handle(e)
	}
	var woken []int // how many mails were dealt with each time
	h.bot.wakings = map[store.WakeKind]waking{store.WakeRequest: func(e *errand, _ uint32) error {
		woken = append(woken, len(slices.DeleteFunc(slices.Clone(group), func(in Incoming) bool {
			_, err := e.u.Tx.WasSeen(in.Place())
			return err != nil
		})))
		return nil
	}}
	decisions, err := h.bot.Receive(t.Context(), group...)
	h.check(err)
	if got := fmt.Sprint(decisions, woken, asked.Load()); got != "[held incident held held] [2] 4" {
		t.Error(got)
	}
	h.post()
	h.fresh = nil
}
