package mailbot

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/game"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/templates"
)

// What can be asked for, and what is wrong with the rest. It is noon in Greenwich
// and one o'clock in Madrid.
func TestReadAway(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		name     string
		args     []string
		from, to string
		wrong    string
	}{
		{"two dates", []string{"2026-12-20", "to", "2027-01-06"}, "2026-12-19T23:00:00Z", "2027-01-06T23:00:00Z", ""},
		{"one day", []string{"2026-12-20", "to", "2026-12-20"}, "2026-12-19T23:00:00Z", "2026-12-20T23:00:00Z", ""},
		{"until a date", []string{"until", "2027-01-06"}, "2026-11-20T12:00:00Z", "2027-01-06T23:00:00Z", ""},
		{"until today", []string{"until", "2026-11-20"}, "2026-11-20T12:00:00Z", "2026-11-20T23:00:00Z", ""},
		{"days from now", []string{"10d"}, "2026-11-20T12:00:00Z", "2026-11-30T12:00:00Z", ""},
		{"days over the change of the clocks", []string{"130d"}, "2026-11-20T12:00:00Z", "2027-03-30T11:00:00Z", ""},
		{"since yesterday", []string{"2026-11-19", "to", "2026-11-25"}, "2026-11-20T12:00:00Z", "2026-11-25T23:00:00Z", ""},
		{"over a leap day", []string{"2027-11-20", "to", "2028-02-29"}, "", "", templates.NoticeAwayFar},
		{"no such day", []string{"2027-02-29", "to", "2027-03-02"}, "", "", templates.NoticeNoDay},
		{"no such last day", []string{"2027-02-20", "to", "2027-02-30"}, "", "", templates.NoticeNoDay},
		{"no such month", []string{"until", "2026-13-01"}, "", "", templates.NoticeNoDay},
		{"the wrong way round", []string{"2026-12-20", "to", "2026-12-19"}, "", "", templates.NoticeAwayOrder},
		{"over", []string{"2026-11-10", "to", "2026-11-19"}, "", "", templates.NoticeAwayPast},
		{"until yesterday", []string{"until", "2026-11-19"}, "", "", templates.NoticeAwayPast},
		{"no days", []string{"0d"}, "", "", templates.NoticeAwayPast},
		{"too far ahead", []string{"2027-11-15", "to", "2027-11-20"}, "", "", templates.NoticeAwayFar},
		{"as far as can be", []string{"2027-11-15", "to", "2027-11-19"}, "2027-11-14T23:00:00Z", "2027-11-19T23:00:00Z", ""},
	} {
		s, wrong := readAway(row.args, now, zones.Of("Europe/Madrid"))
		switch {
		case wrong.Code != row.wrong:
			t.Errorf("%s: %+v", row.name, wrong)
		case wrong.Code == "" && (s.From.Format(time.RFC3339) != row.from || s.To.Format(time.RFC3339) != row.to):
			t.Errorf("%s: from %v to %v", row.name, s.From, s.To)
		}
	}
}

// Times that touch become one, none is lost, and those that don't touch stay.
func TestJoined(t *testing.T) {
	hour := func(n int) time.Time { return time.Unix(int64(n)*3600, 0).UTC() }
	rapid.Check(t, func(t *rapid.T) {
		var spans []game.Span
		away := map[int]bool{}
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			from := rapid.IntRange(0, 40).Draw(t, "from")
			to := from + rapid.IntRange(1, 10).Draw(t, "hours")
			var whole game.Span
			spans, whole = joined(spans, game.Span{From: hour(from), To: hour(to)})
			for h := from; h < to; h++ {
				away[h] = true
			}
			if !slices.Contains(spans, whole) || whole.From.After(hour(from)) || whole.To.Before(hour(to)) {
				t.Fatalf("%v is not part of %v in %v", []int{from, to}, whole, spans)
			}
		}
		for i, s := range spans {
			if i > 0 && !s.From.After(spans[i-1].To) {
				t.Fatalf("%v and %v are two", spans[i-1], s)
			}
		}
		for h := range 60 {
			in := slices.ContainsFunc(spans, func(s game.Span) bool { return !s.From.After(hour(h)) && s.To.After(hour(h)) })
			if in != away[h] {
				t.Fatalf("hour %d: away %v, want %v", h, in, away[h])
			}
		}
	})
}

// The year in which most is taken is found among all years.
func TestMostAway(t *testing.T) {
	const day = 24 * time.Hour
	at := func(n int) time.Time { return time.Unix(0, 0).UTC().Add(time.Duration(n) * day) }
	rapid.Check(t, func(t *rapid.T) {
		var spans []game.Span
		for range rapid.IntRange(1, 5).Draw(t, "times") {
			from := rapid.IntRange(400, 1200).Draw(t, "from")
			spans, _ = joined(spans, game.Span{From: at(from), To: at(from + rapid.IntRange(1, 60).Draw(t, "days"))})
		}
		want := time.Duration(0)
		for begins := range 1300 {
			sum := time.Duration(0)
			for _, s := range spans {
				sum += max(0, min(s.To.Sub(at(begins)), awayYear)-max(s.From.Sub(at(begins)), 0))
			}
			want = max(want, sum)
		}
		if got := mostAway(spans); got != want {
			t.Fatalf("%v, want %v, of %v", got, want, spans)
		}
	})
}

// Who is away and says until when from now on has another end than before, be it
// earlier or later.
func TestAwayAgainHasAnotherEnd(t *testing.T) {
	t.Parallel()
	for _, days := range []string{"3", "20"} {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		h.vouched("ana@example.org", "away 10d")
		began := h.now
		h.now = h.now.Add(48 * time.Hour)
		h.vouched("ana@example.org", "away "+days+"d")
		h.check(h.store.View(func(tx *store.Tx) error {
			ana, err := tx.PlayerByAddress("ana@example.org")
			h.check(err)
			length, err := strconv.Atoi(days)
			h.check(err)
			if len(ana.Away) != 1 || ana.Away[0].From.After(began) || ana.Away[0].To.Sub(h.now).Abs() > time.Duration(length)*24*time.Hour || ana.Away[0].To.Sub(h.now) < time.Duration(length)*24*time.Hour-time.Hour {
				t.Errorf("away %sd: %v at %v", days, ana.Away, h.now)
			}
			return nil
		}))
		h.fresh = nil
	}
}
