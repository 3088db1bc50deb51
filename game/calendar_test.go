package game

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	_ "time/tzdata" // the zones are the same everywhere

	"pgregory.net/rapid"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// moment reads a time like 2026-11-20T12:00:00Z.
func moment(t testing.TB, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func hours(n float64) time.Duration { return time.Duration(n * float64(time.Hour)) }

// A week from Monday to Monday, where the clocks are changed in it, or days are
// skipped: how long its weekend is, and the rest.
func TestWeekends(t *testing.T) {
	for _, test := range []struct {
		name, zone    string
		monday        string
		weekend, rest float64 // hours
	}{
		{"a week like any other", "Europe/Madrid", "2026-11-16", 48, 120},
		{"no zone, so UTC", "", "2026-11-16", 48, 120},
		{"an hour is lost", "Europe/Madrid", "2026-03-23", 47, 120},
		{"an hour is won", "Europe/Madrid", "2026-10-19", 49, 120},
		{"an hour is lost", "America/New_York", "2026-03-02", 47, 120},
		{"an hour is won", "America/New_York", "2026-10-26", 49, 120},
		{"half an hour is lost", "Australia/Lord_Howe", "2026-09-28", 47.5, 120},
		{"half an hour is won", "Australia/Lord_Howe", "2026-03-30", 48.5, 120},
		{"no change, and three quarters of an hour from UTC", "Asia/Kathmandu", "2026-03-23", 48, 120},
		{"Sunday has no midnight", "America/Sao_Paulo", "2018-10-29", 47, 120},
		{"Saturday's last hour is twice", "America/Sao_Paulo", "2018-02-12", 49, 120},
		{"Friday's last half hour is lost", "Asia/Pyongyang", "2018-04-30", 48, 119.5},
		{"Friday is skipped", "Pacific/Apia", "2011-12-26", 48, 96},
		{"Saturday is skipped", "Pacific/Kwajalein", "1993-08-16", 24, 120},
		{"the leap day is a Sunday", "Europe/Madrid", "2032-02-23", 48, 120},
		{"the leap day is a Thursday", "Europe/Madrid", "2024-02-26", 48, 120},
		{"before the year from which seconds are counted", "Europe/Madrid", "1969-06-02", 48, 120},
		{"long after the last change that is known", "Europe/Madrid", "2526-03-25", 47, 120},
	} {
		t.Run(test.zone+", "+test.name, func(t *testing.T) {
			c := Calendar{Zone: zone(t, test.zone), Weekends: true}
			monday, err := time.ParseInLocation(time.DateOnly, test.monday, c.Zone)
			if err != nil || monday.Weekday() != time.Monday {
				t.Fatalf("%v (%v) is no Monday", monday, err)
			}
			next := monday.AddDate(0, 0, 7)
			if rest := c.Spent(monday, next); rest != hours(test.rest) {
				t.Errorf("%v of the week count, want %v", rest, hours(test.rest))
			}
			if weekend := next.Sub(monday) - c.Spent(monday, next); weekend != hours(test.weekend) {
				t.Errorf("the weekend has %v, want %v", weekend, hours(test.weekend))
			}
			if monday := c.Until(monday, hours(test.rest)+1); !monday.Equal(next.Add(1)) {
				t.Errorf("the week after begins with %v, want %v", monday, next)
			}
			c.Weekends = false
			if all := c.Spent(monday, next); all != hours(test.rest+test.weekend) {
				t.Errorf("%v pass, want %v", all, hours(test.rest+test.weekend))
			}
		})
	}
}

// Ana's three days begin on a Friday, in front of a weekend, three days away
// from Sunday to Wednesday, and an outage on that Wednesday.
func TestFreeTimesOverlap(t *testing.T) {
	friday := moment(t, "2026-11-20T12:00:00Z")
	away := Span{moment(t, "2026-11-22T12:00:00Z"), moment(t, "2026-11-25T12:00:00Z")}
	outage := Span{moment(t, "2026-11-25T10:00:00Z"), moment(t, "2026-11-25T14:00:00Z")}
	madrid := zone(t, "Europe/Madrid")
	for _, test := range []struct {
		name string
		Calendar
		want string
	}{
		{"nothing is free", Calendar{}, "2026-11-23T12:00:00Z"},
		{"weekends", Calendar{Zone: madrid, Weekends: true}, "2026-11-25T12:00:00Z"},
		{"weekends elsewhere", Calendar{Zone: zone(t, "Pacific/Auckland"), Weekends: true}, "2026-11-25T11:00:00Z"},
		{"away", Calendar{Free: []Span{away}}, "2026-11-26T12:00:00Z"},
		{"away, and the outage", Calendar{Free: []Span{away, outage}}, "2026-11-26T14:00:00Z"},
		{"the outage, after the time is up", Calendar{Free: []Span{outage}}, "2026-11-23T12:00:00Z"},
		{"weekends and away", Calendar{madrid, true, []Span{away}}, "2026-11-30T01:00:00Z"},
		{"all of it", Calendar{madrid, true, []Span{outage, away}}, "2026-11-30T03:00:00Z"},
		{"spans that are none", Calendar{Free: []Span{{away.To, away.From}, {friday, friday}}}, "2026-11-23T12:00:00Z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.Until(friday, 3*day); got != moment(t, test.want) {
				t.Errorf("the time is up at %v, want %v", got, test.want)
			}
		})
	}
}

// Without end the time ends in the year 9999, and no call takes for ever.
func TestFreeForEver(t *testing.T) {
	now := moment(t, "2026-11-20T12:00:00Z")
	for name, to := range map[string]time.Time{
		"as long as can be written": lastMoment,
		"longer":                    time.Unix(1<<60, 0),
	} {
		c := Calendar{Zone: zone(t, "Europe/Madrid"), Weekends: true, Free: []Span{{now, to}}}
		if got := c.Until(now, day); got != lastMoment {
			t.Errorf("%s: the time is up at %v", name, got)
		}
		if got := c.Spent(now, lastMoment.Add(time.Hour)); got != 0 {
			t.Errorf("%s: %v count", name, got)
		}
	}
	c := Calendar{Weekends: true}
	if got := c.Until(lastMoment.Add(-time.Hour), day); got != lastMoment {
		t.Errorf("a day after the last hour is %v", got)
	}
	if got := c.Until(lastMoment.Add(time.Hour), day); got != lastMoment {
		t.Errorf("a day after the end is %v", got)
	}
}

// The library gives the bounds of zones wrongly there (golang/go#81583).
func TestLastDayOfLeapYears(t *testing.T) {
	c := Calendar{Zone: zone(t, "Europe/Madrid"), Weekends: true}
	monday := moment(t, "2040-12-31T00:00:00+01:00")
	if got, want := c.Until(monday, 6*day), moment(t, "2041-01-08T00:00:00+01:00"); !got.Equal(want) {
		t.Errorf("six days are up at %v, want %v", got, want)
	}
}

var zonesOfTests = []string{
	"UTC", "Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
	"Pacific/Kwajalein", "America/Sao_Paulo", "America/Havana", "Asia/Gaza", "Asia/Pyongyang", "Africa/Casablanca",
}

// drawCalendar gives a calendar and a moment, often shortly before the clocks
// are changed; all in steps of a unit.
func drawCalendar(t *rapid.T, unit time.Duration) (c Calendar, from time.Time) {
	name := rapid.SampledFrom(zonesOfTests).Draw(t, "zone")
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	units := func(name string, from, to time.Duration) time.Duration {
		return unit * time.Duration(rapid.Int64Range(int64(from/unit), int64(to/unit)).Draw(t, name))
	}
	from = time.Date(1993, time.January, 1, 0, 0, 0, 0, time.UTC).Add(units("from", 0, 45*365*day))
	if _, change := from.In(z).ZoneBounds(); !change.IsZero() && rapid.Bool().Draw(t, "at a change") {
		from = change.UTC().Truncate(unit).Add(-units("before the change", 0, 10*day))
	}
	c = Calendar{Zone: z, Weekends: rapid.Bool().Draw(t, "weekends")}
	for range rapid.IntRange(0, 5).Draw(t, "spans") {
		begin := from.Add(units("begins", -10*day, 30*day))
		c.Free = append(c.Free, Span{begin, begin.Add(units("lasts", -day, 8*day))})
	}
	return c, from
}

func drawTime(t *rapid.T, name string, unit, most time.Duration) time.Duration {
	return unit * time.Duration(rapid.Int64Range(0, int64(most/unit)).Draw(t, name))
}

// plainlyFree is the calendar as one would explain it.
func plainlyFree(c Calendar, at time.Time) bool {
	weekday := at.In(c.Zone).Weekday()
	return c.Weekends && (weekday == time.Saturday || weekday == time.Sunday) ||
		slices.ContainsFunc(c.Free, func(s Span) bool { return !at.Before(s.From) && at.Before(s.To) })
}

// Time is spent as if it were counted by the quarter of an hour.
func TestCalendarEqualsCounting(t *testing.T) {
	const quarter = 15 * time.Minute
	rapid.Check(t, func(t *rapid.T) {
		c, from := drawCalendar(t, quarter)
		to := from.Add(drawTime(t, "length", quarter, 40*day))
		var spent time.Duration
		for at := from; at.Before(to); at = at.Add(quarter) {
			if plainlyFree(c, at) {
				continue
			}
			spent += quarter
			if next := at.Add(quarter); c.Until(from, spent) != next {
				t.Fatalf("%v from %v are up at %v, want %v", spent, from, c.Until(from, spent), next)
			}
		}
		if got := c.Spent(from, to); got != spent {
			t.Fatalf("%v count from %v to %v, want %v", got, from, to, spent)
		}
	})
}

// Two times, one after the other, are spent like both at once; none is spent
// backwards, and none faster than it passes.
func TestSpentAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, from := drawCalendar(t, time.Second)
		middle := from.Add(drawTime(t, "first", time.Second, 40*day))
		to := middle.Add(drawTime(t, "second", time.Second, 400*day))
		first, second := c.Spent(from, middle), c.Spent(middle, to)
		if first < 0 || first > middle.Sub(from) {
			t.Fatalf("%v count of %v", first, middle.Sub(from))
		}
		if all := c.Spent(from, to); all != first+second {
			t.Fatalf("%v count, but %v in the first and %v in the second part", all, first, second)
		}
		if back := c.Spent(to, from); back != 0 {
			t.Fatalf("%v count backwards", back)
		}
	})
}

// Until finds the first moment at which the time is spent.
func TestUntilIsTheFirstMoment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, from := drawCalendar(t, time.Second)
		left := drawTime(t, "left", time.Second, 400*day)
		end := c.Until(from.In(c.Zone), left)
		if end.Location() != time.UTC || end.Before(from) {
			t.Fatalf("%v from %v are up at %v", left, from, end)
		}
		if spent := c.Spent(from, end); spent != left {
			t.Fatalf("%v were left, but %v count up to %v", left, spent, end)
		}
		if left == 0 {
			return
		}
		if spent := c.Spent(from, end.Add(-1)); spent != left-1 {
			t.Fatalf("%v were left, but %v count up to just before %v", left, spent, end)
		}
	})
}

// The same free time is the same in any order, twice, or in parts.
func TestFreeTimeIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, from := drawCalendar(t, time.Second)
		same := c
		same.Free = nil
		for _, s := range c.Free {
			middle := s.From.Add(drawTime(t, "part", time.Second, day))
			if !s.From.Before(middle) || !middle.Before(s.To) {
				middle = s.To
			}
			same.Free = append(same.Free, Span{s.From, middle}, Span{middle, s.To}, s)
		}
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		order.Shuffle(len(same.Free), func(i, j int) { same.Free[i], same.Free[j] = same.Free[j], same.Free[i] })
		before := slices.Clone(same.Free)
		left := drawTime(t, "left", time.Second, 60*day)
		if want, got := c.Until(from, left), same.Until(from, left); got != want {
			t.Fatalf("%v are up at %v, want %v", left, got, want)
		}
		if !slices.Equal(same.Free, before) {
			t.Fatal("the calendar has changed")
		}
	})
}

// A week in which the bot was down moves the end by exactly what counted of it.
func TestOutageMovesTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, from := drawCalendar(t, time.Second)
		left := drawTime(t, "left", time.Second, 30*day)
		down := Span{From: from.Add(drawTime(t, "goes down", time.Second, 40*day))}
		down.To = down.From.Add(week)
		known := c
		known.Free = append(slices.Clone(c.Free), down)
		before, after := c.Until(from, left), known.Until(from, left)
		want := c.Spent(down.From, down.To)
		if !down.From.Before(before) {
			want = 0 // the time was up
		}
		if moved := c.Spent(before, after); moved != want {
			t.Fatalf("the end has moved by %v from %v to %v, but %v of the outage counted", moved, before, after, want)
		}
		if want == 0 && after != before {
			t.Fatalf("the end has moved from %v to %v, though nothing of the outage counted", before, after)
		}
	})
}
