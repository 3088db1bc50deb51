package engine

import (
	_ "embed" // the table
	"fmt"
	"math"
	"strings"
	"sync"

	"unlurbot/game"
)

// A calibration says how likely Black is to win on a board of some size, for what a search estimates: simulated games are
// kinder to White than played ones are.
type calibration struct {
	even  float64 // the estimate at which both are as likely to win
	slope float64 // how fast the logarithm of the odds grows with the estimate
}

// chance gives the likelihood that Black wins, from 0 to 1, in thousandths. It is the logistic function, of which the
// power of e is multiplied out: that is close enough and the same on every machine, which math.Exp doesn't promise.
func (c calibration) chance(estimate float64) float64 {
	const squarings = 24
	odds := 1 - float64(c.slope*(estimate-c.even)/(1<<squarings)) // against Black
	for range squarings {
		odds *= odds
	}
	return thousandths(1 / (1 + odds))
}

// thousandths rounds a chance, which is not known any better.
func thousandths(chance float64) float64 { return math.Round(chance*1000) / 1000 }

//go:embed calibration.txt
var calibrationFile string

// calibrations gives the calibration of each size.
var calibrations = sync.OnceValue(func() (of [game.MaxSize + 1]calibration) {
	for line := range strings.Lines(calibrationFile) {
		var size int
		var c calibration
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscan(line, &size, &c.even, &c.slope); err != nil {
			panic(fmt.Errorf("calibration.txt: %q: %w", line, err)) // it is part of the program
		}
		of[size] = c
	}
	return of
})
