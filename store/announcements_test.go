package store

import (
	"path/filepath"
	"strings"
	"testing"

	"unlurbot/store/acts"
)

// What verify says of announcements that are not as they should be. In the file of the layout one is done, and the
// last one is under way.
func TestAnnouncementsAreVerified(t *testing.T) {
	spoil := func(f func(*Announcement)) func(*Tx) error {
		return func(tx *Tx) error {
			for a, err := range tx.LastAnnouncements() {
				check(err)
				return change(tx, bucketAnnouncements, number(a.Number), f)
			}
			return ErrNotFound
		}
	}
	for name, damage := range map[string]struct {
		do   func(*Tx) error
		want string
	}{
		"of no act": {func(tx *Tx) error {
			return put(tx, bucketAnnouncements, number(uint32(99)), &Announcement{Number: 99, At: noon, Hash: "1", Text: "Hello.", Next: 1, Last: 1})
		}, "announcement 99 is no act of the operator's"},
		"of another act":         {spoil(func(a *Announcement) { a.Number = 1 }), "announcement 1 is stored under the key"},
		"of other words":         {spoil(func(a *Announcement) { a.Hash = "fedcba9876543210" }), "or of other words"},
		"done, and has its text": {spoil(func(a *Announcement) { a.Done = noon }), "and has texts: true"},
		"without its text":       {spoil(func(a *Announcement) { a.Text = "" }), "and has texts: false"},
		"at its end, not done":   {spoil(func(a *Announcement) { a.Next = a.Last + 1 }), "has come from player"},
		"an act without words":   {func(tx *Tx) error { return tx.AddAct(&acts.Act{At: noon, Kind: acts.Announce}) }, "can't follow those before"},
	} {
		s := open(t, filepath.Join(t.TempDir(), "s.db"))
		do(t, s, fillFile)
		noFaults(t, s)
		do(t, s, damage.do)
		faults, err := s.Verify(nil)
		check(err)
		if all := strings.Join(faults, "\n"); !strings.Contains(all, damage.want) {
			t.Errorf("%s: %q, want %q", name, all, damage.want)
		}
	}
}

// An announcement says to each in their language, if there is a text in it.
func TestAnnouncementIn(t *testing.T) {
	a := &Announcement{Text: "Hello.", Texts: map[string]string{"es": "Hola."}}
	if a.In("es") != "Hola." || a.In("fr") != "Hello." {
		t.Errorf("%q, %q", a.In("es"), a.In("fr"))
	}
}
