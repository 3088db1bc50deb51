package store

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
)

// steps are all that can change the state of a game, and where they lead from where.
var steps = map[string]struct {
	do func(*Game) error
	to map[State]State
}{
	"begin":                       {func(g *Game) error { return g.Begin(noon) }, map[State]State{Waiting: Playing}},
	"decline":                     {func(g *Game) error { return g.End(Declined, noon) }, map[State]State{Waiting: Declined}},
	"withdraw":                    {func(g *Game) error { return g.End(Withdrawn, noon) }, map[State]State{Waiting: Withdrawn}},
	"lapse":                       {func(g *Game) error { return g.End(Lapsed, noon) }, map[State]State{Waiting: Lapsed}},
	"end as a game that goes on":  {func(g *Game) error { return g.End(Playing, noon) }, nil},
	"end as one that is finished": {func(g *Game) error { return g.End(Finished, noon) }, nil},
	"end as cancelled":            {func(g *Game) error { return g.End(Cancelled, noon) }, nil},
	"end as taken":                {func(g *Game) error { return g.End(Taken, noon) }, nil},
	"take the only place":         {func(g *Game) error { return g.TakePlace(noon) }, nil},
	"a move":                      {func(g *Game) error { return g.Record(playedAs("C4"), noon) }, map[State]State{Playing: Playing}},
	"the last move":               {func(g *Game) error { return g.Record(playedAs("C4 D5 resign=first"), noon) }, map[State]State{Playing: Finished}},
	"cancel":                      {func(g *Game) error { return g.Cancel(game.First, noon) }, map[State]State{Playing: Cancelled}},
	"void":                        {func(g *Game) error { return g.Void(noon) }, map[State]State{Playing: Cancelled}},
	"reopen":                      {func(g *Game) error { return g.Reopen(playedAs("C4")) }, map[State]State{Finished: Playing, Cancelled: Playing}},
	"reopen what is over":         {func(g *Game) error { return g.Reopen(playedAs("C4 resign")) }, nil},
	"ask for a move back":         {func(g *Game) error { return g.AskUndo(game.First) }, map[State]State{Playing: Playing}},
	"nobody asks":                 {func(g *Game) error { return g.AskUndo(game.NoSeat) }, nil},
	"answer where nobody asks":    {(*Game).AnswerUndo, nil},
}

func playedAs(record string) *game.Game {
	played, err := game.ParseRecord(record, game.DefaultSize)
	check(err)
	return played
}

// Every step from every state leads where the table says, or changes nothing.
func TestTransitions(t *testing.T) {
	for name, step := range steps {
		for _, from := range []State{Waiting, Declined, Withdrawn, Lapsed, Taken, Playing, Finished, Cancelled, "", "unheard of"} {
			g := &Game{Number: 1, State: from, Size: game.DefaultSize, Wanted: 1}
			before := *g
			err := step.do(g)
			to, allowed := step.to[from]
			switch {
			case allowed && (err != nil || g.State != to):
				t.Errorf("%s: %s becomes %s, %v", name, from, g.State, err)
			case !allowed && !errors.Is(err, ErrTransition):
				t.Errorf("%s: %s becomes %s, %v", name, from, g.State, err)
			case !allowed && !cmp.Equal(before, *g):
				t.Errorf("%s, which is refused, has changed the game: %s", name, cmp.Diff(before, *g))
			}
		}
	}
}

// An offer of several games is taken place by place, and begins itself never; who has
// moved can't call a game off; a question for a move back is put once and answered once.
func TestTransitionsInOrder(t *testing.T) {
	offer := &Game{State: Waiting, Wanted: 2}
	undo := &Game{State: Playing}
	moved := &Game{State: Playing, Course: CourseOf(playedAs("C4 D5").Position())}
	for i, step := range []struct {
		do func() error
		ok bool
	}{
		{func() error { return offer.Begin(noon) }, false},
		{func() error { return offer.TakePlace(noon) }, true},
		{func() error { return offer.TakePlace(noon) }, true},
		{func() error { return offer.TakePlace(noon) }, false},
		{func() error { return offer.End(Withdrawn, noon) }, false},
		{func() error { return undo.AskUndo(game.First) }, true},
		{func() error { return undo.AskUndo(game.Second) }, false},
		{func() error { return undo.AnswerUndo() }, true},
		{func() error { return undo.AnswerUndo() }, false},
		{func() error { return moved.Cancel(game.First, noon) }, false},
	} {
		if err := step.do(); (err == nil) != step.ok {
			t.Errorf("step %d: %v", i, err)
		}
	}
	if offer.State != Taken || !offer.Ended.Equal(noon) || offer.Left() != 0 {
		t.Errorf("the offer is %+v", offer)
	}
}

// kept are the fields of Game that its transitions alone write.
var kept = []string{"State", "Started", "Ended", "Taken", "UndoAsked", "CalledOff", "Voided"}

// Nobody outside this package sets a field that belongs to a transition, except where whole
// stores are made up, and views of templates, which have such names too.
func TestTransitionsAreTheOnlyWay(t *testing.T) {
	files := 0
	for _, room := range []string{"../mailbot", "../cmd"} {
		check(filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "bigclub") {
				return err
			}
			files++
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				var written []ast.Expr
				switch n := n.(type) {
				case *ast.AssignStmt:
					written = n.Lhs
				case *ast.IncDecStmt:
					written = []ast.Expr{n.X}
				}
				for _, x := range written {
					if field, ok := x.(*ast.SelectorExpr); ok && slices.Contains(kept, field.Sel.Name) {
						t.Errorf("%s sets %s", set.Position(x.Pos()), field.Sel.Name)
					}
				}
				return true
			})
			return nil
		}))
	}
	if files < 100 {
		t.Errorf("only %d files were looked at", files)
	}
}
