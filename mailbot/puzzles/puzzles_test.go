package puzzles

import (
	"errors"
	"slices"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/game/engine"
	"unlurbot/store"
)

// Every move in a puzzle is judged as the rules and the search have it: a stone that completes the opponent's goal loses, whatever
// is known of the others, and what is no stone that can be put is an error.
func TestJudge(t *testing.T) {
	found := map[Verdict]int{}
	for _, record := range []string{
		"size=4 C4 C3 black D5 E4 D4 D3 C5 B4 B5 A4 F5 F4 G4 E5 F6 E6 F3 E2 E3 D1 D2 C1 C2 A1 B1 G7 F7 C6 G5",
		"size=4 F5 C3 E5 black D4 C4 D5 E6 C5 B4 D3 E3 D2 A1 B5 D1 E2",
		"size=4 C4 D5 B4 C5 black D3 E4 E3 F4 F3 G4 E5 D4 E6 D6 E7 B2 D7 C3 B1 C2 C1 D1 D2 F5 A1 F6 G7 F7 A2 A3",
		"size=5 G6 C2 B4 E7 black D5 D4 E5 E4 F5 F4 G5 G4 C4 B3 C3 B2 D3 D2 E3 E2 F3 C6 C5 B5 D6 D7 F8 F7 G8 E8 F9 E9 E1 H6 H5 I6 A3 F6 A1 B1",
	} {
		g, err := game.ParseRecord(record, game.DefaultSize)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := engine.FindPuzzle(g, 3, nil)
		if !ok {
			t.Errorf("no puzzle in %s", record)
			continue
		}
		z, position := stored(&store.Game{Number: 1}, p, time.Time{}), g.Positions()[p.Ply]
		for m := range position.Legal() {
			if m.Kind != game.PutStone {
				continue
			}
			got, answer, err := Judge(z, position, m)
			if err != nil {
				t.Fatal(err)
			}
			found[got]++
			after, err := position.After(m)
			if err != nil {
				t.Fatal(err)
			}
			lost := after.Winner() == position.ToMove().Other()
			if lost != (got == Loses) || slices.Contains(p.Right, m.Cell) != (got == Right) || (answer != "") != (got == Refuted) {
				t.Errorf("%v is judged %d, with the answer %q", m, got, answer)
			}
		}
		last, _ := position.Last()
		for code, m := range map[game.Code]game.Move{
			game.NotAMove: {Kind: game.SayBlack}, game.Occupied: game.Stone(last), game.OffBoard: game.Stone(game.Cell{Row: 20, Col: 20}),
		} {
			if _, _, err := Judge(z, position, m); !isIllegal(err, code) {
				t.Errorf("%v: %v", m, err)
			}
		}
	}
	for _, v := range []Verdict{Right, Loses, Refuted, TooSlow} {
		if found[v] == 0 {
			t.Errorf("no move was judged %d: %v", v, found)
		}
	}
}

func isIllegal(err error, code game.Code) bool {
	illegal, ok := errors.AsType[*game.Error](err)
	return ok && illegal.Code == code
}
