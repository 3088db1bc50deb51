package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// verbMove is the parser's word for a cell that stands as a command.
const verbMove = "move"

var moveCommand = command{verb: verbMove, can: onTurn, run: play}

var blackCommand = command{
	verb: "black",
	can: func(g *store.Game, seat game.Seat) bool {
		return onTurn(g, seat) && g.Course.Phase == game.Contract
	},
	run: play,
}

var resignCommand = command{verb: "resign", can: whilePlaying, run: play}

// isMove says whether a command is a move, which ends a turn or the game.
func isMove(c parser.Command) bool {
	return c.Verb == verbMove || c.Verb == "black" || c.Verb == "resign"
}

// moveWord is a move as a record has it.
func moveWord(c parser.Command) string {
	if c.Verb == verbMove {
		return c.Args[0]
	}
	return c.Verb
}

// fitsMove says for which games a move can be meant that names none.
func fitsMove(c parser.Command) func(*store.Game, game.Seat) bool {
	if c.Verb == "resign" {
		return whilePlaying
	}
	return onTurn
}

// moveOf gives the move that a command stands for.
func moveOf(c parser.Command) (game.Move, error) { return game.ParseMove(moveWord(c)) }

// play puts a stone, says black or resigns.
func play(e *errand, c parser.Command) (result, error) {
	m, err := moveOf(c)
	if err != nil {
		return e.misunderstood(parser.Problem{Code: parser.CodeUnknown, Text: c.String()})
	}
	g, r, err := e.findGame(c, fitsMove(c))
	if g == nil || err != nil {
		return r, err
	}
	if begun(g) == nil {
		return notBegun(g), nil
	}
	if e.isStale(g) {
		return result{
			kind: templates.Stale, game: g, decision: Stale, verb: m.String(),
			notice: templates.Notice{Code: templates.NoticeStale, Text: m.String(), Number: int(g.Number)},
		}, nil
	}
	return e.playIn(g, m)
}

// isStale says whether the mail answers another position of the game: an older
// one, or after the loss of some moves with a restored backup, a later one. Once
// the game is over it makes no difference any more.
func (e *errand) isStale(g *store.Game) bool {
	ply, known := e.plies[g.Number]
	return known && ply != g.Course.Ply && g.State == store.Playing
}

// playIn decides on the move, applies it, and tells the opponent.
func (e *errand) playIn(g *store.Game, m game.Move) (result, error) {
	played, err := g.Replay()
	if err != nil {
		return result{}, err
	}
	event, err := played.Decide(g.SeatOf(e.sender.ID), m, e.now)
	if illegal := (*game.Error)(nil); errors.As(err, &illegal) {
		return refuse(g, illegalNotice(illegal)), nil
	}
	if err != nil {
		return result{}, err
	}
	if err := played.Apply(event); err != nil {
		return result{}, err
	}
	g.Record(played, e.now)
	e.changeGame(g)
	r := result{
		kind: templates.Moved, game: g, decision: Played, passes: true,
		notice: templates.Notice{Code: templates.NoticeMoved, Text: m.String(), Number: int(g.Number)},
	}
	told := templates.Turn
	if g.State == store.Finished {
		r.kind, told = templates.Over, templates.Over
	}
	return r, e.tellOpponent(g, told)
}

// illegalNotice says which rule forbids a move.
func illegalNotice(err *game.Error) templates.Notice {
	n := templates.Notice{Code: string(err.Code), Cell: err.Cell.String()}
	if first, last, ok := game.RowColumns(err.Size, int(err.Cell.Row)); ok && err.Code == game.OffBoard {
		n.Row, n.First, n.Last = string(rune('A'+err.Cell.Row)), first, last
	}
	return n
}

// since lists what was played after the position that the mail answers.
func (e *errand) since(g *store.Game) (moves []templates.PlayedMove, err error) {
	for i := e.plies[g.Number]; i < len(g.Events); i++ {
		event := g.Events[i]
		by, err := e.seated(g, event.Seat)
		if err != nil {
			return nil, err
		}
		moves = append(moves, templates.PlayedMove{
			Ply: i + 1, Move: event.Move.String(), ByYou: by.ID == e.sender.ID, Name: nameOfPlayer(by),
		})
	}
	return moves, nil
}
