package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"unlurbot/game"
)

// The table has each size, and was made by this version of the engine.
func TestCalibrations(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		if c := calibrations()[size]; c.even < 0.1 || c.even > 0.9 || c.slope < 3 || c.slope > 50 {
			t.Errorf("size %d: %+v", size, c)
		}
	}
	rows := 0
	for line := range strings.Lines(strings.TrimPrefix(calibrationFile, Header)) {
		if fields := strings.Fields(line); len(fields) != 7 || fields[6] != fmt.Sprint(Version) {
			t.Errorf("this is of another version, or no row: %q", line)
		}
		rows++
	}
	if rows != game.MaxSize-game.MinSize+1 || !strings.HasPrefix(calibrationFile, Header) {
		t.Errorf("%d rows", rows)
	}
}

func TestChance(t *testing.T) {
	c := calibration{even: 0.4, slope: 12}
	for _, estimate := range []float64{0, 0.3, 0.4, 0.42, 1} {
		want := 1 / (1 + math.Exp(-12*(estimate-0.4)))
		if got := c.chance(estimate); math.Abs(got-want) > 0.00051 {
			t.Errorf("%v is worth %v, not %v", estimate, got, want)
		}
	}
}

// A fit finds the curve that the games were drawn from, and is none the worse if all of them ended alike.
func TestFit(t *testing.T) {
	r := random(1)
	drawn := calibration{even: 0.37, slope: 13}
	samples := make([]Sample, 20_000)
	for i := range samples {
		e := float64(r.below(1000)) / 1000
		samples[i] = Sample{Estimate: e, BlackWon: float64(r.below(1000)) < 1000*drawn.chance(e)}
	}
	if got := fit(samples); math.Abs(got.even-drawn.even) > 0.01 || math.Abs(got.slope-drawn.slope) > 1 {
		t.Errorf("%+v", got)
	}
	for i := range samples {
		samples[i].BlackWon = true
	}
	if got := fit(samples); math.IsNaN(got.even) || math.IsNaN(got.slope) {
		t.Errorf("%+v", got)
	}
}

// Black is said when it has won, and not while one stone more is harmless.
func TestSaysBlack(t *testing.T) {
	b, _ := Level(3)
	// All but one of the inner cells are black.
	full := "size=4 B2 B3 B4 C2 C3 C4 C5 D2 D3 D4 D5 D6 E3 E4 E5 E6 F4 F5"
	if c := checkChoice(t, record(t, full), b, 1); c.Move.Kind != game.SayBlack || c.Chance < 0.9 {
		t.Errorf("%+v", c)
	}
	if c := checkChoice(t, record(t, "size=6"), b, 1); c.Move.Kind != game.PutStone || c.Chance > 0.5 {
		t.Errorf("%+v", c)
	}
}
