// Package fairplay knows about which positions the engine tells nobody anything: those that people have before them in a game
// that others can see. Whoever has brought a robot to the same one, or finds it in a finished game or a puzzle, would have its
// help against a person.
package fairplay

import (
	"unlurbot/game"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// common is with how many stones a position is so common that it is nobody's.
const common = 4

// IsPlayed says whether some people have one of the positions before them now, however the board is turned. The positions are
// of one size. What nobody may learn of, and isn't rated, doesn't count: private games.
func IsPlayed(u *unit.Unit, positions ...game.Position) (bool, error) {
	for g, err := range u.Tx.LastOpenGames() {
		if err != nil {
			return false, err
		}
		if g.State != store.Playing || g.Robot != nil || g.Private || g.Course.Ply < common {
			continue
		}
		for i := range positions {
			p := &positions[i]
			if p.Size() != g.Size || p.Ply() != g.Course.Ply || p.Phase() != g.Course.Phase {
				continue
			}
			played, err := g.Replay()
			if err != nil {
				return false, err
			}
			if other := played.Position(); p.Mirrors(&other) {
				return true, nil
			}
		}
	}
	return false, nil
}
