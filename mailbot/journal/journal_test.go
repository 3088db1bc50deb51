package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func open(t *testing.T, path string, left ...string) *File {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Left(); !slices.Equal(got, left) {
		t.Errorf("%q are left, want %q", got, left)
	}
	return f
}

// What was added is left to the next process, up to a line of which only a part was written. What is cleared stays there as
// long as it is short.
func TestLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	f := open(t, path)
	if !f.Add("one", "two") || !f.Add("three") {
		t.Error("a journal keeps nothing")
	}
	if err := os.WriteFile(path, []byte("one\ntwo\nthree\nfo"), 0o600); err != nil {
		t.Fatal(err)
	}
	f = open(t, path, "one", "two", "three")
	f.Add("four")
	f = open(t, path, "one", "two", "three", "four")
	f.Clear()
	f = open(t, path, "one", "two", "three", "four")
	f.Add(strings.Repeat("x", mostUnneeded))
	f.Clear()
	f.Add("five")
	f.Clear()
	f.End(true)
	if f.Add("six") {
		t.Error("a journal that has ended keeps a line")
	}
	f = open(t, path, "five")
	f.End(false)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is left: %v", err)
	}
}

// A file that can't be had keeps nothing, and can be asked for everything.
func TestNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err == nil || f.Add("one") || len(f.Left()) > 0 {
		t.Errorf("%v, %q", err, f.Left())
	}
	f.Clear()
	f.End(false)
	if _, err := os.Stat(path); err != nil {
		t.Errorf("what was there is gone: %v", err)
	}
}
