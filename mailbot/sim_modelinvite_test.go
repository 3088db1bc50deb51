package mailbot_test

import (
	"maps"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

// simInvitation is how long a challenge can be answered in a simulation.
const simInvitation = 36 * time.Hour

// unnamed is the name of somebody who was invited and is no player yet.
const unnamed = "?"

// erasedAs stands in games for somebody who was at an address and is forgotten.
func erasedAs(address string) string { return "~" + address }

func isErased(who string) bool { return strings.HasPrefix(who, "~") }

// departed says whether a mail of the bot was to somebody who was forgotten since.
func (m *model) departed(answered *store.Outgoing) bool {
	return answered != nil && !answered.Date.After(m.erased[answered.EnvelopeTo])
}

// lapse ends a challenge that nobody has answered.
func (m *model) lapse(number int) {
	g := m.games[number-1]
	g.state = store.Lapsed
	m.rang++
	m.mail(g.challenger, templates.Lapsed, number, false)
	for _, invited := range g.players {
		if invited != g.challenger && m.active[invited] && g.told {
			m.mail(invited, templates.Lapsed, number, false)
		}
	}
}

// lapseBefore ends the challenges that had lapsed when a mail arrived.
func (m *model) lapseBefore(arrived time.Time) {
	for i, g := range m.games {
		if g.state == store.Waiting && !arrived.Truncate(time.Second).Before(g.lapses) {
			m.lapse(i + 1)
		}
	}
}

// refuseForEver is what somebody wants who was only invited.
func (m *model) refuseForEver(who string) {
	for i, g := range m.games {
		if g.state == store.Waiting && g.challenger != who && g.seatOf(who) != game.NoSeat {
			g.state = store.Declined
			m.mail(g.challenger, templates.Declined, i+1, false)
		}
	}
	m.suppressed[who] = true
	m.erase(who)
}

// forget is for somebody who wants to be forgotten: cups are left, games lost or called off, and
// challenges end.
func (m *model) forget(from string) decision.Decision {
	for i, c := range m.cups {
		switch {
		case c.place(from) < 0:
		case c.state == tournament.Joining:
			c.drop(from)
		case c.state == tournament.Drawn && !c.isOut(from) && m.playsIn(c, from):
			m.exit(i+1, modelExit{who: from, at: m.now})
		}
	}
	m.offLadder(from, false, 0)
	for i, g := range m.games {
		other, number := g.other(from), i+1
		switch {
		case g.seatOf(from) == game.NoSeat:
		case g.hardlyBegun() && !g.setUp():
			g.end(store.Cancelled)
			m.mail(other, templates.Cancelled, number, false)
		case g.state == store.Playing:
			g.events, g.gaveUp = append(g.events, "resign"), from
			g.end(store.Finished)
			m.mail(other, templates.Over, number, false)
			m.endedIn(g, m.now)
		case g.state == store.Waiting && g.challenger == from:
			g.state = store.Withdrawn
			if m.active[other] && g.told {
				m.mail(other, templates.Withdrawn, number, false)
			}
		case g.state == store.Waiting:
			g.state = store.Declined
			m.mail(g.challenger, templates.Declined, number, false)
		}
	}
	m.suppressed[from] = true
	m.erase(from)
	m.counted.forgotten++
	m.mail(from, templates.Forgotten, 0, true)
	return decision.Forgotten
}

// erase forgets somebody: mails that wait are gone, and games are a stranger's.
func (m *model) erase(who string) {
	for _, line := range slices.Collect(maps.Keys(m.expected)) {
		if strings.HasPrefix(line, who+" ") {
			m.allowed[line] += m.expected[line]
			delete(m.expected, line)
		}
	}
	for _, g := range m.games {
		if i := slices.Index(g.players[:], who); i >= 0 {
			g.players[i] = erasedAs(who)
		}
	}
	for _, c := range m.cups {
		for i := range c.entrants {
			if c.entrants[i].who == who {
				c.entrants[i].who = erasedAs(who)
			}
		}
		for i := range c.exits {
			if c.exits[i].who == who {
				c.exits[i].who = erasedAs(who)
			}
		}
	}
	maps.DeleteFunc(m.ladder.rests, func(pair string, _ time.Time) bool { return slices.Contains(strings.Fields(pair), who) })
	name := m.names[who]
	maps.DeleteFunc(m.requests, func(_ int, r *modelRequest) bool {
		return r.who == who || r.in.arg == who || name != "" && strings.EqualFold(r.in.arg, name)
	})
	m.words = slices.DeleteFunc(slices.Clone(m.words), func(words modelWords) bool { return words.to == who })
	m.erased[who] = m.now.Truncate(time.Second)
	for _, all := range []map[string]bool{m.active, m.silent, m.away, m.quiet} {
		delete(all, who)
	}
	for _, all := range []map[string]time.Time{m.heard, m.warned, m.lossTold, m.timedOut, m.silentAt} {
		delete(all, who)
	}
	delete(m.names, who)
	delete(m.most, who)
	delete(m.lates, who)
	delete(m.absences, who)
	delete(m.nets, who)
	delete(m.noNet, who)
	delete(m.onWeb, who)
}

// observeWakes asks the store which challenges have lapsed, and tells the model.
func (w *world) observeWakes(l *life) {
	for i, g := range w.model.games {
		if g.state != store.Waiting || time.Now().Before(g.lapses) {
			continue
		}
		err := l.store.View(func(tx *store.Tx) error {
			stored, err := tx.Game(store.GameNumber(i + 1))
			if err == nil && stored.State == store.Lapsed {
				w.model.lapse(i + 1)
				w.history.note("game %d has lapsed", i+1)
			}
			return err
		})
		if err != nil {
			w.violate("the store can't be read: %v", err)
		}
	}
}
