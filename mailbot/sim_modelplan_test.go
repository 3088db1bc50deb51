package mailbot_test

import (
	"maps"
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// A modelPlan has an answer to each row of replies: to "C4" and, if the opponent
// then plays E6, to "C4 E6". The last reply of a row may be "any".
type modelPlan map[string]string

// with gives a plan with one more line of play, as "C4 D5, E6 F7". Another answer
// to the same replies takes the place of the old one and of all behind it.
func (p modelPlan) with(line string) modelPlan {
	p = maps.Clone(p)
	if p == nil {
		p = modelPlan{}
	}
	row := ""
	for _, step := range strings.Split(line, ", ") {
		reply, answer, _ := strings.Cut(step, " ")
		row = strings.TrimSpace(row + " " + reply)
		if p[row] != answer {
			maps.DeleteFunc(p, func(other, _ string) bool { return strings.HasPrefix(other, row+" ") })
		}
		p[row] = answer
	}
	return p
}

// after gives the answer to a reply, and what is planned behind it.
func (p modelPlan) after(reply string) (answer string, next modelPlan) {
	if p[reply] == "" {
		reply = "any"
	}
	next = modelPlan{}
	for row, a := range p {
		if rest, behind := strings.CutPrefix(row, reply+" "); behind {
			next[rest] = a
		}
	}
	return p[reply], next
}

// playable says whether all steps of a plan can be played.
func (p modelPlan) playable(now game.Position) bool {
	for row := range p {
		if !p.rowPlayable(now, row) {
			return false
		}
	}
	return true
}

func (p modelPlan) rowPlayable(now game.Position, row string) bool {
	before := ""
	for _, reply := range strings.Fields(row) {
		above := before
		before = strings.TrimSpace(before + " " + reply)
		if reply == "any" {
			return slices.ContainsFunc(slices.Collect(now.Legal()), func(m game.Move) bool {
				at := now
				return p[strings.TrimSpace(above+" "+m.String())] == "" && plays(&at, m.String(), p[before])
			})
		}
		if !plays(&now, reply, p[before]) {
			return false
		}
	}
	return true
}

// plays plays words on a board, as long as the rules allow it.
func plays(p *game.Position, words ...string) bool {
	for _, word := range words {
		move, err := game.ParseMove(word)
		if err != nil || p.Play(move) != nil {
			return false
		}
	}
	return true
}

// plan adds a line of play to somebody's plan in a game.
func (m *model) plan(from string, in intent, number, turn int) decision.Decision {
	g, refused := m.mine(from, number)
	switch {
	case g == nil:
		return refused
	case g.isStale(turn):
		return m.stale(from, number)
	case g.state != store.Playing, g.now.ToMove() == g.seatOf(from):
		return m.refuse(from, number)
	}
	before := maps.Clone(g.plans[g.seatOf(from)-1])
	if !g.intend(g.seatOf(from), in.arg) {
		return m.refuse(from, number)
	}
	m.mail(from, templates.Planned, number, true)
	if maps.Equal(before, g.plans[g.seatOf(from)-1]) {
		return decision.Answered
	}
	return decision.Planned
}

// intend makes the lines of a mail part of a seat's plan, if all of that can be played
// and no two of them answer the same.
func (g *modelGame) intend(seat game.Seat, lines ...string) bool {
	whole, mine := g.plans[seat-1], modelPlan{}
	for _, line := range lines {
		before := mine
		mine, whole = mine.with(line), whole.with(line)
		for row, answer := range before {
			if mine[row] != answer {
				return false
			}
		}
		if g.state != store.Playing || !whole.playable(g.now) {
			return false
		}
	}
	g.plans[seat-1] = whole
	return true
}

func (m *model) forgetIfs(from string, number int) decision.Decision {
	g := m.game(number)
	switch {
	case g == nil || g.seatOf(from) == game.NoSeat || !g.begun():
		return m.refuse(from, 0)
	case len(g.plans[g.seatOf(from)-1]) == 0:
		return m.refuse(from, number)
	}
	g.plans[g.seatOf(from)-1] = nil
	m.mail(from, templates.Planned, number, true)
	return decision.Planned
}

// playOn plays what was planned for the last move, and for what comes of it. A
// plan is used up by each move of the opponent.
func (m *model) playOn(g *modelGame) {
	for g.state == store.Playing {
		seat := g.now.ToMove()
		answer, next := g.plans[seat-1].after(g.moves[len(g.moves)-1].String())
		g.plans[seat-1] = nil
		if answer == "" || !g.put(answer) {
			return
		}
		m.moved(g, seat)
		if g.state == store.Playing {
			g.plans[seat-1] = next
		}
		m.planned++
	}
}

// preview tries moves, and changes nothing.
func (m *model) preview(from string, in intent, number int) decision.Decision {
	g, refused := m.mine(from, number)
	switch {
	case g == nil:
		return refused
	case g.state != store.Playing:
		return m.refuse(from, number)
	}
	if p := g.now; !plays(&p, strings.Fields(in.arg)...) {
		return m.refuse(from, number)
	}
	m.mail(from, templates.Preview, number, true)
	return decision.Answered
}
