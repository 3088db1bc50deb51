package shares

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// Whoever is alone takes half of a pot, two a third each and so on, and something is always
// left for one who comes later.
func TestNobodyTakesAll(t *testing.T) {
	now := time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	secret := func() ([]byte, error) { return make([]byte, 32), nil }
	s, err := store.Open(filepath.Join(t.TempDir(), "shares.db"), secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	const most = 120
	for many := 1; many <= 4; many++ {
		pot := Pot{Name: fmt.Sprintf("pot of %d", many), Most: most}
		err := s.Update(func(tx *store.Tx) error {
			u := unit.New(tx, unit.At(now))
			taken := make([]int, many)
			for again := true; again; {
				again = false
				for i := range taken {
					d := Draw{pot, []Member{{fmt.Sprint("member ", i), 1}}}
					room, err := d.Room(u, now)
					if err != nil {
						return err
					}
					if room <= 0 {
						continue
					}
					if before, err := d.Take(u, now); before != taken[i] || err != nil {
						t.Errorf("%d were taken before, not %d (%v)", before, taken[i], err)
					}
					taken[i]++
					again = true
				}
			}
			for i, n := range taken {
				if want := most / (many + 1); n < want-1 || n > want+1 {
					t.Errorf("of %d, member %d takes %d, want some %d", many, i, n, want)
				}
			}
			room, err := Draw{pot, []Member{{"a late one", 1}}}.Room(u, now)
			if room <= 0 {
				t.Errorf("%d members have left nothing", many)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
