package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// replayed gives the position after a record on the default board.
func replayed(t testing.TB, record string) Position {
	t.Helper()
	g, err := ParseRecord(record, DefaultSize)
	if err != nil {
		t.Fatalf("%s: %v", record, err)
	}
	return g.Position()
}

// middleOfGame sets up stones without playing them in turn; First is Black.
func middleOfGame(t testing.TB, size int, black, white string, toMove Color) Position {
	t.Helper()
	p, err := NewPosition(size)
	if err != nil {
		t.Fatal(err)
	}
	p.phase, p.black, p.toMove = Main, First, First
	if toMove == White {
		p.toMove = Second
	}
	for stones, color := range map[string]group{black: 0, white: whiteBit} {
		for _, name := range strings.Fields(stones) {
			c, _ := ParseCell(name)
			i, ok := p.board.find(c)
			if !ok || p.cell[i] != 0 {
				t.Fatalf("the story puts a stone on %s", name)
			}
			p.cell.join(p.board, uint16(i), color)
		}
	}
	return p
}

func TestDecidingStones(t *testing.T) {
	const threeArms = "A1 B2 C3 D5 D6 D7 E4 F4 G4" // to three corners of size 4
	for _, test := range []struct {
		name         string
		size         int
		black, white string
		mover        Color
		stone        string
		winner       Color
		reason       Reason
		path         string
	}{
		{"the Y of the rules page", 6,
			"A3 B3 C3 E5 E6 F4 F5 F7 G4 G8 G9 H4 H10 H11 I4", "", Black, "D4",
			Black, ByY, "A3 B3 C3 D4 E5 E6 F7 G8 G9 H10 H11 F5 F4 G4 H4 I4"},
		{"the line of the rules page", 6,
			"", "A3 B3 C3 D4 E5 F5 G6 H8 I9 J9 K9", White, "G7",
			White, ByLine, "A3 B3 C3 D4 E5 F5 G6 G7 H8 I9 J9 K9"},
		{"a line is not enough for Black", 4,
			"A2 B2 C3 D4 E5 F6", "", Black, "G6",
			White, OpponentGoal, "A2 B2 C3 D4 E5 F6 G6"},
		{"a Y is not enough for White", 4,
			"", "A3 B3 C4 D5 E6 F7 D3 E3 E2", White, "D4",
			Black, OpponentGoal, "A3 B3 C4 D5 E6 F7 D4 D3 E3 E2"},
		{"both goals with one stone, Black", 4, threeArms, "", Black, "D4",
			Black, ByY, "A1 B2 C3 D4 D5 D6 D7 E4 F4 G4"},
		{"both goals with one stone, White", 4, "", threeArms, White, "D4",
			White, ByLine, "A1 B2 C3 D4 E4 F4 G4"},
		{"corners count twice: a Y along the border", 4,
			"A1 A2 A3 B5 C6 D7 E7 F7 G7", "", Black, "A4",
			Black, ByY, "A4 B5 C6 D7 E7 F7 G7 A3 A2 A1"},
		{"three neighbouring sides are no goal", 4,
			"A1 A2 A3", "", Black, "A4", NoColor, NoReason, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := middleOfGame(t, test.size, test.black, test.white, test.mover)
			m, err := ParseMove(test.stone)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
			path := strings.Trim(fmt.Sprint(p.Connection()), "[]")
			if p.Color(p.Winner()) != test.winner || p.Reason() != test.reason || test.path != "" && path != test.path {
				t.Errorf("winner %v by %v over %s", p.Color(p.Winner()), p.Reason(), path)
			}
		})
	}
}

func TestOtherEndings(t *testing.T) {
	for record, want := range map[string]string{
		"resign":                       "second resign",
		"C4 resign=first":              "second resign", // out of turn
		"C4 black resign":              "second resign",
		"C4 timeout":                   "first timeout",
		"1 C4 2 d-5 3. pass A1 resign": "second resign",
	} {
		p := replayed(t, record)
		if got := fmt.Sprint(p.Winner(), " ", p.Reason()); got != want || p.Connection() != nil {
			t.Errorf("%s: %s, connection %v; want %s and none", record, got, p.Connection(), want)
		}
	}
}

// With every inner cell taken, saying "black" is all that is left.
func TestFullContract(t *testing.T) {
	p, _ := NewPosition(MinSize)
	for p.InnerCellsLeft() {
		for m := range p.Legal() {
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if legal := slices.Collect(p.Legal()); len(legal) != 1 || legal[0].Kind != SayBlack {
		t.Fatalf("legal: %v", legal)
	}
	if p.Ply() != 19 || p.ToMove() != Second {
		t.Fatalf("after %d contract stones %v is to move", p.Ply(), p.ToMove())
	}
	if err := p.Play(Move{Kind: SayBlack}); err != nil {
		t.Fatal(err)
	}
	if p.Color(Second) != Black || p.ToMove() != First {
		t.Fatalf("Second is %v, %v to move", p.Color(Second), p.ToMove())
	}
}

func hasCode(err error, code Code) bool {
	coded, ok := errors.AsType[*Error](err)
	return ok && coded.Code == code
}

// Each refusal has its code, its place and a sentence.
func TestRefusals(t *testing.T) {
	for record, want := range map[string]struct {
		code     Code
		sentence string
	}{
		"C4 C4":           {Occupied, "move 2: there is a stone on C4 already"},
		"A3":              {EdgeInContract, "move 1: A3 touches a side of the board, which contract stones may not"},
		"C4 G12":          {OffBoard, "move 2: G12 is not on the board: row G has the columns 2 to 11"},
		"F0":              {OffBoard, "move 1: F0 is not on the board: row F has the columns 1 to 11"},
		"L1":              {OffBoard, "move 1: L1 is not on the board: the rows are A to K"},
		"black A1 black":  {NoPassing, "move 3: the contract phase is over, so black can't be said any more"},
		"resign C4":       {GameOver, "move 2: the game is over"},
		"resign resign":   {GameOver, "move 2: the game is over"},
		"C4 castle":       {NotAMove, `move 2: "castle" is not a move`},
		"C4 D5=first":     {NotAMove, `move 2: "D5=first" is not a move`},
		"C1234":           {NotAMove, `move 1: "C1234" is not a move`},
		"size=14 C4":      {BadSize, "there is no board of size 14: sizes are 4 to 13"},
		"size=six":        {BadSize, `there is no board of size "six": sizes are 4 to 13`},
		"C4 resign=third": {NotAMove, `move 2: "resign=third" is not a move`},
	} {
		_, err := ParseRecord(record, DefaultSize)
		if !hasCode(err, want.code) || err.Error() != want.sentence {
			t.Errorf("%s: %v", record, err)
		}
	}
	g, _ := New(DefaultSize)
	if _, err := g.Decide(Second, Stone(Cell{2, 3}), time.Time{}); !hasCode(err, NotYourTurn) {
		t.Errorf("out of turn: %v", err)
	}
	if err := g.Apply(Event{Seat: NoSeat, Move: Move{Kind: Resign}}); err == nil {
		t.Error("nobody could resign")
	}
}

func TestCellNames(t *testing.T) {
	for _, s := range []string{"C4", "c4", "C-4", "C 4", "4c", "4 c", "c04"} {
		if c, err := ParseCell(s); err != nil || c.String() != "C4" {
			t.Errorf("%q: %v %v", s, c, err)
		}
	}
	for _, s := range []string{"", "C", "4", "CC4", "C4C", "Ç4", "4-", "C4x", "[4", "C٤"} {
		if c, err := ParseCell(s); err == nil {
			t.Errorf("%q is %v", s, c)
		}
	}
}

// The board's shape against the formulas of the rules.
func TestBoards(t *testing.T) {
	for n := MinSize; n <= MaxSize; n++ {
		p, err := NewPosition(n)
		if err != nil {
			t.Fatal(err)
		}
		if want := 3*n*(n-1) + 1; len(p.Cells()) != want {
			t.Errorf("size %d has %d cells, want %d", n, len(p.Cells()), want)
		}
		plain := naive{size: n}
		corners := 0
		for i, c := range p.Cells() {
			if !plain.has(int(c.Row), int(c.Col)) || !p.OnBoard(c) {
				t.Errorf("size %d: %v is not a cell", n, c)
			}
			var sides sideSet
			for _, s := range plain.touches(int(c.Row), int(c.Col)) {
				sides |= 1 << (s - 1)
			}
			if p.board.sides[i] != sides || p.OnEdge(c) != (sides != 0) {
				t.Errorf("size %d: sides of %v are %06b, want %06b", n, c, p.board.sides[i], sides)
			}
			for side := -1; side <= 7; side++ {
				if p.Touches(c, side) != slices.Contains(plain.touches(int(c.Row), int(c.Col)), side) {
					t.Errorf("size %d: side %d and %v", n, side, c)
				}
			}
			if sides&(sides-1) != 0 {
				corners++
			}
		}
		if corners != 6 {
			t.Errorf("size %d has %d corners", n, corners)
		}
	}
}
