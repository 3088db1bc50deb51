package telling

import (
	"fmt"

	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellAbsence tells the sender of an absence, and what has changed by it everybody with whom
// the sender plays, once each.
func tellAbsence(t *Teller, f facts.AbsenceSet) error {
	n := templates.Notice{Code: templates.NoticeAway, Span: views.Span(t.u, t.reader, f.Span)}
	if f.Ended {
		n.Code = templates.NoticeBack
	}
	t.Note(Line{Kind: templates.Noted, Decision: decision.Noted, Notice: n})
	if f.Known {
		return nil
	}
	open, err := t.u.OpenGames(t.reader)
	if err != nil {
		return err
	}
	var opponents []store.PlayerID
	games := map[store.PlayerID][]*store.Game{}
	for _, g := range open {
		if g.State != store.Playing {
			continue
		}
		id := g.Player(g.SeatOf(t.reader.ID).Other())
		if games[id] == nil {
			opponents = append(opponents, id)
		}
		games[id] = append(games[id], g)
	}
	for _, id := range opponents {
		p, err := t.u.Player(id)
		if err != nil {
			return err
		}
		if err := t.desk.Send(awayLetter(t, p, games[id], f)); err != nil {
			return err
		}
	}
	return nil
}

// awayLetter tells an opponent that the sender is away, or back. It stands in the
// thread of their game if there is only one.
func awayLetter(t *Teller, to *store.Player, games []*store.Game, f facts.AbsenceSet) letters.Letter {
	n := templates.Notice{Code: templates.NoticeOpponentAway, Name: names.Of(t.reader), Span: views.Span(t.u, to, f.Span)}
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

// WarnOfAbsences tells both players of each game that has begun whether the other one
// is, or will be, away. It does so once all commands are carried out: where a clock
// stands still for it now, the mail says so anyway.
func (t *Teller) WarnOfAbsences() error {
	for _, entry := range t.desk.Log {
		f, ok := entry.Fact.(facts.GameStarted)
		if !ok {
			continue
		}
		g, err := t.u.Game(f.Game)
		if err != nil {
			return err
		}
		if g.State != store.Playing {
			continue
		}
		if err := warnOfAbsence(t, g); err != nil {
			return err
		}
	}
	return nil
}

func warnOfAbsence(t *Teller, g *store.Game) error {
	opponent, err := t.u.Seated(g, g.SeatOf(t.reader.ID).Other())
	if err != nil {
		return err
	}
	if s, ok := clocks.NextAway(t.reader, t.u.Now); ok && !clockStands(t, g, t.reader) {
		t.remark(g, templates.Notice{Code: templates.NoticeOpponentAway, Span: views.Span(t.u, opponent, s)})
	}
	if s, ok := clocks.NextAway(opponent, t.u.Now); ok && !clockStands(t, g, opponent) {
		n := templates.Notice{Code: templates.NoticeOpponentAway, Name: names.Of(opponent), Span: views.Span(t.u, t.reader, s)}
		t.Note(Line{Kind: templates.Show, Game: g, Decision: decision.Started, Notice: n})
	}
	return nil
}

// clockStands reports whether it is a player's turn in a game with a clock, which
// stands still because the player is away.
func clockStands(t *Teller, g *store.Game, p *store.Player) bool {
	return !g.Pace.None() && g.Course.ToMove == g.SeatOf(p.ID) && !clocks.StillUntil(p, t.u.Now).IsZero()
}
