package admin

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/tournament"
)

// A TournamentDone is what was done to a tournament, which is shown as it is now.
type TournamentDone struct {
	Act        acts.Act              `json:"act"`
	Tournament tournament.Tournament `json:"tournament"`
}

// mostTitle is how many characters the name of a tournament has at most.
const mostTitle = 40

// tournamentAct opens a tournament, calls one off, or takes a player out of one, and gives a TournamentDone.
func (d *Desk) tournamentAct(_ context.Context, asked url.Values) (any, error) {
	a := acts.Act{Kind: acts.Kind(asked.Get("act")), Reason: strings.TrimSpace(asked.Get("reason"))}
	switch {
	case a.Kind != acts.Open && a.Kind != acts.CallOff && a.Kind != acts.Remove:
		return nil, fmt.Errorf("what can be done to a tournament is %s, %s or %s", acts.Open, acts.CallOff, acts.Remove)
	case a.Kind != acts.Open && a.Reason == "":
		return nil, errors.New("that needs a reason, which the players whom it concerns are told")
	}
	if err := fits(a.Reason); err != nil {
		return nil, err
	}
	var done TournamentDone
	err := d.Change(func(tx *store.Tx) error {
		r, err := d.reading(tx)
		if err != nil {
			return err
		}
		a.At = r.u.Now
		if a.Kind == acts.Open {
			terms, err := termsOf(asked, r.u.Now)
			if err != nil {
				return err
			}
			if a.Tournament, err = d.Open(tx, terms); err != nil {
				return err
			}
		} else if err := r.namedTournament(&a, asked); err != nil {
			return err
		}
		done.Act = a
		if err := d.Act(tx, &done.Act); err != nil {
			return err
		}
		c, err := tx.Tournament(tournament.Number(a.Tournament))
		if err == nil {
			done.Tournament = *c
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	d.Log.Info("the operator's act on a tournament", "act", a.Kind, "number", done.Act.Number, "tournament", a.Tournament, "player", a.Player, "reason", a.Reason)
	d.Wake()
	return done, nil
}

// namedTournament finds the tournament and the player that an act names, or says why it can't be done to them.
func (r reading) namedTournament(a *acts.Act, asked url.Values) error {
	n, err := strconv.ParseUint(asked.Get("number"), 10, 32)
	if err != nil {
		return errors.New("a tournament has a number, such as 5")
	}
	c, err := r.u.Tx.Tournament(tournament.Number(n))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("there is no tournament %d", n)
	case err != nil:
		return err
	case a.Kind == acts.CallOff && c.State != tournament.Joining:
		return fmt.Errorf("tournament %d is %s: only one that can still be joined is called off", n, c.State)
	}
	if a.Tournament = uint32(n); a.Kind == acts.CallOff {
		return nil
	}
	p, err := r.player(asked.Get("who"))
	if err != nil {
		return err
	}
	a.Player = uint32(p.ID)
	group := c.GroupOf(a.Player)
	switch {
	case c.Place(a.Player) < 0 || c.IsOut(a.Player):
		return fmt.Errorf("player %d is not in tournament %d", p.ID, n)
	case c.State != tournament.Joining && (c.State != tournament.Drawn || group == nil || group.Closed):
		return fmt.Errorf("the games of player %d in tournament %d are over", p.ID, n)
	}
	return nil
}

// termsOf reads the terms of a tournament that is to be opened.
func termsOf(asked url.Values, now time.Time) (t tournament.Terms, err error) {
	t = club.CupTerms()
	t.Title = safe.Line(asked.Get("title"), mostTitle)
	t.Rated = asked.Get("friendly") == ""
	if t.Size, err = numberIn(asked, "size", game.MinSize, game.MaxSize, t.Size); err != nil {
		return t, err
	}
	if t.Group, err = numberIn(asked, "group", tournament.LeastInGroup, tournament.MostInGroup, t.Group); err != nil {
		return t, err
	}
	if text := asked.Get("pace"); text != "" {
		if t.Pace, err = game.ParsePace(text); err != nil {
			return t, fmt.Errorf("the pace: %w", err)
		}
	}
	if t.Pace.None() {
		return t, errors.New("the games of a tournament need a clock")
	}
	if day := asked.Get("starts"); day != "" {
		if t.Starts, err = time.Parse(time.DateOnly, day); err != nil {
			return t, fmt.Errorf("%q is no day such as %s", day, now.AddDate(0, 1, 0).Format(time.DateOnly))
		}
		if t.Starts = t.Starts.Add(8 * time.Hour); t.Starts.Before(now.Add(club.SoonestStart)) || t.Starts.After(now.Add(club.LatestStart)) {
			return t, fmt.Errorf("a tournament can begin between %s and %s",
				now.Add(club.SoonestStart).AddDate(0, 0, 1).Format(time.DateOnly), now.Add(club.LatestStart).AddDate(0, 0, -1).Format(time.DateOnly))
		}
	}
	return t, nil
}

// numberIn reads a number between two others.
func numberIn(asked url.Values, key string, least, most, otherwise int) (int, error) {
	text := asked.Get(key)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("the %s is a number from %d to %d", key, least, most)
	}
	return n, nil
}

// A TournamentLine is one tournament in a list.
type TournamentLine struct {
	Number   tournament.Number `json:"number"`
	State    tournament.State  `json:"state"`
	Title    string            `json:"title,omitempty"`
	Opened   bool              `json:"opened"` // by the operator or a player; else it is a small cup
	Players  int               `json:"players"`
	Size     int               `json:"size"`
	Round    int               `json:"round,omitempty"`
	Groups   int               `json:"groups,omitempty"` // of that round
	Games    int               `json:"games"`            // of all rounds that have begun
	Over     int               `json:"over"`             // of these
	Starts   time.Time         `json:"starts,omitzero"`
	Began    time.Time         `json:"began,omitzero"`
	Ended    time.Time         `json:"ended,omitzero"`
	Entrants []store.PlayerID  `json:"entrants,omitempty"`
}

// tournaments lists the newest tournaments first.
func tournaments(r reading, _ url.Values) (any, error) {
	lines := []TournamentLine{}
	for c, err := range r.u.Tx.LastTournaments() {
		if err != nil {
			return nil, err
		}
		if len(lines) == defaultListed {
			break
		}
		line := TournamentLine{
			Number: c.Number, State: c.State, Title: c.Title, Opened: c.Opened, Players: len(c.Entrants), Size: c.Size,
			Round: c.Round(), Groups: len(c.InRound(c.Round())), Starts: c.Starts, Began: c.Began, Ended: c.Ended,
		}
		for _, e := range c.Entrants {
			line.Entrants = append(line.Entrants, store.PlayerID(e.Player))
		}
		for _, n := range c.Games() {
			g, err := r.u.Game(store.GameNumber(n))
			if err != nil {
				return nil, err
			}
			line.Games++
			if g.HasResult() {
				line.Over++
			}
		}
		lines = append(lines, line)
	}
	return lines, nil
}
