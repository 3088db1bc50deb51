package store

import (
	"iter"
	"time"

	"unlurbot/store/acts"
)

// AddAct puts an act of the operator at the end of the log, and gives it its number. What
// the act does is changed beside it.
func (t *Tx) AddAct(a *acts.Act) error {
	n, err := t.tx.Bucket(bucketActs).NextSequence()
	if err != nil {
		return err
	}
	a.Number = uint32(n)
	return put(t, bucketActs, number(a.Number), a)
}

// Acts goes through the log of acts, the latest first, to an error or the end of the loop.
func (t *Tx) Acts() iter.Seq2[*acts.Act, error] {
	return func(yield func(*acts.Act, error) bool) {
		for key, raw := range t.tx.Bucket(bucketActs).ScanBack(nil) {
			a, err := decode[acts.Act](bucketActs, key, raw)
			if !yield(a, err) || err != nil {
				return
			}
		}
	}
}

// forgetActs takes the words out of the acts that were done to the player: they may name
// anybody. That it was done stays.
func (t *Tx) forgetActs(l *leaver) error {
	var theirs []*acts.Act
	for a, err := range t.Acts() {
		if err != nil {
			return err
		}
		if a.Player == uint32(l.ID) {
			a.Reason, a.Before, a.After = "", "", ""
			theirs = append(theirs, a)
		}
	}
	for _, a := range theirs {
		if err := put(t, bucketActs, number(a.Number), a); err != nil {
			return err
		}
	}
	return nil
}

// acts replays the log, and compares what it comes to with what is stored.
func (v *verifier) acts() {
	log := acts.NewLog()
	walk(v, bucketActs, func(key []byte, a *acts.Act) {
		if string(key) != string(number(a.Number)) {
			v.fault("act %d is stored under the key %x", a.Number, key)
		}
		if err := log.Add(*a); err != nil {
			v.fault("%v", err)
		}
		if _, err := v.tx.Player(PlayerID(a.Player)); a.Player != 0 && err != nil {
			v.fault("act %d was done to player %d: %v", a.Number, a.Player, err)
		}
		if _, err := v.tx.Game(GameNumber(a.Game)); a.Game != 0 && err != nil {
			v.fault("act %d was done to game %d: %v", a.Number, a.Game, err)
		}
	})
	walk(v, bucketPlayers, func(_ []byte, p *Player) {
		if banned := log.Banned[uint32(p.ID)]; p.Forgotten.IsZero() && !p.Banned.Equal(banned) {
			v.fault("player %d is banned since %v, by the log of acts since %v", p.ID, or(p.Banned), or(banned))
		}
	})
}

// or writes a time, if there is one.
func or(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return at.Format(time.RFC3339)
}
