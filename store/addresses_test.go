package store

import (
	"errors"
	"path/filepath"
	"testing"
)

// A player's addresses all lead to the player, nobody else gets one of them, and one
// that is dropped is free; mails that wait for it go to the next one.
func TestAddresses(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	found := func(tx *Tx, address string) PlayerID {
		p, err := tx.PlayerByAddress(address)
		if errors.Is(err, ErrNotFound) {
			return NoPlayer
		}
		check(err)
		return p.ID
	}
	do(t, s, func(tx *Tx) error {
		ana, err := tx.Player(1)
		check(err)
		ana.Others = []string{"Ana@Home.example"}
		check(tx.PutPlayer(ana))
		if found(tx, "ana@home.example") != 1 || found(tx, "ana@example.org") != 1 {
			t.Error("one of the addresses does not lead to Ana")
		}
		return nil
	})
	noFaults(t, s)
	err := s.Update(func(tx *Tx) error {
		bo, err := tx.Player(2)
		check(err)
		bo.Others = []string{"ana@HOME.example"}
		return tx.PutPlayer(bo)
	})
	if !errors.Is(err, ErrTaken) {
		t.Errorf("bo has Ana's address: %v", err)
	}
	err = s.Update(func(tx *Tx) error {
		return tx.AddPlayer(&Player{Address: "ANA@home.example", Name: "Zoe", Created: noon})
	})
	if !errors.Is(err, ErrTaken) {
		t.Errorf("somebody new has Ana's address: %v", err)
	}
	do(t, s, func(tx *Tx) error {
		ana, err := tx.Player(1)
		check(err)
		ana.Address, ana.Others = ana.Others[0], nil
		check(tx.PutPlayer(ana))
		check(tx.Readdress("ana@example.org", ana.Address))
		if found(tx, "ana@example.org") != NoPlayer || found(tx, "ana@home.example") != 1 {
			t.Error("the dropped address leads to somebody, or the other to nobody")
		}
		mails, err := tx.Outbox()
		check(err)
		if m := mails[0]; m.EnvelopeTo != ana.Address || m.To.Addr != ana.Address || m.Recipient != ana.Address {
			t.Errorf("Ana's mail waits for %s, %s, %s", m.EnvelopeTo, m.To.Addr, m.Recipient)
		}
		if m := mails[1]; m.EnvelopeTo != "bo@example.net" {
			t.Errorf("bo's mail waits for %s", m.EnvelopeTo)
		}
		return nil
	})
	noFaults(t, s)
}
