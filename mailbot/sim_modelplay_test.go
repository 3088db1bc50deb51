package mailbot_test

import (
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// perform carries out what a sender may do. The mail is about a game with a
// number, 0 for none, and answers a board of it after some plies, -1 for none.
func (m *model) perform(from string, in intent, number, ply int) decision.Decision {
	number = m.placeIn(number, from)
	if m.isBarred(from, in, number) {
		return m.refuse(from, 0)
	}
	switch in.verb {
	case "move", "black", "resign":
		return m.play(from, in, number, ply)
	case "abort":
		return m.abort(from, number, ply)
	case "accept", "decline", "withdraw":
		return m.answer(from, in, number)
	case "say":
		return m.say(from, in, number)
	case "show", "history":
		return m.look(from, in, number)
	case "challenge":
		return m.challenge(from, in)
	case "seek":
		return m.seek(from, in)
	case "rematch":
		return m.rematch(from, number)
	case "limit":
		return m.limit(from, in)
	case "set":
		switch what, value, _ := strings.Cut(in.arg, " "); what {
		case "net":
			m.noNet[from] = value == "off"
		case "web":
			m.onWeb[from] = value == "on"
		default: // confirmations
			m.quiet[from], m.wasQuiet[from] = value == "off", true
		}
		m.mail(from, templates.Noted, 0, true)
		return decision.Noted
	case "undo", "allow", "deny":
		return m.takeBack(from, in, number, ply)
	case "if":
		return m.plan(from, in, number, ply)
	case "forget ifs":
		return m.forgetIfs(from, number)
	case "preview":
		return m.preview(from, in, number)
	case "away":
		return m.leave(from, in)
	case "back":
		return m.comeBack(from)
	case "games", "seeks", "standings", "profile", "help", "rules":
		m.mail(from, templates.Kind(in.verb), 0, true)
		return decision.Answered
	case "tournament", "tournament join", "tournament leave":
		return m.tournament(from, in)
	case "ladder", "ladder join", "ladder leave":
		return m.climbs(from, in.verb)
	case "forget me":
		m.mail(from, templates.Forget, 0, true)
		return decision.Answered
	case "forget for good":
		return m.forget(from)
	case "name":
		return m.rename(from, in.arg)
	case "stop":
		if !m.active[from] {
			m.refuseForEver(from)
			m.mail(from, templates.Never, 0, true)
			return decision.Unsubscribed
		}
		m.silence(from)
		m.mail(from, templates.Unsubscribed, 0, true)
		return decision.Unsubscribed
	}
	if g := m.game(number); g != nil && !g.begun() && g.state != store.Waiting { // it never will
		number = m.onlyGame(from, in.verb)
	}
	m.mail(from, templates.Problem, number, true)
	if (in.verb == "yes" || in.verb == "no") && m.late(in.answers) {
		return decision.Answered
	}
	return decision.NotUnderstood
}

// mine gives the game of a number if it is somebody's and has begun, or else
// the refusal.
func (m *model) mine(who string, number int) (*modelGame, decision.Decision) {
	g := m.game(number)
	switch {
	case g == nil || g.seatOf(who) == game.NoSeat:
		return nil, m.refuse(who, 0)
	case g.state == store.Waiting:
		return nil, m.refuse(who, number)
	case !g.begun():
		return nil, m.refuse(who, 0)
	}
	return g, ""
}

func (m *model) refuse(who string, number int) decision.Decision {
	m.mail(who, templates.Refused, number, true)
	return decision.Refused
}

func (m *model) play(from string, in intent, number, ply int) decision.Decision {
	g, refused := m.mine(from, number)
	if g == nil {
		return refused
	}
	if g.isStale(ply) {
		return m.stale(from, number)
	}
	if in.verb == "resign" && g.hardlyBegun() && !g.setUp() {
		return m.callOff(g, from, in, number)
	}
	before := len(g.events)
	if g.isOver() || !m.playIn(g, from, in) {
		return m.refuse(from, number)
	}
	plain := g.toldAs(from) == templates.Moved && in.note == "" && len(in.plans) == 0 && len(g.events) == before+1
	switch {
	case !plain || !m.quiet[from]:
		m.mail(from, g.toldAs(from), number, true)
	case m.agrees || m.wasSilent[from] || m.silent[g.other(from)] || m.away[g.other(from)]: // there may be something to say
		m.allowed[m.line(from, templates.Moved, number)]++
	}
	m.mail(g.other(from), g.toldAs(g.other(from)), number, false)
	m.carry(in.note, g.other(from))
	if g.isOver() {
		m.endedIn(g, m.now)
	}
	return decision.Played
}

// abort calls off a game in which somebody has no move on the board, unless the club has set it up.
func (m *model) abort(from string, number, ply int) decision.Decision {
	if number == 0 {
		return m.refuse(from, 0)
	}
	g, refused := m.mine(from, number)
	switch {
	case g == nil:
		return refused
	case !g.hardlyBegun(), g.setUp():
		return m.refuse(from, number)
	case g.isStale(ply):
		return m.stale(from, number)
	}
	return m.callOff(g, from, intent{}, number)
}

func (m *model) callOff(g *modelGame, from string, in intent, number int) decision.Decision {
	g.end(store.Cancelled)
	m.mail(from, templates.Cancelled, number, true)
	m.mail(g.other(from), templates.Cancelled, number, false)
	m.carry(in.note, g.other(from))
	return decision.Played
}

func (m *model) stale(who string, number int) decision.Decision {
	m.mail(who, templates.Stale, number, true)
	return decision.Stale
}

// toldAs is the kind of mail that tells somebody of moves.
func (g *modelGame) toldAs(who string) templates.Kind {
	switch {
	case g.state == store.Finished:
		return templates.Over
	case g.now.ToMove() == g.seatOf(who):
		return templates.Turn
	}
	return templates.Moved
}

// playIn makes a move if the rules allow it, and then those that were planned.
func (m *model) playIn(g *modelGame, from string, in intent) bool {
	if in.verb == "resign" {
		g.events, g.gaveUp = append(g.events, in.verb), from
		g.end(store.Finished)
		return true
	}
	word := in.verb
	if word == "move" {
		word = in.arg
	}
	if seat := g.seatOf(from); g.now.ToMove() != seat || !g.put(word) {
		return false
	}
	m.moved(g, g.seatOf(from))
	delete(m.timedOut, from)
	g.intend(g.seatOf(from), in.plans...)
	m.playOn(g)
	return true
}

// put plays a move of whoever is to move, if the rules allow it.
func (g *modelGame) put(word string) bool {
	move, err := game.ParseMove(word)
	if err != nil || g.now.Play(move) != nil {
		return false
	}
	g.moves = append(g.moves, move)
	g.past = append(g.past, slices.Clone(g.moves))
	g.events = append(g.events, move.String())
	g.undoAsked = game.NoSeat // to play on is to say no
	if g.now.Phase() == game.Over {
		g.end(store.Finished)
	}
	return true
}

// end ends a game, and with it what was planned and asked for.
func (g *modelGame) end(as store.State) {
	g.state, g.plans, g.undoAsked = as, [2]modelPlan{}, game.NoSeat
}

// carry expects words to arrive, unless there are none or nobody listens.
func (m *model) carry(text, to string) {
	if text != "" && !m.silent[to] && !isErased(to) {
		m.words = append(m.words, modelWords{text, to})
	}
}

func (m *model) answer(from string, in intent, number int) decision.Decision {
	g := m.game(number)
	switch {
	case g != nil && in.verb == "accept" && in.number == number && g.isFree() && g.challenger != from && m.stillOffers(g.challenger):
		m.begin(from, number)
		return decision.Started
	case g == nil || g.seatOf(from) == game.NoSeat:
		return m.refuse(from, 0)
	case g.begun():
		return m.refuse(from, number)
	case g.state != store.Waiting:
		return m.refuse(from, 0)
	case (in.verb == "withdraw") != (from == g.challenger):
		return m.refuse(from, number)
	}
	other := g.other(from)
	switch in.verb {
	case "accept":
		m.begin(from, number)
		return decision.Started
	case "decline":
		g.state = store.Declined
		m.mail(from, templates.Declined, number, true)
		m.mail(other, templates.Declined, number, false)
		return decision.Declined
	}
	g.state = store.Withdrawn
	m.mail(from, templates.Withdrawn, number, true)
	if m.active[other] && g.told {
		m.mail(other, templates.Withdrawn, number, false)
	}
	return decision.Withdrawn
}

func (m *model) say(from string, in intent, number int) decision.Decision {
	g, refused := m.mine(from, number)
	if g == nil {
		return refused
	}
	m.mail(from, templates.Said, number, true)
	m.mail(g.other(from), templates.Message, number, false)
	m.carry(in.arg, g.other(from))
	return decision.Said
}

func (m *model) look(from string, in intent, number int) decision.Decision {
	if g := m.game(number); g == nil || g.state != store.Waiting {
		if g, refused := m.mine(from, number); g == nil {
			return refused
		}
	} else if g.seatOf(from) == game.NoSeat {
		return m.refuse(from, 0)
	}
	if at, asked := strings.CutPrefix(in.arg, "at "); asked {
		if ply, err := strconv.Atoi(at); err != nil || !m.game(number).begun() || ply > len(m.game(number).moves) {
			return m.refuse(from, number)
		}
	}
	m.mail(from, templates.Kind(in.verb), number, true)
	return decision.Answered
}

func (m *model) challenge(from string, in intent) decision.Decision {
	opponent, byName := in.arg, !strings.Contains(in.arg, "@")
	if byName {
		opponent = m.called(in.arg)
	}
	if opponent == "" || opponent == from {
		return m.refuse(from, 0)
	}
	if pending := m.pending(from, opponent, byName); pending > 0 {
		return m.refuse(from, pending)
	}
	if byName && (m.takesNone(opponent) || m.hasEnough(opponent)) {
		return m.refuse(from, 0)
	}
	m.suppressed[from] = false
	g := &modelGame{state: store.Waiting, size: in.size, pace: in.pace, match: in.match, challenger: from, lapses: m.lapseTime()}
	if !byName {
		g.invited = opponent
		if m.takesNone(opponent) {
			opponent = erasedAs(opponent)
		} else if m.names[opponent] == "" {
			m.names[opponent] = unnamed
		}
	}
	g.players = [2]string{from, opponent}
	if in.seat == game.Second {
		g.players = [2]string{opponent, from}
	}
	g.now, _ = g.at(0)
	m.games = append(m.games, g)
	m.mail(from, templates.Challenged, len(m.games), true)
	if opponent == in.arg || byName {
		m.mail(opponent, templates.Invite, len(m.games), false)
	}
	return decision.Challenged
}

// called gives the address of somebody with a name, empty for nobody's.
func (m *model) called(name string) string {
	for address, taken := range m.names {
		if strings.EqualFold(name, taken) {
			return address
		}
	}
	return ""
}

func (m *model) rename(from, name string) decision.Decision {
	for address, taken := range m.names {
		if address != from && strings.EqualFold(taken, name) {
			return m.refuse(from, 0)
		}
	}
	m.names[from] = name
	m.mail(from, templates.Named, 0, true)
	return decision.Named
}
