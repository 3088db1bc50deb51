package club

import (
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// NetDays is for how many days a player is away by itself whose time is up.
const NetDays = 7

// spread lets a player whose time is up be away from that second on instead of losing the
// game, if there is a net that can catch the player; caught says whether there was.
//
// All games whose time is up in the same second are dealt with together, as they
// would ring one after the other: what becomes of each of them must not hang on which of
// them rings first.
//
// Whoever is out of reach has Grace and nothing else: nobody can tell them that they are
// away, and a mailbox that is full would be worth a week. Grace comes first, so that a
// player who can be reached again when it is over is still caught then.
func (o Ring) spread(b *book, g *store.Game, p *store.Player, cal game.Calendar, end time.Time) (caught bool, err error) {
	if !b.rules.Net || !canBeCaught(p, g, end) {
		return false, nil
	}
	spans, whole, ok := netFor(p, cal, end)
	if !ok {
		return false, nil
	}
	games, err := b.u.OpenGames(p)
	if err != nil {
		return false, err
	}
	f := facts.NetCaught{Game: g.Number, Player: p.ID, Span: whole, Left: daysLeft(spans, whole.To)}
	for _, other := range games {
		switch {
		case !isUp(other, p, cal, end):
		case o.isUntold(b, other, p):
			err = o.renew(b, other)
		case canBeCaught(p, other, end):
			f.Games = append(f.Games, other.Number)
			other.Clock = other.Clock.Extended(other.Course.ToMove, clocks.Rest)
		default:
			err = o.lose(b, other, p, end)
		}
		if err != nil {
			return false, err
		}
	}
	err = clocks.ChangeCalendar(b.u, p, end, func() {
		p.Away = spans
		p.Nets = append(p.Nets, store.Net{At: end, Games: f.Games})
	})
	b.note(f)
	return true, err
}

// isUp says whether a player's time in a game is up at a moment.
func isUp(g *store.Game, p *store.Player, cal game.Calendar, at time.Time) bool {
	if g.State != store.Playing || g.Pace.None() || g.Player(g.Course.ToMove) != p.ID {
		return false
	}
	return g.Clock.Deadline(g.Pace, g.Course.ToMove, cal).Equal(at)
}

// canBeCaught says whether a net catches a player in a game: one who plays it, reads mails, and
// has not had as many as there are.
func canBeCaught(p *store.Player, g *store.Game, end time.Time) bool {
	wants := !p.NoNet && !p.Silent && p.Unreachable.IsZero()
	return wants && g.Course.BothMoved() && !p.WasCaught(g.Number) && p.NetsSince(end) < store.MostNets
}

// netFor gives when a player is away with a net from a time on: for NetDays by the calendar
// where the player lives, or as many as are left of those that a player can be away; ok is false
// if none is left.
func netFor(p *store.Player, cal game.Calendar, from time.Time) (spans []game.Span, whole game.Span, ok bool) {
	for days := NetDays; days > 0; days-- {
		spans, whole = joined(recent(p.Away, from), game.Span{From: from, To: from.In(cal.Zone).AddDate(0, 0, days).UTC()})
		if store.MostTaken(spans) <= store.MostAway {
			return spans, whole, true
		}
	}
	return nil, game.Span{}, false
}

// daysLeft gives how many days are left in which a player can be away in any year that has not
// ended at a time.
func daysLeft(spans []game.Span, now time.Time) int {
	counted := slices.Clone(spans)
	for i, s := range counted {
		if year := now.Add(-store.AwayYear); s.From.Before(year) {
			counted[i].From = year
		}
	}
	return mostDays - daysIn(store.MostTaken(recent(counted, now)))
}
