package mailbot_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// While somebody is away, as that player has said or since a net has caught them, no clock of
// theirs runs.

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
	if m.isHeld(from) && slices.ContainsFunc(m.absences[from], func(a outage) bool { return !a.from.After(now) && a.to.After(whole.to) }) {
		return m.refuse(from, 0)
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
	if !found || m.isHeld(from) {
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
	m.tellOpponents(with, kind)
}

// tellOpponents tells of an absence each of those with whom somebody plays, in which games.
func (m *model) tellOpponents(with map[string][]int, kind templates.Kind) (lines []string) {
	for opponent, games := range with {
		number := games[0]
		if len(games) > 1 {
			number = 0
		}
		m.mail(opponent, kind, number, false)
		lines = append(lines, m.line(opponent, kind, number))
	}
	return lines
}

// A modelNet is an absence that began by itself: when, and in which games the time was up.
type modelNet struct {
	at    time.Time
	games []int
	ended []int // games of the same player that were lost in the same second: nobody is told of those
}

// simNet is for how long that is; there are enough days for it in a simulation.
const simNet = 7 * simDay

// caught counts how often a net has caught somebody in a game.
func (m *model) caught(who string, number int) (n int) {
	for _, net := range m.nets[who] {
		if slices.Contains(net.games, number) {
			n++
		}
	}
	return n
}

// isHeld says whether somebody would lose a game by coming back: a net has caught them there, and
// they have not moved since.
func (m *model) isHeld(who string) bool {
	return slices.ContainsFunc(m.games, func(g *modelGame) bool {
		if !g.ticks() || g.toMove() != who {
			return false
		}
		return g.clock.left[g.now.ToMove()-game.First]-m.spent(who, g.clock.since, later(g.clock.since, m.arrived())) <= time.Second
	})
}

// catches lets somebody be away by itself: no clock of theirs runs from then on, and where the
// time was up a second of it is left.
func (m *model) catches(who string, net modelNet) {
	with := map[string][]int{}
	for i, g := range m.games {
		if g.state != store.Playing || !slices.Contains(g.players[:], who) || slices.Contains(net.ended, i+1) {
			continue
		}
		with[g.other(who)] = append(with[g.other(who)], i+1)
		if !g.ticks() || g.toMove() != who {
			continue
		}
		left := &g.clock.left[g.now.ToMove()-game.First]
		if *left -= m.spent(who, g.clock.since, net.at); slices.Contains(net.games, i+1) {
			*left = time.Second
		}
		g.clock.since = later(g.clock.since, net.at)
	}
	m.absences[who] = append(slices.Clone(m.absences[who]), outage{net.at, net.at.Add(simNet)})
	m.nets[who] = append(slices.Clone(m.nets[who]), net)
	lines := m.tellOpponents(with, templates.Away)
	for _, number := range net.games {
		m.mail(who, templates.Net, number, false)
		lines = append(lines, m.line(who, templates.Net, number))
	}
	for _, line := range lines {
		m.byNets[line]++
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
		at = m.freeUntil(who, at).Add(missing)
	}
}

// freeUntil gives when time counts again for somebody, if it does not at a time: a net leaves a
// second, and a week of trying second by second takes long.
func (m *model) freeUntil(who string, at time.Time) time.Time {
	for _, o := range slices.Concat(m.outages, m.absences[who]) {
		if !o.from.After(at) && o.to.After(at) {
			at = o.to
		}
	}
	return at
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
