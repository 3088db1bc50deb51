package badnet

import (
	"math"
	"math/rand/v2"
)

// Longest distance, in bytes, from the beginning of a connection to its trouble
// under a random plan, and from one garbled place to the next.
const (
	farthest   = 100_000
	garbleStep = 2_000
)

// Random gives each connection one of the faults, somewhere in its first
// 100,000 bytes in one direction: near the beginning as often as ten times as
// far. The same seed gives the same plan.
func Random(seed uint64, faults ...Fault) Plan {
	return func(connection int) Trouble {
		r := rand.New(rand.NewPCG(seed, uint64(connection)))
		return Trouble{
			Fault:  faults[r.IntN(len(faults))],
			Toward: Direction(r.IntN(2)),
			After:  int64(math.Pow(farthest, r.Float64())),
			Seed:   r.Uint64(),
		}
	}
}

// A spoiler finds the place of the trouble among the bytes that pass, and
// garbles them. It depends on the bytes only, not on how they were cut up.
type spoiler struct {
	fault Fault // None when the trouble is over, or in the other direction
	left  int64 // bytes to pass before it
	begun bool  // it has happened, or begun to
	rand  *rand.Rand
}

// spoil gives what passes of some bytes; strikes says that the fault happens
// after them.
func (s *spoiler) spoil(bytes []byte) (passing []byte, strikes bool) {
	if s.fault == None {
		return bytes, false
	}
	for int64(len(bytes)) > s.left {
		passing = append(passing, bytes[:s.left]...)
		bytes = bytes[s.left:]
		s.begun = true
		if s.fault != Garble {
			s.fault = None
			return passing, true
		}
		passing = append(passing, s.garble(bytes[0])...)
		bytes = bytes[1:]
		s.left = 1 + s.rand.Int64N(garbleStep)
	}
	s.left -= int64(len(bytes))
	return append(passing, bytes...), false
}

// garble spoils one byte.
func (s *spoiler) garble(b byte) []byte {
	switch s.rand.IntN(4) {
	case 0:
		return nil
	case 1:
		return append([]byte("\r\n* what? {7}\r\n"), b)
	case 2:
		return []byte{b, b}
	}
	return []byte{b ^ 1<<s.rand.IntN(8)}
}
