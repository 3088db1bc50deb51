package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
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

// What was added is left to the next process, up to a line of which only a part was written, but for what was cleared. The file
// stays short.
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
	f.Clear()
	if said, err := os.ReadFile(path); err != nil || string(said) != "one\ntwo\nthree\nfour\n\n" {
		t.Errorf("cleared twice, it is %q, %v", said, err)
	}
	f = open(t, path)
	f.Add("five")
	f = open(t, path, "five")
	for range mostUnneeded {
		f.Add("six", "seven")
		f.Clear()
	}
	f.Add("eight")
	f.End(true)
	if f.Add("nine") {
		t.Error("a journal that has ended keeps a line")
	}
	f = open(t, path, "eight")
	if info, err := os.Stat(path); err != nil || info.Size() > 2*mostUnneeded {
		t.Errorf("%v, %v", info, err)
	}
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

// The file is synced a while after it was asked for, and not where that was withdrawn.
func TestSyncAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := open(t, filepath.Join(t.TempDir(), "journal"))
		var synced atomic.Int32
		f.sync = func(file *os.File) error {
			synced.Add(1)
			return file.Sync()
		}
		f.Add("one")
		f.SyncAfter(time.Second)()
		f.SyncAfter(time.Second)
		time.Sleep(time.Second - 1)
		synctest.Wait()
		if synced.Load() > 0 {
			t.Error("it is synced before it is time")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := synced.Load(); n != 1 {
			t.Errorf("synced %d times", n)
		}
		f.End(false)
	})
}
