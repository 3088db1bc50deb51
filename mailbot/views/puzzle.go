package views

import (
	"errors"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

// Puzzle shows a puzzle to a reader who has it, and what becomes of the move that answers it, if it is one; told says that
// it is to be solved for the reader instead. The error is a *game.Error if the move can't be played; the puzzle is shown even then.
func Puzzle(u *unit.Unit, reader *store.Player, z *store.Puzzle, move string, told bool) (*templates.Riddle, error) {
	g, err := u.Game(z.Game)
	if err != nil {
		return nil, err
	}
	p, err := z.Position(g)
	if err != nil {
		return nil, err
	}
	says := &templates.Riddle{Number: int(z.Number), Stones: z.Stones, Weekly: !reader.Weekly.IsZero(), Shown: templates.TaskOn(p)}
	if told {
		move = z.Right[0]
	}
	if move == "" {
		return says, nil
	}
	m, err := game.ParseMove(move)
	if err != nil {
		return says, err
	}
	verdict, answer, err := puzzles.Judge(z, p, m)
	if err != nil {
		return says, err
	}
	says.Answer, says.Reply, says.Verdict = m.String(), answer, verdicts[verdict]
	if verdict != puzzles.Right {
		return says, nil
	}
	if told {
		says.Verdict = templates.RiddleTold
	}
	return says, solve(u, reader, z, g, p, says)
}

var verdicts = map[puzzles.Verdict]string{
	puzzles.Right: templates.RiddleSolved, puzzles.Loses: templates.RiddleLost, puzzles.Refuted: templates.RiddleRefuted, puzzles.TooSlow: templates.RiddleSlow,
}

// solve shows how a puzzle goes on, and where it is from.
func solve(u *unit.Unit, reader *store.Player, z *store.Puzzle, g *store.Game, p game.Position, says *templates.Riddle) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	says.From, says.Line, says.Other = int(g.Number), z.Line, says.Answer != z.Line[0]
	first, second, err := bothNames(u, g)
	if err != nil {
		return err
	}
	says.Players = first + " - " + second
	if line := played.Line(); z.Ply < len(line) && line[z.Ply].Move.Kind == game.PutStone {
		says.Played = line[z.Ply].Move.String()
		says.Found = slices.Contains(z.Right, says.Played)
	}
	seat := p.ToMove()
	for _, cell := range z.Line {
		m, err := game.ParseMove(cell)
		if err := errors.Join(err, p.Play(m)); err != nil {
			return err
		}
	}
	says.Shown = templates.SolvedOn(p, seat)
	next, err := u.Tx.NextPuzzle(reader.Puzzle)
	says.Next = next != nil
	return err
}
