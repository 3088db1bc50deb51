package mailbot

import (
	"errors"
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

var undoCommand = command{
	verb: "undo", group: toPlay, examples: []string{"undo", "undo #42"},
	can: canUndo, run: undo,
}

var allowCommand = command{
	verb: "allow", group: toPlay, examples: []string{"allow"},
	clear: clearMail, can: askedToUndo, run: allowUndo,
}

var denyCommand = command{
	verb: "deny", group: toPlay, examples: []string{"deny"},
	can: askedToUndo, run: denyUndo,
}

// canUndo says whether a player has moved and has not asked yet. The seats move in
// turn, so First has after the first ply and Second after the second.
func canUndo(g *store.Game, seat game.Seat) bool {
	return g.State == store.Playing && g.UndoAsked == game.NoSeat && g.Course.Ply >= int(seat)
}

func askedToUndo(g *store.Game, seat game.Seat) bool {
	return g.State == store.Playing && g.UndoAsked != game.NoSeat && g.UndoAsked == seat.Other()
}

// undo asks the opponent to let the sender take the last move back. If the
// opponent's mail about that move has not left yet, it is taken back at once.
func undo(e *errand, c parser.Command) (result, error) {
	g, r, err := e.playingGame(c, canUndo)
	if g == nil || err != nil {
		return r, err
	}
	seat := g.SeatOf(e.sender.ID)
	played, err := g.Replay()
	if err != nil {
		return result{}, err
	}
	_, err = played.Decide(seat, game.Move{Kind: game.TakeBack}, e.u.Now)
	illegal := (*game.Error)(nil)
	switch {
	case errors.As(err, &illegal):
		return refuse(g, illegalNotice(illegal)), nil
	case err != nil:
		return result{}, err
	case g.UndoAsked == seat:
		return e.refuseUndo(g, templates.NoticeUndoAsked, toTakeBack(played, seat))
	case g.UndoAsked != game.NoSeat:
		return e.refuseUndo(g, templates.NoticeUndoOfYou, toTakeBack(played, g.UndoAsked))
	}
	if untold, err := e.recall(g, seat); err != nil {
		return result{}, err
	} else if untold {
		n, err := e.undoNotice(g, templates.NoticeUndoUntold, toTakeBack(played, seat))
		if err != nil {
			return result{}, err
		}
		e.note(result{kind: templates.Show, game: g, decision: Played, notice: n})
		return result{kind: templates.Turn, game: g, decision: Played, done: c.String(), passes: true}, e.takeMoveBack(g, seat)
	}
	if often, err := e.undoneOften(g, seat); err != nil {
		return result{}, err
	} else if often {
		return e.refuseUndo(g, templates.NoticeUndoOften, toTakeBack(played, seat))
	}
	g.UndoAsked = seat
	e.u.ChangeGame(g)
	if err := e.tellOpponent(g, templates.Undo); err != nil {
		return result{}, err
	}
	e.letters[len(e.letters)-1].offer = offerUndo
	n, err := e.undoNotice(g, templates.NoticeUndoSent, toTakeBack(played, seat))
	return result{kind: templates.Show, game: g, decision: Noted, passes: true, notice: n}, err
}

// undoAsks is how often in a day a player can ask for the same move back. Each time the
// opponent is told, and two programs may ask and refuse for ever.
const undoAsks = 6

// undoneOften counts a request for a move back, and says whether there were enough.
func (e *errand) undoneOften(g *store.Game, seat game.Seat) (bool, error) {
	n, err := e.u.Tx.Count(store.Counter{
		Kind: "undo_asks", Whom: fmt.Sprintf("%d %v %d", g.Number, seat, g.Turn()), Window: store.LongestWindow,
	}, e.u.Now)
	e.settled = e.settled || n == undoAsks+1 // that there were enough is told once, whatever the patience
	return n > undoAsks, err
}

// undoNotice says something to the sender about a move that is, or is not, taken
// back, and the answer to it.
func (e *errand) undoNotice(g *store.Game, code string, moves []string) (templates.Notice, error) {
	opponent, err := e.opponentName(g, g.SeatOf(e.sender.ID))
	n := templates.Notice{Code: code, Name: opponent, Cell: moves[0]}
	if len(moves) > 1 {
		n.Text = moves[1]
	}
	return n, err
}

func (e *errand) refuseUndo(g *store.Game, code string, moves []string) (result, error) {
	n, err := e.undoNotice(g, code, moves)
	return refuse(g, n), err
}

// recall takes the opponent's mail about the last move of a seat back, and tells
// whether it could. It does not if there is no time left for another move: then it
// is better to ask.
func (e *errand) recall(g *store.Game, seat game.Seat) (untold bool, err error) {
	if g.Course.ToMove != seat.Other() {
		return false, nil
	}
	cal, err := clocks.Calendar(e.u, e.sender)
	if err != nil {
		return false, err
	}
	clock := g.Clock.Recalled(g.Pace, seat, clocks.LastMoved(g))
	if !g.Pace.None() && clock.LeftAt(g.Pace, seat, seat, cal, e.u.Now) == 0 {
		return false, nil
	}
	return e.u.Tx.Recall(g.TurnMail, e.u.Now)
}

// allowUndo takes the opponent's last move back.
func allowUndo(e *errand, c parser.Command) (result, error) {
	g, r, err := e.undoAsked(c)
	if g == nil || err != nil {
		return r, err
	}
	if err := e.takeMoveBack(g, g.UndoAsked); err != nil {
		return result{}, err
	}
	r = result{kind: templates.Moved, game: g, decision: Played, done: c.String(), passes: true}
	return r, e.tellOpponent(g, templates.Turn)
}

// denyUndo lets the opponent's last move stand.
func denyUndo(e *errand, c parser.Command) (result, error) {
	g, r, err := e.undoAsked(c)
	if g == nil || err != nil {
		return r, err
	}
	played, err := g.Replay()
	if err != nil {
		return result{}, err
	}
	n, err := e.undoNotice(g, templates.NoticeUndoStands, toTakeBack(played, g.UndoAsked))
	if err != nil {
		return result{}, err
	}
	g.UndoAsked = game.NoSeat
	e.u.ChangeGame(g)
	if err := e.tellOpponent(g, templates.Show); err != nil {
		return result{}, err
	}
	e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeUndoDenied, Cell: n.Cell})
	return result{kind: templates.Show, game: g, decision: Noted, passes: true, notice: n}, nil
}

// undoAsked finds the game in which the opponent asks for a take-back.
func (e *errand) undoAsked(c parser.Command) (*store.Game, result, error) {
	g, r, err := e.playingGame(c, askedToUndo)
	if g == nil || err != nil {
		if r.notice.Code == templates.NoticeNoGame {
			r.notice.Code = templates.NoticeNoUndo
		}
		return nil, r, err
	}
	if !askedToUndo(g, g.SeatOf(e.sender.ID)) {
		return nil, refuse(g, templates.Notice{Code: templates.NoticeNoUndo}), nil
	}
	return g, result{}, nil
}

// playingGame finds the game that a command changes, which must go on and stand as
// in the mail that is answered.
func (e *errand) playingGame(c parser.Command, fits func(*store.Game, game.Seat) bool) (*store.Game, result, error) {
	g, r, err := e.findGame(c, fits)
	switch {
	case g == nil || err != nil:
		return nil, r, err
	case begun(g) == nil:
		return nil, notBegun(g), nil
	case g.State != store.Playing:
		return nil, refuse(g, illegalNotice(&game.Error{Code: game.GameOver})), nil
	case e.isStale(g):
		return nil, stale(g, c.Verb), nil
	}
	return g, result{}, nil
}

// takeMoveBack takes the last move of a seat back, and what was answered to it.
func (e *errand) takeMoveBack(g *store.Game, seat game.Seat) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	event, err := played.Decide(seat, game.Move{Kind: game.TakeBack}, e.u.Now)
	if err != nil {
		return err
	}
	if err := played.Apply(event); err != nil {
		return err
	}
	g.Plans = [2]game.Plan{} // which were made for another position
	return e.record(g, played)
}

// remarkToOpponent adds a notice to the letter about a game that the opponent gets.
func (e *errand) remarkToOpponent(g *store.Game, n templates.Notice) {
	for i := range e.letters {
		if l := &e.letters[i]; l.game == g {
			l.notices = append(l.notices, n)
		}
	}
}
