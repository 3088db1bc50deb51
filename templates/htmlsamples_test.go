package templates

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unlurbot/game"
)

// answerable gives a view as package mailbot makes it: an answer to it is known as
// one, and where the reader can put a stone, the boards can be clicked.
func answerable(v *View, reply *Reply) *View {
	shown := *v
	shown.Reply = reply
	if g := v.Game; g != nil && slices.Contains(g.Choices, "move") && g.Board.position != nil && g.Moment == nil {
		playable := *g
		playable.Board = g.Board.Playable("")
		shown.Game = &playable
	}
	shown.Boards = slices.Clone(v.Boards)
	for i, about := range v.Boards {
		part, playable := *about, *about.Game
		playable.Board = playable.Board.Playable("#" + strconv.Itoa(playable.Number) + " ")
		part.Game = &playable
		shown.Boards[i] = &part
	}
	return &shown
}

// turnMail is a turn in the main phase of a game with some moves, Black to move.
func turnMail(t testing.TB, size, moves int) *View {
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
	v := &View{You: "Ana", Opponent: "Bo", Address: "unlur@example.org", Words: "Greetings from a rainy Girona.\n\nTake your time, there is no hurry."}
	v.Game = timed(gameView(t, strings.Join(words, " "), p.ToMove(), "move", "resign", "undo", "say", "show", "preview", "history", "help"), 220*3600e9)
	return answerable(v, &Reply{Address: "unlur+abcdefghijklmnopqrstuvwxyz234567@sandbox.test"})
}

func BenchmarkTurnMail(b *testing.B) {
	set, view := load(b), turnMail(b, 8, 30)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := set.Render(Default, Turn, view); err != nil {
			b.Fatal(err)
		}
	}
}
