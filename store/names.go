package store

import (
	"encoding/binary"
	"errors"
	"slices"

	"unlurbot/store/fold"
)

// PlayerByName gives the player who has a name, or one that looks the same.
func (t *Tx) PlayerByName(name string) (*Player, error) {
	for _, key := range fold.NameKeys(name) {
		if p, err := t.playerBy(bucketNames, key); !errors.Is(err, ErrNotFound) {
			return p, err
		}
	}
	return nil, ErrNotFound
}

// FreeName gives a name that no other player has: the one that is asked for, or else
// with the first number behind it that makes it one.
func (t *Tx) FreeName(name string, id PlayerID) string {
	return fold.FreeName(name, t.leadsToOther(id))
}

// leadsToOther says of keys in the index of names whether they are those of somebody
// else than a player.
func (t *Tx) leadsToOther(id PlayerID) func(key string) bool {
	return func(key string) bool {
		owner := t.tx.Bucket(bucketNames).Get([]byte(key))
		return owner != nil && PlayerID(binary.BigEndian.Uint32(owner)) != id
	}
}

// claimName makes a player's name lead to the player, and no more the one from before.
func (t *Tx) claimName(p *Player, before string) error {
	if p.Name == before {
		return nil
	}
	if slices.ContainsFunc(fold.NameKeys(p.Name), t.leadsToOther(p.ID)) {
		return ErrTaken
	}
	if err := t.freeName(before); err != nil {
		return err
	}
	for _, key := range fold.NameKeys(p.Name) {
		if err := t.tx.Bucket(bucketNames).Put([]byte(key), number(p.ID)); err != nil {
			return err
		}
	}
	return nil
}

// freeName makes a name lead to nobody.
func (t *Tx) freeName(name string) error {
	for _, key := range fold.NameKeys(name) {
		if err := t.tx.Bucket(bucketNames).Delete([]byte(key)); err != nil {
			return err
		}
	}
	return nil
}
