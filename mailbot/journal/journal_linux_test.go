package journal

import (
	"fmt"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"unlurbot/mailbot/testing/baddisk"
)

// Where a file can be neither written nor cut off, nothing is added, and what was there is whole; as soon as there is room, all goes on,
// and what was to be cleared is cleared.
func TestNoRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	f := open(t, path)
	f.Add("one")
	room, err := baddisk.Fill(path)
	if err != nil {
		t.Fatal(err)
	}
	if f.Add("two") {
		t.Error("a full disk takes a line")
	}
	f.Clear()
	open(t, path, "one")
	if err := room(); err != nil {
		t.Fatal(err)
	}
	if !f.Add("three") {
		t.Error("a disk with room takes no line")
	}
	open(t, path, "three")
}

// A file that can only become shorter, as on a full disk, can be cleared.
func TestClearedOnAFullDisk(t *testing.T) {
	memory, err := unix.MemfdCreate("journal", unix.MFD_ALLOW_SEALING)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(memory)
	path := fmt.Sprintf("/proc/self/fd/%d", memory)
	f := open(t, path)
	f.Add("one")
	if _, err := unix.FcntlInt(uintptr(memory), unix.F_ADD_SEALS, unix.F_SEAL_GROW); err != nil {
		t.Fatal(err)
	}
	if f.Add("two") {
		t.Error("a full disk takes a line")
	}
	open(t, path, "one")
	f.Clear()
	open(t, path)
}
