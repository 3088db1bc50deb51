package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"unlurbot/store/fold"
)

// MaxName is how many characters a player's name has at most.
const MaxName = 30

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
	free := name
	for n := 2; isTaken(t.tx.Bucket(bucketNames).Get, free, id); n++ {
		free = numbered(name, n)
	}
	return free
}

// numbered puts a number behind a name, and shortens it if need be.
func numbered(name string, n int) string {
	number := fmt.Sprint(n)
	letters := []rune(name)
	return strings.TrimSpace(string(letters[:min(len(letters), MaxName-len(number))])) + number
}

// isTaken says whether a name leads to another player in the index of names.
func isTaken(index func(key []byte) []byte, name string, id PlayerID) bool {
	return slices.ContainsFunc(fold.NameKeys(name), func(key string) bool {
		owner := index([]byte(key))
		return owner != nil && PlayerID(binary.BigEndian.Uint32(owner)) != id
	})
}

// claimName makes a player's name lead to the player, and no more the one from before.
func (t *Tx) claimName(p *Player, before string) error {
	if p.Name == before {
		return nil
	}
	index := t.tx.Bucket(bucketNames)
	if isTaken(index.Get, p.Name, p.ID) {
		return ErrTaken
	}
	if err := t.freeName(before); err != nil {
		return err
	}
	for _, key := range fold.NameKeys(p.Name) {
		if err := index.Put([]byte(key), number(p.ID)); err != nil {
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
