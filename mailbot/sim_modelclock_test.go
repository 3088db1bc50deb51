package mailbot_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// A simPace is how much time there is for moves: for each, or a bank that grows
// with each move up to most. All zero is no clock.
type simPace struct {
	words                 string // as a player writes it
	each                  time.Duration
	bank, increment, most time.Duration
}

const simDay = 24 * time.Hour

// simPaces are what people play under: many so fast that something happens in
// the time of a simulation.
var simPaces = []simPace{
	{"", 0, 10 * simDay, simDay, 20 * simDay},
	{"none", 0, 0, 0, 0},
	{"12h", 12 * time.Hour, 0, 0, 0},
	{"1d", simDay, 0, 0, 0},
	{"1d+12h max 2d", 0, simDay, 12 * time.Hour, 2 * simDay},
	{"2d+1d", 0, 2 * simDay, simDay, 4 * simDay},
}

// option is how it stands in a challenge, if it need stand there.
func (p simPace) option() string {
	if p.words == "" {
		return ""
	}
	return "pace " + p.words
}

func (p simPace) none() bool { return p.each+p.bank == 0 }

// A modelClock is the time of a running game, by seat: what is left, as of since,
// and what was left at the last move. Turn is what the player to move began with.
type modelClock struct {
	left, kept [2]time.Duration
	since      time.Time
	turn       time.Duration
	reminded   int // reminders of this turn: of half of the time, of the last day
	graced     bool
}

// deadline is when the time of the player to move is up.
func (m *model) deadline(g *modelGame) time.Time {
	return m.until(g.toMove(), g.clock.since, g.clock.left[g.now.ToMove()-game.First])
}

// rings is when something is to happen in a game by itself, and which reminder
// that is: 1 when half of the time is left, 2 a day before the end, 0 at the end.
func (m *model) rings(g *modelGame) (at time.Time, reminder int) {
	c, end := g.clock, m.deadline(g)
	half := m.until(g.toMove(), c.since, c.left[g.now.ToMove()-game.First]-(c.turn/2).Truncate(time.Second))
	switch last := end.Add(-simDay); {
	case c.reminded < 1:
		return half, 1
	case c.reminded < 2 && last.Sub(half) >= 12*time.Hour:
		return last, 2
	}
	return end, 0
}

// ticks says whether time runs in a game.
func (g *modelGame) ticks() bool { return g.state == store.Playing && !g.pace.none() }

// startClock gives both players the time that they begin with.
func (m *model) startClock(g *modelGame) {
	begin := g.pace.each + g.pace.bank
	g.clock = modelClock{left: [2]time.Duration{begin, begin}, kept: [2]time.Duration{begin, begin}, since: m.turnBegins(), turn: begin}
}

// turnBegins is when somebody's time begins because of a mail: when it came, unless
// it was read an hour late.
func (m *model) turnBegins() time.Time {
	if m.now.Sub(m.arrived()) >= simOutage {
		m.lateTurns++
		return m.now
	}
	return m.arrived()
}

// toMove gives whose turn it is.
func (g *modelGame) toMove() string { return g.players[g.now.ToMove()-game.First] }

// settle takes from the player to move what has passed until the mail arrived.
func (m *model) settle(g *modelGame) { m.charge(g, g.now.ToMove()) }

// charge does so for the one who was to move until now.
func (m *model) charge(g *modelGame, toMove game.Seat) {
	c := &g.clock
	at := later(c.since, m.arrived())
	c.left[toMove-1] = max(c.left[toMove-1]-m.spent(g.players[toMove-1], c.since, at), 0)
	c.since = at
}

// moved charges the seat that has moved and gives it what a move adds.
func (m *model) moved(g *modelGame, by game.Seat) {
	if g.pace.none() {
		return
	}
	m.charge(g, by)
	c := &g.clock
	c.reminded, c.graced = 0, false
	left := c.left[by-1]
	c.kept[by-1] = left
	if grown := min(left+g.pace.increment, g.pace.most); grown > left {
		c.left[by-1] = grown
	}
	if g.pace.each > 0 {
		c.left[by-1] = g.pace.each
	}
	c.turn, c.since = c.left[by.Other()-1], later(c.since, m.turnBegins())
}

// returned gives the times after a move of a seat was taken back: it has what it
// had then, and no more than now; the other one is not charged for an answer that
// was not given. Both have a day.
func (m *model) returned(g *modelGame, to, toMove game.Seat) {
	if g.pace.none() {
		return
	}
	c, opponent := &g.clock, to.Other()
	kept := c.left[opponent-1]
	if toMove == opponent {
		kept = max(kept, c.turn)
	}
	m.charge(g, toMove)
	c.reminded, c.graced = 0, false
	c.left[to-1] = max(min(c.left[to-1], c.kept[to-1]), simDay)
	c.left[opponent-1] = max(kept, simDay)
	c.turn, c.since = c.left[to-1], m.turnBegins()
}

// outOfTime ends a game whose player to move has not moved in time: nobody has
// won if that player has no move on the board.
func (m *model) outOfTime(number int) {
	g := m.games[number-1]
	kind, at := templates.Cancelled, m.deadline(g)
	if g.hardlyBegun() {
		g.end(store.Cancelled)
	} else {
		kind = templates.Over
		m.losesOnTime(g)
		g.events = append(g.events, "timeout")
		g.end(store.Finished)
	}
	m.mail(g.players[0], kind, number, false)
	m.mail(g.players[1], kind, number, false)
	m.endedIn(g, at)
}

// forgive allows mails that were to be sent by a store that is lost: reminders, the
// news that a game has ended by itself or that somebody is away so, since that may be after the last mail that is
// read again, and all of them if the backup can't tell what clocks did.
func (m *model) forgive(lost *model, timesLost bool) {
	for line, n := range lost.expected {
		if timesLost || strings.Contains(line, fmt.Sprintf(" %s ", templates.Reminder)) {
			m.allowed[line] += n - m.expected[line]
		}
	}
	for line, n := range lost.byNets {
		m.allowed[line] += n - m.byNets[line]
	}
	for line, n := range lost.byClocks {
		m.allowed[line] += n - m.byClocks[line]
	}
	for i, g := range lost.games {
		kind := templates.Cancelled
		if slices.Contains(g.events, "timeout") {
			kind = templates.Over
		}
		if g.state == store.Cancelled || kind == templates.Over {
			m.allowed[lost.line(g.players[0], kind, i+1)]++
			m.allowed[lost.line(g.players[1], kind, i+1)]++
		}
	}
}

// losesOnTime notes that the player to move has lost on time. Until that player moves
// somewhere, only the first of such games is rated.
func (m *model) losesOnTime(g *modelGame) {
	who := g.toMove()
	if _, before := m.timedOut[who]; before {
		g.spared = true
		return
	}
	m.timedOut[who] = m.deadline(g)
}

// hardlyBegun says whether a game goes on in which somebody has no move on the board.
func (g *modelGame) hardlyBegun() bool { return g.state == store.Playing && len(g.moves) < 2 }

func (g *modelGame) neverMoved(seat game.Seat) bool { return len(g.moves) < int(seat) }
