package mailbot_test

import (
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

func (m *model) unsubscribe(who string) decision.Decision {
	if !m.active[who] {
		m.refuseForEver(who)
		return decision.Unsubscribed
	}
	m.mail(who, templates.Unsubscribed, 0, false)
	m.silence(who)
	return decision.Unsubscribed
}

// announce has all players read an announcement who want news and can be reached, and tells how many that are.
func (m *model) announce() (readers int) {
	for who := range m.active {
		if m.active[who] && m.names[who] != "" && !m.silent[who] && !m.away[who] && !m.banned[who] && !m.noNews[who] && !isErased(who) {
			m.mail(who, templates.Announced, 0, false)
			readers++
		}
	}
	return readers
}

// endNews is a click in an announcement. What waits of others is not sent any more.
func (m *model) endNews(who string) decision.Decision {
	m.noNews[who] = true
	m.dropNews(who)
	return decision.Unsubscribed
}

// dropNews takes back what waits of announcements to somebody.
func (m *model) dropNews(who string) {
	line := m.line(who, templates.Announced, 0)
	m.allowed[line], m.expected[line] = m.allowed[line]+m.expected[line], 0
}

// complain is for somebody who plays, or has, and calls a mail spam: there are no mails then, nor
// challenges.
func (m *model) complain(who string, departed bool) decision.Decision {
	if departed {
		return decision.IgnoredBounce
	}
	m.silence(who)
	for i, g := range m.games {
		if g.state == store.Waiting && g.challenger != who && g.seatOf(who) != game.NoSeat {
			g.state = store.Declined
			m.mail(g.challenger, templates.Declined, i+1, false)
		}
	}
	m.suppressed[who] = true
	m.counted.complaints++
	return decision.Unsubscribed
}

// ban is what the operator does to somebody: what waits for an answer ends, and so does the place in a
// cup that has not begun; games that go on are played to their ends.
func (m *model) ban(who string) {
	m.banned[who] = true
	m.dropNews(who)
	m.counted.banned++
	m.leaveOpen(who)
	m.offLadder(who, false, 0)
	for i, g := range m.games {
		other := g.other(who)
		switch {
		case g.state != store.Waiting || g.seatOf(who) == game.NoSeat:
		case g.challenger != who:
			g.state = store.Declined
			m.mail(other, templates.Declined, i+1, false)
		default:
			g.state = store.Withdrawn
			if m.active[other] && g.told {
				m.mail(other, templates.Withdrawn, i+1, false)
			}
		}
	}
	m.mail(who, templates.ByOperator, 0, false)
}

// isBarred says whether something is not for somebody whom the operator has banned: no games begin,
// and there is no word for others to read but in those that go on.
func (m *model) isBarred(who string, in intent, number int) bool {
	if in.verb == "say" {
		g := m.game(number)
		return m.banned[who] && g != nil && g.seatOf(who) != game.NoSeat && g.state != store.Playing
	}
	return m.banned[who] && slices.Contains([]string{"accept", "challenge", "rematch", "seek", "tournament join", "ladder join", "name"}, in.verb)
}

// takesNone says whether nobody can challenge somebody.
func (m *model) takesNone(who string) bool { return m.suppressed[who] || m.banned[who] }

// silence is for somebody who wants no mails: what that player offers is gone, and so is the place in a
// cup that has not begun.
func (m *model) silence(who string) {
	m.silent[who], m.wasSilent[who], m.silentAt[who] = true, true, time.Now()
	m.dropNews(who)
	m.leaveOpen(who)
	m.offLadder(who, false, 0)
	for i, g := range m.games {
		if g.state != store.Waiting || g.challenger != who {
			continue
		}
		g.state = store.Withdrawn
		if m.active[g.other(who)] && g.told {
			m.mail(g.other(who), templates.Withdrawn, i+1, false)
		}
	}
}

// hear notes that somebody certainly wrote.
func (m *model) hear(who, verb string) {
	if !m.active[who] && !slices.Contains([]string{"nonsense", "decline", "no", "stop"}, verb) {
		m.active[who] = true
		if m.names[who] == unnamed {
			m.join(who)
		}
	}
	if m.away[who] {
		m.missed = who
	}
	m.away[who], m.silent[who], m.heard[who] = false, false, m.now
	delete(m.silentAt, who)
}

// catchUp shows the games to somebody who can be reached again: those that no
// other mail shows, which the model can't know.
func (m *model) catchUp() {
	for i, g := range m.games {
		if g.seatOf(m.missed) != game.NoSeat {
			for _, kind := range []templates.Kind{templates.Show, templates.Invite, templates.Over, templates.Declined, templates.Withdrawn, templates.Lapsed, templates.Cancelled} {
				m.allowed[m.line(m.missed, kind, i+1)]++
			}
		}
	}
}

// bounce is a mail of the bot that comes back, or is late. One from a day before
// the player wrote says nothing any more.
func (m *model) bounce(who string, in intent) decision.Decision {
	day := func(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
	switch {
	case in.verb == "delay", m.departed(in.answers):
		return decision.IgnoredBounce
	case m.away[who] || day(in.answers.Date).Before(day(m.heard[who])):
		m.unaware[who] = true
		return decision.IgnoredBounce
	}
	m.lose(who, m.now)
	return decision.Bounced
}

// lose stops the mails to somebody and tells the opponents who can be reached,
// once a day, and the operator unless that was often on this day.
func (m *model) lose(who string, now time.Time) {
	if m.away[who] {
		return
	}
	m.awayTwice[who] = m.wasAway[who]
	m.away[who], m.wasAway[who], m.lostAt[who] = true, true, now
	if now.Sub(m.lossTold[who]) < 24*time.Hour {
		return
	}
	m.lossTold[who] = now
	for i, g := range m.games {
		if g.seatOf(who) != game.NoSeat && !m.away[g.other(who)] && (g.state == store.Playing || g.state == store.Waiting && g.challenger != who && g.invited == "") {
			m.mail(g.other(who), templates.Unreachable, i+1, false)
		}
	}
	today := now.UTC().Format(time.DateOnly)
	if m.news[today]++; m.news[today] <= 10 {
		m.mail(operatorAddress, templates.Operator, 0, false)
	}
}

// turnAway tells a player of a mail from an address that is nobody's: once a day, and of
// the first one with a token.
func (m *model) turnAway(owner string, about int, first bool) decision.Decision {
	if first || m.now.Sub(m.warned[owner]) >= 24*time.Hour {
		m.warned[owner] = m.now
		m.mail(owner, templates.Refused, about, false)
	}
	return decision.OtherAddress
}
