// Package zones knows the time zones of the IANA database by the names that people write,
// and which of them a clock may be set to. It holds no player's zone and no time.
package zones

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // so that zones do not hang on what the machine has installed
)

// loaded keeps the time zones that were asked for: to load one costs more than to
// read a mail.
var loaded sync.Map

// Of gives a time zone by the name of the IANA database; UTC for none, and for
// one that is not known any more.
func Of(name string) *time.Location {
	if kept, ok := loaded.Load(name); ok {
		return kept.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		zone = time.UTC
	}
	loaded.Store(name, zone)
	return zone
}

// Shown is what a mail calls the zone in which it gives times.
func Shown(name string) string { return Of(name).String() }

// list has the names of all zones, one in a line, as they were in
// lib/time/zoneinfo.zip of Go 1.26: package time can't list them.
//
//go:embed zones.txt
var list string

// Names are the names of all zones, in their order.
var Names = sync.OnceValue(func() []string { return strings.Fields(list) })

// mostNear is how many zones are suggested.
const mostNear = 3

// Find finds a zone by its name, in any case and with blanks or hyphens in the
// place of "_". If there is none, it gives names that were probably meant: of the
// same city, of a city that begins so, or that is misspelt.
func Find(written string) (name string, near []string) {
	wanted := folded(written)
	var ranked [4][]string
	for _, name := range Names() {
		if folded(name) == wanted {
			return name, nil
		}
		if r := likeness(wanted, folded(name)); r >= 0 {
			ranked[r] = append(ranked[r], name)
		}
	}
	near = slices.Concat(ranked[:]...)
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(elsewhere(wanted, a), elsewhere(wanted, b)) })
	return "", near[:min(len(near), mostNear)]
}

// elsewhere is 0 for a zone on the continent that a folded text names, else 1.
func elsewhere(wanted, name string) int {
	if continent, _, ok := strings.Cut(wanted, "/"); ok && strings.HasPrefix(folded(name), continent+"/") {
		return 0
	}
	return 1
}

func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return r
	}, strings.ToLower(strings.TrimSpace(name)))
}

// likeness says how well a folded text fits the folded name of a zone: 0 is best,
// -1 not at all.
func likeness(wanted, name string) int {
	const leastOfCity = 3 // letters, for it to be a beginning
	city := name[strings.LastIndexByte(name, '/')+1:]
	said := wanted[strings.LastIndexByte(wanted, '/')+1:]
	switch {
	case said == city:
		return 0
	case len(said) >= leastOfCity && strings.HasPrefix(city, said):
		return 1
	case len(said) > leastOfCity && edits(said, city) == 1:
		return 2
	case len(said) >= 2*leastOfCity && edits(said, city) == 2:
		return 3
	}
	return -1
}

// edits counts the letters that must be put in, left out or changed to make one
// word of another (Levenshtein).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}
