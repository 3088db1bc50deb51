package trials

import (
	"path/filepath"
	"testing"

	"unlurbot/mailbot/testing/baddisk"
	"unlurbot/store/mailkey"
)

// Where the disk has no room for the file just then, the store has the note, and it is taken back from there.
func TestNoRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trials.db")
	p, trials := begin(t, path)
	both := []mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2)}
	next(t, trials, both, 2, 0)
	room, err := baddisk.Fill(Beside(path))
	check(t, err)
	check(t, trials.Begin(both, 0))
	check(t, room())
	next(t, New(p), both, 1, 1)
	trials.TakeBack()
	next(t, New(p), both, 2, 0)
}
