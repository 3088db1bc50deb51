package templates_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/templates"
)

const day = 24 * time.Hour

// What a mail says of some times.
func TestDurations(t *testing.T) {
	for _, tc := range []struct {
		of   time.Duration
		want templates.Duration
	}{
		{10 * day, templates.Duration{Days: 10}},
		{10*day - time.Minute, templates.Duration{Days: 10}},
		{10*day - 31*time.Minute, templates.Duration{Days: 9, Hours: 23}},
		{9*day + 4*time.Hour + 29*time.Minute, templates.Duration{Days: 9, Hours: 4}},
		{2 * day, templates.Duration{Days: 2}},
		{2*day - time.Second, templates.Duration{Days: 1, Hours: 23}},
		{day, templates.Duration{Days: 1}},
		{day - time.Second, templates.Duration{Hours: 23, Minutes: 59}},
		{time.Minute - time.Second, templates.Duration{}},
	} {
		if got := templates.DurationOf(tc.of); got != tc.want {
			t.Errorf("%s is %+v, want %+v", tc.of, got, tc.want)
		}
	}
}

// A mail never promises more than there is while less than two days are left, and never
// more than half an hour too much or too little before.
func TestDurationsAreHonest(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := time.Duration(rapid.Int64Range(0, int64(40*day)).Draw(rt, "time"))
		said := templates.DurationOf(d)
		told := time.Duration(said.Days)*day + time.Duration(said.Hours)*time.Hour + time.Duration(said.Minutes)*time.Minute
		least, most := -30*time.Minute, 30*time.Minute
		switch {
		case d < day:
			least, most = 0, time.Minute
		case d < 2*day:
			least, most = 0, time.Hour
		}
		if off := d - told; off < least || off > most {
			rt.Errorf("%s is told as %+v", d, said)
		}
	})
}
