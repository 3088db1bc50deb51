package engine

// A random is a stream of numbers that look drawn, and are the same for the same seed on every machine: SplitMix64, by
// Steele, Lea and Flood (2014), in the form of Vigna's splitmix64.c.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below draws a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }
