package outbox

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/receipts"
	"unlurbot/store"
)

// What the relay has taken from a process that was killed before the store knew it is not sent again; another mail in the place of
// one is, as after a backup was restored, and so is one of which only a part was noted. Nothing is left of it in the end.
func TestTakenBeforeAKill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"}, store.Outgoing{EnvelopeTo: "bo", MessageID: "2"}, store.Outgoing{EnvelopeTo: "cy", MessageID: "3"})
		waiting, _ := d.left()
		beside := receipts.Beside(d.path)
		killed, err := receipts.Open(beside)
		d.check(err)
		killed.Note(waiting[0])
		another := *waiting[1]
		another.MessageID = "of a store that is lost"
		killed.Note(&another)
		f, err := os.OpenFile(beside, os.O_WRONLY|os.O_APPEND, 0)
		d.check(err)
		_, err = f.WriteString("a part")
		d.check(errors.Join(err, f.Close()))

		r := &relay{answer: func(*store.Outgoing) error { return nil }, start: time.Now()}
		d.loop(time.Minute, r)
		if got := strings.Join(r.log, "; "); got != "0s 2 taken; 0s 3 taken" && got != "0s 3 taken; 0s 2 taken" {
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
		d.check(os.Mkdir(receipts.Beside(d.path), 0o700))
		d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: "1"})
		r := &relay{answer: func(*store.Outgoing) error { return nil }, start: time.Now()}
		d.loop(time.Minute, r)
		if waiting, _ := d.left(); len(r.log) != 1 || len(waiting) > 0 {
			t.Errorf("%v, and %d left", r.log, len(waiting))
		}
	})
}
