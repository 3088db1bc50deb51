package backups

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
	"unlurbot/store/kv"
	"unlurbot/store/mailkey"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// A bot makes backups of a store in a bubble.
type bot struct {
	t    *testing.T
	p    *process.Process
	log  bytes.Buffer
	path string
	cfg  config.Backup
	stop func()
	*Backups
}

func newBot(t *testing.T) *bot {
	t.Helper()
	dir := tempdir.New(t)
	b := &bot{t: t, path: filepath.Join(dir, "games.db"), cfg: config.Backup{Dir: filepath.Join(dir, "saved"), Every: 24 * time.Hour, Keep: 3}}
	check(os.Mkdir(b.cfg.Dir, 0o700))
	s, err := store.Open(b.path, func() ([]byte, error) { return []byte("a key for tests"), nil })
	check(err)
	t.Cleanup(func() { check(s.Close()) })
	b.p = &process.Process{Store: s, Now: time.Now, Log: slog.New(slog.NewTextHandler(&b.log, nil))}
	b.stop = func() {}
	t.Cleanup(func() { b.stop() })
	return b
}

// starts a process of the bot, in place of the one before.
func (b *bot) starts() {
	b.stop()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	b.Backups = New(b.p, b.path, b.cfg)
	go func() { done <- b.Loop(ctx) }()
	b.stop = func() {
		stop()
		check(<-done)
		b.stop = func() {}
	}
	synctest.Wait()
}

func (b *bot) passes(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// has wants these files in the directory.
func (b *bot) has(want ...string) {
	b.t.Helper()
	entries, err := os.ReadDir(b.cfg.Dir)
	check(err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
		if info, err := e.Info(); err != nil || strings.HasPrefix(e.Name(), "games-auto") && info.Mode().Perm() != 0o600 {
			b.t.Errorf("%s: %v, %v", e.Name(), info.Mode(), err)
		}
	}
	if !slices.Equal(got, want) {
		b.t.Errorf("there is %q, want %q", got, want)
	}
}

// health judges a bot of which all else is well.
func (b *bot) health(started time.Time) bool {
	s := &health.Status{Now: time.Now(), Started: started, Backup: b.State()}
	s.Mailbox.Worked, s.Store.Alarms = s.Now, s.Now
	s.Judge()
	return s.Good
}

// Backups are made in time, also across restarts, the oldest go, and files of other people
// stay. A bubble begins at the first of January 2000.
func TestBackupsComeAndGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBot(t)
		mine := []string{"games-20000101-000000.db", "games-auto-20000101.db", "notes.txt", "other-auto-19990101-000000.db"}
		for _, name := range mine {
			check(os.WriteFile(filepath.Join(b.cfg.Dir, name), nil, 0o600))
		}
		began := time.Now()
		b.starts()
		b.has("games-20000101-000000.db", "games-auto-20000101-000000.db", "games-auto-20000101.db", "notes.txt", "other-auto-19990101-000000.db")
		for _, name := range mine {
			check(os.Remove(filepath.Join(b.cfg.Dir, name)))
		}
		b.passes(12 * time.Hour)
		b.starts()
		b.passes(11 * time.Hour)
		b.has("games-auto-20000101-000000.db")
		b.passes(time.Hour)
		b.has("games-auto-20000101-000000.db", "games-auto-20000102-000000.db")
		b.passes(72 * time.Hour)
		b.has("games-auto-20000103-000000.db", "games-auto-20000104-000000.db", "games-auto-20000105-000000.db")
		state := b.State()
		if age := time.Since(state.Worked); age != 0 || state.Last != "games-auto-20000105-000000.db" || state.Bytes == 0 || !b.health(began) {
			t.Errorf("the last one is %v old, %+v", age, state)
		}
		s, err := store.OpenToRead(filepath.Join(b.cfg.Dir, state.Last))
		check(err)
		faults, err := Faults(s, nil)
		if check(s.Close()); err != nil || len(faults) > 0 {
			t.Errorf("%v %v", faults, err)
		}
	})
}

// Without a directory there is no backup and the bot is not well; when it is there again,
// there is one within the hour. The bot makes no directory: a disk may not be mounted.
func TestDirectoryIsNotThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBot(t)
		began := time.Now()
		b.starts()
		b.passes(time.Minute)
		away := b.cfg.Dir + ".away"
		check(os.Rename(b.cfg.Dir, away))
		b.passes(3*24*time.Hour - time.Minute)
		if !b.health(began) {
			t.Error("not well after three days")
		}
		b.passes(time.Hour)
		if b.health(began) {
			t.Error("well after more than three days")
		}
		if lines := strings.Count(b.log.String(), "no good backup"); lines < 48 || lines > 50 || !strings.Contains(b.log.String(), "Check backup.dir") {
			t.Errorf("%d lines:\n%.600s", lines, b.log.String())
		}
		b.starts()
		b.passes(time.Minute)
		if b.health(time.Now().Add(-time.Minute)) {
			t.Error("well after a start without any backup")
		}
		check(os.Rename(away, b.cfg.Dir))
		b.passes(time.Hour)
		b.has("games-auto-20000101-000000.db", "games-auto-20000104-020000.db")
		if state := b.State(); !b.health(began) || state.Says != "" {
			t.Errorf("not well: %+v", state)
		}
	})
}

// A backup in which there are faults is kept beside, and is none; the bot is not well until
// there is a good one, and the good ones stay.
func TestBadBackup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBot(t)
		began := time.Now()
		b.starts()
		b.stop()
		spoil(b, func(tx *kv.Tx) error { return tx.Bucket("games").Put([]byte{0, 0, 0, 7}, []byte("{}")) })
		b.passes(24 * time.Hour)
		b.starts()
		b.passes(5 * time.Hour)
		b.has("games-auto-20000101-000000.db", "games-auto-20000102-030000.db.bad", "games-auto-20000102-040000.db.bad", "games-auto-20000102-050000.db.bad")
		if state := b.State(); b.health(began) || state.Damaged != "games-auto-20000102-050000.db.bad" || state.Last != "games-auto-20000101-000000.db" || !strings.Contains(state.Says, "run unlurbot verify") {
			t.Errorf("%+v", state)
		}
		b.starts()
		if b.health(began) {
			t.Error("a restart makes it well")
		}
		b.stop()
		spoil(b, func(tx *kv.Tx) error { return tx.Bucket("games").Delete([]byte{0, 0, 0, 7}) })
		b.passes(time.Hour)
		b.starts()
		if !b.health(began) {
			t.Errorf("%+v", b.State())
		}
	})
}

// spoil writes into the file of a store as nobody should.
func spoil(b *bot, change func(*kv.Tx) error) {
	check(b.p.Store.Close())
	db, err := kv.Open(b.path, kv.Options{})
	check(err)
	check(db.Update(change))
	check(db.Close())
	b.p.Store, err = store.Open(b.path, nil)
	check(err)
}

// A process that is killed while it writes leaves nothing that is taken for a backup, and
// what it leaves goes when it is surely nobody's.
func TestKilledInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBot(t)
		left := filepath.Join(b.cfg.Dir, ".unlurbot-part-1")
		check(os.WriteFile(left, []byte("half"), 0o600))
		check(os.Chtimes(left, time.Now(), time.Now()))
		b.starts()
		b.has(".unlurbot-part-1", "games-auto-20000101-000000.db")
		b.passes(24 * time.Hour)
		b.passes(24 * time.Hour)
		b.has("games-auto-20000101-000000.db", "games-auto-20000102-000000.db", "games-auto-20000103-000000.db")
		// One that is told to stop makes nothing.
		ctx, stop := context.WithCancel(t.Context())
		stop()
		b.make(ctx, time.Now())
		b.has("games-auto-20000101-000000.db", "games-auto-20000102-000000.db", "games-auto-20000103-000000.db")
	})
}

// A clock that was years ahead leaves a backup that says nothing of today.
func TestBackupFromTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBot(t)
		var ahead atomic.Int64 // years
		ahead.Store(9)
		b.p.Now = func() time.Time { return time.Now().AddDate(int(ahead.Load()), 0, 0) }
		b.starts()
		b.has("games-auto-20090101-000000.db")
		ahead.Store(0)
		b.passes(time.Minute)
		b.has("games-auto-20000101-000100.db", "games-auto-20090101-000000.db")
		b.starts()
		if state := b.State(); state.Last != "games-auto-20000101-000100.db" {
			t.Errorf("%+v", state)
		}
		b.passes(5 * 24 * time.Hour)
		b.has("games-auto-20000104-000100.db", "games-auto-20000105-000100.db", "games-auto-20000106-000100.db", "games-auto-20090101-000000.db")
	})
}

// What is needed of the processed mails is what the oldest backup would read again.
func TestNeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBot(t)
		b.starts()
		if since, err := New(b.p, b.path, config.Backup{Dir: tempdir.New(t)}).Needed(); !since.IsZero() || err != nil {
			t.Errorf("without a backup since %v, %v", since, err)
		}
		last := time.Now().Add(-10 * 24 * time.Hour).UTC().Truncate(time.Second)
		b.stop()
		check(os.Remove(filepath.Join(b.cfg.Dir, b.State().Last)))
		for i := range 3 {
			check(b.p.Update(func(tx *store.Tx) error {
				return tx.MarkSeen(store.Seen{At: last.Add(time.Duration(i) * 24 * time.Hour), Decision: "played"}, mailkey.Place(1, uint32(i)))
			}))
			b.passes(24 * time.Hour)
			b.starts()
		}
		if since, err := b.Needed(); !since.Equal(last.Add(-48*time.Hour)) || err != nil {
			t.Errorf("since %v, %v", since, err)
		}
	})
}
