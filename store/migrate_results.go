package store

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// overGame is what schema 1 says of a game that is over. None of them was
// rated, and none had a clock.
type overGame struct {
	key     []byte
	Number  uint32    `json:"number"`
	State   string    `json:"state"`
	Size    int       `json:"size"`
	Players [2]uint32 `json:"players"`
	Ended   time.Time `json:"ended"`
	Course  struct {
		Ply    int    `json:"ply"`
		Winner string `json:"winner"`
		Reason string `json:"reason"`
	} `json:"course"`
}

// logResults makes the log of results, and what follows from it, of the games that
// are over in schema 1.
func logResults(tx *bbolt.Tx) error {
	for _, name := range []string{"results", "results-by-player", "standing", "standings"} {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	over, err := gamesOver(tx)
	if err != nil {
		return err
	}
	standings := map[uint32]*oldStanding{}
	for i, g := range over {
		if err := g.log(tx, uint32(i+1)); err != nil {
			return err
		}
		for seat, id := range g.Players {
			if standings[id] == nil {
				standings[id] = &oldStanding{Player: id}
			}
			standings[id].count(g, seat)
		}
	}
	for id, s := range standings {
		if err := putJSON(tx, "standing", number(PlayerID(id)), s); err != nil {
			return err
		}
	}
	return tx.Bucket([]byte("results")).SetSequence(uint64(len(over)))
}

// gamesOver lists them in the order in which they ended.
func gamesOver(tx *bbolt.Tx) (over []overGame, err error) {
	err = tx.Bucket([]byte("games")).ForEach(func(key, raw []byte) error {
		g := overGame{key: bytes.Clone(key)}
		if err := json.Unmarshal(raw, &g); err != nil {
			return fmt.Errorf("game %x: %w", key, err)
		}
		if g.State == "finished" {
			over = append(over, g)
		}
		return nil
	})
	slices.SortStableFunc(over, func(a, b overGame) int {
		return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.Number, b.Number))
	})
	return over, err
}

// log writes the result of a game, and its place in the log into the game.
func (g overGame) log(tx *bbolt.Tx, n uint32) error {
	err := putJSON(tx, "results", number(ResultNumber(n)), struct {
		Number  uint32    `json:"number"`
		Game    uint32    `json:"game"`
		Players [2]uint32 `json:"players"`
		Winner  string    `json:"winner"`
		Reason  string    `json:"reason"`
		Size    int       `json:"size"`
		Plies   int       `json:"plies"`
		Ended   time.Time `json:"ended"`
	}{n, g.Number, g.Players, g.Course.Winner, g.Course.Reason, g.Size, g.Course.Ply, g.Ended})
	if err != nil {
		return err
	}
	for _, id := range g.Players {
		key := binary.BigEndian.AppendUint32(number(PlayerID(id)), n)
		if err := tx.Bucket([]byte("results-by-player")).Put(key, []byte{}); err != nil {
			return err
		}
	}
	games := tx.Bucket([]byte("games"))
	said := bytes.TrimSuffix(games.Get(g.key), []byte("}"))
	return games.Put(g.key, fmt.Appendf(bytes.Clone(said), `,"result":%d}`, n))
}

// oldStanding is what is counted of games that were not rated.
type oldStanding struct {
	Player         uint32 `json:"player"`
	FriendlyWins   int    `json:"friendly_wins,omitempty"`
	FriendlyLosses int    `json:"friendly_losses,omitempty"`
	Moves          int    `json:"moves,omitempty"`
}

func (s *oldStanding) count(g overGame, seat int) {
	s.Moves += (g.Course.Ply + 1 - seat) / 2
	if (g.Course.Winner == "first") == (seat == 0) {
		s.FriendlyWins++
	} else {
		s.FriendlyLosses++
	}
}

func putJSON(tx *bbolt.Tx, bucket string, key []byte, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return tx.Bucket([]byte(bucket)).Put(key, raw)
}
