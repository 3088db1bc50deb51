package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"unlurbot/mailbot/site/manifest"
)

// dirMode is that of the directories, whatever the mask of this process says: whoever serves the files
// is another user.
const dirMode = 0o755

// Errors after which nothing has changed, and nothing will be better before somebody has done
// something about the directory.
var (
	ErrForeign = manifest.ErrForeign
	ErrDamaged = manifest.ErrDamaged
	ErrNoPlace = manifest.ErrNoPlace
	// ErrTaken says that a file of ours would take the place of another's.
	ErrTaken = errors.New("stands where one of the site's files belongs; move it away")
)

// IsPermanent says whether an error is one of these.
func IsPermanent(err error) bool {
	return errors.Is(err, ErrForeign) || errors.Is(err, ErrTaken) || errors.Is(err, ErrNoPlace) || errors.Is(err, ErrDamaged)
}

// ErrGone is what a Sheet's Make fails with when there is nothing to write after all: the files
// are taken away.
var ErrGone = errors.New("there is no such page")

// A Sheet is one or more files that are made together.
type Sheet struct {
	manifest.Entry // its Mark, which is not 0, stands for all that the files are made of
	// Make gives what the files hold, in the order of Ends. It is called by several
	// goroutines, and not at all if the files are there with the same Mark.
	Make func(ctx context.Context) ([][]byte, error)
}

// A Report counts files.
type Report struct {
	Written, Kept, Removed int
}

// A Folder is a directory. Its fields are set before it is used.
type Folder struct {
	Dir string
	// Reached is called before a file is begun, put in its place or taken away, and may end it
	// all there: so tests do. It may be nil.
	Reached func(step string) error
	// Told is how many sheets were made, of how many that have changed. It may be nil, and is called by one goroutine at a time.
	Told func(made, all int)

	written, kept atomic.Int64
}

// Update makes the directory hold the sheets, and nothing of ours beside. The directory is made
// if there is none; the one above it must be there. Before anything is changed it fails with
// ErrForeign, ErrDamaged, ErrNoPlace, ErrTaken and manifest.ErrBusy; whenever else it
// fails or is ended, an Update later mends what was left.
func (f *Folder) Update(ctx context.Context, sheets []Sheet) (r Report, err error) {
	if err := manifest.Check(f.Dir); err != nil {
		return r, err
	}
	if err := f.makeDirs("."); err != nil {
		return r, err
	}
	unlock, err := manifest.Lock(f.Dir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	before, err := manifest.Read(f.Dir)
	if err != nil {
		return r, err
	}
	slices.SortFunc(sheets, func(a, b Sheet) int { return strings.Compare(a.Base, b.Base) })
	changed, stale, err := f.compare(sheets, before)
	defer func() { r.Written, r.Kept = int(f.written.Load()), int(f.kept.Load()) }()
	if err != nil || len(changed) == 0 && len(stale) == 0 {
		return r, err
	}
	var coming, after []manifest.Entry
	for _, s := range changed {
		coming = append(coming, s.Entry)
	}
	if err := f.list("announce", manifest.Announce(before, coming)); err != nil {
		return r, err
	}
	gone, err := f.write(ctx, changed)
	if err != nil {
		return r, err
	}
	for _, s := range sheets {
		if slices.Contains(gone, s.Base) {
			stale = append(stale, s.Paths()...)
		} else {
			after = append(after, s.Entry)
		}
	}
	if r.Removed, err = f.remove(stale); err != nil {
		return r, err
	}
	return r, f.list("list", after)
}

// list writes the manifest.
func (f *Folder) list(step string, list []manifest.Entry) error {
	if err := f.reach(step); err != nil {
		return err
	}
	return manifest.Write(f.Dir, list)
}

// compare tells which sheets are to be made, and which of our files are no longer wanted. It looks
// into each directory once: at what lies there and should not, and at what is missing.
func (f *Folder) compare(sheets []Sheet, before []manifest.Entry) (changed []*Sheet, stale []string, err error) {
	old := make(map[string]manifest.Entry, len(before))
	for _, e := range before {
		old[e.Base] = e
	}
	wanted := make(map[string][]string, len(sheets)) // the endings
	var dir string
	var there map[string]bool
	for i := range sheets {
		s := &sheets[i]
		if there == nil || path.Dir(s.Base) != dir {
			dir = path.Dir(s.Base)
			if there, err = f.namesIn(dir); err != nil {
				return nil, nil, err
			}
		}
		e := old[s.Base]
		wanted[s.Base] = s.Ends
		missing := false
		for _, file := range s.Paths() {
			if there[path.Base(file)] && !slices.Contains(e.Paths(), file) {
				return nil, nil, fmt.Errorf("%s %w", f.path(file), ErrTaken)
			}
			missing = missing || !there[path.Base(file)]
		}
		if missing || e.Mark != s.Mark {
			changed = append(changed, s)
		} else {
			f.kept.Add(int64(len(s.Ends)))
		}
	}
	for _, e := range before {
		for i, file := range e.Paths() {
			if !slices.Contains(wanted[e.Base], e.Ends[i]) {
				stale = append(stale, file)
			}
		}
	}
	return changed, stale, nil
}

// namesIn lists a directory, and takes away what a process has left in it that was killed.
func (f *Folder) namesIn(dir string) (names map[string]bool, err error) {
	entries, err := os.ReadDir(f.path(dir))
	names = make(map[string]bool, len(entries))
	if errors.Is(err, fs.ErrNotExist) {
		return names, nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), manifest.Part) {
			err = errors.Join(err, os.Remove(f.path(path.Join(dir, e.Name()))))
		}
		names[e.Name()] = true
	}
	return names, err
}

// write makes sheets, as many at a time as there are processors. It gives the paths of those of which
// there is nothing to write.
func (f *Folder) write(ctx context.Context, changed []*Sheet) (gone []string, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var mu sync.Mutex
	made := 0
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(changed) {
					return
				}
				s := changed[i]
				contents, err := s.Make(ctx)
				for k := 0; k < len(s.Ends) && err == nil; k++ {
					err = f.put(s.Base+"."+s.Ends[k], contents[k])
				}
				mu.Lock()
				if made++; f.Told != nil {
					f.Told(made, len(changed))
				}
				if errors.Is(err, ErrGone) {
					gone = append(gone, s.Base)
				} else if err != nil {
					stop(err)
				}
				mu.Unlock()
			}
		})
	}
	working.Wait()
	return gone, context.Cause(ctx)
}

// put gives a file its content, if it has another: one that stays the same keeps its time too.
func (f *Folder) put(name string, content []byte) error {
	place := f.path(name)
	if now, err := os.ReadFile(place); err == nil && bytes.Equal(now, content) {
		f.kept.Add(1)
		return nil
	}
	if err := errors.Join(f.reach("begin "+name), f.makeDirs(path.Dir(name))); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(place), manifest.Part)
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	if err = errors.Join(err, part.Chmod(manifest.Mode), part.Close(), f.reach("place "+name)); err != nil {
		return err
	}
	f.written.Add(1)
	return os.Rename(part.Name(), place)
}

// makeDirs makes a directory, and those between ours and it.
func (f *Folder) makeDirs(dir string) error {
	err := os.Mkdir(f.path(dir), dirMode)
	if errors.Is(err, fs.ErrNotExist) && dir != "." {
		if err = f.makeDirs(path.Dir(dir)); err == nil {
			err = os.Mkdir(f.path(dir), dirMode)
		}
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return err
	}
	return os.Chmod(f.path(dir), dirMode)
}

// remove takes files away, what was begun beside them, and the directories that are empty then.
func (f *Folder) remove(names []string) (removed int, err error) {
	looked := ""
	for _, name := range names {
		if err := f.reach("remove " + name); err != nil {
			return removed, err
		}
		dir := path.Dir(name)
		if dir != looked {
			looked = dir
			if _, err := f.namesIn(dir); err != nil {
				return removed, err
			}
		}
		err := os.Remove(f.path(name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, err
		}
		if err == nil {
			removed++
		}
		for dir != "." && os.Remove(f.path(dir)) == nil { // else it holds something
			dir = path.Dir(dir)
		}
	}
	return removed, nil
}

func (f *Folder) path(name string) string { return filepath.Join(f.Dir, filepath.FromSlash(name)) }

func (f *Folder) reach(step string) error {
	if f.Reached == nil {
		return nil
	}
	return f.Reached(step)
}
