package mailbot_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// When a clock rings hangs on when the bot gets to it. So the model takes over
// what the bot did, and the world holds whether that was right.

// observeClocks asks the store what the clocks have done, now that a wake-up was
// dealt with, and tells the model.
func (w *world) observeClocks(l *life) {
	w.model.byItself = true
	err := l.store.View(func(tx *store.Tx) error {
		if err := w.observeNets(tx); err != nil {
			return err
		}
		waiting, err := tx.Outbox()
		if err != nil {
			return err
		}
		ticking, err := w.ticking(tx)
		if err != nil {
			return err
		}
		for _, stored := range ticking {
			number := int(stored.Number)
			if err := w.observeClock(tx, number, w.model.games[number-1], stored, waiting); err != nil {
				return err
			}
		}
		if err := w.observeDraws(tx); err != nil { // when who was too late is in it no more
			return err
		}
		return w.observeLooks(tx)
	})
	w.model.tellCups()
	w.model.byItself = false
	if err != nil {
		w.violate("the store can't be read: %v", err)
	}
}

// ticking gives the games in which time has run until now, as the bot has them, those that are over
// in the order in which they have ended.
func (w *world) ticking(tx *store.Tx) (games []*store.Game, err error) {
	for i, g := range w.model.games {
		if !g.ticks() {
			continue
		}
		stored, err := tx.Game(store.GameNumber(i + 1))
		if err != nil {
			return nil, err
		}
		games = append(games, stored)
	}
	slices.SortStableFunc(games, func(a, b *store.Game) int { return cmp.Compare(a.Result, b.Result) })
	return games, nil
}

// observeClock takes over what the bot did in a game by itself, and holds it to
// the laws. What a mail did is not meant.
func (w *world) observeClock(tx *store.Tx, number int, g *modelGame, stored *store.Game, waiting []*store.Outgoing) error {
	seat := g.now.ToMove()
	waits := isToBeTold(waiting, stored, seat)
	given := stored.Clock.Left[seat-1] - g.clock.left[seat-1]
	switch {
	case stored.CalledOff != game.NoSeat:
		return nil
	case stored.Course.Reason == game.ByTimeout, stored.State == store.Cancelled:
		w.outOfTime(number, g, stored, waits && !w.wasTold(number, g))
	case stored.State != store.Playing, len(stored.Events) != len(g.events):
		return nil
	case !stored.Clock.Since.Equal(g.clock.since):
		w.beginsAnew(number, g, stored, waits)
	case given != 0:
		w.getsGrace(number, g, given)
		g.clock.reminded = stored.Reminded // no mail of that: the time was up
	case stored.Reminded > g.clock.reminded:
		w.isReminded(tx, number, g, stored.Reminded)
	case stored.Reminded < g.clock.reminded:
		since, err := tx.Restored()
		if err != nil {
			return err
		}
		// What filed mails bring about once more does so as of when they came.
		if g.clock.reminded = stored.Reminded; since.IsZero() && time.Now().After(w.model.deadline(g).Add(-simDay)) {
			w.violate("the last day of game %d is to come again", number)
		}
	default:
		return nil
	}
	w.model.rang++
	w.tally.rings++
	w.history.note("game %d rings: %s, %s to move, reminded %d", number, stored.State, seat, stored.Reminded)
	return nil
}

// observeNets takes over who is away by itself now, and holds it to the laws: once in a game, twice
// for a player, and not somebody who wants none, gets no mails or has not begun to play.
func (w *world) observeNets(tx *store.Tx) error {
	m := w.model
	for _, who := range sorted(slices.Collect(maps.Keys(m.names))) {
		p, err := tx.PlayerByAddress(who)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		for _, stored := range p.Nets[min(len(m.nets[who]), len(p.Nets)):] {
			net := modelNet{at: stored.At}
			if !w.trouble.net || m.noNet[who] || m.silent[who] || m.away[who] || len(m.nets[who]) == 2 {
				w.violate("a net catches %s, who has %v", who, m.nets[who])
			}
			for _, n := range stored.Games {
				g := m.game(int(n))
				w.inItsTime(fmt.Sprint("the clock of game ", n), net.at)
				if g.hardlyBegun() || m.caught(who, int(n)) > 0 || g.toMove() != who || !m.deadline(g).Equal(net.at) {
					w.violate("a net catches %s in game %d at %v", who, n, net.at)
				}
				net.games = append(net.games, int(n))
			}
			if net.ended, err = w.endedNow(tx, who); err != nil {
				return err
			}
			m.catches(who, net)
			w.tally.nets++
			w.history.note("a net catches %s in %v", who, net.games)
		}
	}
	return nil
}

// endedNow gives the games of somebody that have ended with the wake-up at hand.
func (w *world) endedNow(tx *store.Tx, who string) (numbers []int, err error) {
	for i, g := range w.model.games {
		if g.state != store.Playing || g.seatOf(who) == game.NoSeat {
			continue
		}
		stored, err := tx.Game(store.GameNumber(i + 1))
		if err != nil {
			return nil, err
		}
		if stored.State != store.Playing {
			numbers = append(numbers, i+1)
		}
	}
	return numbers, nil
}

// outOfTime is for a player who has lost on time, or whose game was cancelled.
func (w *world) outOfTime(number int, g *modelGame, stored *store.Game, untold bool) {
	m, seat := w.model, g.now.ToMove()
	who := g.players[seat-1]
	w.inItsTime(fmt.Sprint("the clock of game ", number), m.deadline(g))
	if w.trouble.net && !g.hardlyBegun() && !m.noNet[who] && !m.silent[who] && !m.away[who] && m.caught(who, number) == 0 && len(m.nets[who]) < 2 {
		w.violate("%s loses game %d, and a net could have caught them", who, number)
	}
	if untold && !m.away[who] || m.away[who] && !g.clock.graced {
		w.violate("%s is out of time in game %d, and could not know", who, number)
	}
	if (stored.State == store.Cancelled) != g.neverMoved(seat) {
		w.violate("game %d is %s, and %s has never moved: %t", number, stored.State, who, g.neverMoved(seat))
	}
	if first, before := m.timedOut[who]; before && m.deadline(g).Before(first) {
		w.violate("game %d, which %s has lost at %v, ends after one that was lost later", number, who, m.deadline(g))
	}
	w.endsAgain(number, g)
	if m.outOfTime(number); g.spared != stored.Spared {
		w.violate("game %d is spared: %t", number, stored.Spared)
	}
}

// beginsAnew is for a player of whom the mail about the turn still waits to be sent.
func (w *world) beginsAnew(number int, g *modelGame, stored *store.Game, waits bool) {
	seat := g.now.ToMove()
	at, _ := w.model.rings(g)
	w.inItsTime(fmt.Sprint("the clock of game ", number), at)
	if who := g.players[seat-1]; !waits || w.model.away[who] || stored.Clock.Since.Before(at) || stored.Clock.Since.After(time.Now()) {
		w.violate("the turn of %s in game %d begins anew", who, number)
	}
	g.clock.left[seat-1], g.clock.since = g.clock.turn, stored.Clock.Since
	g.clock.reminded, g.clock.graced = 0, false
	w.model.lateTurns++
}

// getsGrace is for a player whose time is up and whose mails come back.
func (w *world) getsGrace(number int, g *modelGame, given time.Duration) {
	m, seat := w.model, g.now.ToMove()
	who := g.players[seat-1]
	w.inItsTime(fmt.Sprint("the clock of game ", number), m.deadline(g))
	if given != simDay || !m.away[who] || g.clock.graced {
		w.violate("%s gets %v in game %d", who, given, number)
	}
	g.clock.left[seat-1] += given
	g.clock.graced = true
}

// isReminded is for a player who was reminded, once for all that was due.
func (w *world) isReminded(tx *store.Tx, number int, g *modelGame, reminded int) {
	m, who := w.model, g.players[g.now.ToMove()-1]
	for g.clock.reminded < reminded {
		at, next := m.rings(g)
		if w.inItsTime(fmt.Sprint("the clock of game ", number), at); next == 0 {
			w.violate("%s is reminded of game %d for the last time, and once more", who, number)
			break
		}
		g.clock.reminded = next
	}
	since, err := tx.Restored()
	if err != nil {
		w.violate("the store can't be read: %v", err)
	}
	switch {
	case m.away[who] || !since.IsZero(): // while filed mails are read again, nobody is reminded
	case time.Now().Before(m.deadline(g)):
		m.mail(who, templates.Reminder, number, false)
	default: // the end may be next, without another mail
		m.allowed[m.line(who, templates.Reminder, number)]++
	}
}

// inItsTime holds that what happens by itself does so not before its time, and
// not before the mails that came until then are dealt with.
func (w *world) inItsTime(what string, at time.Time) {
	if time.Now().Before(at) {
		w.violate("%s rings at %v, and should at %v", what, time.Since(w.history.start), at.Sub(w.history.start))
	}
	for _, c := range append(slices.Clone(w.box.inbox), w.box.done...) {
		if !c.kept && slices.Contains(w.box.undecided, c.simLetter) && c.arrived.Truncate(time.Second).Before(at) {
			w.violate("%s rings at %v, and mail %d from before is not dealt with", what, at.Sub(w.history.start), c.id)
		}
	}
}

// ringsBefore holds that nobody moves whose time was up when the mail came. With
// filed mails it is otherwise: they are read again because a backup does not know
// of them.
func (w *world) ringsBefore(l *simLetter) {
	if l.by != nil && l.by.folder == &w.box.done {
		return
	}
	for i, g := range w.model.games {
		if !g.ticks() {
			continue
		}
		if at := w.model.deadline(g); !l.arrived.Truncate(time.Second).Before(at) {
			w.violate("mail %d is dealt with, and game %d should have ended at %v", l.id, i+1, at.Sub(w.history.start))
		}
	}
}

// isToBeTold says whether a mail about a game waits for the player on a seat, beside
// the one that tells its end.
func isToBeTold(waiting []*store.Outgoing, g *store.Game, seat game.Seat) (waits bool) {
	for _, m := range waiting {
		kind := templates.Kind(bottest.Field(m, "X-Unlur-Event"))
		ends := g.State != store.Playing && (kind == templates.Over || kind == templates.Cancelled)
		waits = waits || m.Game == g.Number && m.Player == g.Player(seat) && !ends
	}
	return waits
}

// wasTold says whether the player to move got a mail about this turn.
func (w *world) wasTold(number int, g *modelGame) bool {
	for _, m := range w.relay.taken {
		if about, turn := gameIn(m); about == number && turn == g.turn() && m.EnvelopeTo == g.players[g.now.ToMove()-1] {
			return true
		}
	}
	return false
}
