package intake

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"

	"unlurbot/game"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/kv"
	"unlurbot/store/mailkey"
)

// An office is an intake with a store, and a mail provider in this process that has
// mails for it, for tests in a bubble.
type office struct {
	*Intake
	t       *testing.T
	servers *sandbox.Servers
	ahead   time.Duration // of the bubble's clock
	dealt   []string      // the mails that were dealt with
	held    []string      // and those that were only looked at
	pauses  string        // the mail that pauses the bot, "" for none
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t}
	s, err := store.Open(filepath.Join(t.TempDir(), "s.db"), func() ([]byte, error) { return []byte("a key for tests"), nil })
	o.check(err)
	o.servers, err = sandbox.Start(sandbox.Config{Domain: "example.org", Now: time.Now, Listen: loopback.Listen})
	o.check(err)
	t.Cleanup(func() {
		o.check(o.servers.Close())
		o.check(s.Close())
	})
	now := func() time.Time { return time.Now().Add(o.ahead) }
	o.Intake = New(&process.Process{Store: s, Now: now, Log: slog.New(slog.DiscardHandler)}, o.deal, o.hold, func(string) imapbox.Folder { return imapbox.Done }, func() {})
	return o
}

func (o *office) check(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) deal(_ context.Context, mails []Mail) (folders []imapbox.Folder, err error) {
	for _, m := range mails {
		_, body, _ := strings.Cut(string(m.Raw), "\r\n\r\n")
		o.dealt = append(o.dealt, strings.TrimSpace(body))
		folders = append(folders, imapbox.Done)
		if o.pauses == o.dealt[len(o.dealt)-1] {
			o.pauses = ""
			o.halt(acts.Pause)
			break
		}
	}
	return folders, o.process.Update(func(tx *store.Tx) error {
		for _, m := range mails[:len(folders)] {
			if err := tx.MarkSeen(store.Seen{}, mailkey.Place(m.UIDValidity, m.UID)); err != nil {
				return err
			}
		}
		return nil
	})
}

// halt does what the operator wants.
func (o *office) halt(kind acts.Kind) {
	o.t.Helper()
	o.check(o.process.Update(func(tx *store.Tx) error {
		a := &acts.Act{At: time.Now().UTC().Truncate(time.Second), Kind: kind, Reason: "We move."}
		if kind == acts.Resume {
			return Resume(tx, a.At)
		}
		return errors.Join(tx.AddAct(a), tx.SetPaused(a))
	}))
}

func (o *office) hold(_ context.Context, mails []Mail) error {
	for _, m := range mails {
		_, body, _ := strings.Cut(string(m.Raw), "\r\n\r\n")
		o.held = append(o.held, strings.TrimSpace(body))
	}
	return nil
}

// deliver has so many mails arrive, which say their number.
func (o *office) deliver(number int) {
	o.t.Helper()
	for i := range number {
		mail := fmt.Sprintf("From: ana@example.org\r\nTo: unlur@example.org\r\nMessage-ID: <%d@client.test>\r\n\r\n%d\r\n", i, i)
		o.check(loopback.SendMail(o.t.Context(), o.servers.SMTPAddr(), "ana@example.org", []string{"unlur@example.org"}, []byte(mail)))
	}
}

func (o *office) open(ctx context.Context) (Mailbox, error) {
	host, port, err := net.SplitHostPort(o.servers.IMAPAddr())
	o.check(err)
	number, err := strconv.Atoi(port)
	o.check(err)
	return imapbox.Dial(ctx, imapbox.Config{
		Host: host, Port: number, Security: "none", Username: "unlur", Credential: credential.Password("x"),
		Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", Dial: loopback.Dial,
	})
}

// read reads once what lies in a mailbox.
func (o *office) read(box Mailbox) (*reader, error) {
	r := &reader{intake: o.Intake, box: &patient{box, o.Intake, false}, filed: map[uint32]bool{}}
	return r, r.read(o.t.Context(), r.readAll)
}

// left gives the mails that are in the mailbox.
func (o *office) left(box Mailbox) []uint32 {
	o.t.Helper()
	uids, err := box.List(o.t.Context())
	o.check(err)
	return uids
}

// A lastBox ends the loop when it waits for more mails.
type lastBox struct {
	Mailbox
	end func()
}

func (b *lastBox) Wait(ctx context.Context, _ time.Duration) error {
	b.end()
	return ctx.Err()
}

// A connection that ends is opened again, whatever was being done.
func TestReconnects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.deliver(1)
		opened, begun := 0, time.Now()
		ctx, end := context.WithCancel(t.Context())
		o.check(o.Loop(ctx, Mailboxes{Inbox: func(ctx context.Context) (Mailbox, error) {
			opened++
			if opened == 1 {
				return nil, errors.New("nobody answers")
			}
			box, err := o.open(ctx)
			if opened == 2 && err == nil {
				return box, box.Close()
			}
			return &lastBox{box, end}, err
		}}, time.Minute))
		if took, want := time.Since(begun), firstRest+2*firstRest; took != want {
			t.Errorf("it took %v, want %v", took, want)
		}
		if opened != 3 || len(o.dealt) != 1 {
			t.Errorf("opened %d times, %d mails dealt with", opened, len(o.dealt))
		}
	})
}

// With a store that can't be written, mails stay where they are.
func TestStoreOutOfOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.deliver(1)
		box, err := o.open(t.Context())
		o.check(err)
		o.check(o.process.Store.Close())
		trouble := (*process.StoreError)(nil)
		if _, err := o.read(box); !errors.As(err, &trouble) || len(o.dealt) > 0 {
			t.Errorf("with a closed store %d mails were dealt with: %v", len(o.dealt), err)
		}
		if left := o.left(box); len(left) != 1 {
			t.Errorf("%d mails are left", len(left))
		}
		o.check(box.Close())
	})
}

// A mail that the server named but did not give is not filed.
func TestFilesOnlyWhatItRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.deliver(2)
		box, err := o.open(t.Context())
		o.check(err)
		r, err := o.read(&stingyBox{box})
		o.check(err)
		if left := o.left(box); len(left) != 1 || left[0] != 2 || r.filed[2] {
			t.Errorf("left: %v, filed: %v", left, r.filed)
		}
		o.check(box.Close())
	})
}

// A stingyBox gives only the first mail of those asked for.
type stingyBox struct{ Mailbox }

func (s *stingyBox) Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	messages, _, err = s.Mailbox.Fetch(ctx, uids[:1])
	return messages, nil, err
}

// A trapBox loses its connection whenever some mails are fetched.
type trapBox struct {
	Mailbox
	traps map[uint32]bool
	tries map[uint32]int
	ended bool
}

var errCut = errors.New("the connection has ended")

func (b *trapBox) Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	for _, uid := range uids[:min(100, len(uids))] {
		b.tries[uid]++
		b.ended = b.ended || b.traps[uid]
	}
	if b.ended {
		return nil, nil, errCut
	}
	return b.Mailbox.Fetch(ctx, uids)
}

// A mail over which the connection ends whenever it is fetched holds up no
// others, is tried rarely, and is read as soon as that works.
func TestTrap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.deliver(5)
		tries := map[uint32]int{}
		read := func(traps ...uint32) {
			box, err := o.open(t.Context())
			o.check(err)
			trap := &trapBox{box, map[uint32]bool{}, tries, false}
			for _, uid := range traps {
				trap.traps[uid] = true
			}
			if _, err := o.read(trap); err != nil && !errors.Is(err, errCut) {
				t.Fatal(err)
			}
			o.check(box.Close())
		}
		for range 3 * maxFailures {
			read(2, 4)
		}
		if got := len(o.dealt); got != 3 || tries[2] != maxFailures || tries[4] != maxFailures {
			t.Errorf("%d of 3 mails are dealt with, the others were tried %d and %d times", got, tries[2], tries[4])
		}
		o.ahead = hardRest
		for range 3 {
			read(4)
		}
		if got := len(o.dealt); got != 4 || tries[4] != maxFailures+1 {
			t.Errorf("an hour later %d of 4 mails are dealt with, the other was tried %d times", got, tries[4])
		}
	})
}

// A server that asks for patience says nothing of the mails: none of them is left
// alone, and they are read in their order as soon as it gives them.
func TestPatienceIsOfNoMail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.deliver(3)
		busy := &imapbox.Error{Op: imapbox.OpFetch, Err: &imap.Error{Type: imap.StatusResponseTypeNo, Code: "UNAVAILABLE", Text: "later"}}
		box, err := o.open(t.Context())
		o.check(err)
		for range 2 * maxFailures {
			if _, err := o.read(&refusingBox{box, busy}); !errors.Is(err, busy) {
				t.Fatal(err)
			}
		}
		_, err = o.read(box)
		o.check(err)
		if got := strings.Join(o.dealt, " "); got != "0 1 2" {
			t.Errorf("dealt with: %s", got)
		}
		o.check(box.Close())
	})
}

// A refusingBox gives no mails.
type refusingBox struct {
	Mailbox
	err error
}

func (r *refusingBox) Fetch(context.Context, []uint32) ([]imapbox.Message, []uint32, error) {
	return nil, nil, r.err
}

// A server that ends each connection as soon as it was read is not dialled every
// second: providers lock out whoever logs in too often.
func TestConnectionsThatEndAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		opened := 0
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		o.check(o.Loop(ctx, Mailboxes{Inbox: func(context.Context) (Mailbox, error) {
			opened++
			return brokenBox{}, nil
		}}, time.Minute))
		if opened < 12 || opened > 30 {
			t.Errorf("opened %d times in an hour", opened)
		}
	})
}

// A brokenBox is empty, and its connection ends while it waits.
type brokenBox struct{}

func (brokenBox) UIDValidity() uint32                                  { return 1 }
func (brokenBox) List(context.Context) ([]uint32, error)               { return nil, nil }
func (brokenBox) File(context.Context, imapbox.Folder, []uint32) error { return nil }
func (brokenBox) Wait(context.Context, time.Duration) error            { return errCut }
func (brokenBox) Close() error                                         { return nil }
func (brokenBox) Fetch(context.Context, []uint32) ([]imapbox.Message, []uint32, error) {
	return nil, nil, errCut
}

// While the operator has paused the bot each mail is looked at once, and stays where it is, also if
// the connection ends; then all are read in their order.
func TestPaused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.halt(acts.Pause)
		o.deliver(2)
		ctx, end := context.WithCancel(t.Context())
		looks := 0
		look := func(box *lookedBox) error {
			switch looks++; looks {
			case 1:
				o.deliver(3)
			case 2:
				return errCut
			case 4:
				if left := o.left(box.Mailbox); len(left) != 5 || !o.CaughtUp().IsZero() || len(o.dealt) > 0 {
					t.Errorf("%d mails are in the mailbox, %d were read, all up to %v", len(left), len(o.dealt), o.CaughtUp())
				}
				o.halt(acts.Resume)
			case 5:
				end()
			}
			return nil
		}
		o.check(o.Loop(ctx, Mailboxes{Inbox: func(ctx context.Context) (Mailbox, error) {
			box, err := o.open(ctx)
			return &lookedBox{box, look}, err
		}}, time.Minute))
		if got := strings.Join(o.held, " "); got != "0 1 0 1 2" {
			t.Errorf("looked at: %s", got)
		}
		if got := strings.Join(o.dealt, " "); got != "0 1 0 1 2" {
			t.Errorf("dealt with: %s", got)
		}
		var spans []game.Span
		o.check(o.process.Store.View(func(tx *store.Tx) (err error) {
			spans, err = tx.Outages()
			return err
		}))
		if len(spans) != 1 || o.CaughtUp().Before(spans[0].To) {
			t.Errorf("no clock ran in %v", spans)
		}
	})
}

// A mail can pause the bot: those behind it are held, and until the end of the pause nothing counts as read.
func TestPausedByAMail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.pauses = "1"
		o.deliver(4)
		ctx, end := context.WithCancel(t.Context())
		looks := 0
		look := func(box *lookedBox) error {
			switch looks++; looks {
			case 1, 2:
				if left := o.left(box.Mailbox); len(left) != 2 || !o.CaughtUp().IsZero() {
					t.Errorf("%d mails are in the mailbox, all were read up to %v", len(left), o.CaughtUp())
				}
			case 3:
				o.halt(acts.Resume)
			case 4:
				end()
			}
			return nil
		}
		o.check(o.Loop(ctx, Mailboxes{Inbox: func(ctx context.Context) (Mailbox, error) {
			box, err := o.open(ctx)
			return &lookedBox{box, look}, err
		}}, time.Minute))
		if dealt, held := strings.Join(o.dealt, " "), strings.Join(o.held, " "); dealt != "0 1 2 3" || held != "2 3" || o.CaughtUp().IsZero() {
			t.Errorf("dealt with %s, held %s", dealt, held)
		}
	})
}

// A lookedBox has something done at the end of each round.
type lookedBox struct {
	Mailbox
	done func(*lookedBox) error
}

func (b *lookedBox) Wait(ctx context.Context, atMost time.Duration) error {
	if err := b.done(b); err != nil || ctx.Err() != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-time.After(atMost):
	}
	return nil
}

// What was dealt with in the last moments of a process, which may not have been logged, is logged by the next one as it is
// filed; once, and nothing that is older.
func TestLogsWhatTheLastProcessDealtWith(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		var log strings.Builder
		o.process.Log = slog.New(slog.NewTextHandler(&log, nil))
		o.deliver(3)
		box, err := o.open(t.Context())
		o.check(err)
		o.check(o.process.Update(func(tx *store.Tx) error {
			now := time.Now().UTC().Truncate(time.Second)
			late := tx.MarkSeen(store.Seen{At: now, Decision: "played"}, mailkey.Place(box.UIDValidity(), 1))
			old := tx.MarkSeen(store.Seen{At: now.AddDate(0, 0, -2), Decision: "started"}, mailkey.Place(box.UIDValidity(), 2))
			return errors.Join(tx.SetAlive(now.Add(-time.Minute)), late, old)
		}))
		o.check(box.Close())
		for range 2 {
			ctx, end := context.WithTimeout(t.Context(), time.Minute)
			o.check(o.Loop(ctx, Mailboxes{Inbox: o.open}, time.Second))
			end()
		}
		if got := strings.Count(log.String(), "dealt with before the last end"); got != 1 || !strings.Contains(log.String(), "decision=played uid=1") || len(o.dealt) != 1 {
			t.Errorf("%d lines of what was dealt with before, and %v dealt with now:\n%s", got, o.dealt, log.String())
		}
	})
}

// A crippledBox is a mailbox of which a server does only a part.
type crippledBox struct {
	Mailbox
	withholds uint32 // the UID of a mail that it lists and does not give
	files     func() error
}

func (b crippledBox) Fetch(ctx context.Context, uids []uint32) ([]imapbox.Message, []uint32, error) {
	messages, rest, err := b.Mailbox.Fetch(ctx, uids)
	return slices.DeleteFunc(messages, func(m imapbox.Message) bool { return m.UID == b.withholds }), rest, err
}

func (b crippledBox) File(ctx context.Context, folder imapbox.Folder, uids []uint32) error {
	if err := b.files(); err != nil {
		return err
	}
	return b.Mailbox.File(ctx, folder, uids)
}

// readFor reads a crippled mailbox for a time, and gives what was logged of it.
func (o *office) readFor(while time.Duration, crippled crippledBox) (log string) {
	o.t.Helper()
	var out bytes.Buffer
	o.process.Log = slog.New(slog.NewTextHandler(&out, nil))
	ctx, end := context.WithTimeout(o.t.Context(), while)
	defer end()
	o.check(o.Loop(ctx, Mailboxes{Inbox: func(ctx context.Context) (_ Mailbox, err error) {
		crippled.Mailbox, err = o.open(ctx)
		return crippled, err
	}}, time.Minute))
	return out.String()
}

func filesAll() error { return nil }

// What mails can prevent waits a quarter of an hour for a mail that the server lists and does not give, and the
// operator hears of it once.
func TestMailThatIsNotGiven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, began := newOffice(t), time.Now()
		o.deliver(3)
		withheld := crippledBox{withholds: 2, files: filesAll}
		o.readFor(patience-time.Minute, withheld)
		if len(o.dealt) != 2 || !o.CaughtUp().IsZero() {
			t.Errorf("dealt with %q, and caught up until %v", o.dealt, o.CaughtUp())
		}
		log := o.readFor(time.Hour, withheld)
		if strings.Count(log, "UID 2") != 1 || time.Since(o.CaughtUp()) > 5*time.Minute || !o.process.Inbox.State().Since.Equal(began) {
			t.Errorf("caught up until %v, trouble since %v:\n%s", o.CaughtUp(), o.process.Inbox.State().Since, log)
		}
		o.readFor(time.Minute, crippledBox{files: filesAll})
		if len(o.dealt) != 3 || !o.process.Inbox.State().Since.IsZero() {
			t.Errorf("at last %q, trouble since %v", o.dealt, o.process.Inbox.State().Since)
		}
	})
}

// A server that refuses to move mails away, on a full quota, keeps none from being read: they are dealt with once, and
// are moved when it lets us.
func TestFilingIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, tries := newOffice(t), 0
		o.deliver(3)
		log := o.readFor(2*time.Hour, crippledBox{files: func() error {
			if tries++; tries > 60 {
				return nil
			}
			return &imapbox.Error{Op: imapbox.OpFile, Err: &imap.Error{Type: imap.StatusResponseTypeNo, Code: "OVERQUOTA", Text: "full"}}
		}})
		if len(o.dealt) != 3 || strings.Count(log, "OVERQUOTA") != 1 || strings.Count(log, "mailbox open") != 1 {
			t.Errorf("dealt with %q:\n%s", o.dealt, log)
		}
		if time.Since(o.CaughtUp()) > 5*time.Minute || !o.process.Inbox.State().Since.IsZero() || tries != 61 {
			t.Errorf("after %d tries, caught up until %v, trouble since %v", tries, o.CaughtUp(), o.process.Inbox.State().Since)
		}
	})
}

// So it is where more wait than are moved together.
func TestFilingIsRefusedInABacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.deliver(fileSet + 2*maxFetched)
		o.readFor(time.Second, crippledBox{files: func() error {
			return &imapbox.Error{Op: imapbox.OpFile, Err: &imap.Error{Type: imap.StatusResponseTypeNo, Code: "OVERQUOTA", Text: "full"}}
		}})
		if len(o.dealt) != fileSet+2*maxFetched || o.CaughtUp().IsZero() {
			t.Errorf("dealt with %d, and caught up until %v", len(o.dealt), o.CaughtUp())
		}
	})
}

// A damaged note on a mail that lies in the mailbox keeps no other mail from being read.
func TestDamagedNote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		o.deliver(3)
		box, err := o.open(t.Context())
		o.check(err)
		place, path := mailkey.Place(box.UIDValidity(), 2), o.process.Store.Path()
		o.check(errors.Join(box.Close(), o.process.Store.Close()))
		db, err := kv.Open(path, kv.Options{})
		o.check(err)
		o.check(db.Update(func(tx *kv.Tx) error { return tx.Bucket("seen").Put([]byte(place), []byte("{")) }))
		o.check(db.Close())
		o.process.Store, err = store.Open(path, nil)
		o.check(err)
		t.Cleanup(func() { o.check(o.process.Store.Close()) })
		log := o.readFor(time.Hour, crippledBox{files: filesAll})
		if len(o.dealt) != 2 || strings.Count(log, "damaged note") != 1 || o.process.Inbox.State().Since.IsZero() {
			t.Errorf("dealt with %q, trouble since %v:\n%s", o.dealt, o.process.Inbox.State().Since, log)
		}
	})
}
