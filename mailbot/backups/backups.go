// Package backups makes scheduled backups of a running bot's store, verifies each before
// giving it its name, and deletes the oldest.
//
// The directory itself is the only state that outlives a restart: a file with
// the name of a backup is complete and was verified. One in which Verify finds faults is kept
// too, under a name that ends in .bad, but is not a backup. The operator's own files have other
// names and are left alone.
//
// Package mailbot runs Loop; the verify command shares Faults.
package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/store"
)

const (
	look = time.Minute // for whether one is due: the clock can be set
	rest = time.Hour   // after one that failed
	// stamp is the part of a name that is the time, in UTC.
	stamp = "20060102-150405"
	auto  = "-auto-"
	bad   = ".bad"
	// mostBad is how many bad ones are kept, lest a disk that fails be filled with them.
	mostBad = 3
	// part begins the names of files that are being written; one that is older than a day
	// was left by a process that was killed.
	part    = ".unlurbot-part-"
	partOld = 24 * time.Hour
)

// Faults checks a store as thoroughly as can be, and lists what is wrong. Told is that of store.Verify.
func Faults(s *store.Store, told store.Progress) (faults []string, err error) {
	faults, err = s.Verify(told)
	if err == nil && len(faults) == 0 { // which would make the ratings wrong too
		faults, err = s.VerifyRatings(club.Rate)
	}
	return faults, err
}

// Backups are those of one store. The methods are safe for concurrent use.
type Backups struct {
	process   *process.Process
	cfg       config.Backup
	base, ext string // of the store's name

	mu    sync.Mutex
	state health.Backup
	next  time.Time // not before then, after one that failed
}

// New looks into the directory for what is there.
func New(p *process.Process, path string, cfg config.Backup) *Backups {
	ext := filepath.Ext(path)
	b := &Backups{process: p, cfg: cfg, base: strings.TrimSuffix(filepath.Base(path), ext), ext: ext}
	b.state = health.Backup{Dir: cfg.Dir, Every: cfg.Every}
	if good, err := b.list(""); err == nil && len(good) > 0 {
		last := good[len(good)-1]
		b.state.Worked, b.state.Last = b.begun(last), last
		if info, err := os.Stat(filepath.Join(cfg.Dir, last)); err == nil {
			b.state.Bytes = info.Size()
		}
		if worse, err := b.list(bad); err == nil && len(worse) > 0 && b.begun(worse[len(worse)-1]).After(b.state.Worked) {
			b.state.Damaged = worse[len(worse)-1]
			b.state.Since, b.state.Says = b.begun(b.state.Damaged), b.state.Damaged+" is damaged"
		}
	}
	return b
}

// State tells of the backups; nil if there are to be none.
func (b *Backups) State() *health.Backup {
	if b.cfg.Dir == "" {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	state := b.state
	return &state
}

// Needed gives the time since when the oldest backup would read mails again, were it
// restored; the zero time if there is none.
func (b *Backups) Needed() (time.Time, error) {
	good, err := b.list("")
	if err != nil || len(good) == 0 {
		return time.Time{}, err
	}
	s, err := store.OpenToRead(filepath.Join(b.cfg.Dir, good[0]))
	if err != nil {
		return time.Time{}, err
	}
	var since time.Time
	err = s.View(func(tx *store.Tx) (err error) {
		since, err = tx.RereadFrom()
		return err
	})
	return since, errors.Join(err, s.Close())
}

// Loop makes a backup whenever one is due, until ctx ends. That it can't is logged, and
// told by State.
func (b *Backups) Loop(ctx context.Context) error {
	if b.cfg.Dir == "" {
		return nil
	}
	for ctx.Err() == nil {
		now := b.process.Now()
		b.mu.Lock()
		waits := now.Before(b.next) && b.next.Sub(now) <= rest
		due := !waits && (!now.Before(b.state.Worked.Add(b.cfg.Every)) || b.state.Worked.After(now))
		b.mu.Unlock()
		if due {
			b.make(ctx, now)
		}
		process.Pass(ctx, look)
	}
	return nil
}

// make makes one and notes what came of it.
func (b *Backups) make(ctx context.Context, now time.Time) {
	name := b.base + auto + now.UTC().Format(stamp) + b.ext
	size, err := b.write(ctx, filepath.Join(b.cfg.Dir, name))
	if ctx.Err() != nil {
		return
	}
	faulty := (*store.FaultsError)(nil)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.state = health.Backup{
			Server: health.Server{Worked: now.UTC().Truncate(time.Second)}, Dir: b.cfg.Dir, Every: b.cfg.Every, Last: name, Bytes: size,
		}
		b.next = time.Time{}
		b.process.Log.Info("backup", "file", name, "bytes", size)
		b.tidy(now)
		return
	}
	advice := "Check backup.dir: it must exist, have room, and the bot's user must be able to write there."
	if errors.As(err, &faulty) {
		b.state.Damaged = name + bad
		advice = "The store itself or the disk is probably damaged: run unlurbot verify. The bad backup is kept as " + name + bad + "."
	}
	b.next = now.Add(min(rest, b.cfg.Every))
	if b.state.Since.IsZero() {
		b.state.Since = now
	}
	b.state.Says, b.state.Again = err.Error()+". "+advice, b.next
	b.process.Log.Error("no good backup", "err", err, "advice", advice, "again_in", b.next.Sub(now))
	if errors.As(err, &faulty) {
		b.tidy(now)
	}
}

// write makes a file that is a good backup, or none; one that has faults is kept beside.
func (b *Backups) write(ctx context.Context, path string) (size int64, err error) {
	info, err := os.Stat(b.cfg.Dir)
	switch {
	case err != nil:
		return 0, err
	case !info.IsDir():
		return 0, fmt.Errorf("%s is no directory", b.cfg.Dir)
	}
	give := func(w io.Writer) error {
		return b.process.Store.View(func(tx *store.Tx) error {
			// It may be the store's own disk, and the bot has to live on it.
			if disk := health.DiskOf(b.cfg.Dir); disk.Size > 0 && disk.Free < uint64(tx.Size())+uint64(tx.Size())/10 {
				return fmt.Errorf("%w: %d of %d MB are free", store.ErrNoRoom, disk.Free>>20, disk.Size>>20)
			}
			_, err := tx.WriteTo(&untilDone{ctx, w})
			return err
		})
	}
	return store.SaveChecked(path, give, func(file string) error {
		var faults []string
		s, err := store.OpenToRead(file)
		if err != nil {
			faults = []string{err.Error()}
		} else {
			faults, err = Faults(s, nil)
			if err = errors.Join(err, s.Close()); err != nil || len(faults) == 0 {
				return err
			}
		}
		kept := os.Link(file, path+bad)
		if kept != nil { // there are no links on a memory stick
			kept = os.Rename(file, path+bad)
		}
		return errors.Join(&store.FaultsError{Faults: faults}, kept)
	})
}

// untilDone is a writer that fails once ctx has ended.
type untilDone struct {
	ctx context.Context
	to  io.Writer
}

// Write implements io.Writer.
func (u *untilDone) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.to.Write(p)
}

// tidy deletes the oldest backups beyond those that are kept, and what a process has left
// that was killed.
func (b *Backups) tidy(now time.Time) {
	var old []string
	for ending, most := range map[string]int{"": b.cfg.Keep, bad: mostBad} {
		names, err := b.list(ending)
		if err != nil {
			b.process.Log.Warn("can't delete old backups", "err", err)
			return
		}
		old = append(old, names[:max(0, len(names)-most)]...)
	}
	entries, err := os.ReadDir(b.cfg.Dir)
	for _, e := range entries {
		if info, gone := e.Info(); gone == nil && strings.HasPrefix(e.Name(), part) && now.Sub(info.ModTime()) > partOld {
			old = append(old, e.Name())
		}
	}
	for _, name := range old {
		err = errors.Join(err, os.Remove(filepath.Join(b.cfg.Dir, name)))
	}
	if err != nil {
		b.process.Log.Warn("can't delete old backups", "err", err)
	}
}

// list gives the names of the backups with an ending, the oldest first, without those that
// would come from the future: the clock was wrong then, and they say nothing.
func (b *Backups) list(ending string) (names []string, err error) {
	if b.cfg.Dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(b.cfg.Dir)
	for _, e := range entries {
		at := b.begun(e.Name())
		if name := b.base + auto + at.Format(stamp) + b.ext + ending; e.Name() == name && e.Type().IsRegular() && !at.After(b.process.Now()) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}

// begun reads the time out of a name, the zero time if it is none of ours.
func (b *Backups) begun(name string) time.Time {
	rest, _ := strings.CutPrefix(name, b.base+auto)
	at, err := time.Parse(stamp, rest[:min(len(stamp), len(rest))])
	if err != nil {
		return time.Time{}
	}
	return at
}
