package templates

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"unlurbot/game"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with testdata/name, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func position(t testing.TB, record string) game.Position {
	t.Helper()
	g, err := game.ParseRecord(record, game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	return g.Position()
}

// The diagrams of the rules page, as they stand there; only the blanks at the
// line ends are missing.
const diagram1 = `                Side 1
              1 2 3 4 5 6
             / / / / / / 7
         A- . . X . . . / 8
        B- . . X . . . . / 9
Side 6 C- . . X . . . . . / 10  Side 2
      D- . . . X . . . . . / 11
     E- . . . . X X . . . . /
    F- . . . X X . X . . . .
     G- . . X . . . X X . .
      H- . X . . . . . X X
Side 5 I- X . . . . . . .  Side 3
        J- . . . . . . .
         K- . . . . . .
              Side 4`

const diagram2 = `                Side 1
              1 2 3 4 5 6
             / / / / / / 7
         A- . . O . . . / 8
        B- . . O . . . . / 9
Side 6 C- . . O . . . . . / 10  Side 2
      D- . . . O . . . . . / 11
     E- . . . . O . . . . . /
    F- . . . . O . . . . . .
     G- . . . . O O . . . .
      H- . . . . . O . . .
Side 5 I- . . . . . O . .  Side 3
        J- . . . . O . .
         K- . . . O . .
              Side 4`

// only hides the stones of the other colour: the diagrams show one side's
// stones, but a game is played by two.
func only(board, hidden string) string { return strings.ReplaceAll(board, hidden, ".") }

func TestDiagramsOfTheRulesPage(t *testing.T) {
	black := position(t, "black A6 A3 B7 B3 C8 C3 D9 D4 E10 E5 F11 E6 G11 F4 J11 F5 K11 F7 K10 G4 A1 G8 B1 G9 D1 H4 E1 H10 F1 H11 J10 I4")
	if got := only(Board(&black, Marks{}), "O"); got != diagram1 {
		t.Errorf("diagram 1:\n%s", cmp.Diff(diagram1, got))
	}
	if black.Color(black.Winner()) != game.Black || black.Reason() != game.ByY {
		t.Errorf("diagram 1 is a win for Black, not %v by %v", black.Winner(), black.Reason())
	}
	white := position(t, "black A3 A6 B3 B7 C3 C8 D4 D9 E5 E10 F5 F11 G6 A1 G7 B1 H8 D1 I9 E1 J9 F1 K9")
	if got := only(Board(&white, Marks{}), "X"); got != diagram2 {
		t.Errorf("diagram 2:\n%s", cmp.Diff(diagram2, got))
	}
	if white.Color(white.Winner()) != game.White || white.Reason() != game.ByLine {
		t.Errorf("diagram 2 is a win for White, not %v by %v", white.Winner(), white.Reason())
	}
}

// Every size, empty and after a decided game, in which White walks down the
// middle and Black down the right border; read by a person.
func TestBoardsOfAllSizes(t *testing.T) {
	for size := game.MinSize; size <= game.MaxSize; size++ {
		empty := position(t, fmt.Sprintf("size=%d", size))
		record := fmt.Sprintf("size=%d black", size)
		for row := range 2*size - 1 {
			_, last, _ := game.RowColumns(size, row)
			record += fmt.Sprintf(" %c%d", 'A'+row, size/2+row/2+1)
			if row < 2*size-2 {
				record += fmt.Sprintf(" %c%d", 'A'+row, last)
			}
		}
		over := position(t, record)
		if over.Reason() != game.ByLine {
			t.Fatalf("%s ends %v", record, over.Reason())
		}
		golden(t, fmt.Sprintf("boards/size%02d.txt", size),
			Board(&empty, Marks{})+"\n\n"+Board(&over, Marks{Last: true, Connection: true})+"\n")
	}
}

// Marks fill blanks only: without them, the board is the unmarked one.
func TestMarksLeaveTheGrid(t *testing.T) {
	blank := strings.NewReplacer("(", " ", ")", " ", "[", " ", "]", " ")
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(game.MinSize, game.MaxSize).Draw(t, "size")
		p, err := game.NewPosition(size)
		if err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		for p.Phase() != game.Over {
			var legal []game.Move
			for m := range p.Legal() {
				legal = append(legal, m)
			}
			seed = seed*6364136223846793005 + 1442695040888963407
			if err := p.Play(legal[int(seed>>33)%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
		marked := Board(&p, Marks{Last: true, Connection: true})
		var trimmed []string
		for line := range strings.Lines(blank.Replace(marked)) {
			trimmed = append(trimmed, strings.TrimRight(line, " \n"))
		}
		if got, want := strings.Join(trimmed, "\n"), Board(&p, Marks{}); got != want {
			t.Fatal(cmp.Diff(want, got))
		}
		if strings.Count(marked, "(") != 1 || !strings.ContainsAny(marked, "[]") {
			t.Fatalf("a decided game without its marks:\n%s", marked)
		}
	})
}
