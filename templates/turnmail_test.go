package templates_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// turnMail is a turn in the main phase of a game with some moves, Black to move.
func turnMail(t testing.TB, size, moves int) *templates.View {
	t.Helper()
	p, err := game.NewPosition(size)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"size=" + strconv.Itoa(size), "black"}
	next := game.Move{Kind: game.SayBlack}
	dice := rand.New(rand.NewPCG(uint64(size), 3))
	for {
		if err := p.Play(next); err != nil {
			t.Fatal(err)
		}
		if p.Ply() > moves {
			break
		}
		legal := slices.Collect(p.Legal())
		for {
			next = legal[dice.IntN(len(legal))]
			if after, err := p.After(next); err == nil && next.Kind == game.PutStone && after.Phase() != game.Over {
				break
			}
		}
		words = append(words, next.String())
	}
	v := samples.Turn(strings.Join(words, " "), "move", "resign", "undo", "say", "show", "preview", "history", "help")
	v.Words = "Greetings from a rainy Girona.\n\nTake your time, there is no hurry."
	v.Game.Time = &templates.Time{Left: templates.DurationOf(220 * time.Hour), Until: noon.Add(220 * time.Hour), Zone: "UTC"}
	v.Envelope.Reply = &templates.Reply{Address: "unlur+abcdefghijklmnopqrstuvwxyz234567@sandbox.test"}
	return v
}

func BenchmarkTurnMail(b *testing.B) {
	set, view := load(b), turnMail(b, 8, 30)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := set.Write(templates.Default, templates.Turn, view, func([]byte) {}); err != nil {
			b.Fatal(err)
		}
	}
}
