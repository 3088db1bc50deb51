package mailbot_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"time"

	"unlurbot/store"
	"unlurbot/store/tournament"
)

// thinkOfCups is what people do about cups now and then: mostly they want to play in one. They don't
// get tired of it, as of other letters.
func (p *person) thinkOfCups() {
	p.thought++
	dice := p.w.dice(p.address, "thinks of cups", p.thought)
	p.w.later(between(dice, 6*time.Hour, 72*time.Hour), p.address+fmt.Sprint("thinks of cups", p.thought), p.thinkOfCups)
	in := intent{verb: "tournament join", vouched: dice.IntN(4) > 0}
	switch number := fmt.Sprint(1 + dice.IntN(len(p.w.model.cups)+1)); dice.IntN(20) {
	case 0:
		in.verb = "tournament leave"
	case 1:
		in.verb, in.arg = "tournament leave", number
	case 2, 3:
		in.verb = "tournament"
	case 4, 5:
		in.verb, in.arg = "tournament", number
	case 6, 7:
		in.arg = number
	}
	if !p.w.calm {
		p.send(in, dice)
	}
}

// reactToCup is what people do about a mail on a cup: some call it spam.
func (p *person) reactToCup(m *store.Outgoing, dice *rand.Rand) {
	in := intent{verb: "tournament", answers: m}
	switch dice.IntN(12) {
	case 0, 1:
		in.verb = "tournament leave"
	case 2:
		in.verb = "tournament join"
	case 3:
		in.arg = cupIn(m)
	case 4:
	case 5:
		if !p.w.calm && dice.IntN(3) == 0 {
			p.w.complain(m, dice)
		}
		return
	default:
		return
	}
	if in.verb == "tournament leave" && dice.IntN(4) > 0 {
		in.arg = cupIn(m)
	}
	p.write(in, dice)
}

// cupIn gives the number of the cup that a mail is about, which is the first one in its subject; empty
// for none.
func cupIn(m *store.Outgoing) string { return cupNumbers.FindString(m.Subject) }

var cupNumbers = regexp.MustCompile(`\d+`)

// loseSomebody lets somebody vanish who has joined a cup: no more letters come, and all mails come back.
func (w *world) loseSomebody() {
	open := w.model.openCup()
	if open == 0 || len(w.model.cups[open-1].entrants) == 0 {
		w.later(6*time.Hour, fmt.Sprint("gone", w.count("gone")), w.loseSomebody)
		return
	}
	p := w.personAt(w.model.cups[open-1].entrants[0].who)
	w.fault("%s is gone", p.address)
	p.gone = true
}

// watchDraws lets the model see in which order the players of a cup were drawn, and when its games have
// begun.
func (w *world) watchDraws(l *life) {
	w.model.inOrder = func(cup int, there []modelEntrant) []modelEntrant {
		var order []modelEntrant
		w.view(l, func(tx *store.Tx) error {
			c, err := tx.Tournament(tournament.Number(cup))
			if err != nil {
				return err
			}
			for _, e := range drawn(c) {
				p, err := tx.Player(store.PlayerID(e.Player))
				if err != nil {
					return err
				}
				order = append(order, modelEntrant{p.Address, e.Joined})
			}
			return nil
		})
		if fmt.Sprint(byAddress(order)) != fmt.Sprint(byAddress(there)) {
			w.violate("of cup %d %v are drawn, should be %v", cup, order, there)
			return there
		}
		return order
	}
	w.model.clockOf = func(number int) (since time.Time) {
		w.view(l, func(tx *store.Tx) error {
			g, err := tx.Game(store.GameNumber(number))
			if err == nil {
				since = g.Clock.Since
			}
			return err
		})
		return since
	}
}

// view looks into the store.
func (w *world) view(l *life, look func(tx *store.Tx) error) {
	if err := l.store.View(look); err != nil {
		w.violate("the store can't be read: %v", err)
	}
}

func byAddress(entrants []modelEntrant) (words []string) {
	for _, e := range entrants {
		words = append(words, e.who+e.joined.Format(time.DateTime))
	}
	return sorted(words)
}

// observeDraws takes over which cups have begun by themselves, and holds that they could.
func (w *world) observeDraws(tx *store.Tx) error {
	m := w.model
	open := m.openCup()
	if open == 0 || len(m.cups[open-1].entrants) == 0 {
		return nil
	}
	stored, err := tx.Tournament(tournament.Number(open))
	if err != nil {
		return err
	}
	c := m.cups[open-1]
	if err := w.observeGone(tx, c, stored); err != nil || stored.State == tournament.Joining {
		return err
	}
	if !m.isReady(c, time.Now()) {
		w.violate("cup %d begins with %v", open, c.entrants)
		return nil
	}
	there, at := m.reachable(c), time.Time{}
	if len(there) < simGroup {
		at = there[0].joined.Add(simPatience)
		w.inItsTime(fmt.Sprint("cup ", open), at)
	}
	m.drawCup(open, "")
	m.counted.ownDraws++
	for _, n := range c.games {
		if since := m.games[n-1].clock.since; since.Before(at) || since.After(time.Now()) {
			w.violate("game %d of cup %d begins at %v, not at %v", n, open, since, at)
		}
	}
	w.history.note("cup %d begins by itself", open)
	return nil
}

// observeGone takes over who is in a cup no more that has not begun, or had not: with the wake-up at
// hand nobody leaves one but who could not be reached for long.
func (w *world) observeGone(tx *store.Tx, c *modelCup, stored *tournament.Tournament) error {
	waiting := stored.Entrants
	if next, err := tx.Tournament(stored.Number + 1); err == nil {
		waiting = slices.Concat(waiting, next.Entrants)
	}
	for _, e := range slices.Clone(c.entrants) {
		p, err := tx.PlayerByAddress(e.who)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(waiting, func(there tournament.Entrant) bool { return there.Player == uint32(p.ID) }) {
			continue
		}
		if lost := w.model.lostAt[e.who]; !w.model.away[e.who] || time.Since(lost) < simPatience {
			w.violate("%s is in cup %d no more, and could not be reached since %v", e.who, stored.Number, lost)
		}
		c.drop(e.who)
		w.model.counted.gone++
	}
	return nil
}

// A cupTally counts what came of cups and ladders, and of what takes people out of one.
type cupTally struct {
	draws, ownDraws, decided, tooMany, movedOn, drawnAgain                  int
	exits, lateExits, barred, takenOut, forgotten, banned, complaints, gone int
	looks, ladderGames, climbed, fell                                       int // of the ladder
}

func (t *cupTally) add(o cupTally) {
	t.draws += o.draws
	t.ownDraws += o.ownDraws
	t.decided += o.decided
	t.tooMany += o.tooMany
	t.movedOn += o.movedOn
	t.drawnAgain += o.drawnAgain
	t.exits += o.exits
	t.lateExits += o.lateExits
	t.barred += o.barred
	t.takenOut += o.takenOut
	t.forgotten += o.forgotten
	t.banned += o.banned
	t.complaints += o.complaints
	t.gone += o.gone
	t.looks += o.looks
	t.ladderGames += o.ladderGames
	t.climbed += o.climbed
	t.fell += o.fell
}

// String implements fmt.Stringer.
func (t cupTally) String() string {
	return fmt.Sprintf("%d cups began, %d of them by themselves, %d without the one who joined last, and %d were decided; %d players could not be reached and waited for the next one, and %d cups had begun of which a backup knew nothing; %d players left one and %d were out for being late, who tried to join another one too early %d times; %d were forgotten, %d banned, %d called a mail spam, and these and those who wanted no mails left an open cup %d times, and %d who could not be reached for a month; the bot looked at ladders %d times and began %d games, which brought a place %d times, and %d players were off for being late",
		t.draws, t.ownDraws, t.tooMany, t.decided, t.movedOn, t.drawnAgain, t.exits, t.lateExits, t.barred, t.forgotten, t.banned, t.complaints, t.takenOut, t.gone, t.looks, t.ladderGames, t.climbed, t.fell)
}

// judgeCups compares the cups that the bot keeps with the model's, and holds that none waits that could
// have begun.
func (w *world) judgeCups(l *life) {
	m, stored := w.model, w.storedCups(l)
	if len(stored) != len(m.cups) {
		w.violate("%d cups, should be %d", len(stored), len(m.cups))
		return
	}
	for i, want := range m.cups {
		if got, want := w.tellCup(l, stored[i]), want.tell(); got != want {
			w.violate("cup %d is %s, should be %s", i+1, got, want)
		}
		if want.state == tournament.Joining {
			w.judgeOpen(i+1, want)
		}
	}
}

// judgeOpen holds that the bot has looked at a cup each day: it has not been ready for longer, and
// nobody waits in it who could not be reached for long.
func (w *world) judgeOpen(number int, c *modelCup) {
	const late = 26 * time.Hour
	m := w.model
	for _, e := range c.entrants {
		if m.away[e.who] && time.Since(m.lostAt[e.who]) > simPatience+late {
			w.violate("%s is in cup %d, and could not be reached since %v", e.who, number, m.lostAt[e.who])
		}
	}
	if !m.isReady(c, time.Now()) {
		return
	}
	there, since := m.reachable(c), time.Time{}
	if len(there) < simGroup {
		since = there[0].joined.Add(simPatience)
	}
	for _, e := range there {
		if since = later(since, e.joined); m.wasAway[e.who] { // perhaps until the last letter came
			since = later(since, m.heard[e.who])
		}
	}
	if time.Since(since) > late {
		w.violate("cup %d should have begun at %v with %v", number, since, there)
	}
}

// tell says all of a cup.
func (c *modelCup) tell() string {
	text := fmt.Sprint(c.state, " ", c.drawnAs())
	for _, x := range c.exits {
		text += fmt.Sprintf(", %s out (late: %t) at %v", known(x.who), x.late, x.at.UTC().Truncate(time.Second))
	}
	return text
}

// known gives an address as the bot knows it: none of somebody who is forgotten.
func known(who string) string {
	if isErased(who) {
		return ""
	}
	return who
}

// drawnAs says who plays in a cup, in the order of the draw, and which games.
func (c *modelCup) drawnAs() string {
	text := fmt.Sprint("games ", c.games)
	for _, e := range c.entrants {
		text += fmt.Sprintf(", %s joined %v", known(e.who), e.joined.UTC().Truncate(time.Second))
	}
	return text
}

// tellCup says the same of a cup as the bot keeps it.
func (w *world) tellCup(l *life, stored *tournament.Tournament) string {
	c := &modelCup{state: stored.State}
	w.view(l, func(tx *store.Tx) error {
		for _, e := range drawn(stored) {
			p, err := tx.Player(store.PlayerID(e.Player))
			if err != nil {
				return err
			}
			c.entrants = append(c.entrants, modelEntrant{p.Address, e.Joined})
		}
		for _, x := range stored.Exits {
			p, err := tx.Player(store.PlayerID(x.Player))
			if err != nil {
				return err
			}
			c.exits = append(c.exits, modelExit{who: p.Address, late: x.Late, at: x.At})
		}
		return nil
	})
	for _, n := range stored.Games() {
		c.games = append(c.games, int(n))
	}
	return c.tell()
}

// storedCups gives the cups that the bot keeps, the first one first.
func (w *world) storedCups(l *life) (cups []*tournament.Tournament) {
	w.view(l, func(tx *store.Tx) error {
		for c, err := range tx.LastTournaments() {
			if err != nil {
				return err
			}
			cups = append(cups, c)
		}
		return nil
	})
	slices.Reverse(cups)
	return cups
}
