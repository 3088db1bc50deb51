package mailbot

import (
	"errors"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// verbMove is the parser's word for a cell that stands as a command.
const verbMove = "move"

var moveCommand = command{
	verb: verbMove, group: toPlay, examples: []string{"C4", "C4 #42"},
	can: onTurn, run: play,
}

var blackCommand = command{
	verb: "black", group: toPlay, examples: []string{"black"},
	clear: clearMail,
	can: func(g *store.Game, seat game.Seat) bool {
		return onTurn(g, seat) && g.Course.Phase == game.Contract
	},
	run: play,
}

var resignCommand = command{
	verb: "resign", group: toPlay, examples: []string{"resign"},
	clear: clearMail, can: canResign, run: play,
}

// canResign says whether a game can be lost; before that it can be aborted.
func canResign(g *store.Game, seat game.Seat) bool {
	return g.State == store.Playing && !canAbort(g, seat)
}

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
	switch {
	case begun(g) == nil:
		return notBegun(g), nil
	case g.State == store.Cancelled: // of which the rules know nothing
		return refuse(g, illegalNotice(&game.Error{Code: game.GameOver})), nil
	}
	switch {
	case e.isStale(g):
		return stale(g, m.String()), nil
	case m.Kind == game.Resign && canAbort(g, g.SeatOf(e.sender.ID)): // nobody can lose yet
		return e.callOff(g, c)
	}
	return e.playIn(g, m)
}

// stale refuses what answers another position; what says what was not done.
func stale(g *store.Game, what string) result {
	return result{
		kind: templates.Stale, game: g, decision: Stale, verb: what,
		notice: templates.Notice{Code: templates.NoticeStale, Text: what, Number: int(g.Number)},
	}
}

// isStale says whether the mail answers another position of the game: an older
// one, or after the loss of some moves with a restored backup, a later one. Once
// the game is over it makes no difference any more.
func (e *errand) isStale(g *store.Game) bool {
	ply, known := e.plies[g.Number]
	return known && ply != g.Turn() && g.State == store.Playing
}

// playIn decides on the move, applies it, and tells the opponent. What plans
// answer to it is played by playOn.
func (e *errand) playIn(g *store.Game, m game.Move) (result, error) {
	played, err := g.Replay()
	if err != nil {
		return result{}, err
	}
	seat, before := g.SeatOf(e.sender.ID), len(g.Events)
	asked := g.UndoAsked
	illegal, err := e.apply(g, played, seat, m)
	if err != nil {
		return result{}, err
	}
	if illegal != nil {
		return refuse(g, illegalNotice(illegal)), nil
	}
	e.moves = append(e.moves, madeMove{game: g, before: before})
	if m.Kind != game.Resign && !e.sender.TimedOut.IsZero() { // is back
		e.sender.TimedOut = time.Time{}
		e.u.ChangePlayer(e.sender)
	}
	if _, known := e.plies[g.Number]; known { // what the mail says below is about the position now
		e.plies[g.Number] = g.Turn()
	}
	r := result{
		kind: toldAs(g, seat), game: g, decision: Played, passes: true,
		notice: templates.Notice{Code: templates.NoticeMoved, Text: m.String(), Number: int(g.Number)},
	}
	err = e.tellOpponent(g, toldAs(g, seat.Other()))
	switch {
	case asked == game.NoSeat || g.State != store.Playing:
	case asked == seat: // who plays on wants nothing back
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeUndoDropped})
	default: // to play on is to say no
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeUndoDenied})
	}
	return r, err
}

// apply decides on a move, whoever wrote it and when, and plays it. If a rule
// forbids it, nothing is changed.
func (e *errand) apply(g *store.Game, played *game.Game, seat game.Seat, m game.Move) (illegal *game.Error, err error) {
	event, err := played.Decide(seat, m, e.u.Now)
	if illegal, ok := errors.AsType[*game.Error](err); ok {
		return illegal, nil
	}
	if err != nil {
		return nil, err
	}
	if err := played.Apply(event); err != nil {
		return nil, err
	}
	return nil, e.record(g, played)
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
