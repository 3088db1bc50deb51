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
)

const (
	// listName is the list of our files.
	listName = ".unlurbot-site"
	// partPrefix begins the name of a file that is being written.
	partPrefix = ".unlurbot-part-"
)

// Whoever serves the files is another user, whatever the mask of this process says.
const (
	fileMode = 0o644
	dirMode  = 0o755
)

// ErrForeign says that a directory has files and no list of ours: it belongs to somebody else.
// Nothing was changed.
var ErrForeign = errors.New("the directory has files that are not the site's; give a new or an empty one")

// ErrBusy says that another process is writing into the directory.
var ErrBusy = errors.New("another process is writing into the directory")

// ErrGone is what a Sheet's Make fails with when there is nothing to write after all: the files
// are taken away.
var ErrGone = errors.New("there is no such page")

// A TakenError says that a file of ours would take the place of another's. Nothing was changed.
type TakenError struct{ Path string }

// Error implements error.
func (e *TakenError) Error() string {
	return e.Path + " is not the site's, and stands where one of its files belongs; move it away"
}

// A Sheet is one or more files that are made together.
type Sheet struct {
	Base string   // the path without the dot and the ending, with slashes, seen from the directory
	Ends []string // the endings: "html"
	Mark uint64   // of all that the files are made of; 0 for one that is made each time
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

	mu     sync.Mutex
	report Report
}

// Update makes the directory hold the sheets, and nothing of ours beside. The directory is made
// if there is none; the one above it must be there. It fails with ErrForeign, ErrBusy and a
// TakenError before anything is changed; whenever else it fails or is ended, an Update later
// mends what was left.
func (f *Folder) Update(ctx context.Context, sheets []Sheet) (Report, error) {
	f.report = Report{}
	if err := os.Mkdir(f.Dir, dirMode); err == nil {
		if err := os.Chmod(f.Dir, dirMode); err != nil {
			return f.report, err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return f.report, err
	}
	unlock, err := lock(f.Dir)
	if err != nil {
		return f.report, err
	}
	err = f.update(ctx, sheets)
	return f.report, errors.Join(err, unlock())
}

func (f *Folder) update(ctx context.Context, sheets []Sheet) error {
	before, err := f.readList()
	if err != nil {
		return err
	}
	slices.SortFunc(sheets, func(a, b Sheet) int { return strings.Compare(a.Base, b.Base) })
	old := make(map[string]entry, len(before))
	for _, e := range before {
		old[e.base] = e
	}
	wanted, changed, err := f.compare(sheets, old)
	if err != nil {
		return err
	}
	var stale []string
	for _, e := range before {
		for _, path := range e.paths() {
			if s, still := wanted[e.base]; !still || !slices.Contains(s.Ends, path[len(e.base)+1:]) {
				stale = append(stale, path)
			}
		}
	}
	if len(changed) == 0 && len(stale) == 0 {
		return nil
	}
	if err := f.writeList(announced(before, changed)); err != nil {
		return err
	}
	gone, err := f.write(ctx, changed)
	if err != nil {
		return err
	}
	for _, s := range gone {
		for _, end := range s.Ends {
			stale = append(stale, s.Base+"."+end)
		}
		delete(wanted, s.Base)
	}
	if err := f.removeAll(stale); err != nil {
		return err
	}
	var after []entry
	for _, s := range sheets {
		if _, there := wanted[s.Base]; there {
			after = append(after, entry{base: s.Base, ends: s.Ends, mark: s.Mark})
		}
	}
	if err := settle(f.Dir); err != nil {
		return err
	}
	return f.writeList(after)
}

// compare tells which sheets are to be made. It looks into each directory once: at what lies
// there and should not, and at what is missing.
func (f *Folder) compare(sheets []Sheet, old map[string]entry) (wanted map[string]*Sheet, changed []*Sheet, err error) {
	wanted = make(map[string]*Sheet, len(sheets))
	var dir string
	var there map[string]bool
	for i := range sheets {
		s := &sheets[i]
		if wanted[s.Base] = s; there == nil || path.Dir(s.Base) != dir {
			dir = path.Dir(s.Base)
			if there, err = f.namesIn(dir); err != nil {
				return nil, nil, err
			}
		}
		e, known := old[s.Base]
		missing := false
		for _, end := range s.Ends {
			name := path.Base(s.Base) + "." + end
			if there[name] && !(known && slices.Contains(e.ends, end)) {
				return nil, nil, &TakenError{filepath.Join(f.Dir, filepath.FromSlash(s.Base+"."+end))}
			}
			missing = missing || !there[name]
		}
		if missing || !known || s.Mark == 0 || e.mark != s.Mark || !slices.Equal(e.ends, s.Ends) {
			changed = append(changed, s)
		} else {
			f.report.Kept += len(s.Ends)
		}
	}
	return wanted, changed, nil
}

// namesIn lists a directory, and takes away what a process has left in it that was killed.
func (f *Folder) namesIn(dir string) (names map[string]bool, err error) {
	entries, err := os.ReadDir(f.path(dir))
	names = make(map[string]bool, len(entries))
	if errors.Is(err, fs.ErrNotExist) {
		return names, nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), partPrefix) {
			err = errors.Join(err, os.Remove(f.path(path.Join(dir, e.Name()))))
		}
		names[e.Name()] = true
	}
	return names, err
}

// announced is the list that says what is about to come: both what there is and what there will
// be is ours.
func announced(before []entry, changed []*Sheet) []entry {
	all := make(map[string]entry, len(before)+len(changed))
	for _, e := range before {
		all[e.base] = e
	}
	for _, s := range changed {
		e := all[s.Base]
		ends := slices.Clone(s.Ends)
		for _, end := range e.ends {
			if !slices.Contains(ends, end) {
				ends = append(ends, end)
			}
		}
		all[s.Base] = entry{base: s.Base, ends: ends}
	}
	list := make([]entry, 0, len(all))
	for _, e := range all {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.base, b.base) })
	return list
}

// write makes sheets, as many at a time as there are processors. It gives those of which there is
// nothing to write.
func (f *Folder) write(ctx context.Context, changed []*Sheet) (gone []*Sheet, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	work := make(chan *Sheet)
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for s := range work {
				err := f.writeSheet(ctx, s)
				if errors.Is(err, ErrGone) {
					f.mu.Lock()
					gone = append(gone, s)
					f.mu.Unlock()
				} else if err != nil {
					stop(err)
				}
			}
		})
	}
	for _, s := range changed {
		select {
		case work <- s:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
	}
	close(work)
	working.Wait()
	return gone, context.Cause(ctx)
}

func (f *Folder) writeSheet(ctx context.Context, s *Sheet) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	contents, err := s.Make(ctx)
	if err != nil {
		return err
	}
	for i, end := range s.Ends {
		written, err := f.put(s.Base+"."+end, contents[i])
		if err != nil {
			return err
		}
		f.mu.Lock()
		if written {
			f.report.Written++
		} else {
			f.report.Kept++
		}
		f.mu.Unlock()
	}
	return nil
}

// put gives a file its content, if it has another: one that stays the same keeps its time too.
func (f *Folder) put(name string, content []byte) (written bool, err error) {
	place := f.path(name)
	if now, err := os.ReadFile(place); err == nil && bytes.Equal(now, content) {
		return false, nil
	}
	if err := f.reach("begin " + name); err != nil {
		return false, err
	}
	if err := f.makeDirs(path.Dir(name)); err != nil {
		return false, err
	}
	part, err := os.CreateTemp(filepath.Dir(place), partPrefix)
	if err != nil {
		return false, err
	}
	_, err = part.Write(content)
	if err = errors.Join(err, part.Chmod(fileMode), part.Close()); err == nil {
		err = f.reach("place " + name)
	}
	if err != nil {
		return false, err
	}
	return true, os.Rename(part.Name(), place)
}

// makeDirs makes a directory below ours, and those above it.
func (f *Folder) makeDirs(dir string) error {
	if dir == "." {
		return nil
	}
	err := os.Mkdir(f.path(dir), dirMode)
	if errors.Is(err, fs.ErrNotExist) {
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

// removeAll takes files away, and what was begun beside them.
func (f *Folder) removeAll(names []string) error {
	dir := ""
	for _, name := range names {
		if path.Dir(name) != dir {
			dir = path.Dir(name)
			if _, err := f.namesIn(dir); err != nil {
				return err
			}
		}
		if err := f.remove(name); err != nil {
			return err
		}
	}
	return nil
}

// remove takes a file away, and the directories that are empty then.
func (f *Folder) remove(name string) error {
	if err := f.reach("remove " + name); err != nil {
		return err
	}
	err := os.Remove(f.path(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		f.report.Removed++
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if os.Remove(f.path(dir)) != nil { // it holds something
			break
		}
	}
	return nil
}

func (f *Folder) path(name string) string { return filepath.Join(f.Dir, filepath.FromSlash(name)) }

func (f *Folder) reach(step string) error {
	if f.Reached == nil {
		return nil
	}
	return f.Reached(step)
}

// Check says whether Update could begin: nothing is changed. A directory that is not there is
// all right if the one above it is.
func Check(dir string) error {
	_, err := (&Folder{Dir: dir}).readList()
	if errors.Is(err, fs.ErrNotExist) {
		info, err := os.Stat(filepath.Dir(dir))
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is no directory", filepath.Dir(dir))
		}
		return err
	}
	return err
}
