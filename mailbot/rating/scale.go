package rating

import (
	"math"
	"time"
)

// unit is how many points of a rating are 1 on the scale of Glicko-2.
const unit = 173.7178

// scaled is a rating on the scale of Glicko-2, the paper's mu and phi.
type scaled struct{ value, deviation float64 }

// scaled is step 2.
func (r Rating) scaled() scaled {
	return scaled{(r.Value - startValue) / unit, r.Deviation / unit}
}

// rating is step 8. What is kept is rounded far below what anybody sees: the last
// bits of what a computer makes of these formulas can differ from one kind of
// processor to another, and a store must say the same on each.
func (s scaled) rating(volatility float64) Rating {
	r := Rating{s.value*unit + startValue, s.deviation * unit, volatility}.bounded()
	return Rating{rounded(r.Value, 1e6), rounded(r.Deviation, 1e6), rounded(r.Volatility, 1e9)}
}

func rounded(x, parts float64) float64 { return math.Round(x*parts) / parts }

// aged gives the deviation after a time in which nothing was learnt. A clock that
// was set back takes nothing away.
func (s scaled) aged(volatility float64, idle time.Duration) float64 {
	periods := max(0, float64(idle)/float64(Period))
	return min(math.Sqrt(s.deviation*s.deviation+periods*volatility*volatility), MostDeviation/unit)
}

// weigh is step 3 and the sum in steps 4 and 7: the variance of what the games can
// tell, and by how much the player did better than expected.
func (s scaled) weigh(outcomes []Outcome) (variance, surplus float64) {
	information := 0.0
	for _, o := range outcomes {
		opponent := o.Opponent.bounded().scaled()
		weight := 1 / math.Sqrt(1+3*opponent.deviation*opponent.deviation/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-weight*(s.value-opponent.value)))
		information += weight * weight * expected * (1 - expected)
		score := 0.0
		if o.Won {
			score = 1
		}
		surplus += weight * (score - expected)
	}
	return 1 / information, surplus
}

const (
	// constraint is the paper's tau, which keeps volatilities from changing much;
	// 0.5 is what its example has.
	constraint = 0.5
	// exact is how near newVolatility comes to the solution.
	exact = 1e-6
	// mostSteps is far more than it ever needs for that.
	mostSteps = 100
)

// newVolatility is step 5: the paper's iteration by the Illinois algorithm.
func newVolatility(deviation, volatility, variance, improvement float64) float64 {
	start := math.Log(volatility * volatility)
	known := deviation*deviation + variance
	f := func(x float64) float64 {
		e := math.Exp(x)
		return e*(improvement*improvement-known-e)/(2*(known+e)*(known+e)) - (x-start)/(constraint*constraint)
	}
	a, b := start, 0.0
	if improvement*improvement > known {
		b = math.Log(improvement*improvement - known)
	} else {
		for b = start - constraint; f(b) < 0; b -= constraint {
		}
	}
	fa, fb := f(a), f(b)
	for range mostSteps {
		if math.Abs(b-a) <= exact {
			break
		}
		c := a + (a-b)*fa/(fb-fa)
		fc := f(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return math.Exp(a / 2)
}
