package zones

import (
	"slices"
	"testing"
	"time"
)

// Every name in the list is a zone, once.
func TestNames(t *testing.T) {
	names := Names()
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error("the list is not in order")
	}
	for _, name := range names {
		if _, err := time.LoadLocation(name); err != nil || findOrEmpty(name) != name {
			t.Errorf("%s: %v, found as %q", name, err, findOrEmpty(name))
		}
	}
}

func findOrEmpty(written string) string {
	name, _ := Find(written)
	return name
}

// What a player may write for a zone, and what is suggested.
func TestFind(t *testing.T) {
	for _, row := range []struct {
		written, want string
		near          []string
	}{
		{"Europe/Madrid", "Europe/Madrid", nil},
		{"europe/madrid", "Europe/Madrid", nil},
		{"America/New York", "America/New_York", nil},
		{"america/new-york", "America/New_York", nil},
		{"utc", "UTC", nil},
		{"CET", "CET", nil},
		{"madrid", "", []string{"Europe/Madrid"}},
		{"Spain/Madrid", "", []string{"Europe/Madrid"}},
		{"Europe/Madird", "", []string{"Europe/Madrid", "Atlantic/Madeira"}},
		{"Barcelona", "", nil},
		{"Kolkatta", "", []string{"Asia/Kolkata"}},
		{"san", "", []string{"America/Argentina/San_Juan", "America/Argentina/San_Luis", "America/Santa_Isabel"}},
		{"Local", "", nil},
		{"../../etc/passwd", "", nil},
		{"", "", nil},
	} {
		name, near := Find(row.written)
		if name != row.want || !slices.Equal(near, row.near) {
			t.Errorf("%q is %q, or one of %q", row.written, name, near)
		}
	}
}
