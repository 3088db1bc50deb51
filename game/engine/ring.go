package engine

// The neighbours of a cell lie in a ring around it, each beside the next. A set of directions is six bits.

// runs has, for a set of directions, the first of each run of neighbours that touch each other: stones of one colour
// there are one group.
var runs = func() (of [all + 1]uint8) {
	for set := range uint8(all + 1) {
		of[set] = set &^ turned(set)
	}
	of[all] = 1
	return of
}()

// turned moves a set of directions on by one.
func turned(set uint8) uint8 { return (set<<1 | set>>5) & all }

// turnedBack moves a set of directions back by one.
func turnedBack(set uint8) uint8 { return (set>>1 | set<<5) & all }
