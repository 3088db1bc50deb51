package templates

import "strconv"

func (*LadderTable) kind() Kind { return Ladder }

// A LadderTable is the ladder, as one player sees it.
type LadderTable struct {
	Terms     CupTerms // of its games
	Off       bool     // nobody can join it, and no game begins
	Joinable  bool     // by the reader
	Place, Of int      // of the reader, 0 for none; how many places there are
	Reach     int      // how many places up the reader can play for
	Top       []Rung   // the first places
	Around    []Rung   // the reader and the neighbours, if the reader is not among the first
	Games     []PublicGame
}

// A Rung is a place of the ladder.
type Rung struct {
	Place int
	Name  string
	You   bool
}

// A Climb is what a game is about, of the ladder, or what it has come to for the reader.
type Climb struct {
	Challenger    bool // the reader is
	Place, Theirs int  // of the reader and the opponent, as it is now; 0 for who is not on the ladder
	Stake         int  // the place that the challenger takes by winning; 0 for none, and once the game is over
	Took          int  // the place that the challenger has taken; 0 for none
	Out, TheyOut  bool // the reader, or the opponent, is off the ladder for this game
}

// SetUp says whether the club has set the game up: it is one of a tournament, or of the ladder.
func (o Own) SetUp() bool { return o.Cup != nil || o.Climb != nil }

// rungs writes places of the ladder: what stands above the names, and the rows.
func rungs(name, you string, rows []Rung) string {
	lines := emit(crossLetter, "", name, "", "")
	for _, r := range rows {
		called, profile := r.Name, r.Name
		if r.You {
			called, profile = r.Name+", "+you, ""
		}
		lines += "\n" + emit(crossLetter, strconv.Itoa(r.Place), called, "", profile)
	}
	return lines
}
