package store

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/store/acts"
	"unlurbot/store/tournament"
)

// AddAct puts an act of the operator at the end of the log, and gives it its number; if the
// clock was put back, the time of the act before it, too. What the act does is changed
// beside it.
func (t *Tx) AddAct(a *acts.Act) error {
	for last, err := range t.Acts() {
		if err != nil {
			return err
		}
		if a.At.Before(last.At) {
			a.At = last.At
		}
		break
	}
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

// ActsOn gives what was done to a player, and to games of the player, the latest first.
func (t *Tx) ActsOn(id PlayerID) (theirs []acts.Act, err error) {
	for a, err := range t.Acts() {
		if err != nil {
			return nil, err
		}
		isTheirs := a.Player == uint32(id)
		if a.Game != 0 {
			g, err := t.Game(GameNumber(a.Game))
			if err != nil {
				return nil, err
			}
			isTheirs = g.SeatOf(id) != game.NoSeat
		}
		if isTheirs {
			theirs = append(theirs, *a)
		}
	}
	return theirs, nil
}

func (t *Tx) exportActs(p *Player, x *Export) (err error) {
	x.Acts, err = t.ActsOn(p.ID)
	return err
}

// forgetActs takes the words out of the acts that were done to the player and the player's
// games: they may name anybody. What was done stays.
func (t *Tx) forgetActs(l *leaver) error {
	theirs, err := t.ActsOn(l.ID)
	for _, a := range theirs {
		if a.Reason = ""; a.Game == 0 {
			a.Before, a.After = "", "" // which are names
		}
		err = errors.Join(err, put(t, bucketActs, number(a.Number), &a))
	}
	return err
}

// Ban notes that a player may begin no more games, and by which addresses the player is known
// again who comes back after being forgotten.
func (t *Tx) Ban(p *Player, since time.Time) error {
	p.Banned = since
	for _, address := range p.Addresses() {
		key, err := t.AddressKey(address)
		if err != nil {
			return err
		}
		if err := put(t, bucketBanned, append(key[:], number(p.ID)...), &since); err != nil {
			return err
		}
	}
	return nil
}

// Unban takes that away.
func (t *Tx) Unban(p *Player) error {
	p.Banned = time.Time{}
	var theirs [][]byte
	for key := range t.tx.Bucket(bucketBanned).Scan(nil) {
		if atEnd(key) == uint32(p.ID) {
			theirs = append(theirs, bytes.Clone(key))
		}
	}
	return t.deleteAll(bucketBanned, theirs)
}

// BannedAt gives who was banned while writing from an address, NoPlayer for nobody. The
// player may be forgotten by now.
func (t *Tx) BannedAt(address string) (PlayerID, error) {
	prefix, err := t.AddressKey(address)
	if err != nil {
		return NoPlayer, err
	}
	for key := range t.tx.Bucket(bucketBanned).Scan(prefix[:]) {
		return PlayerID(atEnd(key)), nil
	}
	return NoPlayer, nil
}

// acts replays the log, and compares what it comes to with what is stored.
func (v *verifier) acts() {
	log, forgotten := acts.NewLog(), func(id PlayerID) bool {
		p, err := v.tx.Player(id)
		return err == nil && !p.Forgotten.IsZero()
	}
	walk(v, bucketActs, func(key []byte, a *acts.Act) {
		if string(key) != string(number(a.Number)) {
			v.fault("act %d is stored under the key %x", a.Number, key)
		}
		if err := log.Add(*a); err != nil {
			v.fault("%v", err)
		}
		if err := a.Check(slices.ContainsFunc(v.concerns(a), forgotten)); err != nil {
			v.fault("%v", err)
		}
	})
	for id := range log.Forgotten {
		if !forgotten(PlayerID(id)) {
			v.fault("player %d was erased by an act, and is there", id)
		}
	}
	v.bans(log.Banned)
	for n, how := range log.Ended {
		if v.ended[n] != how {
			v.fault("game %d was ended by an act (%s), and is not", n, how)
		}
		delete(v.ended, n)
	}
	for n, how := range v.ended {
		v.fault("game %d was ended by the operator (%s), which no act says", n, how)
	}
	if a, err := v.tx.Paused(); err != nil || !a.At.Equal(log.Paused) {
		v.fault("meta: paused since %v, by the log of acts since %v (%v)", or(a.At), or(log.Paused), err)
	}
}

// concerns gives those to whom, or to whose game, something was done.
func (v *verifier) concerns(a *acts.Act) []PlayerID {
	if _, err := v.tx.Tournament(tournament.Number(a.Tournament)); a.Tournament != 0 && err != nil {
		v.fault("act %d was done to tournament %d: %v", a.Number, a.Tournament, err)
	}
	if a.Game == 0 {
		if _, err := v.tx.Player(PlayerID(a.Player)); a.Player != 0 && err != nil {
			v.fault("act %d was done to player %d: %v", a.Number, a.Player, err)
		}
		return []PlayerID{PlayerID(a.Player)}
	}
	g, err := v.tx.Game(GameNumber(a.Game))
	if err != nil {
		v.fault("act %d was done to game %d: %v", a.Number, a.Game, err)
		return nil
	}
	return g.Players[:]
}

// bans compares who is banned since when, by the log, with what is stored.
func (v *verifier) bans(log map[uint32]time.Time) {
	known := map[uint32]bool{}
	walk(v, bucketBanned, func(key []byte, since *time.Time) {
		if by := log[atEnd(key)]; len(key) != len(AddressKey{})+4 || since.IsZero() || !since.Equal(by) {
			v.fault("%s: %x since %v, by the log of acts since %v", bucketBanned, key, or(*since), or(by))
		}
		known[atEnd(key)] = true
	})
	for id := range log {
		if !known[id] {
			v.fault("player %d is banned, and by no address", id)
		}
	}
	walk(v, bucketPlayers, func(_ []byte, p *Player) {
		since := log[uint32(p.ID)]
		if p.Forgotten.IsZero() && !p.Banned.Equal(since) {
			v.fault("player %d is banned since %v, by the log of acts since %v", p.ID, or(p.Banned), or(since))
		}
		for _, address := range p.Addresses() {
			key, err := v.tx.AddressKey(address)
			if !since.IsZero() && (err != nil || v.tx.tx.Bucket(bucketBanned).Get(append(key[:], number(p.ID)...)) == nil) {
				v.fault("player %d is banned, and not by each address (%v)", p.ID, err)
			}
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
