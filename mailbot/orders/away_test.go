package orders

import (
	"testing"
	"time"

	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/zones"
)

// Which time is meant, and what can be none. It is noon in Greenwich
// and one o'clock in Madrid.
func TestReadAway(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		name     string
		args     []string
		from, to string
		wrong    facts.Reason
	}{
		{"two dates", []string{"2026-12-20", "to", "2027-01-06"}, "2026-12-19T23:00:00Z", "2027-01-06T23:00:00Z", nil},
		{"one day", []string{"2026-12-20", "to", "2026-12-20"}, "2026-12-19T23:00:00Z", "2026-12-20T23:00:00Z", nil},
		{"until a date", []string{"until", "2027-01-06"}, "2026-11-20T12:00:00Z", "2027-01-06T23:00:00Z", nil},
		{"until today", []string{"until", "2026-11-20"}, "2026-11-20T12:00:00Z", "2026-11-20T23:00:00Z", nil},
		{"days from now", []string{"10d"}, "2026-11-20T12:00:00Z", "2026-11-30T12:00:00Z", nil},
		{"days over the change of the clocks", []string{"130d"}, "2026-11-20T12:00:00Z", "2027-03-30T11:00:00Z", nil},
		{"since yesterday", []string{"2026-11-19", "to", "2026-11-25"}, "2026-11-20T12:00:00Z", "2026-11-25T23:00:00Z", nil},
		{"over a leap day", []string{"2027-11-20", "to", "2028-02-29"}, "2027-11-19T23:00:00Z", "2028-02-29T23:00:00Z", nil},
		{"no such day", []string{"2027-02-29", "to", "2027-03-02"}, "", "", facts.NoDay{Word: "2027-02-29"}},
		{"no such last day", []string{"2027-02-20", "to", "2027-02-30"}, "", "", facts.NoDay{Word: "2027-02-30"}},
		{"no such month", []string{"until", "2026-13-01"}, "", "", facts.NoDay{Word: "2026-13-01"}},
		{"the wrong way round", []string{"2026-12-20", "to", "2026-12-19"}, "", "", facts.AwayBackwards{Last: "2026-12-19"}},
		{"over", []string{"2026-11-10", "to", "2026-11-19"}, "2026-11-20T12:00:00Z", "2026-11-19T23:00:00Z", nil},
		{"until yesterday", []string{"until", "2026-11-19"}, "2026-11-20T12:00:00Z", "2026-11-19T23:00:00Z", nil},
		{"no days", []string{"0d"}, "2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z", nil},
	} {
		s, wrong := readAway(row.args, now.In(zones.Of("Europe/Madrid")))
		switch {
		case wrong != row.wrong:
			t.Errorf("%s: %T %+v", row.name, wrong, wrong)
		case wrong == nil && (s.From.Format(time.RFC3339) != row.from || s.To.Format(time.RFC3339) != row.to):
			t.Errorf("%s: from %v to %v", row.name, s.From, s.To)
		}
	}
}
