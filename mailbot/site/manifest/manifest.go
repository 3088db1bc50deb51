// Package manifest keeps the list in a directory of which files there are the site's. It is written
// before they are begun and after they are done, and always whole; what it says is on the disk then.
package manifest

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	// name is that of the list.
	name = ".unlurbot-site"
	// head is its first line.
	head = "unlurbot site 1\n"
	// Part begins the name of a file that is being written.
	Part = ".unlurbot-part-"
)

// Mode is that of all files: whoever serves them is another user.
const Mode = 0o644

// ErrForeign says that a directory has files and no list of ours: it belongs to somebody else.
var ErrForeign = errors.New("the directory has files that are not the site's; give a new or an empty one")

// ErrDamaged says that the list can't be read. Nobody can tell then which files are the site's.
var ErrDamaged = errors.New(name + " is damaged, which tells the site's files from others; empty the directory")

// ErrNoPlace says that a directory can't be made, or is none.
var ErrNoPlace = errors.New("there can be no such directory")

// ErrBusy says that another process is writing into the directory.
var ErrBusy = errors.New("another process is writing into the directory")

// An Entry says that some files, which differ in their endings, are the site's.
type Entry struct {
	Base string   // the path without the dot and the ending, with slashes
	Ends []string // the endings: "html"
	Mark uint64   // what they are made of, see folder.Sheet; 0 if they may be unfinished
}

// Paths gives those of the files.
func (e Entry) Paths() (paths []string) {
	for _, end := range e.Ends {
		paths = append(paths, e.Base+"."+end)
	}
	return paths
}

// Read reads the list of a directory, which is empty if that is. It fails with ErrForeign,
// ErrDamaged, and fs.ErrNotExist if there is no directory.
func Read(dir string) (list []Entry, err error) {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), Part) {
				return nil, ErrForeign
			}
		}
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	body, ok := strings.CutPrefix(string(text), head)
	if !ok {
		return nil, ErrDamaged
	}
	for line := range strings.Lines(body) {
		words := strings.Fields(line)
		if len(words) < 3 || !strings.HasSuffix(line, "\n") {
			return nil, ErrDamaged
		}
		mark, err := strconv.ParseUint(words[0], 16, 64)
		e := Entry{Base: words[1], Ends: words[2:], Mark: mark}
		outside := func(path string) bool { return !fs.ValidPath(path) || !filepath.IsLocal(filepath.FromSlash(path)) }
		if err != nil || slices.ContainsFunc(e.Paths(), outside) {
			return nil, ErrDamaged
		}
		list = append(list, e)
	}
	return list, nil
}

// Check says whether folder.Folder.Update could begin: nothing is changed. A directory that is not there is
// all right if the one above it is.
func Check(dir string) error {
	_, err := Read(dir)
	if errors.Is(err, fs.ErrNotExist) {
		dir = filepath.Dir(dir)
		_, err = os.ReadDir(dir)
	}
	if err != nil && !errors.Is(err, ErrForeign) && !errors.Is(err, ErrDamaged) {
		return fmt.Errorf("%s: %w: %w", dir, ErrNoPlace, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return nil
}

// Announce gives the list that says what is about to come: what there is, and what there will be, is
// the site's, and all that will be is unfinished.
func Announce(before, coming []Entry) []Entry {
	all := make(map[string]Entry, len(before)+len(coming))
	for _, e := range before {
		all[e.Base] = e
	}
	for _, e := range coming {
		ends := slices.Clone(e.Ends)
		for _, end := range all[e.Base].Ends {
			if !slices.Contains(ends, end) {
				ends = append(ends, end)
			}
		}
		all[e.Base] = Entry{Base: e.Base, Ends: ends}
	}
	list := make([]Entry, 0, len(all))
	for _, e := range all {
		list = append(list, e)
	}
	return list
}

// Write puts a list in place of the one before, in the order of the paths. Before it is there all
// that was written to the disk until then is on it.
func Write(dir string, list []Entry) error {
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.Base, b.Base) })
	if err := settle(dir); err != nil {
		return err
	}
	part, err := os.CreateTemp(dir, Part)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(part)
	_, err = w.WriteString(head)
	for _, e := range list {
		if err == nil {
			_, err = fmt.Fprintf(w, "%016x %s %s\n", e.Mark, e.Base, strings.Join(e.Ends, " "))
		}
	}
	if err = errors.Join(err, w.Flush(), part.Chmod(Mode), part.Sync(), part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), filepath.Join(dir, name))
}
