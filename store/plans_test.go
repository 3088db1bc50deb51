package store

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
)

func planOf(text string) (p game.Plan) {
	check(p.UnmarshalText([]byte(text)))
	return p
}

// A plan is kept as it is written, beside an opponent who has none, and with the
// end of the game it is gone.
func TestPlansAreKept(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	plan := planOf("A1 A2, B1 B2\nany A2")
	do(t, s, spoilGame(2, func(g *Game) { *g.Plan(game.Second) = plan }))
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		g, err := tx.Game(2)
		check(err)
		if diff := cmp.Diff([2]game.Plan{{}, plan}, g.Plans); diff != "" {
			t.Error(diff)
		}
		played, err := g.Replay()
		check(err)
		resigned, err := played.Decide(game.Second, game.Move{Kind: game.Resign}, noon)
		check(err)
		check(played.Apply(resigned))
		check(g.Record(played, noon))
		return addResult(tx, g)
	})
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		g, err := tx.Game(2)
		check(err)
		if diff := cmp.Diff([2]game.Plan{}, g.Plans); diff != "" {
			t.Errorf("after the end: %s", diff)
		}
		return nil
	})
}
