package mailbot

import (
	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

var abortCommand = command{
	verb: "abort", group: toPlay, examples: []string{"abort", "abort #42"},
	clear: clearMail, can: canAbort, run: abort,
}

// canAbort says whether one player of a game has no move that stands: until then
// either may call it off.
func canAbort(g *store.Game, _ game.Seat) bool {
	return g.State == store.Playing && !g.Course.BothMoved()
}

// abort calls a game off that has hardly begun.
func abort(e *errand, c parser.Command) (result, error) {
	g, r, err := e.findGame(c, canAbort)
	switch {
	case err != nil:
		return r, err
	case g == nil && r.notice.Code == templates.NoticeNoGame:
		return refuse(nil, templates.Notice{Code: templates.NoticeNoAbort}), nil
	case g == nil:
		return r, nil
	case begun(g) == nil:
		return notBegun(g), nil
	case g.State != store.Playing:
		return refuse(g, illegalNotice(&game.Error{Code: game.GameOver})), nil
	case g.Course.BothMoved():
		return refuse(g, templates.Notice{Code: templates.NoticeBothMoved}), nil
	case e.isStale(g):
		return stale(g, c.Verb), nil
	}
	return e.callOff(g, c)
}

// callOff cancels a game for the sender, by whatever command, and tells the opponent.
func (e *errand) callOff(g *store.Game, c parser.Command) (result, error) {
	if err := e.cancel(g, g.SeatOf(e.sender.ID), e.u.Now); err != nil {
		return result{}, err
	}
	r := result{kind: templates.Cancelled, game: g, decision: Played, done: c.Verb, passes: true}
	return r, e.tellOpponent(g, templates.Cancelled)
}
