package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"time"
)

// A WakeUp is something that happens by itself when its time has come, if
// nobody takes it back. It is noted in the transaction of what it belongs to,
// and may come later than its time, but not before.
type WakeUp struct {
	At     time.Time // whole seconds
	Kind   WakeKind
	Number uint32 // of what the kind is about
}

// A WakeKind says what is to happen.
type WakeKind string

// The kinds.
const (
	WakeRequest    WakeKind = "request"    // a Request with that number was not confirmed
	WakeInvitation WakeKind = "invitation" // a challenge with that number was not answered
	WakeClock      WakeKind = "clock"      // in a running game with that number a reminder is due, or the time is up
	WakeDigest     WakeKind = "digest"     // a player with that number gets the mail of the day
	WakeStranger   WakeKind = "stranger"   // somebody who was invited, a player with that number, has not written
	WakeTournament WakeKind = "tournament" // one with that number may begin though it is not full
	WakeLadder     WakeKind = "ladder"     // games of the ladder may begin, of which there is one; the number is 0

	WakeAnnouncement WakeKind = "announcement" // one with that number goes to its next readers

	WakeRobot WakeKind = "robot" // in a running game with that number the robot is to move
	WakeHint  WakeKind = "hint"  // and there its opponent wants a hint

	WakeAnalysis WakeKind = "analysis" // of a game with that number, which is over, some want to know where it turned
	WakePuzzles  WakeKind = "puzzles"  // it is night, and a puzzle may be made; the number is 0
	WakeWeekly   WakeKind = "weekly"   // a player with that number gets the puzzle of the week
)

// thoughts are the kinds for which the engine has to search, those first that come first. That takes its time, and is not
// done by whoever does the others, see NextThought.
var (
	thoughts    = [][]WakeKind{{WakeRobot, WakeHint}, {WakeAnalysis}, {WakePuzzles}}
	allThoughts = slices.Concat(thoughts...)
)

// wakeKinds are all of them, with what their numbers are of.
var wakeKinds = map[WakeKind]string{
	WakeRequest: bucketRequests, WakeInvitation: bucketGames, WakeClock: bucketGames, WakeStranger: bucketPlayers, WakeDigest: bucketPlayers,
	WakeTournament: bucketTournaments, WakeLadder: bucketLadder, WakeAnnouncement: bucketActs, WakeRobot: bucketGames, WakeHint: bucketGames, WakeAnalysis: bucketGames,
	WakePuzzles: bucketPuzzles, WakeWeekly: bucketPlayers,
}

var errWakeKey = errors.New("store: no such wake-up")

// A wake-up is its key: the time in seconds since 1970, the kind, the number.
// So they lie in the order of their times, and the same one is noted once.
const (
	wakeTime   = 8
	wakeNumber = 4
)

func (w WakeUp) key() []byte {
	key := binary.BigEndian.AppendUint64(nil, uint64(max(w.At.Unix(), 0)))
	key = append(key, w.Kind...)
	return binary.BigEndian.AppendUint32(key, w.Number)
}

func wakeUpOf(key []byte) (WakeUp, error) {
	if len(key) <= wakeTime+wakeNumber || key[0] > 0x7f {
		return WakeUp{}, errWakeKey
	}
	number := len(key) - wakeNumber
	return WakeUp{
		At:     time.Unix(int64(binary.BigEndian.Uint64(key)), 0).UTC(),
		Kind:   WakeKind(key[wakeTime:number]),
		Number: binary.BigEndian.Uint32(key[number:]),
	}, nil
}

// WakeAt notes a wake-up. The same one twice is one.
func (t *Tx) WakeAt(w WakeUp) error { return t.tx.Bucket(bucketWakeUps).Put(w.key(), []byte{}) }

// Woken takes a wake-up away, and tells whether it was still there.
func (t *Tx) Woken(w WakeUp) (there bool, err error) {
	bucket := t.tx.Bucket(bucketWakeUps)
	there = bucket.Get(w.key()) != nil
	return there, bucket.Delete(w.key())
}

// PutOff notes a wake-up for later, also in the game whose clock it is. A game that
// can't be read stays as it is: that is for Verify to tell.
func (t *Tx) PutOff(w WakeUp, until time.Time) error {
	until = until.UTC().Truncate(time.Second)
	_, err := t.Woken(w)
	err = errors.Join(err, t.WakeAt(WakeUp{At: until, Kind: w.Kind, Number: w.Number}))
	if err == nil && w.Kind == WakeWeekly {
		return t.putOffWeekly(w, until)
	}
	if err != nil || w.Kind != WakeClock && w.Kind != WakeRobot {
		return err
	}
	if g, err := t.Game(GameNumber(w.Number)); err == nil && string(g.Ring().key()) == string(w.key()) {
		g.Rings = until
		return t.PutGame(g)
	}
	return nil
}

// DueWakes gives at most limit wake-ups whose time has come, in the order of
// their times, but for those for which the engine has to search.
func (t *Tx) DueWakes(now time.Time, limit int) (due []WakeUp, err error) {
	return t.due(now, limit, func(k WakeKind) bool { return !slices.Contains(allThoughts, k) })
}

// NextThought gives the first wake-up for which the engine has to search, of those whose time has come; ok is false if
// there is none. Those for which somebody waits at the board come first, and puzzles last.
func (t *Tx) NextThought(now time.Time) (w WakeUp, ok bool, err error) {
	for _, kinds := range thoughts {
		due, err := t.due(now, 1, func(k WakeKind) bool { return slices.Contains(kinds, k) })
		if err != nil {
			return WakeUp{}, false, err
		}
		if len(due) > 0 {
			return due[0], true, nil
		}
	}
	return WakeUp{}, false, nil
}

func (t *Tx) due(now time.Time, limit int, such func(WakeKind) bool) (due []WakeUp, err error) {
	for key := range t.tx.Bucket(bucketWakeUps).Scan(nil) {
		if len(due) >= limit {
			break
		}
		w, err := wakeUpOf(bytes.Clone(key))
		if err != nil {
			return nil, err
		}
		if w.At.After(now) {
			break
		}
		if such(w.Kind) {
			due = append(due, w)
		}
	}
	return due, nil
}

// wakeUps checks that each wake-up is for something that is there or, since
// nobody need take one back, was there.
func (v *verifier) wakeUps() {
	for key, value := range v.tx.tx.Bucket(bucketWakeUps).Scan(nil) {
		w, err := wakeUpOf(key)
		if err != nil {
			v.fault("wake-ups: %x is none", key)
			continue
		}
		if of, known := wakeKinds[w.Kind]; !known {
			v.fault("wake-ups: nothing is done for %q", w.Kind)
		} else if uint64(w.Number) > v.tx.tx.Bucket(of).Sequence() {
			v.fault("wake-ups: %s: number %d of %s was never given", w.Kind, w.Number, of)
		}
		if w.Kind == WakeClock || w.Kind == WakeRobot {
			if g, err := v.tx.Game(GameNumber(w.Number)); err == nil && string(g.Ring().key()) != string(w.key()) {
				v.fault("wake-ups: game %d is to wake up for its %s at %v, and for its %s at %v", w.Number, g.Ring().Kind, g.Rings, w.Kind, w.At)
			}
		}
		if len(value) > 0 {
			v.fault("wake-ups: %s %d at %v has a value", w.Kind, w.Number, w.At)
		}
	}
}
