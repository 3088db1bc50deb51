package rating

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The example that Glickman works out in his paper, to the digits that it has.
func TestWorkedExample(t *testing.T) {
	player := Rating{1500, 200, 0.06}
	got := player.Update(Period,
		Outcome{Rating{1400, 30, 0.06}, true}, Outcome{Rating{1550, 100, 0.06}, false}, Outcome{Rating{1700, 300, 0.06}, false})
	want := Rating{1464.06, 151.52, 0.05999}
	for _, v := range []struct {
		what      string
		got, want float64
		digits    float64
	}{
		{"rating", got.Value, want.Value, 0.01}, {"RD", got.Deviation, want.Deviation, 0.01}, {"volatility", got.Volatility, want.Volatility, 0.00001},
	} {
		if math.Abs(v.got-v.want) > v.digits {
			t.Errorf("%s %v, the paper has %v", v.what, v.got, v.want)
		}
	}
}

// The figures that the documentation of Period gives.
func TestYearsWithoutGames(t *testing.T) {
	for years, want := range map[int]float64{0: 60, 1: 96, 2: 122, 40: MostDeviation} {
		got := Rating{1600, 60, 0.06}.After(time.Duration(years) * 365 * 24 * time.Hour)
		if math.Round(got.Deviation) != want || got.Value != 1600 {
			t.Errorf("after %d years: %+v, want a deviation of %v", years, got, want)
		}
	}
}

// A first game between two people of whom nothing is known, and the ninth win of
// somebody against the same one.
func TestFirstGames(t *testing.T) {
	won, lost := Game(New(), New(), 0, 0)
	if math.Round(won.Value) != 1662 || math.Round(lost.Value) != 1338 || math.Round(won.Deviation) != 290 {
		t.Errorf("after the first game: %+v, %+v", won, lost)
	}
	for range Settled {
		won, lost = Game(won, lost, Period, Period)
	}
	if gain := won.Value - lost.Value; gain < 500 || gain > 900 || won.Deviation > 250 {
		t.Errorf("after nine wins: %+v, %+v", won, lost)
	}
	if !Provisional(Settled-1) || Provisional(Settled) {
		t.Error("it takes eight games to have a rating that is not provisional")
	}
}

// ratings draws some that can come of games: with as many digits as are kept.
func ratings() *rapid.Generator[Rating] {
	return rapid.Custom(func(t *rapid.T) Rating {
		return Rating{
			rounded(rapid.Float64Range(LeastValue, MostValue).Draw(t, "value"), 1e6),
			rounded(rapid.Float64Range(LeastDeviation, MostDeviation).Draw(t, "deviation"), 1e6),
			rounded(rapid.Float64Range(LeastVolatility, MostVolatility).Draw(t, "volatility"), 1e9),
		}
	})
}

func idles() *rapid.Generator[time.Duration] {
	return rapid.Map(rapid.Int64Range(0, 20*365*24*3600), func(s int64) time.Duration { return time.Duration(s) * time.Second })
}

// Who wins does not lose points, who loses does not win any, and what is lost is
// as much as is won where both were known as well.
func TestGamesAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := ratings().Draw(t, "a"), ratings().Draw(t, "b")
		idleA, idleB := idles().Draw(t, "idle a"), idles().Draw(t, "idle b")
		won, lost := Game(a, b, idleA, idleB)
		if won.Value < a.Value || lost.Value > b.Value {
			t.Fatalf("%+v beats %+v: %+v, %+v", a, b, won, lost)
		}
		mirror := func(r Rating) Rating { r.Value = MostValue - r.Value; return r }
		wonBelow, lostBelow := Game(mirror(b), mirror(a), idleB, idleA)
		if !near(mirror(wonBelow), lost) || !near(mirror(lostBelow), won) {
			t.Fatalf("%+v beats %+v: %+v, %+v; mirrored %+v, %+v", a, b, won, lost, wonBelow, lostBelow)
		}
		if again, against := Game(a, b, idleA, idleB); again != won || against != lost {
			t.Fatalf("the same game twice: %+v, %+v", won, again)
		}
	})
}

// near allows for what floating-point numbers lose on the other side of zero.
func near(a, b Rating) bool {
	return math.Abs(a.Value-b.Value) < 1e-5 && math.Abs(a.Deviation-b.Deviation) < 1e-5 && math.Abs(a.Volatility-b.Volatility) < 1e-6
}

// A game between people who have just played makes their ratings surer, time makes
// them less sure, and waiting in two parts is waiting.
func TestDeviations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := ratings().Draw(t, "a"), ratings().Draw(t, "b")
		won, lost := Game(a, b, 0, 0)
		if won.Deviation > a.Deviation || lost.Deviation > b.Deviation {
			t.Fatalf("%+v beats %+v and they are less sure: %+v, %+v", a, b, won, lost)
		}
		idle, more := idles().Draw(t, "idle"), idles().Draw(t, "more")
		later := a.After(idle)
		if later.Deviation < a.Deviation || later.After(more).Deviation < later.Deviation {
			t.Fatalf("%+v is surer after %v: %+v", a, idle, later)
		}
		if once := a.After(idle + more); !near(once, later.After(more)) {
			t.Fatalf("%+v after %v and %v: %+v, at once %+v", a, idle, more, later.After(more), once)
		}
	})
}

// Whoever beats a stronger opponent, or one of whom more is known, wins more.
func TestWhatWinsMore(t *testing.T) {
	gain := func(opponent Rating) float64 {
		won, _ := Game(Rating{1500, 80, 0.06}, opponent, 0, 0)
		return won.Value - 1500
	}
	weak, even, strong := gain(Rating{1300, 60, 0.06}), gain(Rating{1500, 60, 0.06}), gain(Rating{1700, 60, 0.06})
	unknown := gain(Rating{1500, 300, 0.06})
	if !(0 < weak && weak < unknown && unknown < even && even < strong) {
		t.Errorf("weak %v, unknown %v, even %v, strong %v", weak, unknown, even, strong)
	}
}

// Whatever numbers come in, be they out of a damaged file, what goes out is within
// bounds.
func FuzzGame(f *testing.F) {
	f.Add(1500.0, 200.0, 0.06, 1400.0, 30.0, 0.06, int64(0), int64(Period))
	f.Add(math.NaN(), math.Inf(1), -1.0, math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, int64(math.MaxInt64), int64(math.MinInt64))
	f.Add(0.0, 30.0, 0.01, 3000.0, 30.0, 0.1, int64(1), int64(-1))
	f.Add(3000.0, 350.0, 0.1, 0.0, 350.0, 0.01, int64(Period), int64(0))
	f.Fuzz(func(t *testing.T, v1, d1, s1, v2, d2, s2 float64, idle1, idle2 int64) {
		a, b := Rating{v1, d1, s1}, Rating{v2, d2, s2}
		won, lost := Game(a, b, time.Duration(idle1), time.Duration(idle2))
		for _, r := range []Rating{won, lost, a.After(time.Duration(idle1))} {
			if r != r.bounded() { // which no NaN is equal to
				t.Fatalf("%+v beats %+v: %+v", a, b, r)
			}
		}
	})
}
