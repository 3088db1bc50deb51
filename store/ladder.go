package store

import (
	"bytes"
	"fmt"
	"slices"

	"unlurbot/game"
	"unlurbot/store/ladder"
)

// Ladder gives the ladder as it is now. It follows from the log of its events; that it is kept
// beside them spares every look going through years of them.
func (t *Tx) Ladder() (*ladder.Ladder, error) {
	return known[ladder.Ladder](t, bucketMeta, keyLadder)
}

func (t *Tx) putLadder(l *ladder.Ladder) error { return put(t, bucketMeta, keyLadder, l) }

// AddLadderEvent lets something happen on the ladder: it writes the next event into the log, and the
// ladder that comes of it, which it gives. The event gets its number, and what it Took.
func (t *Tx) AddLadderEvent(e *ladder.Event) (*ladder.Ladder, error) {
	l, err := t.Ladder()
	if err != nil {
		return nil, err
	}
	n, err := t.tx.Bucket(bucketLadder).NextSequence()
	if err != nil {
		return nil, err
	}
	e.Number = ladder.Number(n)
	e.Took = l.Apply(*e)
	if err := put(t, bucketLadder, number(e.Number), e); err != nil {
		return nil, err
	}
	return l, t.putLadder(l)
}

// LastLadderEvent gives the number of the last event, which may have been taken back; 0 before the first.
func (t *Tx) LastLadderEvent() ladder.Number {
	return ladder.Number(t.tx.Bucket(bucketLadder).Sequence())
}

// LadderEvent gives an event by its number.
func (t *Tx) LadderEvent(n ladder.Number) (*ladder.Event, error) {
	return get[ladder.Event](t, bucketLadder, number(n))
}

// OutOfLadder gives who was off the ladder for a game of it that is over, NoPlayer for nobody. That is
// the event behind the end of the game.
func (t *Tx) OutOfLadder(g *Game) PlayerID {
	e, err := t.LadderEvent(g.Ladder.Ended + 1)
	if err != nil || e.Kind != ladder.Late || e.Game != uint32(g.Number) {
		return NoPlayer
	}
	return PlayerID(e.Player)
}

// ReopenOnLadder takes out of the log that a game of the ladder has ended, and that somebody was off
// for it, as if neither had ever been. The ladder is made anew of all other events, as the
// standings are of all other results. The game is to be put back by the caller.
func (t *Tx) ReopenOnLadder(g *Game) error {
	var events []ladder.Event
	err := each(t, bucketLadder, func(_ []byte, e *ladder.Event) error { events = append(events, *e); return nil })
	if err != nil {
		return err
	}
	before := slices.Clone(events)
	undone := func(e ladder.Event) bool { return e.Game == uint32(g.Number) && e.Kind != ladder.Began }
	for _, e := range events {
		if undone(e) {
			if err := t.tx.Bucket(bucketLadder).Delete(number(e.Number)); err != nil {
				return err
			}
		}
	}
	before, events = slices.DeleteFunc(before, undone), slices.DeleteFunc(events, undone)
	l := ladder.Of(events)
	for i, e := range events {
		if e != before[i] { // it took another place than it had
			if err := put(t, bucketLadder, number(e.Number), &e); err != nil {
				return err
			}
		}
	}
	g.Ladder.Ended = 0
	return t.putLadder(l)
}

// forgetLadder takes the player off the ladder. The number stays, on which the places of others hang.
func (t *Tx) forgetLadder(l *leaver) error {
	is, err := t.Ladder()
	if err != nil || is.Place(uint32(l.ID)) == 0 {
		return err
	}
	_, err = t.AddLadderEvent(&ladder.Event{Kind: ladder.Left, At: l.at, Player: uint32(l.ID)})
	return err
}

// exportLadder adds when the player has joined the ladder and was off it.
func (t *Tx) exportLadder(p *Player, x *Export) error {
	return each(t, bucketLadder, func(_ []byte, e *ladder.Event) error {
		if e.Player == uint32(p.ID) && (e.Kind == ladder.Joined || e.Kind == ladder.Left || e.Kind == ladder.Late) {
			x.Ladder = append(x.Ladder, *e)
		}
		return nil
	})
}

// ladder makes the ladder anew of its events, and compares it with the one that is kept, and the
// events with the games.
func (v *verifier) ladder() {
	l := &ladder.Ladder{}
	walk(v, bucketLadder, func(key []byte, e *ladder.Event) {
		if string(key) != string(number(e.Number)) {
			v.fault("event %d of the ladder is stored under the key %x", e.Number, key)
		}
		if took := l.Apply(*e); took != e.Took {
			v.fault("event %d of the ladder took place %d, and says %d", e.Number, took, e.Took)
		}
		if err := v.ladderEvent(e); err != nil {
			v.fault("event %d of the ladder: %v", e.Number, err)
		}
	})
	kept, err := v.tx.Ladder()
	if err != nil {
		v.fault("%v", err)
		return
	}
	is, err := encode(kept)
	want, _ := encode(l)
	if err != nil || !bytes.Equal(is, want) {
		v.fault("the ladder is %s, and its events say %s (%v)", is, want, err)
	}
	if len(l.Players()) > 0 && !v.wakes(WakeLadder) {
		v.fault("ladder: nobody looks at it")
	}
	for _, id := range l.Players() {
		if p, err := v.tx.Player(PlayerID(id)); err != nil || !p.Forgotten.IsZero() {
			v.fault("ladder: player %d is on it, and forgotten, or nobody (%v)", id, err)
		}
	}
}

// wakes says whether there is a wake-up of a kind.
func (v *verifier) wakes(kind WakeKind) bool {
	for key := range v.tx.tx.Bucket(bucketWakeUps).Scan(nil) {
		if w, err := wakeUpOf(key); err == nil && w.Kind == kind {
			return true
		}
	}
	return false
}

// ladderEvent says what is wrong with an event: that it is of no kind, or that its game says otherwise.
func (v *verifier) ladderEvent(e *ladder.Event) error {
	if e.Kind == ladder.Joined || e.Kind == ladder.Left {
		return nil
	}
	g, err := v.tx.Game(GameNumber(e.Game))
	if err != nil {
		return err
	}
	if g.Ladder == nil {
		return fmt.Errorf("game %d is none of the ladder", e.Game)
	}
	fits := map[ladder.Kind]bool{
		ladder.Began: g.Ladder.Began == e.Number && *e == g.ladderBegan(*e),
		ladder.Ended: g.Ladder.Ended == e.Number && PlayerID(e.Player) == g.Player(g.Course.Winner),
		ladder.Late:  g.Ladder.Ended+1 == e.Number && g.SeatOf(PlayerID(e.Player)) != game.NoSeat,
	}
	if fit, known := fits[e.Kind]; !known || !fit {
		return fmt.Errorf("by game %d it is not so that player %d %s", e.Game, e.Player, e.Kind)
	}
	return nil
}

// ladderBegan gives the event that a game has begun, with the number and the time of another one.
func (g *Game) ladderBegan(as ladder.Event) ladder.Event {
	return ladder.Event{
		Number: as.Number, Kind: ladder.Began, At: as.At, Game: uint32(g.Number), First: g.Challenger == game.First,
		Player: uint32(g.Player(g.Challenger)), Other: uint32(g.Player(g.Challenger.Other())),
	}
}

// ofLadder checks that the events of a game of the ladder are there, and that it is over if they say so.
func (v *verifier) ofLadder(g *Game) {
	if g.Ladder == nil {
		return
	}
	for n, kind := range map[ladder.Number]ladder.Kind{g.Ladder.Began: ladder.Began, g.Ladder.Ended: ladder.Ended} {
		if n == 0 && kind == ladder.Ended && g.State == Playing {
			continue
		}
		if e, err := v.tx.LadderEvent(n); err != nil || e.Kind != kind || e.Game != uint32(g.Number) {
			v.fault("game %d is of the ladder, which does not know that it has %s (%v)", g.Number, kind, err)
		}
	}
	if (g.Ladder.Ended != 0) != g.HasResult() || g.Private || g.Tournament != 0 || !g.hasBegun() {
		v.fault("game %d is of the ladder, %s, private: %v, of tournament %d", g.Number, g.State, g.Private, g.Tournament)
	}
}
