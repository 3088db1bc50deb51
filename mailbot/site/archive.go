package site

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"time"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// piece is how many players or results are read in one transaction: for some milliseconds the
// store can't give pages of its file free, nor make it larger.
const piece = 1000

// An archive is what there is to show, but for the moves.
type archive struct {
	store *store.Store
	key   []byte // for the names of players' pages
	named map[store.PlayerID]person
	ended []result // in the order in which the games ended
	table []store.Standing
	cups  []cup                      // the newest first
	small map[tournament.Number]bool // those of them that are small cups

	ladder []store.PlayerID          // who is on it, the best first
	climbs map[store.GameNumber]bool // the games of it, those that go on included
}

// A person is a player who agreed to be named.
type person struct {
	name     string
	path     string         // of the page, without an ending
	standing store.Standing // as others see it
}

// A result is that of a finished game that is not private.
type result struct {
	number  store.ResultNumber
	game    store.GameNumber
	players [2]store.PlayerID
	winner  game.Seat
	reason  game.Reason
	size    uint8
	plies   uint16
	day     int32 // on which it ended, from 1 January 1970 in UTC
}

func (r *result) ended() time.Time { return time.Unix(int64(r.day)*24*60*60, 0).UTC() }

// A cup is a tournament, and the tables of its groups if it has begun.
type cup struct {
	*tournament.Tournament
	tables []tournament.Table
}

// read reads the archive, in pieces; cups says whether small cups can be joined.
func read(ctx context.Context, s *store.Store, cups bool) (*archive, error) {
	a := &archive{store: s, named: map[store.PlayerID]person{}, small: map[tournament.Number]bool{}, climbs: map[store.GameNumber]bool{}}
	var players store.PlayerID
	var results store.ResultNumber
	err := s.View(func(tx *store.Tx) (err error) {
		players, results = tx.LastPlayer(), tx.LastResult()
		if a.key, err = tx.FixedKey("player on the web site"); err != nil {
			return err
		}
		a.table, err = tx.Table(1, math.MaxInt)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := inPieces(ctx, s, int(players), a.addPlayer); err != nil {
		return nil, err
	}
	if err := inPieces(ctx, s, int(results), a.addResult); err != nil {
		return nil, err
	}
	if err := a.addLadder(ctx); err != nil {
		return nil, err
	}
	return a, a.addCups(ctx, cups)
}

// inPieces does something for each number from 1 on, some of them in each transaction. A number
// that was given and has nothing any more is passed over.
func inPieces(ctx context.Context, s *store.Store, last int, do func(tx *store.Tx, i int) error) error {
	for from := 1; from <= last; from += piece {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := s.View(func(tx *store.Tx) error {
			for i := from; i < min(from+piece, last+1); i++ {
				if err := do(tx, i); err != nil && !errors.Is(err, store.ErrNotFound) {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// addPlayer notes who may be named. The pages of players have names of which nobody learns their
// numbers, and which stay when a player is called something else.
func (a *archive) addPlayer(tx *store.Tx, number int) error {
	id := store.PlayerID(number)
	p, err := tx.Player(id)
	if err != nil || !p.Web || !p.Forgotten.IsZero() || p.Name == "" {
		return err
	}
	mac := hmac.New(sha256.New, a.key)
	fmt.Fprint(mac, id)
	hash := hex.EncodeToString(mac.Sum(nil))[:14]
	standing, err := tx.Standing(id)
	a.named[id] = person{name: p.Name, path: "player/" + hash[:2] + "/" + hash[2:], standing: standing.Public()}
	return err
}

func (a *archive) addResult(tx *store.Tx, number int) error {
	r, err := tx.Result(store.ResultNumber(number))
	if err != nil || r.Private || r.Robot || r.Cancelled() {
		return err
	}
	const day = 24 * 60 * 60
	a.ended = append(a.ended, result{
		number: r.Number, game: r.Game, players: r.Players, winner: r.Winner, reason: r.Reason, size: uint8(r.Size), plies: uint16(r.Plies),
		day: int32(r.Ended.Unix() / day),
	})
	return nil
}

// addCups reads the tournaments, and makes the tables of those that have begun. One that can't be
// joined and has not begun is nothing to show.
func (a *archive) addCups(ctx context.Context, cups bool) error {
	err := a.store.View(func(tx *store.Tx) error {
		for c, err := range tx.LastTournaments() {
			if err != nil {
				return err
			}
			if c.State != tournament.Joining || c.Opened || cups {
				a.cups, a.small[c.Number] = append(a.cups, cup{Tournament: c}), !c.Opened
			}
		}
		return nil
	})
	for i := 0; i < len(a.cups) && err == nil; i++ {
		c := &a.cups[i]
		for j := 0; j < len(c.Groups) && err == nil; j++ {
			if err = ctx.Err(); err != nil {
				break
			}
			err = a.store.View(func(tx *store.Tx) error {
				table, err := store.CrossTable(c.Tournament, &c.Groups[j], tx.Game)
				c.tables = append(c.tables, table)
				return err
			})
		}
	}
	return err
}
