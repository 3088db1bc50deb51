package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// watch shows the sender each position of a game of others, from now on.
func watch(e *errand, c parser.Command) (result, error) {
	g, r, err := e.watchable(orders.GameIn(c))
	if g == nil || err != nil {
		return r, err
	}
	if g.ThreadOf(e.sender.ID) == nil {
		watched, err := e.u.Tx.WatchedBy(e.sender.ID)
		switch {
		case err != nil:
			return result{}, err
		case len(watched) >= mostWatched:
			return refuse(nil, templates.Notice{Code: templates.NoticeWatchesEnough, Number: mostWatched}), nil
		case len(g.Watchers) >= mostWatchers:
			return refuse(nil, templates.Notice{Code: templates.NoticeWatchedEnough, Number: int(g.Number)}), nil
		}
		if err := e.u.Tx.Watch(g, e.sender.ID); err != nil {
			return result{}, err
		}
		e.u.ChangeGame(g)
	}
	notice := templates.Notice{Code: templates.NoticeWatching, Number: int(g.Number)}
	return result{kind: templates.Watched, game: g, decision: Noted, notice: notice}, nil
}

// watchable gives a running game of others, or says why the sender can't watch it.
// Whether a game is private or not there at all is nobody else's business.
func (e *errand) watchable(n store.GameNumber) (*store.Game, result, error) {
	none := refuse(nil, templates.Notice{Code: templates.NoticeNotToWatch, Number: int(n)})
	if n == facts.NoSuchGame {
		none = refuse(nil, templates.Notice{Code: templates.NoticeNoGame})
	}
	g, err := e.u.Game(n)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, none, nil
	case err != nil:
		return nil, result{}, err
	case g.SeatOf(e.sender.ID) != game.NoSeat:
		return nil, refuse(nil, templates.Notice{Code: templates.NoticeWatchOwn, Number: int(n)}), nil
	case g.State != store.Playing || g.Private:
		return nil, none, nil
	}
	return g, result{}, nil
}

// unwatch ends it.
func unwatch(e *errand, c parser.Command) (result, error) {
	watched, err := e.u.Tx.WatchedBy(e.sender.ID)
	if err != nil {
		return result{}, err
	}
	n := orders.GameIn(c)
	for _, g := range watched {
		if g.Number != n {
			continue
		}
		g = e.u.Own(g)
		if err := e.u.Tx.Unwatch(g, e.sender.ID); err != nil {
			return result{}, err
		}
		e.u.ChangeGame(g)
		return result{kind: templates.Noted, decision: Noted, notice: templates.Notice{Code: templates.NoticeUnwatched, Number: int(n)}}, nil
	}
	if n == facts.NoSuchGame {
		return refuse(nil, templates.Notice{Code: templates.NoticeNoGame}), nil
	}
	return refuse(nil, templates.Notice{Code: templates.NoticeNotWatching, Number: int(n)}), nil
}
