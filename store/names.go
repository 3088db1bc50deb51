package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// MaxName is how many characters a player's name has at most.
const MaxName = 30

// FoldName makes names comparable as text: neither case counts, nor in which of the
// ways that look the same a letter is written (José with one character for the é, or
// two). NameKeys tells which names are too much alike for two players.
func FoldName(s string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(strings.TrimSpace(s))))
}

// NameKeys gives the keys by which a player is found under a name, the surest one
// first. Two names that share a key are the same for people: they look alike as they
// are written, in small letters, or in capitals, as UTS 39 has it for letters of all
// scripts (1 and l, Latin and Cyrillic), and accents, blanks and signs don't count.
//
// There are several keys because letters that look alike in one case don't in the
// other: ELIA is Elia, and "Ian" looks like "lan", but Elia is not Ella.
func NameKeys(name string) (keys []string) {
	name = norm.NFKC.String(name)
	small, capitals := cases.Fold(), cases.Upper(language.Und)
	for _, key := range []string{
		bareLetters(small.String(confusable.Skeleton(small.String(name)))),
		bareLetters(small.String(confusable.Skeleton(name))),
		bareLetters(confusable.Skeleton(capitals.String(name))),
	} {
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// bareLetters leaves out accents and all that is no letter and no digit. The marks
// that belong to one script are letters of it, and those that make another sound of
// a Japanese one too.
func bareLetters(s string) string {
	const voiced, halfVoiced = '\u3099', '\u309a'
	return norm.NFC.String(strings.Map(func(r rune) rune {
		accent := unicode.Is(unicode.Inherited, r) && r != voiced && r != halfVoiced
		if accent || !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

// PlayerByName gives the player who has a name, or one that looks the same.
func (t *Tx) PlayerByName(name string) (*Player, error) {
	for _, key := range NameKeys(name) {
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
	return slices.ContainsFunc(NameKeys(name), func(key string) bool {
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
	for _, key := range NameKeys(p.Name) {
		if err := index.Put([]byte(key), number(p.ID)); err != nil {
			return err
		}
	}
	return nil
}

// freeName makes a name lead to nobody.
func (t *Tx) freeName(name string) error {
	for _, key := range NameKeys(name) {
		if err := t.tx.Bucket(bucketNames).Delete([]byte(key)); err != nil {
			return err
		}
	}
	return nil
}
