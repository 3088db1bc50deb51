package game

import (
	"testing"
	"time"
)

// A step of a story: what happens after how long, and what First and Second
// have left then.
type clockStep struct {
	after         time.Duration
	what          string
	first, second time.Duration
}

// The players move in turn; what else happens stands in what.
func TestClockStories(t *testing.T) {
	const hour = time.Hour
	start := moment(t, "2026-11-02T12:00:00Z") // a Monday
	for _, test := range []struct {
		name, pace string
		steps      []clockStep
	}{
		{"a bank", "10d+1d max 12d", []clockStep{
			{4 * day, "looks", 6 * day, 10 * day},
			{0, "moves", 7 * day, 10 * day},
			{hour, "moves", 7 * day, 11*day - hour},
			{hour, "moves", 8*day - hour, 11*day - hour},
			{hour, "moves", 8*day - hour, 12*day - 2*hour},
			{hour, "moves", 9*day - 2*hour, 12*day - 2*hour},
			{hour, "moves", 9*day - 2*hour, 12 * day}, // the cap
			{8 * day, "looks", day - 2*hour, 12 * day},
			{day, "looks", 0, 12 * day}, // long over
			{0, "moves", day, 12 * day},
		}},
		{"a time for each move", "3d", []clockStep{
			{2 * day, "looks", day, 3 * day},
			{0, "moves", 3 * day, 3 * day},
			{2*day + 23*hour, "moves", 3 * day, 3 * day},
			{hour, "bounces", 4*day - hour, 3 * day},
			{hour, "moves", 3 * day, 3 * day},
		}},
		{"no clock", "none", []clockStep{
			{100 * day, "moves", 0, 0},
			{100 * day, "settles", 0, 0},
			{100 * day, "begins anew", 0, 0},
			{100 * day, "takes back", 0, 0},
		}},
		{"what a bounce gave stays above the cap", "10d+1d max 10d", []clockStep{
			{hour, "bounces", 11*day - hour, 10 * day},
			{0, "moves", 11*day - hour, 10 * day},
			{hour, "moves", 11*day - hour, 10 * day},
			{2 * day, "moves", 10*day - hour, 10 * day},
		}},
		{"time is charged once", "10d+1d max 20d", []clockStep{
			{day, "settles", 9 * day, 10 * day},
			{0, "settles", 9 * day, 10 * day},
			{day, "settles", 8 * day, 10 * day},
			{-12 * hour, "settles", 8 * day, 10 * day}, // the machine's clock was set back
			{12 * hour, "looks", 8 * day, 10 * day},
			{day, "moves", 8 * day, 10 * day},
		}},
		{"the mail about a move left late", "10d+1d max 20d", []clockStep{
			{2 * day, "moves", 9 * day, 10 * day},
			{7 * day, "looks", 9 * day, 3 * day},
			{0, "begins anew", 9 * day, 10 * day},
			{day, "moves", 9 * day, 10 * day},
		}},
		{"a move is taken back", "10d+1d max 20d", []clockStep{
			{4 * day, "moves", 7 * day, 10 * day},
			{3 * day, "looks", 7 * day, 7 * day},
			{0, "takes back", 6 * day, 10 * day},
			{day, "moves", 6 * day, 10 * day},
		}},
		{"a move is taken back from the opponent's answer", "10d+1d max 20d", []clockStep{
			{4 * day, "moves", 7 * day, 10 * day},
			{3 * day, "moves", 7 * day, 8 * day},
			{12 * hour, "takes back both", 6 * day, 8 * day},
			{12 * hour, "moves", 6*day + 12*hour, 8 * day},
			{day, "moves", 6*day + 12*hour, 8 * day},
			{2 * day, "takes back both", 4*day + 12*hour, 8 * day}, // less than what was kept
		}},
		{"a move is taken back after a calendar has changed", "10d+1d max 20d", []clockStep{
			{2 * day, "moves", 9 * day, 10 * day},
			{3 * day, "moves", 9 * day, 8 * day},
			{4 * day, "moves", 6 * day, 8 * day},
			{2 * day, "settles", 6 * day, 6 * day},
			{day, "takes back", 5 * day, 8 * day},
			{day, "settles", 4 * day, 8 * day},
			{day, "takes back", 5 * day, 7 * day},
		}},
		{"a move is taken back after a bounce", "10d+1d max 20d", []clockStep{
			{2 * day, "moves", 9 * day, 10 * day},
			{0, "bounces", 9 * day, 11 * day},
			{day, "takes back", 8 * day, 11 * day},
		}},
		{"a move is taken back from an answer that took long", "10d+1d max 20d", []clockStep{
			{day, "moves", 10 * day, 10 * day},
			{8 * day, "moves", 10 * day, 3 * day},
			{day, "takes back both", 9 * day, 3 * day},
		}},
		{"a move is taken back when there was hardly any time", "10d+1d max 20d", []clockStep{
			{10*day - hour, "moves", day + hour, 10 * day},
			{10*day - hour, "looks", day + hour, hour},
			{0, "settles", day + hour, hour},
			{0, "takes back", day, 10 * day},
		}},
		{"a move is taken back at a fast pace", "12h", []clockStep{
			{11 * hour, "moves", 12 * hour, 12 * hour},
			{11 * hour, "takes back", day, day},
			{11 * hour, "moves", 12 * hour, day},
			{11 * hour, "moves", 12 * hour, 12 * hour},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := ParsePace(test.pace)
			if err != nil {
				t.Fatal(err)
			}
			r := begin(p, start)
			for i, step := range test.steps {
				r.now = r.now.Add(step.after)
				r.does(step.what)
				first, second := r.left(First), r.left(Second)
				if first != step.first || second != step.second {
					t.Errorf("step %d, %s: %v and %v are left, want %v and %v", i+1, step.what, first, second, step.first, step.second)
				}
			}
		})
	}
}

// Bo's free weekends are not Ana's, and no time counts twice or not at all when
// a calendar changes in the middle of a turn.
func TestDeadlines(t *testing.T) {
	p := Pace{PerMove: 3 * day}
	ana := Calendar{}
	bo := Calendar{Zone: zone(t, "Europe/Madrid"), Weekends: true}
	c := StartClock(p, moment(t, "2026-10-23T14:00:00.75+02:00")) // a Friday
	for _, step := range []struct {
		name string
		by   Seat
		cal  Calendar
		next Seat
		to   Calendar
		at   string
		want string
	}{
		{"Ana moves, and Bo has a weekend of 49 hours", First, ana, Second, bo, "2026-10-23T14:30:00Z", "2026-10-28T15:30:00Z"},
		{"Bo gives up free weekends on Sunday", NoSeat, bo, Second, ana, "2026-10-25T12:00:00Z", "2026-10-28T04:30:00Z"},
		{"Bo moves", Second, ana, First, ana, "2026-10-26T12:00:00Z", "2026-10-29T12:00:00Z"},
		{"Ana goes away", NoSeat, ana, First, Calendar{Free: []Span{{moment(t, "2026-10-27T12:00:00Z"), moment(t, "2026-11-10T12:00:00Z")}}},
			"2026-10-27T00:00:00Z", "2026-11-12T12:00:00Z"},
	} {
		if step.by == NoSeat {
			c = c.Settled(p, step.next, step.cal, moment(t, step.at))
		} else {
			c = c.Moved(p, step.by, step.cal, moment(t, step.at))
		}
		if got := c.Deadline(p, step.next, step.to); got != moment(t, step.want) {
			t.Errorf("%s: the time is up at %v, want %v", step.name, got, step.want)
		}
	}
}

// Without a clock, or with nobody to move, nothing is ever up.
func TestNoClock(t *testing.T) {
	now := moment(t, "2026-11-20T12:00:00Z")
	if c := StartClock(Pace{}, now).Moved(Pace{}, First, Calendar{}, now); c != (Clock{}) {
		t.Errorf("a game without a clock has %+v", c)
	}
	if at := (Clock{}).Deadline(Pace{}, First, Calendar{}); !at.IsZero() {
		t.Errorf("a game without a clock ends at %v", at)
	}
	p := DefaultPace()
	c := StartClock(p, now)
	if at := c.Deadline(p, NoSeat, Calendar{}); !at.IsZero() {
		t.Errorf("a game that is over ends at %v", at)
	}
	if c.Moved(p, NoSeat, Calendar{}, now) != c || c.Extended(NoSeat, day) != c || c.Settled(p, NoSeat, Calendar{}, now) != c ||
		c.Returned(p, NoSeat, First, Calendar{}, now) != c || c.LeftAt(p, NoSeat, First, Calendar{}, now) != 0 {
		t.Error("nobody has a clock")
	}
	if c := c.Extended(First, -100*day); c.Left[0] != 0 {
		t.Errorf("%v are left", c.Left[0])
	}
}

// A running game in a test. Each player has a calendar.
type running struct {
	pace   Pace
	clock  Clock
	toMove Seat
	cals   [2]Calendar
	now    time.Time
	began  time.Duration    // what the player to move had when the turn began
	kept   [2]time.Duration // what each had left when moving last
}

func begin(p Pace, at time.Time) *running {
	r := &running{pace: p, clock: StartClock(p, at), toMove: First, now: at}
	r.began = r.left(First)
	r.kept = [2]time.Duration{r.began, r.began}
	return r
}

func (r *running) cal() Calendar       { return r.cals[r.toMove-1] }
func (r *running) deadline() time.Time { return r.clock.Deadline(r.pace, r.toMove, r.cal()) }
func (r *running) left(s Seat) time.Duration {
	return r.clock.LeftAt(r.pace, s, r.toMove, r.cal(), r.now)
}

// does lets something happen now. To look is to do nothing.
func (r *running) does(what string) {
	switch what {
	case "moves":
		r.kept[r.toMove-1] = r.left(r.toMove)
		r.clock = r.clock.Moved(r.pace, r.toMove, r.cal(), r.now)
		r.turnOf(r.toMove.Other())
	case "settles":
		r.clock = r.clock.Settled(r.pace, r.toMove, r.cal(), r.now)
	case "begins anew":
		r.clock = r.clock.Renewed(r.pace, r.toMove, r.now)
	case "bounces":
		r.clock = r.clock.Extended(r.toMove, day)
	case "takes back":
		r.clock = r.clock.Returned(r.pace, r.toMove.Other(), r.toMove, r.cal(), r.now)
		r.turnOf(r.toMove.Other())
	case "takes back both":
		r.clock = r.clock.Returned(r.pace, r.toMove, r.toMove, r.cal(), r.now)
		r.turnOf(r.toMove)
	}
}

func (r *running) turnOf(s Seat) {
	r.toMove = s
	r.began = r.left(s)
}

// BenchmarkDeadline is what a listing of games asks for: a full bank, and a
// calendar with weekends, three times away and two outages.
func BenchmarkDeadline(b *testing.B) {
	b.ReportAllocs()
	now := moment(b, "2026-10-20T12:00:00Z")
	c := Calendar{Zone: zone(b, "Europe/Madrid"), Weekends: true}
	for _, begins := range []time.Duration{30, -20, 3, 12, 13} {
		from := now.Add(begins * day)
		c.Free = append(c.Free, Span{from, from.Add(5 * day)})
	}
	p := DefaultPace()
	clock := StartClock(p, now).Extended(First, 10*day)
	for b.Loop() {
		if clock.Deadline(p, First, c).Before(now) {
			b.Fatal("the deadline is over")
		}
	}
}

// BenchmarkSpent is a year with its weekends.
func BenchmarkSpent(b *testing.B) {
	b.ReportAllocs()
	now := moment(b, "2026-10-20T12:00:00Z")
	c := Calendar{Zone: zone(b, "Europe/Madrid"), Weekends: true}
	for b.Loop() {
		if c.Spent(now, now.Add(365*day)) == 0 {
			b.Fatal("a year without a weekday")
		}
	}
}

// A game that goes on after it was over charges nobody for the time in between, and leaves both
// three days at least, or what the game began with, if that is less.
func TestReopenedClock(t *testing.T) {
	const hour = time.Hour
	start := moment(t, "2026-11-02T12:00:00Z")
	for name, test := range map[string]struct {
		pace, toMove string
		left, kept   time.Duration // of First and Second
		stone        bool
		want         time.Duration // of the player to move
		other        time.Duration
	}{
		"out of time":                {pace: "10d+1d max 20d", toMove: "first", left: 0, kept: 5 * day, want: 3 * day, other: 3 * day},
		"resigned":                   {pace: "10d+1d max 20d", toMove: "second", left: 7 * day, kept: 6 * day, want: 7 * day, other: 7 * day},
		"a stone that is taken back": {pace: "10d+1d max 20d", toMove: "first", left: 7 * day, kept: 6 * day, stone: true, want: 6 * day, other: 7 * day},
		"its time was short":         {pace: "10d+1d max 20d", toMove: "first", left: 2 * day, kept: day, stone: true, want: 3 * day, other: 3 * day},
		"a short time for each move": {pace: "12h", toMove: "first", left: 0, kept: 0, want: 12 * hour, other: 12 * hour},
	} {
		pace, err := ParsePace(test.pace)
		if err != nil {
			t.Fatal(err)
		}
		var toMove Seat
		if err := toMove.UnmarshalText([]byte(test.toMove)); err != nil {
			t.Fatal(err)
		}
		c := Clock{Left: [2]time.Duration{test.left, test.left}, Kept: [2]time.Duration{test.kept, test.kept}, Since: start}
		now := start.Add(30*day + time.Millisecond)
		c = c.Reopened(pace, toMove, test.stone, now)
		if c.Left[toMove-1] != test.want || c.Left[toMove.Other()-1] != test.other || !c.Since.Equal(start.Add(30*day)) || c.Turn != test.want {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if c := (Clock{}).Reopened(Pace{}, First, true, start); c != (Clock{}) {
		t.Errorf("no clock: %+v", c)
	}
}
