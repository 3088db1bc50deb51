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
	next := func(trials *Trials, wantN, wantTried int) {
		t.Helper()
		if n, tried, err := trials.Next([]mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2)}); n != wantN || tried != wantTried || err != nil {
			t.Errorf("the next %d were tried %d times, %v; want %d, %d times", n, tried, err, wantN, wantTried)
		}
	}
	next(trials, 2, 0)
	room, err := baddisk.Fill(Beside(path))
	if err != nil {
		t.Fatal(err)
	}
	if err := trials.Begin([]mailkey.Key{mailkey.Place(1, 1), mailkey.Place(1, 2)}, 0); err != nil {
		t.Fatal(err)
	}
	if err := room(); err != nil {
		t.Fatal(err)
	}
	next(New(p), 1, 1)
	trials.TakeBack()
	next(New(p), 2, 0)
}
