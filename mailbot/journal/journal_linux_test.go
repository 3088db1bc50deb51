package journal

import (
	"path/filepath"
	"testing"

	"unlurbot/mailbot/testing/baddisk"
)

// Where a file can be neither written nor cut off, nothing is added, what was there is whole, and it is known that it is not cleared;
// as soon as there is room, all goes on.
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
	if f.Clear() {
		t.Error("it is cleared, they say")
	}
	open(t, path, "one")
	if err := room(); err != nil {
		t.Fatal(err)
	}
	if !f.Add("three") {
		t.Error("a disk with room takes no line")
	}
	open(t, path, "three")
}
