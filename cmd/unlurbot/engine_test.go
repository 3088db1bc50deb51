package main

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"testing"

	"unlurbot/game"
	"unlurbot/game/engine"
)

// A program plays a whole game with itself through the engine command: it writes a line, and gets its answer before
// it has to write the next.
func TestEngineAnswersAtOnce(t *testing.T) {
	in, questions := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan int)
	go func() {
		status := run(process{ctx: t.Context(), in: in, out: out, talk: io.Discard}, []string{"engine", "--json", "--sims=20"})
		check(t, out.Close())
		ended <- status
	}()
	write, read := json.NewEncoder(questions), json.NewDecoder(bufio.NewReader(answers))
	moves := []string{"C3", "E4", "C5"}
	last := answered{}
	for g := replayOf(t, moves); g.Phase() != game.Over; g = replayOf(t, moves) {
		check(t, write.Encode(map[string]any{"size": game.MinSize, "moves": moves}))
		last = answered{}
		check(t, read.Decode(&last))
		if last.Chance < 0 || last.Chance > 1 || last.Sims < 1 {
			t.Errorf("%+v", last)
		}
		moves = append(moves, last.Move.String())
	}
	if !slices.Contains(moves, "black") || last.Proven == engine.Open {
		t.Errorf("%v, and at last %+v", moves, last)
	}
	check(t, questions.Close())
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
}

// replayOf gives the position after moves on the smallest board.
func replayOf(t *testing.T, moves []string) *game.Position {
	t.Helper()
	line, err := json.Marshal(map[string]any{"size": game.MinSize, "moves": moves})
	check(t, err)
	g, err := readLine(string(line), game.DefaultSize)
	check(t, err)
	p := g.Position()
	return &p
}
