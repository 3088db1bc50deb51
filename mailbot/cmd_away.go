package mailbot

import (
	"fmt"
	"slices"
	"strconv"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/views"
	"unlurbot/mailbot/zones"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// awayChanges is how often in a day opponents are told of a change.
const awayChanges = 6

// away lets the sender's clocks stand still for a time. A move meanwhile is welcome
// and doesn't end it.
func away(e *errand, c parser.Command) (result, error) {
	asked, wrong := readAway(c.Args, e.u.Arrived, zones.Of(e.sender.Zone))
	if wrong.Code != "" {
		return refuse(nil, wrong), nil
	}
	planned := e.sender.Away
	if now := e.u.Arrived; !asked.From.After(now) { // who is away already says until when from now on
		planned = cutAt(planned, now)
	}
	spans, whole := joined(planned, asked)
	if most := mostAway(spans); most > awayMost {
		return refuse(nil, templates.Notice{Code: templates.NoticeAwayLong, Number: daysIn(most)}), nil
	}
	told := templates.Notice{Code: templates.NoticeAway, Span: views.Span(e.u, e.sender, whole)}
	r := result{kind: templates.Noted, decision: Noted, notice: told}
	if slices.Contains(e.sender.Away, whole) {
		return r, nil
	}
	return e.changeAway(r, spans, templates.Away, whole)
}

// back ends the time for which the sender is away or, if the sender is not away
// now, takes back what was planned.
func back(e *errand, _ parser.Command) (result, error) {
	now := e.u.Arrived
	spans := slices.Clone(e.sender.Away)
	i := slices.IndexFunc(spans, func(s game.Span) bool { return !s.From.After(now) && s.To.After(now) })
	planned := slices.IndexFunc(spans, func(s game.Span) bool { return s.From.After(now) })
	if i < 0 && planned < 0 {
		return refuse(nil, templates.Notice{Code: templates.NoticeNotAway}), nil
	}
	var ended game.Span
	if i >= 0 {
		ended = spans[i]
		spans[i].To = now
	} else {
		ended = spans[planned]
		spans = spans[:planned] // they are in the order of their times
	}
	r := result{kind: templates.Noted, decision: Noted, notice: templates.Notice{Code: templates.NoticeBack, Span: views.Span(e.u, e.sender, ended)}}
	return e.changeAway(r, spans, templates.Back, ended)
}

// changeAway sets when the sender is away and tells the opponents of the change.
func (e *errand) changeAway(r result, spans []game.Span, k templates.Kind, changed game.Span) (result, error) {
	n, err := e.u.Tx.Count(store.Counter{Kind: "away_changes", Whom: strconv.Itoa(int(e.sender.ID)), Window: store.LongestWindow}, e.u.Now)
	if err != nil {
		return result{}, err
	}
	if n > awayChanges {
		return refuse(nil, templates.Notice{Code: templates.NoticeAwayOften}), nil
	}
	now := e.u.Arrived
	spans = slices.DeleteFunc(spans, func(s game.Span) bool { return !s.To.After(s.From) || now.Sub(s.To) > awayYear })
	if err := clocks.ChangeCalendar(e.u, e.sender, func() { e.sender.Away = spans }); err != nil {
		return result{}, err
	}
	return r, e.tellAllOpponents(k, changed)
}

// tellAllOpponents writes to everybody with whom the sender plays, once to each.
func (e *errand) tellAllOpponents(k templates.Kind, s game.Span) error {
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
		if err := e.desk().Send(e.awayLetter(p, games[id], k, s)); err != nil {
			return err
		}
	}
	return nil
}

// awayLetter tells an opponent that the sender is away, or back. It stands in the
// thread of their game if there is only one.
func (e *errand) awayLetter(to *store.Player, games []*store.Game, k templates.Kind, s game.Span) letters.Letter {
	n := templates.Notice{Code: templates.NoticeOpponentAway, Name: names.Of(e.sender), Span: views.Span(e.u, to, s)}
	if k == templates.Back {
		n.Code = templates.NoticeOpponentBack
	}
	l := letters.Letter{To: to, Kind: k}
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
	for _, g := range e.begun {
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
