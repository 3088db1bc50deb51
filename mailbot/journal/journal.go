// Package journal keeps lines in a small file beside the store: what a process leaves to the next one when it is killed, and what
// needs no transaction, which takes far longer to be on the disk. A kill takes back nothing that was written; a loss of power may,
// and may leave anything in its place: callers have to recognise their own lines.
//
// An empty line says that no line above is needed any more.
package journal

import (
	"bytes"
	"os"
	"strings"
)

// mostUnneeded is how many bytes may stay in the file that nobody needs: to shorten it takes far longer than to write a line.
const mostUnneeded = 4 << 10

// A File is the journal of one process. Its methods are for one goroutine at a time.
type File struct {
	path string
	file *os.File // nil if it can't be had
	size int
	open bool // there are lines that are needed
	left []string
}

// Open opens the file at a path, or makes it. With an error, too, there is a File, which keeps nothing.
func Open(path string) (f *File, err error) {
	f = &File{path: path}
	if f.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return f, err
	}
	said, err := os.ReadFile(path)
	if err != nil {
		f.close()
		return f, err
	}
	f.size = bytes.LastIndexByte(said, '\n') + 1 // the process was killed as it wrote what comes after
	for line := range strings.Lines(string(said[:f.size])) {
		f.left = append(f.left, strings.TrimSuffix(line, "\n"))
		if line == "\n" {
			f.left = nil
		}
	}
	f.open = len(f.left) > 0
	return f, f.shorten()
}

// Left gives the lines of the process before that are needed.
func (f *File) Left() []string { return f.left }

// Add keeps some lines, none of which is empty, and tells whether it does. After it has failed once it does so always.
func (f *File) Add(lines ...string) bool {
	if f.file == nil {
		return false
	}
	f.open = true
	n, err := f.file.WriteString(strings.Join(lines, "\n") + "\n")
	f.size += n
	if err != nil { // and what is there may end in a part of one
		f.close()
	}
	return err == nil
}

// Clear says that no line is needed any more.
func (f *File) Clear() {
	switch {
	case f.file == nil || !f.open:
	case f.size > mostUnneeded:
		f.size = 0
		_ = f.shorten()
	default:
		f.Add("")
	}
	f.open = false
}

// shorten cuts off what is behind the file's size.
func (f *File) shorten() error {
	err := f.file.Truncate(int64(f.size))
	if err != nil {
		f.close()
	}
	return err
}

// close gives the file up.
func (f *File) close() {
	_ = f.file.Close()
	f.file = nil
}

// End closes the file, and removes it unless the next process needs its lines.
func (f *File) End(needed bool) {
	if f.file == nil {
		return
	}
	f.close()
	if !needed {
		_ = os.Remove(f.path)
	}
}
