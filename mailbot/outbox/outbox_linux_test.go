package outbox

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/testing/baddisk"
	"unlurbot/store"
)

// What was sent while the store could not be written is not sent again when it
// can; no more is sent meanwhile.
func TestSendWithoutStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		for i := range 3 {
			d.enqueue(store.Outgoing{EnvelopeTo: "ana", MessageID: fmt.Sprint(i)})
		}
		r := &relay{start: time.Now(), answer: func(m *store.Outgoing) error {
			if m.MessageID == "0" {
				room, err := baddisk.Fill(d.path)
				d.check(err)
				time.AfterFunc(time.Hour, func() { d.check(room()) })
			}
			return nil
		}}
		d.loop(2*time.Hour, r)
		if got, want := strings.Join(r.log, "; "), "0s 0 taken; 1h0m0s 1 taken; 1h0m0s 2 taken"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}
