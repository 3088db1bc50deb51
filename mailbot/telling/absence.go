package telling

import (
	"fmt"

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
		n := templates.Notice{Code: templates.NoticeOpponentAway, Name: names.Of(t.reader), Span: views.Span(t.u, p, f.Span)}
		l := letters.Letter{To: p, Kind: templates.Away}
		if f.Ended {
			n.Code, l.Kind = templates.NoticeOpponentBack, templates.Back
		}
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
