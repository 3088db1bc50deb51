package mailbot_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// While somebody is away, as that player has said, no clock of theirs runs.

// leave is what "away 2d" does.
func (m *model) leave(from string, in intent) decision.Decision {
	now := m.arrived()
	days, _ := strconv.Atoi(strings.TrimSuffix(in.arg, "d"))
	whole := outage{now, now.AddDate(0, 0, days)}
	var all []outage
	for _, a := range m.absences[from] {
		if a.from.Before(now) && a.to.After(now) {
			a.to = now // the new time takes the place of the rest
		}
		if a.from.After(whole.to) || a.to.Before(whole.from) {
			all = append(all, a)
			continue
		}
		if a.from.Before(whole.from) {
			whole.from = a.from
		}
		whole.to = later(whole.to, a.to)
	}
	if !slices.Contains(m.absences[from], whole) {
		m.changeAbsence(from, append(all, whole), templates.Away)
	}
	m.mail(from, templates.Noted, 0, true)
	return decision.Noted
}

// comeBack is what "back" does.
func (m *model) comeBack(from string) decision.Decision {
	now := m.arrived()
	all, found := []outage{}, false
	for _, a := range m.absences[from] {
		switch {
		case !a.to.After(now):
			all = append(all, a)
		case a.from.Before(now):
			all, found = append(all, outage{a.from, now}), true
		default:
			found = true // nothing of it is left
		}
	}
	if !found {
		return m.refuse(from, 0)
	}
	m.changeAbsence(from, all, templates.Back)
	m.mail(from, templates.Noted, 0, true)
	return decision.Noted
}

// changeAbsence sets when somebody is away. What has passed until now is charged as
// it was, and each opponent hears of the change once: beside the game if there is
// only one.
func (m *model) changeAbsence(who string, all []outage, kind templates.Kind) {
	var toMove []*modelGame
	with := map[string][]int{}
	for i, g := range m.games {
		if g.state != store.Playing || !slices.Contains(g.players[:], who) {
			continue
		}
		with[g.other(who)] = append(with[g.other(who)], i+1)
		if g.ticks() && g.toMove() == who {
			m.settle(g)
			toMove = append(toMove, g)
		}
	}
	m.absences[who] = all
	m.left++
	for _, g := range toMove {
		if g.clock.reminded == 2 && m.now.Before(m.deadline(g).Add(-simDay)) {
			g.clock.reminded = 1 // the last day is to come again
		}
	}
	for opponent, games := range with {
		number := games[0]
		if len(games) > 1 {
			number = 0
		}
		m.mail(opponent, kind, number, false)
	}
}

// spent gives how much of a time counts for somebody: not the outages, nor the time
// of being away.
func (m *model) spent(who string, from, to time.Time) time.Duration {
	free := append(slices.Clone(m.outages), m.absences[who]...)
	slices.SortFunc(free, func(a, b outage) int { return a.from.Compare(b.from) })
	all := max(to.Sub(from), 0)
	for _, o := range free {
		begin, end := later(o.from, from), o.to
		if end.After(to) {
			end = to
		}
		if end.After(begin) {
			all -= end.Sub(begin)
			from = end // what comes twice counts once
		}
	}
	return all
}

// until gives when so much time of somebody is spent, by trying.
func (m *model) until(who string, from time.Time, left time.Duration) time.Time {
	at := from.Add(left)
	for {
		missing := left - m.spent(who, from, at)
		if missing <= 0 {
			return at
		}
		at = at.Add(missing)
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
