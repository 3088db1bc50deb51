package mailbot_test

import (
	"slices"
	"time"

	"unlurbot/store"
	"unlurbot/store/tournament"
)

// The bot decides from when to when it could not read its mails: it notes every
// ten minutes that it can, if it has looked by then, which it does every nine. The model takes over what it has noted, for no clock runs
// then, and the world holds that against what it knows itself.

const (
	simOutage = time.Hour        // for so long the bot must have been deaf
	simNotes  = 21 * time.Minute // between two notes that it is not, at most
)

// observeOutages tells the model of outages that the bot has noted.
func (w *world) observeOutages(l *life) {
	err := l.store.View(func(tx *store.Tx) error {
		spans, err := tx.Outages()
		for _, span := range spans[min(len(w.model.outages), len(spans)):] {
			o := outage{span.From, span.To}
			w.model.outages = append(w.model.outages, o)
			w.history.note("the bot notes an outage from %v on", o.from.Sub(w.history.start))
			w.judgeOutage(o)
		}
		return err
	})
	if err != nil {
		w.violate("the store can't be read: %v", err)
	}
}

// judgeOutage holds that clocks stand still only as long as nothing was read.
func (w *world) judgeOutage(o outage) {
	for _, at := range w.box.reached {
		if at.After(o.from.Add(simNotes)) && at.Before(o.to.Add(-time.Second)) && o.from.After(w.restoredAt) {
			w.violate("an outage from %v to %v, and the mailbox was open at %v", o.from.Sub(w.history.start), o.to.Sub(w.history.start), at.Sub(w.history.start))
		}
	}
}

// judgeOutages holds that no clock has run while the mailbox was not read for an
// hour.
func (w *world) judgeOutages() {
	for i, at := range w.box.reached {
		if i == 0 || at.Sub(w.box.reached[i-1]) < simOutage+time.Second || !w.box.reached[i-1].After(w.restoredAt) {
			continue
		}
		before := w.box.reached[i-1]
		if !slices.ContainsFunc(w.model.outages, func(o outage) bool { return !o.from.After(before) && at.Sub(o.to) < time.Second }) {
			w.violate("no outage is noted from %v to %v", before.Sub(w.history.start), at.Sub(w.history.start))
		}
	}
}

// judgeClock holds the end of a history: everybody has the time that the model
// says, and where it is up, that has its consequences.
func (w *world) judgeClock(number int, g *modelGame, stored *store.Game) {
	if !g.ticks() {
		return
	}
	if left := stored.Clock.Left; left != g.clock.left || !stored.Clock.Since.Equal(g.clock.since) {
		w.violate("in game %d %v is left as of %v, should be %v as of %v", number, left, stored.Clock.Since, g.clock.left, g.clock.since)
	}
	at, reminder := w.model.rings(g)
	late := time.Hour
	if reminder > 0 {
		late = 25 * time.Hour // an outage may bring it forward, and is found out when the clock rings as it was set
	}
	if time.Since(at) > late {
		w.violate("nothing has come of it that the clock of game %d should have rung at %v", number, at.Sub(w.history.start))
	}
}

// losesTimes says whether a backup can't tell what clocks did after it: the bot was
// deaf for an hour since, a turn began anew or a mail that gives somebody the turn had
// to wait for so long, or no mail is filed, so that all are read as if they were new.
func (w *world) losesTimes(b *backup) bool {
	deaf := slices.ContainsFunc(w.model.outages, func(o outage) bool { return o.to.After(b.made) })
	return deaf || w.model.lateTurns != b.model.lateTurns || w.trouble.noMove
}

// endsAgain holds of a game that ends by itself after a backup was restored: it had
// not gone on, unless the backup can't know that.
func (w *world) endsAgain(number int, g *modelGame) {
	if w.lost == nil || w.lost.game(number) == nil {
		return
	}
	was := w.lost.game(number).events
	if g.cutShort = len(was) > len(g.events) && was[len(g.events)] != "timeout"; g.cutShort && !w.timesLost {
		w.violate("game %d ends by itself after %v, and had gone on: %v", number, g.events, was)
	}
}

// judgeRestored holds what was played in the time that a backup does not know of:
// it was played again. Of what happened by itself, and of who is told of that, it
// holds less: a game may go on that had ended. Cups began with the same games.
func (w *world) judgeRestored() {
	if w.lost == nil {
		return
	}
	for i, g := range w.lost.games {
		was := slices.DeleteFunc(slices.Clone(g.events), func(word string) bool { return word == "timeout" })
		now := w.model.game(i + 1)
		if now != nil && now.cutShort {
			continue
		}
		if now == nil || !slices.Equal(was, now.events[:min(len(was), len(now.events))]) {
			w.violate("game %d was %v before the store was lost, and is %v", i+1, g.events, now.events)
		}
	}
	for i, c := range w.lost.cups {
		if now := w.model.cup(i + 1); c.state != tournament.Joining && (now == nil || now.state == tournament.Joining || now.drawnAs() != c.drawnAs()) {
			w.violate("cup %d has begun with %s before the store was lost, and is %+v", i+1, c.drawnAs(), now)
		}
	}
}
