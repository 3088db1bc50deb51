package site_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/store"
)

// mostBytes is what a game may take, with its page and its files.
const mostBytes = 20_000

// played gives a game on a board of some size in which everything is left to chance, but that nobody
// takes Black before so many stones lie there, if there is room for them.
func played(size, contract int, dice *rand.Rand) string {
	pos, err := game.NewPosition(size)
	check(err)
	words := []string{fmt.Sprintf("size=%d", size)}
	for pos.Phase() != game.Over {
		legal := slices.Collect(pos.Legal())
		m := legal[dice.IntN(len(legal))]
		if m.Kind == game.SayBlack && len(words) <= contract && len(legal) > 1 {
			continue
		}
		check(pos.Play(m))
		words = append(words, m.String())
	}
	return strings.Join(words, " ")
}

// However large the board and long the game: page and files together stay below the limit.
func TestGamesAreSmall(t *testing.T) {
	c := newClub(t, "Ana Maria Fernández de la Torre+", "Bartholomew Cholmondeley-Smith+")
	dice := rand.New(rand.NewPCG(1, 2))
	plies := map[store.GameNumber]string{}
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for _, contract := range []int{0, size, 1000} { // at last, as long as there is an inner cell
			record := played(size, contract, dice)
			n := c.plays("Ana Maria Fernández de la Torre", "Bartholomew Cholmondeley-Smith", record, store.Game{Rated: true})
			plies[n] = fmt.Sprintf("%d moves on size %d", strings.Count(record, " "), size)
		}
	}
	club := english
	for _, club.Language = range []string{"en", "es", "ca", "fr"} {
		files := content(t, written(t, c, club))
		for n, about := range plies {
			sum := 0
			for _, end := range []string{"html", "sgf", "json"} {
				sum += len(files[fmt.Sprintf("game/0/%d.%s", n, end)])
			}
			if t.Log(club.Language, n, about, sum); sum > mostBytes {
				t.Errorf("%s: game %d, %s, has %d bytes", club.Language, n, about, sum)
			}
		}
	}
}
