package templates

import (
	"strconv"
	"strings"
)

// An Analysis tells how a game went that is over, as the engine sees it.
type Analysis struct {
	Of      string // whose chances are shown: Black's, or First's where nobody took Black
	Chances []Chance
	Turns   []TurningMove // in their order, three at most
	Proven  int           // from which move on the outcome was certain; 0 for none
}

// A Chance is that of one of the players after a move.
type Chance struct {
	Ply     int
	Move    string
	Percent int  // from 0 to 100
	Turned  bool // the game, by that move
}

// A TurningMove is one that gave the better game away.
type TurningMove struct {
	Ply        int
	Move, Best string
	Name       string // of who made it
	Had, Left  int    // the chances of that player, after the best move and after this one, in percent
}

func (*Analysis) kind() Kind { return Analysed }

// mostChances is how many rows there are at most: of a longer game each second move is shown, or each third, and all that
// turned it.
const mostChances = 80

// chances writes them as bars.
func chances(all []Chance) string {
	step := (len(all) + mostChances - 1) / mostChances
	var lines []string
	for i, c := range all {
		if i%step != 0 && i != len(all)-1 && !c.Turned {
			continue
		}
		turned := ""
		if c.Turned {
			turned = "turned"
		}
		lines = append(lines, emit(chanceLetter, strconv.Itoa(c.Ply), c.Move, strconv.Itoa(c.Percent), turned))
	}
	return strings.Join(lines, "\n")
}
