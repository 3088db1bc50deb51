package store

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/store/acts"
)

// actOn logs an act on a player, beside which f does something.
func actOn(id PlayerID, a acts.Act, f func(*Tx) error) func(*Tx) error {
	return func(tx *Tx) error {
		a.At, a.Player = noon, uint32(id)
		check(tx.AddAct(&a))
		return f(tx)
	}
}

// actOnGame logs an act on a game, and does nothing.
func actOnGame(n GameNumber, a acts.Act) func(*Tx) error {
	return func(tx *Tx) error {
		a.At, a.Game = noon, uint32(n)
		return tx.AddAct(&a)
	}
}

// banned bans a player, and logs it.
func banned(id PlayerID, f func(*Tx) error) func(*Tx) error {
	return actOn(id, acts.Act{Kind: acts.Ban, Reason: "Wrote nonsense."}, func(tx *Tx) error {
		p, err := tx.Player(id)
		check(err)
		check(errors.Join(tx.Ban(p, noon), tx.PutPlayer(p)))
		return f(tx)
	})
}

func nothing(*Tx) error { return nil }

func spoilAct(f func(*acts.Act)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketActs, number(uint32(1)), f) }
}

func init() {
	for name, damage := range map[string]struct {
		do   func(*Tx) error
		want string
	}{
		"a ban that nobody ordered": {spoilPlayer(1, func(p *Player) { p.Banned = noon }), "player 1 is banned since 2026"},
		"a ban that is not kept":    {actOn(1, acts.Act{Kind: acts.Ban, Reason: "Shouts."}, nothing), "player 1 is banned since never"},
		"a ban by no address": {banned(1, func(tx *Tx) error {
			key, err := tx.AddressKey("ana@example.org")
			check(err)
			return tx.tx.Bucket(bucketBanned).Delete(append(key[:], number(PlayerID(1))...))
		}), "player 1 is banned, and by no address"},
		"a ban that forgets an address": {banned(1, spoilPlayer(1, func(p *Player) { p.Others = []string{"ana@example.net"} })), "player 1 is banned, and not by each address"},
		"an address of a ban too many": {func(tx *Tx) error {
			return tx.Ban(&Player{ID: 3, Address: "carla@example.com"}, noon)
		}, "banned: "},
		"a ban at another time":              {banned(1, spoilAct(func(a *acts.Act) { a.At = noon.Add(-time.Hour) })), "by the log of acts since 2026-11-20T11:00:00Z"},
		"an act under another's key":         {banned(1, spoilAct(func(a *acts.Act) { a.Number = 2 })), "act 2 is stored under the key 00000001"},
		"an act on nobody":                   {banned(1, spoilAct(func(a *acts.Act) { a.Player = 77 })), "act 1 was done to player 77"},
		"a ban without a reason":             {banned(1, spoilAct(func(a *acts.Act) { a.Reason = "" })), "act 1 (ban) has no reason"},
		"a ban that ends unbegun":            {actOn(1, acts.Act{Kind: acts.Unban}, nothing), "act 1 (unban of player 1"},
		"a name that was none":               {actOn(1, acts.Act{Kind: acts.Rename, Reason: "Rude.", After: "Ana"}, nothing), `who was called "", the name "Ana"`},
		"somebody erased who is there":       {actOn(1, acts.Act{Kind: acts.Forget}, nothing), "player 1 was erased by an act, and is there"},
		"words on somebody forgotten":        {actOn(4, acts.Act{Kind: acts.Forget, Reason: "Ana asked."}, nothing), "act 1 (forget) has words on somebody who is forgotten"},
		"an end that no act has made":        {spoilGame(1, func(g *Game) { g.State, g.Ended, g.Voided = Cancelled, noon, true }), "game 1 was ended by the operator (cancel), which no act says"},
		"an end that was called off as well": {spoilGame(1, func(g *Game) { g.State, g.Ended, g.Voided, g.CalledOff = Cancelled, noon, true, game.First }), `called off by "first", and the operator has cancelled it`},
		"an end that did not come":           {actOnGame(2, acts.Act{Kind: acts.End, After: "second", Reason: "Bo cheated."}), "game 2 was ended by an act (second), and is not"},
		"an end without a reason":            {actOnGame(2, acts.Act{Kind: acts.End, After: acts.Cancel}), "act 1 (end) has no reason"},
		"an end of a kind that there is not": {actOnGame(2, acts.Act{Kind: acts.End, After: "draw", Reason: "They agreed."}), "act 1 (end of player 0, game 2) can't follow"},
		"an end of a game that there is not": {actOnGame(77, acts.Act{Kind: acts.Reopen, Reason: "A mistake."}), "act 1 was done to game 77"},
	} {
		damages[name] = damage
	}
}

// A ban is kept by the player's addresses, in whatever form they are written, and outlives the
// player; of two players with one mailbox each has a ban of their own.
func TestBan(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	var first, second *Player
	do(t, s, func(tx *Tx) error {
		first = &Player{Address: "ana+1@example.org", Others: []string{"ana@example.net"}, Name: "Ana", Active: true, Created: noon}
		second = &Player{Address: "ana+2@example.org", Name: "Bo", Active: true, Created: noon}
		check(errors.Join(tx.AddPlayer(first), tx.AddPlayer(second)))
		return nil
	})
	is := func(address string, want PlayerID) {
		t.Helper()
		noFaults(t, s)
		do(t, s, func(tx *Tx) error {
			if got, err := tx.BannedAt(address); got != want || err != nil {
				t.Errorf("%s is banned as player %d, want %d (%v)", address, got, want, err)
			}
			return nil
		})
	}
	is("ana@example.net", NoPlayer)
	do(t, s, banned(first.ID, nothing))
	is("ANA+3@Example.NET", first.ID)
	do(t, s, banned(second.ID, nothing))
	unban := func(p *Player) {
		do(t, s, actOn(p.ID, acts.Act{Kind: acts.Unban}, func(tx *Tx) error {
			now, err := tx.Player(p.ID)
			check(err)
			return errors.Join(tx.Unban(now), tx.PutPlayer(now))
		}))
	}
	unban(first)
	is("ana@example.org", second.ID)
	do(t, s, func(tx *Tx) error { return tx.Forget(second.ID, "somebody", noon) })
	is("ana@example.org", second.ID)
	unban(second)
	is("ana@example.org", NoPlayer)
}

// An act is no earlier than the one before it, wherever the clock was put.
func TestActsGoOnInTime(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, func(tx *Tx) error {
		check(tx.AddAct(&acts.Act{At: noon, Kind: acts.Pause, Reason: "We move."}))
		late := &acts.Act{At: noon.Add(-time.Hour), Kind: acts.Resume}
		check(tx.AddAct(late))
		if !late.At.Equal(noon) || late.Number != 2 {
			t.Errorf("the second act is %+v", late)
		}
		return nil
	})
	noFaults(t, s)
}
