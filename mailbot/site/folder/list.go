package folder

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// listHead is the first line of the list.
const listHead = "unlurbot site 1\n"

// An entry of the list is a sheet: its mark, its path, and the endings of its files. The mark of
// one that may be unfinished is 0.
type entry struct {
	base string
	ends []string
	mark uint64
}

func (e entry) paths() (paths []string) {
	for _, end := range e.ends {
		paths = append(paths, e.base+"."+end)
	}
	return paths
}

// readList reads the list, in the order of the paths. It is empty for a directory that is, and fails with
// ErrForeign for one that holds something and has no list.
func (f *Folder) readList() (list []entry, err error) {
	text, err := os.ReadFile(filepath.Join(f.Dir, listName))
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(f.Dir)
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), partPrefix) {
				return nil, ErrForeign
			}
		}
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	body, ok := strings.CutPrefix(string(text), listHead)
	for line := range strings.Lines(body) {
		e, err := parseEntry(line)
		if err != nil {
			ok = false
			break
		}
		list = append(list, e)
	}
	if !ok {
		return nil, fmt.Errorf("%s is damaged: nobody can tell which files are the site's; empty the directory", filepath.Join(f.Dir, listName))
	}
	return list, nil
}

// errEntry is that a line of the list says nothing, or something about a file outside.
var errEntry = errors.New("no entry")

func parseEntry(line string) (entry, error) {
	words := strings.Fields(line)
	if len(words) < 3 || !strings.HasSuffix(line, "\n") {
		return entry{}, errEntry
	}
	mark, err := strconv.ParseUint(words[0], 16, 64)
	e := entry{base: words[1], ends: words[2:], mark: mark}
	for _, path := range e.paths() {
		if !fs.ValidPath(path) || !filepath.IsLocal(filepath.FromSlash(path)) {
			return entry{}, errEntry
		}
	}
	return e, err
}

// writeList puts the list in its place. It is on the disk then.
func (f *Folder) writeList(list []entry) error {
	if err := f.reach("begin " + listName); err != nil {
		return err
	}
	part, err := os.CreateTemp(f.Dir, partPrefix)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(part)
	_, err = w.WriteString(listHead)
	var line bytes.Buffer
	for _, e := range list {
		line.Reset()
		fmt.Fprintf(&line, "%016x %s %s\n", e.mark, e.base, strings.Join(e.ends, " "))
		if _, failed := w.Write(line.Bytes()); failed != nil {
			err = failed
		}
	}
	if err = errors.Join(err, w.Flush(), part.Chmod(fileMode), part.Sync(), part.Close()); err == nil {
		err = f.reach("place " + listName)
	}
	if err != nil {
		return err
	}
	return os.Rename(part.Name(), filepath.Join(f.Dir, listName))
}
