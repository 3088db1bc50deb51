package months

import (
	"reflect"
	"testing"
	"time"
)

func at(day string) time.Time {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return t
}

// A month is counted until the next one begins, and then known until the one after that.
func TestMonthsFollowEachOther(t *testing.T) {
	l := Begin(at("2026-03-31"))
	want := func(month string, c Counts) {
		t.Helper()
		c.Month = month
		if got := l.Counted(month); !reflect.DeepEqual(got, c) {
			t.Errorf("%+v, want %+v", got, c)
		}
		if err := l.Check(); err != nil {
			t.Errorf("%v: %+v", err, l)
		}
	}
	if l.Told != "2026-02" || l.Check() != nil {
		t.Errorf("%+v", l)
	}
	l.Add(at("2026-03-31"), Counts{In: 1, Limits: map[string]int{"mails_in": 2}})
	l.Add(at("2026-03-31"), Counts{In: 2, Out: 3, Limits: map[string]int{"mails_in": 1, "mails_out": 1}})
	march := Counts{In: 3, Out: 3, Limits: map[string]int{"mails_in": 3, "mails_out": 1}}
	want("2026-03", march)
	l.Add(at("2026-04-01"), Counts{GivenUp: 1})
	want("2026-03", march)
	want("2026-04", Counts{GivenUp: 1})
	l.Add(at("2026-03-30"), Counts{Incidents: 1}) // the clock was set back
	want("2026-04", Counts{GivenUp: 1, Incidents: 1})
	want("2026-02", Counts{})
	l.Add(at("2026-09-01"), Counts{In: 1})
	want("2026-04", Counts{GivenUp: 1, Incidents: 1})
	want("2026-08", Counts{})
	want("2026-09", Counts{In: 1})

	l.Told = "2026-08"
	l.Add(at("2026-06-15"), Counts{In: 1}) // the clock was ahead for months
	want("2026-06", Counts{In: 2})
	if l.Told != "2026-05" {
		t.Errorf("told of %s", l.Told)
	}
}

// Zones don't matter.
func TestMonthsAreInUTC(t *testing.T) {
	if got := Of(time.Date(2026, time.April, 1, 1, 0, 0, 0, time.FixedZone("", 2*3600))); got != "2026-03" {
		t.Error(got)
	}
}

// What can't be is found.
func TestCheck(t *testing.T) {
	for name, spoil := range map[string]func(*Log){
		"no month": func(l *Log) { l.This.Month = "May" }, "told of a month to come": func(l *Log) { l.Told = "2027-01" }, "never begun": func(l *Log) { l.Since = time.Time{} },
		"backwards": func(l *Log) { l.Last.Month = "2026-12" }, "less than nothing": func(l *Log) { l.This.Out = -1 }, "no limit": func(l *Log) { l.This.Limits = map[string]int{"x": 0} },
	} {
		l := Begin(at("2026-11-24"))
		if spoil(l); l.Check() == nil {
			t.Error(name)
		}
	}
}
