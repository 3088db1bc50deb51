package mailbot

import (
	"fmt"

	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellAbsence tells the sender of an absence, and what has changed by it everybody with whom
// the sender plays, once each.
func (e *errand) tellAbsence(f facts.AbsenceSet) error {
	n := templates.Notice{Code: templates.NoticeAway, Span: views.Span(e.u, e.sender, f.Span)}
	if f.Ended {
		n.Code = templates.NoticeBack
	}
	e.note(result{kind: templates.Noted, decision: Noted, notice: n})
	if f.Known {
		return nil
	}
	open, err := e.u.OpenGames(e.sender)
	if err != nil {
		return err
	}
	var opponents []store.PlayerID
	games := map[store.PlayerID][]*store.Game{}
	for _, g := range open {
		if g.State != store.Playing {
			continue
		}
		id := g.Player(g.SeatOf(e.sender.ID).Other())
		if games[id] == nil {
			opponents = append(opponents, id)
		}
		games[id] = append(games[id], g)
	}
	for _, id := range opponents {
		p, err := e.u.Player(id)
		if err != nil {
			return err
		}
		if err := e.desk().Send(e.awayLetter(p, games[id], f)); err != nil {
			return err
		}
	}
	return nil
}

// awayLetter tells an opponent that the sender is away, or back. It stands in the
// thread of their game if there is only one.
func (e *errand) awayLetter(to *store.Player, games []*store.Game, f facts.AbsenceSet) letters.Letter {
	n := templates.Notice{Code: templates.NoticeOpponentAway, Name: names.Of(e.sender), Span: views.Span(e.u, to, f.Span)}
	l := letters.Letter{To: to, Kind: templates.Away}
	if f.Ended {
		n.Code, l.Kind = templates.NoticeOpponentBack, templates.Back
	}
	if len(games) == 1 {
		l.Game = games[0]
	} else {
		for _, g := range games {
			n.Names = append(n.Names, fmt.Sprintf("#%d", g.Number))
		}
	}
	l.Notices = []templates.Notice{n}
	return l
}

// warnOfAbsences tells both players of each game that has begun whether the other one
// is, or will be, away. It does so once all commands are carried out: where a clock
// stands still for it now, the mail says so anyway.
func (e *errand) warnOfAbsences() error {
	for _, entry := range e.mails.Log {
		f, ok := entry.Fact.(facts.GameStarted)
		if !ok {
			continue
		}
		g, err := e.u.Game(f.Game)
		if err != nil {
			return err
		}
		if g.State != store.Playing {
			continue
		}
		if err := e.warnOfAbsence(g); err != nil {
			return err
		}
	}
	return nil
}

func (e *errand) warnOfAbsence(g *store.Game) error {
	opponent, err := e.u.Seated(g, g.SeatOf(e.sender.ID).Other())
	if err != nil {
		return err
	}
	if s, ok := clocks.NextAway(e.sender, e.u.Now); ok && !e.clockStands(g, e.sender) {
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeOpponentAway, Span: views.Span(e.u, opponent, s)})
	}
	if s, ok := clocks.NextAway(opponent, e.u.Now); ok && !e.clockStands(g, opponent) {
		n := templates.Notice{Code: templates.NoticeOpponentAway, Name: names.Of(opponent), Span: views.Span(e.u, e.sender, s)}
		e.note(result{kind: templates.Show, game: g, decision: Started, notice: n})
	}
	return nil
}

// clockStands reports whether it is a player's turn in a game with a clock, which
// stands still because the player is away.
func (e *errand) clockStands(g *store.Game, p *store.Player) bool {
	return !g.Pace.None() && g.Course.ToMove == g.SeatOf(p.ID) && !clocks.StillUntil(p, e.u.Now).IsZero()
}
