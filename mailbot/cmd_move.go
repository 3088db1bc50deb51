package mailbot

import (
	"slices"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// illegalNotice says which rule forbids a move.
func illegalNotice(err *game.Error) templates.Notice {
	n := templates.Notice{Code: string(err.Code), Cell: err.Cell.String()}
	if first, last, ok := game.RowColumns(err.Size, int(err.Cell.Row)); ok && err.Code == game.OffBoard {
		n.Row, n.First, n.Last = string(rune('A'+err.Cell.Row)), first, last
	}
	return n
}

// since lists what was played after the position that the mail answers.
func (e *errand) since(g *store.Game) ([]templates.PlayedMove, error) {
	return e.playedFrom(g, e.plies[g.Number], e.sender)
}

// playedFrom lists for one of the players what was played after some events. Moves
// have their numbers in the record, where a take-back has none.
func (e *errand) playedFrom(g *store.Game, before int, reader *store.Player) (moves []templates.PlayedMove, err error) {
	played, err := game.New(g.Size)
	if err != nil {
		return nil, err
	}
	var line []int // those of the events that stand
	for i, event := range g.Events {
		if err := played.Apply(event); err != nil {
			return nil, err
		}
		position := played.Position()
		number := position.Ply()
		if event.Move.Kind == game.TakeBack {
			line, number = line[:len(played.Line())], 0
		} else {
			line = append(line, i)
		}
		if i < before {
			continue
		}
		by, err := e.u.Seated(g, event.Seat)
		if err != nil {
			return nil, err
		}
		moves = append(moves, templates.PlayedMove{
			Ply: number, Move: event.Move.String(), ByYou: by.ID == reader.ID, Name: nameOfPlayer(by),
		})
	}
	for i := range moves {
		moves[i].Undone = moves[i].Ply > 0 && !slices.Contains(line, before+i)
	}
	return moves, nil
}
