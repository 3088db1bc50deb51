package admin

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/tournament"
)

// A Ruling is what was done to a game, which is shown as before.
type Ruling struct {
	Act    acts.Act `json:"act"`
	Before GamePage `json:"before"`
}

// gameAct ends a game as an operator wants, or lets one go on that was over, and gives a Ruling.
func (d *Desk) gameAct(_ context.Context, asked url.Values) (any, error) {
	a := acts.Act{Kind: acts.Kind(asked.Get("act")), Reason: strings.TrimSpace(asked.Get("reason")), After: asked.Get("how")}
	switch {
	case a.Kind != acts.End && a.Kind != acts.Reopen:
		return nil, fmt.Errorf("what can be done to a game is %s or %s", acts.End, acts.Reopen)
	case a.Kind == acts.End && !a.EndsSomehow():
		return nil, fmt.Errorf("a game ends by %s, which is nobody's win, or by the win of its first or second player", acts.Cancel)
	case a.Reason == "":
		return nil, errors.New("that needs a reason, which both players are told")
	}
	if err := fits(a.Reason); err != nil {
		return nil, err
	}
	var done Ruling
	err := d.Change(func(tx *store.Tx) error {
		r, err := d.reading(tx)
		if err != nil {
			return err
		}
		if done.Before, err = gameOf(r, asked); err != nil {
			return err
		}
		g, err := r.u.Game(done.Before.Number)
		if err != nil {
			return err
		}
		if err := canRule(r, g, a.Kind); err != nil {
			return err
		}
		if a.Kind == acts.Reopen {
			a.Before = howEnded(g)
		}
		a.At, a.Game = r.u.Now, uint32(g.Number)
		done.Act = a
		return d.Act(tx, &done.Act)
	})
	if err != nil {
		return nil, err
	}
	d.Log.Info("the operator's act on a game", "act", a.Kind, "number", done.Act.Number, "game", a.Game, "was", a.Before, "is", a.After, "reason", a.Reason)
	d.Wake()
	return done, nil
}

// canRule says why a game can't be ended, or can't go on.
func canRule(r reading, g *store.Game, kind acts.Kind) error {
	switch open := g.IsOpen(); {
	case g.State != store.Playing && !g.HasResult():
		return fmt.Errorf("nobody plays game %d: it is a challenge, and it is %s", g.Number, g.State)
	case kind == acts.End && !open:
		return fmt.Errorf("game %d is over already; unlurbot reopen lets it go on", g.Number)
	case kind == acts.End:
		return nil
	case open:
		return fmt.Errorf("game %d goes on", g.Number)
	}
	if g.Tournament != 0 {
		c, err := r.u.Tx.Tournament(g.Tournament)
		if err != nil {
			return err
		}
		if err := canResumeIn(c, g); err != nil {
			return err
		}
	}
	for _, id := range g.Players {
		p, err := r.u.Player(id)
		if err != nil {
			return err
		}
		if !p.Forgotten.IsZero() {
			return fmt.Errorf("game %d can't go on: player %d was forgotten", g.Number, id)
		}
	}
	return nil
}

// canResumeIn says why a game of a tournament can't go on.
func canResumeIn(c *tournament.Tournament, g *store.Game) error {
	if c.State == tournament.Decided { // everybody has seen who has won it
		return fmt.Errorf("game %d can't go on: tournament %d, of which it is one, is over", g.Number, c.Number)
	}
	if c.GroupWith(uint32(g.Number)).Closed {
		return fmt.Errorf("game %d can't go on: its round of tournament %d is over, and the next one has begun", g.Number, c.Number)
	}
	for _, e := range c.Exits { // whose games so far were counted then
		if !e.Late && g.SeatOf(store.PlayerID(e.Player)) != game.NoSeat {
			return fmt.Errorf("game %d can't go on: a player has left tournament %d, of which it is one", g.Number, c.Number)
		}
	}
	return nil
}

// howEnded says how a game has ended, as acts.Act has it.
func howEnded(g *store.Game) string {
	if g.Course.Reason == game.NoReason {
		return acts.Cancel
	}
	return g.Course.Reason.String()
}

// gameOf tells all of the game that is asked for.
func gameOf(r reading, asked url.Values) (page GamePage, err error) {
	n, err := strconv.ParseUint(asked.Get("number"), 10, 32)
	if err != nil {
		return page, errors.New("a game has a number, such as 42")
	}
	g, err := r.u.Game(store.GameNumber(n))
	if errors.Is(err, store.ErrNotFound) {
		return page, fmt.Errorf("there is no game %d", n)
	}
	if err != nil {
		return page, err
	}
	return r.gamePage(g)
}
