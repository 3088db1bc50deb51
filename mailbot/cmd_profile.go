package mailbot

import (
	"errors"
	"strings"
	"time"

	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/zones"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// profile tells what there is to know of a player, or of the sender.
func profile(e *errand, c parser.Command) (result, error) {
	p, wrong, err := e.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	s, err := e.u.Tx.Standing(p.ID)
	if err != nil {
		return result{}, err
	}
	running, private, err := e.runningGames(p)
	if err != nil {
		return result{}, err
	}
	seen := s.Public()
	about := &templates.PlayerProfile{
		Name: nameOfPlayer(p), You: p == e.sender, Since: p.Created, Rating: viewRating(seen, e.u.Now),
		Wins: seen.Wins, Losses: seen.Losses, FriendlyWins: seen.FriendlyWins, FriendlyLosses: seen.FriendlyLosses,
		Games: seen.Games(), Moves: seen.Moves, Timeouts: seen.Timeouts, NoShows: seen.NoShows, Running: running,
		AwayUntil: awayUntil(p, e.u.Now),
	}
	if t := s.Private; about.You && (t.Games() > 0 || private > 0) {
		about.Private = &templates.PrivateGames{Won: t.Wins + t.FriendlyWins, Lost: t.Losses + t.FriendlyLosses, Running: private}
	}
	if s.Listed {
		about.Place, about.Of = e.u.Tx.Place(p.ID)
	}
	return result{
		kind: templates.Profile, decision: Answered, args: c.Args,
		fill: func(v *templates.View) { v.Profile = about },
	}, nil
}

// awayUntil gives the last day of an absence, as the player counts days; the zero
// time of somebody who is there.
func awayUntil(p *store.Player, now time.Time) (day time.Time) {
	for _, away := range p.Away {
		if !away.From.After(now) && away.To.After(now) && away.To.After(day) {
			day = away.To
		}
	}
	if day.IsZero() {
		return day
	}
	return day.Add(-time.Second).In(zones.Of(p.Zone)) // the end of a span is the beginning of a day
}

// runningGames counts the games of a player that have begun and go on, those that
// everybody may see and the others.
func (e *errand) runningGames(p *store.Player) (public, private int, err error) {
	open, err := e.u.OpenGames(p)
	for _, g := range open {
		switch {
		case g.State != store.Playing:
		case g.Private:
			private++
		default:
			public++
		}
	}
	return public, private, err
}

// namedPlayer finds the player whom a command names, or the sender if it names
// nobody. It goes by names only: whose an address is, and whether it is somebody's
// at all, is nobody else's business. What is no name is repeated only to who certainly
// wrote it.
func (e *errand) namedPlayer(c parser.Command) (*store.Player, result, error) {
	if len(c.Args) == 0 {
		return e.sender, result{}, nil
	}
	who := strings.Join(c.Args, " ")
	p, err := e.u.Tx.PlayerByName(who)
	if errors.Is(err, store.ErrNotFound) {
		n := templates.Notice{Code: templates.NoticeNoPlayer}
		if e.proven {
			n.Text = safe.Line(who, 80)
		}
		return nil, refuse(nil, n), nil
	}
	if err != nil {
		return nil, result{}, err
	}
	p, err = e.u.Player(p.ID)
	return p, result{}, err
}
