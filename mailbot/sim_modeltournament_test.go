package mailbot_test

import (
	"slices"
	"strconv"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

// A small cup is for five, or for four once the first of them has waited for long enough. Whoever could
// not be reached for as long is in it no more. In which
// order those who play it are drawn nobody can foresee: that the model takes over.
const (
	simGroup    = 5
	simLeast    = 4
	simPatience = 30 * simDay
	simRest     = 30 * simDay // for so long nobody joins a cup who was too late in one,
	simLongRest = 90 * simDay // or for so long if that was not the first time
)

// simCupPace is that of all games of cups.
var simCupPace = simPace{"5d+1d max 10d", 0, 5 * simDay, simDay, 10 * simDay}

// A modelCup is a small cup; its number is its place in the list.
type modelCup struct {
	state    tournament.State
	entrants []modelEntrant // the first to join first, and after the draw in its order
	games    []int
	exits    []modelExit
}

type modelEntrant struct {
	who    string
	joined time.Time
}

// A modelExit is that somebody is out: since when, and when the world has seen that.
type modelExit struct {
	who      string
	late     bool
	at, seen time.Time
	after    int // how many games of cups had ended by then
}

// modelNews is what all players of a cup are told who are not out.
type modelNews struct {
	cup  int
	exit string // who is out by it; empty for the end of the cup
}

func (c *modelCup) place(who string) int {
	return slices.IndexFunc(c.entrants, func(e modelEntrant) bool { return e.who == who })
}

func (c *modelCup) isOut(who string) bool {
	return slices.ContainsFunc(c.exits, func(x modelExit) bool { return x.who == who })
}

// drop takes somebody out who has joined.
func (c *modelCup) drop(who string) {
	c.entrants = slices.DeleteFunc(c.entrants, func(e modelEntrant) bool { return e.who == who })
}

// copied gives a copy that does not change with the cup.
func (c *modelCup) copied() *modelCup {
	copied := *c
	copied.entrants, copied.games, copied.exits = slices.Clone(c.entrants), slices.Clone(c.games), slices.Clone(c.exits)
	return &copied
}

func (m *model) cup(number int) *modelCup {
	if number < 1 || number > len(m.cups) {
		return nil
	}
	return m.cups[number-1]
}

// openCup gives the number of the cup that can be joined, 0 if nobody has joined one since the last.
func (m *model) openCup() int {
	if n := len(m.cups); n > 0 && m.cups[n-1].state == tournament.Joining {
		return n
	}
	return 0
}

// tournament is what all commands about cups do.
func (m *model) tournament(from string, in intent) decision.Decision {
	number, _ := strconv.Atoi(in.arg) // 0 for none
	switch {
	case in.verb == "tournament join":
		return m.enter(from, number)
	case in.verb == "tournament leave":
		return m.quit(from, number)
	case number == 0:
		m.mail(from, templates.Tournaments, 0, true)
	case m.cup(number) == nil:
		return m.refuse(from, 0)
	default:
		m.mail(from, templates.ATournament, 0, true)
	}
	return decision.Answered
}

func (m *model) enter(from string, number int) decision.Decision {
	open := m.openCup()
	switch {
	case !m.hasCups, number != 0 && number != open, open > 0 && m.cups[open-1].place(from) >= 0:
		return m.refuse(from, 0)
	case m.restsUntil(from).After(m.now):
		m.counted.barred++
		return m.refuse(from, 0)
	case open == 0:
		m.cups = append(m.cups, &modelCup{state: tournament.Joining})
		open = len(m.cups)
	}
	c := m.cups[open-1]
	c.entrants = append(c.entrants, modelEntrant{from, m.termBegins()})
	if !m.isReady(c, m.now) {
		m.mail(from, templates.Noted, 0, true)
		return decision.Noted
	}
	m.drawCup(open, from)
	if c.place(from) < 0 { // there were enough, of whom some could not be reached for a time
		m.counted.tooMany++
		m.mail(from, templates.Noted, 0, true)
		return decision.Noted
	}
	return decision.Started
}

// restsUntil is until when somebody can join no cup who was too late in one.
func (m *model) restsUntil(who string) time.Time {
	switch lates := m.lates[who]; len(lates) {
	case 0:
		return time.Time{}
	case 1:
		return lates[0].Add(simRest)
	default: // all within a year
		return lates[len(lates)-1].Add(simLongRest)
	}
}

// reachable gives those who have joined a cup and can be written to.
func (m *model) reachable(c *modelCup) (there []modelEntrant) {
	for _, e := range c.entrants {
		if !m.away[e.who] {
			there = append(there, e)
		}
	}
	return there
}

// isReady says whether a cup can begin.
func (m *model) isReady(c *modelCup, now time.Time) bool {
	there := m.reachable(c)
	return len(there) >= simGroup || len(there) >= simLeast && !there[0].joined.Add(simPatience).After(now)
}

// drawCup lets a cup begin, with the mail of somebody, or by itself. The games have their numbers in
// the order of the pairs, each player's with those behind. Whoever moves first is drawn, too: by turns
// it is the one who stands in front and the one behind.
func (m *model) drawCup(number int, from string) {
	c := m.cups[number-1]
	there := m.reachable(c)
	there = there[:min(len(there), simGroup)]
	var rest []modelEntrant
	for _, e := range c.entrants {
		if !slices.Contains(there, e) {
			rest = append(rest, e)
		}
	}
	c.state, c.entrants = tournament.Drawn, m.inOrder(number, there)
	for _, e := range c.entrants {
		m.mailOfCup(e.who, templates.Drawn, 0, e.who == from)
	}
	for i, a := range c.entrants {
		for j, b := range c.entrants[i+1:] {
			g := &modelGame{state: store.Playing, size: 6, pace: simCupPace, cup: number, players: [2]string{a.who, b.who}}
			if j%2 == 1 {
				g.players = [2]string{b.who, a.who}
			}
			g.challenger = g.players[0]
			g.now, _ = g.at(0)
			m.games = append(m.games, g)
			c.games = append(c.games, len(m.games))
			if m.startClock(g); from == "" {
				g.clock.since = m.clockOf(len(m.games))
			}
			m.mailOfCup(g.players[0], templates.Turn, len(m.games), false)
		}
	}
	m.counted.draws++
	if len(rest) > 0 { // they have joined the next one
		m.counted.movedOn += len(rest)
		m.cups = append(m.cups, &modelCup{state: tournament.Joining, entrants: rest})
	}
}

// quit is what "tournament leave" does: in the cup that can be joined, or in one that it names, as long
// as a game of it goes on.
func (m *model) quit(from string, number int) decision.Decision {
	if number == 0 {
		number = m.openCup()
	}
	switch c := m.cup(number); {
	case c == nil || c.place(from) < 0:
		return m.refuse(from, 0)
	case c.state == tournament.Joining:
		c.drop(from)
	case c.state == tournament.Decided || c.isOut(from) || !m.playsIn(c, from):
		return m.refuse(from, 0)
	default:
		m.exit(number, modelExit{who: from, at: m.now})
	}
	m.mail(from, templates.Noted, 0, true)
	return decision.Noted
}

// playsIn says whether a game of somebody goes on that counts in a cup.
func (m *model) playsIn(c *modelCup, who string) bool {
	return slices.ContainsFunc(c.games, func(n int) bool {
		g := m.games[n-1]
		return g.state == store.Playing && g.seatOf(who) != game.NoSeat && !c.isOut(g.other(who))
	})
}

// leaveOpen takes somebody out of the cup that can be joined.
func (m *model) leaveOpen(who string) {
	if open := m.openCup(); open > 0 && m.cups[open-1].place(who) >= 0 {
		m.counted.takenOut++
		m.cups[open-1].drop(who)
	}
}

// lateIn gives who has lost a game of a cup on time, or never begun it; empty for nobody.
func (g *modelGame) lateIn() string {
	if g.state == store.Cancelled || len(g.events) > 0 && g.events[len(g.events)-1] == "timeout" {
		return g.toMove()
	}
	return ""
}

// wasOut says whether somebody was out before a game ended.
func (c *modelCup) wasOut(who string, g *modelGame) bool {
	return slices.ContainsFunc(c.exits, func(x modelExit) bool { return x.who == who && x.after < g.result })
}

// endedIn lets a game count that has ended at a time. Whoever was late twice is out, and so is, the
// first time, whoever has moved in no game of the cup; but not for games against who was out.
func (m *model) endedIn(g *modelGame, at time.Time) {
	if g.ladder {
		m.endedOnLadder(g, at)
	}
	c := m.cup(g.cup)
	if c == nil || c.state != tournament.Drawn {
		return
	}
	m.ended++
	g.result = m.ended
	late, times, moved := g.lateIn(), 0, false
	for _, n := range c.games {
		other := m.games[n-1]
		if other.lateIn() == late && !c.wasOut(other.other(late), other) {
			times++
		}
		if seat := other.seatOf(late); seat != game.NoSeat && !other.neverMoved(seat) {
			moved = true
		}
	}
	if late != "" && !c.isOut(late) && (times > 1 || times == 1 && !moved) {
		m.lates[late] = append(slices.Clone(m.lates[late]), at)
		m.exit(g.cup, modelExit{who: late, late: true, at: at})
		return
	}
	m.decide(g.cup)
}

// exit takes somebody out of a cup that has begun.
func (m *model) exit(number int, x modelExit) {
	c := m.cups[number-1]
	x.seen, x.after = time.Now(), m.ended
	c.exits = append(c.exits, x)
	if x.late {
		m.counted.lateExits++
		m.leaveOpen(x.who)
		m.mailOfCup(x.who, templates.Noted, 0, false)
	} else {
		m.counted.exits++
	}
	m.cupNews = append(m.cupNews, modelNews{number, x.who})
	m.decide(number)
}

// decide ends a cup of which no game goes on but those of players who are out.
func (m *model) decide(number int) {
	c := m.cups[number-1]
	for _, n := range c.games {
		if g := m.games[n-1]; g.state == store.Playing && !c.isOut(g.players[0]) && !c.isOut(g.players[1]) {
			return
		}
	}
	c.state = tournament.Decided
	m.counted.decided++
	m.cupNews = append(m.cupNews, modelNews{cup: number})
}

// tellCups tells what a mail, or a clock, has brought about, as it is once all of that is done: an
// exit that ends the cup is told with the end.
func (m *model) tellCups() {
	for _, news := range m.cupNews {
		c := m.cups[news.cup-1]
		if news.exit != "" && c.state == tournament.Decided {
			continue
		}
		for _, e := range c.entrants {
			if !c.isOut(e.who) {
				m.mailOfCup(e.who, templates.ATournament, 0, false)
			}
		}
	}
	m.cupNews = nil
}

// mailOfCup expects a mail, and notes those that came of no mail.
func (m *model) mailOfCup(to string, kind templates.Kind, number int, answer bool) {
	m.mail(to, kind, number, answer)
	if m.byItself {
		m.byClocks[m.line(to, kind, number)]++
	}
}
