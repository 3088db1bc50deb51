package outbox

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/store"
)

// What the relay has taken from a process that was killed before the store knew it is not sent again; another mail in the place of
// one is, as after a backup was restored, and so is one of which only a part was noted. Nothing is left of it in the end.
func TestTakenBeforeAKill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"}, store.Outgoing{EnvelopeTo: "bo", MessageID: "2"}, store.Outgoing{EnvelopeTo: "cy", MessageID: "3"})
		waiting, _ := d.left()
		beside := receiptsBeside(d.path)
		killed, left, err := openReceipts(beside)
		d.check(err)
		if len(left) > 0 {
			t.Errorf("a new file has %d", len(left))
		}
		killed.note(waiting[0])
		another := *waiting[1]
		another.MessageID = "of a store that is lost"
		killed.note(&another)
		_, err = killed.file.WriteString("a part")
		d.check(err)
		d.check(killed.file.Close())

		r := &relay{answer: func(*store.Outgoing) error { return nil }, start: time.Now()}
		d.loop(time.Minute, r)
		if got := strings.Join(r.log, "; "); got != "0s 2 taken; 0s 3 taken" {
			t.Errorf("%s", got)
		}
		if waiting, _ := d.left(); len(waiting) > 0 {
			t.Errorf("%d mails are left", len(waiting))
		}
		if _, err := os.Stat(beside); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the file is left: %v", err)
		}
	})
}

// Where the file can't be made, mails leave all the same.
func TestNoReceipts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.check(os.Mkdir(receiptsBeside(d.path), 0o700))
		d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"})
		r := &relay{answer: func(*store.Outgoing) error { return nil }, start: time.Now()}
		d.loop(time.Minute, r)
		if waiting, _ := d.left(); len(r.log) != 1 || len(waiting) > 0 {
			t.Errorf("%v, and %d left", r.log, len(waiting))
		}
	})
}
