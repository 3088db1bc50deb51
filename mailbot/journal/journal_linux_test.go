package journal

import (
	"path/filepath"
	"testing"

	"unlurbot/mailbot/testing/baddisk"
)

// On a disk without room nothing is added, and what was there is whole; as soon as there is room, all goes on.
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
	if err := room(); err != nil {
		t.Fatal(err)
	}
	open(t, path, "one")
	if !f.Add("three") {
		t.Error("a disk with room takes no line")
	}
	open(t, path, "one", "three")
	f.Clear()
	open(t, path)
}
