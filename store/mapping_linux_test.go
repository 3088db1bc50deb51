package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// withManyMails makes a store with 4000 mails of some six kilobytes each.
func withManyMails(t *testing.T) *Store {
	t.Helper()
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, func(tx *Tx) error {
		for i := range 4000 {
			m := &Outgoing{EnvelopeTo: fmt.Sprintf("p%d@example.org", i), MessageID: "m", Text: strings.Repeat("words ", 1000)}
			check(tx.Enqueue(m))
		}
		return nil
	})
	return s
}

// However long a file is, Verify has little of it in memory at a time.
func TestVerifyGivesBackWhatWasRead(t *testing.T) {
	s := withManyMails(t)
	before := mappedKB(t)
	if faults, err := s.Verify(nil); err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	if after := mappedKB(t); after > before+10<<10 {
		t.Errorf("%d kB of files are mapped after Verify, %d before", after, before)
	}
}

// However much of the file was read, GiveBack makes the process as small as it was before, and after many looks an Update does.
func TestGivesBackWhatWasRead(t *testing.T) {
	s := withManyMails(t)
	const size = 20 << 10 // kB, less than the mails are long
	for name, is := range map[string]struct {
		readings int // each is 4000 looks
		then     func()
	}{
		"at rest":          {1, s.GiveBack},
		"after many looks": {20, func() { do(t, s, func(tx *Tx) error { return tx.Sent(1) }) }},
	} {
		before := mappedKB(t)
		for range is.readings {
			check(s.View(func(tx *Tx) error {
				_, err := tx.Outbox()
				return err
			}))
		}
		if read := mappedKB(t); read < before+size {
			t.Fatalf("%s: reading the outbox mapped %d kB, from %d to %d: the test shows nothing", name, read-before, before, read)
		}
		is.then()
		if after := mappedKB(t); after > before+size/4 {
			t.Errorf("%s: %d kB of files are mapped, %d before the reading", name, after, before)
		}
	}
}

// mappedKB is how much of the process's resident memory are pages of files, also
// of those that are in memory themselves (tmpfs).
func mappedKB(t *testing.T) (kb int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	check(err)
	for _, name := range []string{"RssFile", "RssShmem"} {
		_, line, _ := strings.Cut(string(status), "\n"+name+":")
		pages := 0
		if _, err := fmt.Sscanf(line, "%d kB", &pages); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		kb += pages
	}
	return kb
}
