package mailbot_test

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// A modelLadder is who stands where, the best first, and when the bot looks at it.
type modelLadder struct {
	rungs    []modelRung
	looks    []time.Time
	rests    map[string]time.Time // until when a pair is not paired again
	happened int
}

// A modelRung is a place, or one that is held open for whoever challenges who was there.
type modelRung struct {
	who    string
	held   int // the number of the game for which it is; 0 for a place
	since  int // after how many things somebody began to wait for a game
	firsts int // in how many more games than second somebody has moved first
}

// simPairRest is for how long two are not paired who have played.
const simPairRest = 14 * simDay

func (l modelLadder) copied() modelLadder {
	l.rungs, l.looks, l.rests = slices.Clone(l.rungs), slices.Clone(l.looks), maps.Clone(l.rests)
	return l
}

// on gives the index of the place of somebody, -1 for none.
func (l *modelLadder) on(who string) int {
	return slices.IndexFunc(l.rungs, func(r modelRung) bool { return r.who == who && r.held == 0 })
}

// heldFor gives the index of the place that is held open for a game, -1 for none.
func (l *modelLadder) heldFor(number int) int {
	return slices.IndexFunc(l.rungs, func(r modelRung) bool { return r.held == number })
}

// players gives who is on it, the best first.
func (l *modelLadder) players() (all []string) {
	for _, r := range l.rungs {
		if r.held == 0 {
			all = append(all, r.who)
		}
	}
	return all
}

// lookFor has the bot look at the ladder at a time.
func (l *modelLadder) lookFor(at time.Time) {
	if !slices.ContainsFunc(l.looks, at.Equal) {
		l.looks = append(l.looks, at)
		slices.SortFunc(l.looks, time.Time.Compare)
	}
}

// setUp says whether the club has begun a game, so that nobody calls it off.
func (g *modelGame) setUp() bool { return g.cup > 0 || g.ladder }

// climbs is what all commands about the ladder do.
func (m *model) climbs(from, verb string) decision.Decision {
	l := &m.ladder
	switch {
	case verb == "ladder" && !m.hasLadder && len(l.players()) == 0:
		return m.refuse(from, 0)
	case verb == "ladder":
		m.mail(from, templates.Ladder, 0, true)
		return decision.Answered
	case verb == "ladder leave" && !m.offLadder(from, false, 0):
		return m.refuse(from, 0)
	case verb == "ladder leave":
	case !m.hasLadder, l.on(from) >= 0:
		return m.refuse(from, 0)
	default:
		if len(l.players()) == 0 {
			at := m.termBegins().Truncate(simDay).Add(simDay / 2)
			if !at.After(m.termBegins()) {
				at = at.Add(simDay)
			}
			l.lookFor(at)
		}
		l.happened++
		l.rungs = append(l.rungs, modelRung{who: from, since: l.happened})
	}
	m.mail(from, templates.Noted, 0, true)
	return decision.Noted
}

// offLadder takes somebody off who is on it, and says whether that was so. For who was late the place is
// held open in games in which others challenge; all other games are ordinary ones from then on.
func (m *model) offLadder(who string, late bool, after int) bool {
	l := &m.ladder
	at := l.on(who)
	if at < 0 {
		return false
	}
	l.happened++
	var open []modelRung
	for i, g := range m.games {
		switch number := i + 1; {
		case !g.ladder || g.idle || g.state != store.Playing || number == after || g.players[0] != who && g.players[1] != who:
		case g.challenger != who && l.heldFor(number) >= 0:
		case g.challenger != who && late:
			open = append(open, modelRung{who: who, held: number})
		default:
			g.idle = true
			if held := l.heldFor(number); held >= 0 {
				l.rungs = slices.Delete(l.rungs, held, held+1)
			}
		}
	}
	at = l.on(who)
	l.rungs = slices.Replace(l.rungs, at, at+1, open...)
	if late {
		m.counted.fell++
	}
	return true
}

// loser gives who has lost a game; empty if nobody has.
func (g *modelGame) loser() string {
	switch {
	case g.state != store.Finished:
		return ""
	case g.gaveUp != "":
		return g.gaveUp
	case g.events[len(g.events)-1] == "timeout":
		return g.toMove()
	}
	return g.players[g.now.Winner().Other()-1]
}

// endedOnLadder lets a game count that has ended at a time.
func (m *model) endedOnLadder(g *modelGame, at time.Time) {
	l, number := &m.ladder, slices.Index(m.games, g)+1
	late, other := g.lateIn(), g.other(g.challenger)
	binds := late != "" && !g.idle && l.on(late) >= 0 && (l.heldFor(number) < 0 || late == g.challenger)
	l.happened++
	from, to := l.on(g.challenger), l.heldFor(number)
	if to < 0 {
		to = l.on(other)
	}
	if loser := g.loser(); loser != "" && loser != g.challenger && !g.idle && to >= 0 && from > to {
		r := l.rungs[from]
		l.rungs = slices.Insert(slices.Delete(l.rungs, from, from+1), to, r)
		m.counted.climbed++
	}
	if held := l.heldFor(number); held >= 0 {
		l.rungs = slices.Delete(l.rungs, held, held+1)
	}
	if i := l.on(g.challenger); i >= 0 && !g.idle {
		l.rungs[i].since = l.happened
	}
	l.rests[pairOf(g.challenger, other)] = at.Truncate(time.Second).Add(simPairRest)
	if binds {
		m.offLadder(late, true, number)
	}
}

func pairOf(a, b string) string {
	both := []string{a, b}
	slices.Sort(both)
	return strings.Join(both, " ")
}

// lookAtLadder begins the games that the bot has begun at a look, or should have.
func (m *model) lookAtLadder(due time.Time) {
	l := &m.ladder
	l.looks = slices.DeleteFunc(l.looks, due.Equal)
	if len(l.players()) == 0 {
		return
	}
	l.lookFor(due.Add(simDay))
	can := func(who string) bool {
		return !m.away[who] && !slices.ContainsFunc(m.absences[who], func(a outage) bool { return !a.from.After(due) && a.to.After(due) })
	}
	out, in, playing := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, g := range m.games {
		if g.ladder && g.state == store.Playing {
			out[g.challenger]++
			in[g.other(g.challenger)]++
			playing[pairOf(g.players[0], g.players[1])] = true
		}
	}
	players := l.players()
	inLine := slices.Clone(players)
	slices.SortStableFunc(inLine, func(a, b string) int { return cmp.Compare(l.rungs[l.on(a)].since, l.rungs[l.on(b)].since) })
	for _, challenger := range inLine {
		place := slices.Index(players, challenger) + 1
		reach := int(math.Ceil(math.Sqrt(float64(place))))
		for above := max(1, place-reach); above < place; above++ {
			other := players[above-1]
			if rests := l.rests[pairOf(challenger, other)]; out[challenger] == 0 && in[other] < 2 && can(challenger) && can(other) && !playing[pairOf(challenger, other)] && !rests.After(due) {
				out[challenger]++
				in[other]++
				m.beginOnLadder(challenger, other)
			}
		}
	}
}

// beginOnLadder begins a game between two players; who has moved first less often does so now, or else
// who is challenged.
func (m *model) beginOnLadder(challenger, other string) {
	l := &m.ladder
	l.happened++
	mine, theirs := &l.rungs[l.on(challenger)], &l.rungs[l.on(other)]
	g := &modelGame{state: store.Playing, size: 6, pace: simCupPace, ladder: true, challenger: challenger, players: [2]string{other, challenger}}
	if mine.firsts < theirs.firsts {
		g.players = [2]string{challenger, other}
		mine.firsts, theirs.firsts = mine.firsts+1, theirs.firsts-1
	} else {
		mine.firsts, theirs.firsts = mine.firsts-1, theirs.firsts+1
	}
	g.now, _ = g.at(0)
	m.games = append(m.games, g)
	m.startClock(g)
	g.clock.since = m.clockOf(len(m.games))
	m.mailOfCup(g.players[0], templates.Turn, len(m.games), false)
	m.mailOfCup(g.players[1], templates.Started, len(m.games), false)
	m.counted.ladderGames++
}
