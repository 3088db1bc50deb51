// Package journal keeps lines in a small file beside the store: what a process leaves to the next one when it is killed, and what
// needs no transaction, which takes far longer to be on the disk. A kill takes back nothing that was written; a loss of power may
// take back what was not synced, and may leave anything in its place: callers have to recognise their own lines.
//
// An empty line says that no line above is needed any more.
package journal

import (
	"bytes"
	"os"
	"strings"
	"time"
)

// mostUnneeded is how many bytes may stay in the file that nobody needs: to shorten it takes far longer than to write a line.
const mostUnneeded = 4 << 10

// A File is the journal of one process. Its methods are for one goroutine at a time.
type File struct {
	path string
	file *os.File // nil if it can't be had
	sync func(*os.File) error
	size int
	torn bool // there may be a part of a line behind its size
	open bool // there are lines that are needed
	left []string
}

// Open opens the file at a path, or makes it. With an error, too, there is a File, which may keep nothing.
func Open(path string) (f *File, err error) {
	f = &File{path: path, sync: (*os.File).Sync}
	if f.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return f, err
	}
	said, err := os.ReadFile(path)
	if err != nil {
		_ = f.file.Close()
		f.file = nil
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

// Add keeps some lines, none of which is empty, and tells whether it does: all of them or, on a full disk, none.
func (f *File) Add(lines ...string) bool {
	if f.file == nil || f.torn && f.shorten() != nil {
		return false
	}
	n, err := f.file.WriteString(strings.Join(lines, "\n") + "\n")
	if err != nil {
		_ = f.shorten()
		return false
	}
	f.size += n
	f.open = true
	return true
}

// Sync waits until the disk has the file, so that a loss of power takes back no line either.
func (f *File) Sync() { _ = f.sync(f.file) }

// SyncAfter syncs the file after a while, if stop is not called before.
func (f *File) SyncAfter(d time.Duration) (stop func() bool) {
	file := f.file
	return time.AfterFunc(d, func() { _ = f.sync(file) }).Stop
}

// Clear says that no line is needed any more.
func (f *File) Clear() {
	if f.file == nil || !f.open {
		return
	}
	if f.size <= mostUnneeded && f.Add("") {
		f.open = false
		return
	}
	f.size = 0 // a full disk, too, lets a file be cut off
	f.open = f.shorten() != nil
}

// shorten cuts off what is behind the file's size.
func (f *File) shorten() error {
	err := f.file.Truncate(int64(f.size))
	f.torn = err != nil
	return err
}

// End closes the file, and removes it unless the next process needs its lines.
func (f *File) End(needed bool) {
	if f.file == nil {
		return
	}
	_ = f.file.Close()
	f.file = nil
	if !needed {
		_ = os.Remove(f.path)
	}
}
