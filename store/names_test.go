package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"unlurbot/store/fold"
	"unlurbot/store/kv"
)

// Names that look alike are one player's, who is found under each of them, and changing
// one's own to such a name is possible.
func TestNamesAreApart(t *testing.T) {
	s := open(t, t.TempDir()+"/s.db")
	do(t, s, func(tx *Tx) error {
		ana := &Player{Address: "ana@example.org", Name: "López", Active: true, Created: noon}
		check(tx.AddPlayer(ana))
		for _, name := range []string{"Lopez", "LOPEZ", "Lоpez", "lo-pez"} {
			if err := tx.AddPlayer(&Player{Address: "eve@example.org", Name: name}); !errors.Is(err, ErrTaken) {
				t.Errorf("%q: %v", name, err)
			}
			if p, err := tx.PlayerByName(name); err != nil || p.ID != ana.ID {
				t.Errorf("%q leads to %+v, %v", name, p, err)
			}
		}
		if got := tx.FreeName("Lopez", NoPlayer); got != "Lopez2" {
			t.Errorf("free is %q", got)
		}
		if got := tx.FreeName("Lopez", ana.ID); got != "Lopez" {
			t.Errorf("free for its owner is %q", got)
		}
		eve := &Player{Address: "eve@example.org", Name: tx.FreeName("Lopez", NoPlayer), Active: true, Created: noon}
		check(tx.AddPlayer(eve))
		if got := tx.FreeName("LOPEZ", NoPlayer); got != "LOPEZ3" {
			t.Errorf("free is %q", got)
		}
		long := strings.Repeat("x", fold.MaxName)
		check(tx.AddPlayer(&Player{Address: "x@example.org", Name: long, Active: true, Created: noon}))
		if got := tx.FreeName(long, NoPlayer); got != long[:fold.MaxName-1]+"2" {
			t.Errorf("free is %q", got)
		}
		ana.Name = "Lopez"
		check(tx.PutPlayer(ana))
		ana.Name = "Ana"
		check(tx.PutPlayer(ana))
		eve.Name = "López"
		check(tx.PutPlayer(eve))
		return nil
	})
	noFaults(t, s)
}

// Of players of schema 2 whose names are the same for people the later one gets a
// number and is to be told; the others keep theirs.
func TestNamesAreToldApart(t *testing.T) {
	later := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	s := open(t, oldFile(t, func(tx *kv.Tx) error {
		for _, p := range []*Player{
			{ID: 50, Address: "a@example.org", Name: "Lopez", Active: true, Created: later(9)},
			{ID: 51, Address: "b@example.org", Name: "López", Active: true, Created: later(8)},
			{ID: 52, Address: "c@example.org", Name: "Lopez2", Active: true, Created: later(7)},
			{ID: 53, Address: "d@example.org", Name: "Lоpеz", Active: true, Created: later(9)},
			{ID: 54, Address: "e@example.org", Created: later(9)},
			{ID: 55, Address: "f@example.org", Name: "Admin", Active: true, Created: later(9)},
		} {
			raw, err := encode(p)
			check(err)
			check(tx.Bucket(bucketPlayers).Put(number(p.ID), raw))
			check(tx.Bucket(bucketAddresses).Put([]byte(p.Address), number(p.ID)))
			if p.Name != "" {
				check(tx.Bucket(bucketNames).Put([]byte(fold.Name(p.Name)), number(p.ID)))
			}
		}
		return tx.Bucket(bucketPlayers).SetSequence(60)
	}))
	noFaults(t, s)
	do(t, s, func(tx *Tx) error {
		for id, want := range map[PlayerID][2]string{
			50: {"Lopez3", "Lopez"}, 51: {"López", ""}, 52: {"Lopez2", ""}, 53: {"Lоpеz4", "Lоpеz"}, 54: {"", ""}, 55: {"Admin", ""},
		} {
			p, err := tx.Player(id)
			check(err)
			if got := [2]string{p.Name, p.Renamed}; got != want {
				t.Errorf("player %d: %q, want %q", id, got, want)
			}
		}
		return nil
	})
}
