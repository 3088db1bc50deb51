package telling

import (
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellAbsence tells the sender of an absence, and what has changed by it everybody with whom
// the sender plays, once each: in the thread of their game if there is only one.
func tellAbsence(t *Teller, f facts.AbsenceSet) error {
	n := templates.Notice{Code: templates.NoticeAway, Span: views.Span(t.u, t.reader, f.Span)}
	if f.Ended {
		n.Code = templates.NoticeBack
	}
	t.Note(Line{Kind: templates.Noted, Decision: decision.Noted, Notice: n})
	if f.Known {
		return nil
	}
	kind, code := templates.Away, templates.NoticeOpponentAway
	if f.Ended {
		kind, code = templates.Back, templates.NoticeOpponentBack
	}
	return tellOpponents(t, t.reader, kind, code, f.Span)
}

// tellNet tells a player who is away by itself of it, with the board of each game in which the time
// was up, and the opponents as they are told of any absence.
func tellNet(t *Teller, f facts.NetCaught) error {
	p, err := t.u.Player(f.Player)
	if err != nil {
		return err
	}
	for _, number := range f.Games {
		g, err := t.u.Game(number)
		if err != nil {
			return err
		}
		n := templates.Notice{Code: templates.NoticeCaught, Number: f.Left, Span: views.Span(t.u, p, f.Span)}
		if err := t.desk.Send(letters.Letter{To: p, Kind: templates.Net, Game: g, Notices: []templates.Notice{n}}); err != nil {
			return err
		}
	}
	return tellOpponents(t, p, templates.Away, templates.NoticeOpponentAway, f.Span)
}

// tellOpponents tells everybody with whom a player plays that the player is away, or back.
func tellOpponents(t *Teller, who *store.Player, kind templates.Kind, code string, span game.Span) error {
	open, err := t.u.OpenGames(who)
	if err != nil {
		return err
	}
	var opponents []store.PlayerID
	games := map[store.PlayerID][]*store.Game{}
	for _, g := range open {
		if g.State != store.Playing {
			continue
		}
		id := g.Player(g.SeatOf(who.ID).Other())
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
		n := templates.Notice{Code: code, Name: names.Of(who), Span: views.Span(t.u, p, span)}
		l := letters.Letter{To: p, Kind: kind}
		if len(games[id]) == 1 {
			l.Game = games[id][0]
		} else {
			for _, g := range games[id] {
				n.Names = append(n.Names, fmt.Sprintf("#%d", g.Number))
			}
		}
		l.Notices = []templates.Notice{n}
		if err := t.desk.Send(l); err != nil {
			return err
		}
	}
	return nil
}
