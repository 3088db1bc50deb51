package mailbot_test

import (
	"slices"
	"strconv"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// isFree says whether everybody can take an offer.
func (g *modelGame) isFree() bool {
	return g.state == store.Waiting && slices.Contains(g.players[:], "")
}

// isOpen says whether a game goes on or waits.
func (g *modelGame) isOpen() bool { return g.state == store.Waiting || g.state == store.Playing }

// lapseTime is until when something can be answered that this mail offers. A bot
// that has read it a day late takes nobody's time away.
func (m *model) lapseTime() time.Time { return m.termBegins().Add(simInvitation) }

// termBegins is when a term begins to answer what a mail asks for: when it came, unless it
// was read a day late. Where mails can't be moved, those that a restored store does not know
// are read again so.
func (m *model) termBegins() time.Time {
	if m.now.Sub(m.arrived()) >= simDay {
		return m.now
	}
	return m.arrived()
}

// seek takes what others offer under the same terms, and offers the rest.
func (m *model) seek(from string, in intent) decision.Decision {
	offered, came := len(m.games), decision.Challenged
	for i, g := range m.games {
		if g.isFree() && g.challenger == from && in.fits(g) {
			return m.refuse(from, i+1)
		}
	}
	left := max(in.count, 1)
	for i, g := range m.games[:offered] {
		if left > 0 && g.isFree() && in.fits(g) && !m.together(from, g.challenger) && m.stillOffers(g.challenger) {
			m.begin(from, i+1)
			left, came = left-1, decision.Started
		}
	}
	if left > 0 {
		m.offer(from, intent{size: in.size, pace: in.pace}, left)
		m.mail(from, templates.Sought, len(m.games), true)
	}
	return came
}

func (in intent) fits(g *modelGame) bool { return g.size == in.size && g.pace == in.pace }

// together says whether two people have a game or a challenge that goes on.
func (m *model) together(a, b string) bool {
	return slices.ContainsFunc(m.games, func(g *modelGame) bool {
		return g.isOpen() && g.seatOf(a) != game.NoSeat && g.seatOf(b) != game.NoSeat
	})
}

// offer offers games to everybody; which seat is drawn.
func (m *model) offer(from string, in intent, wanted int) {
	g := &modelGame{state: store.Waiting, size: in.size, pace: in.pace, challenger: from, wanted: wanted, lapses: m.lapseTime()}
	m.games = append(m.games, g)
	g.players[m.drawn(len(m.games))-game.First] = from
	g.now, _ = g.at(0)
	m.sought++
}

// placeIn gives the game that somebody has from an offer of several, or else the
// number of the offer.
func (m *model) placeIn(number int, who string) int {
	if g := m.game(number); g != nil && g.wanted > 1 && g.seatOf(who) == game.NoSeat {
		for i, one := range m.games {
			if one.offer == number && one.seatOf(who) != game.NoSeat {
				return i + 1
			}
		}
	}
	return number
}

// begin lets a game begin that somebody takes, and of a match both. An offer of
// several games keeps its number, and each of them gets one of its own.
func (m *model) begin(from string, number int) {
	g := m.games[number-1]
	if g.wanted > 1 {
		one := &modelGame{size: g.size, pace: g.pace, challenger: g.challenger, wanted: 1, offer: number}
		m.games = append(m.games, one)
		seat := m.drawn(len(m.games))
		one.players[seat-game.First], one.players[seat.Other()-game.First] = g.challenger, from
		one.now, _ = one.at(0)
		m.start(from, len(m.games))
		if g.taken++; g.taken == g.wanted {
			g.state = store.Taken
		}
		return
	}
	if i := slices.Index(g.players[:], ""); i >= 0 {
		g.players[i] = from
	}
	m.start(from, number)
	if g.match {
		second := &modelGame{size: g.size, pace: g.pace, match: true, players: [2]string{g.players[1], g.players[0]}, challenger: g.challenger}
		second.now, _ = second.at(0)
		m.games = append(m.games, second)
		m.start(from, len(m.games))
	}
}

func (m *model) start(from string, number int) {
	g := m.games[number-1]
	g.state, g.invited = store.Playing, ""
	m.startClock(g)
	mine, others := templates.Started, templates.Turn
	if g.players[0] == from {
		mine, others = others, mine
	}
	m.mail(from, mine, number, true)
	m.mail(g.other(from), others, number, false)
}

// hasEnough says whether somebody has as many games as were wished for.
func (m *model) hasEnough(who string) bool {
	playing := 0
	for _, g := range m.games {
		if g.state == store.Playing && g.seatOf(who) != game.NoSeat {
			playing++
		}
	}
	return m.most[who] > 0 && playing >= m.most[who]
}

// stillOffers says whether somebody's offers can be taken now.
func (m *model) stillOffers(who string) bool {
	return !m.away[who] && !m.silent[who] && !m.hasEnough(who)
}

func (m *model) limit(from string, in intent) decision.Decision {
	m.most[from], _ = strconv.Atoi(in.arg) // 0 for "none"
	m.mail(from, templates.Noted, 0, true)
	return decision.Noted
}

// rematch offers the opponent of a game another one with the seats swapped, or
// takes such an offer.
func (m *model) rematch(from string, number int) decision.Decision {
	g, refused := m.mine(from, number)
	switch {
	case g == nil:
		return refused
	case g.state != store.Finished:
		return m.refuse(from, number)
	}
	opponent := g.other(from)
	if isErased(opponent) {
		return m.refuse(from, number)
	}
	if pending := m.pending(from, opponent, true); pending > 0 {
		if p := m.games[pending-1]; p.after != number || p.challenger == from {
			return m.refuse(from, pending)
		}
		m.begin(from, pending)
		return decision.Started
	}
	if m.hasEnough(opponent) || m.takesNone(opponent) {
		return m.refuse(from, 0)
	}
	next := &modelGame{
		state: store.Waiting, size: g.size, pace: g.pace, match: g.match, challenger: from, after: number,
		players: [2]string{g.players[1], g.players[0]}, lapses: m.lapseTime(),
	}
	next.now, _ = next.at(0)
	m.games = append(m.games, next)
	m.mail(from, templates.Challenged, len(m.games), true)
	m.mail(opponent, templates.Invite, len(m.games), false)
	return decision.Challenged
}

// pending gives the challenge that waits between two people, 0 for none: the one
// to that address, or by name any other.
func (m *model) pending(from, opponent string, byName bool) (number int) {
	for i, g := range m.games {
		same := g.challenger == from && g.invited == opponent
		if byName {
			same = (g.invited == "" || g.challenger != from) && g.seatOf(from) != game.NoSeat && g.seatOf(opponent) != game.NoSeat
		}
		if g.state == store.Waiting && same {
			return i + 1
		}
	}
	return 0
}
