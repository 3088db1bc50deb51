package store

import (
	"encoding/binary"
	"fmt"
	"time"

	"unlurbot/game"
)

// A GameNumber names a game, from the challenge on.
type GameNumber uint32

// A State is how far a game has come, the challenge included.
type State string

// The states.
const (
	Waiting   State = "waiting"   // a challenge without an answer
	Declined  State = "declined"  // no game came of it
	Withdrawn State = "withdrawn" // no game came of it
	Lapsed    State = "lapsed"    // no game came of it, since nobody answered
	Playing   State = "playing"
	Finished  State = "finished"
)

// A Game is a challenge and the game that comes of it.
type Game struct {
	Number     GameNumber  `json:"number"`
	State      State       `json:"state"`
	Size       int         `json:"size"`
	Title      string      `json:"title"`             // "Ana - Bo", the same through the game
	Players    [2]PlayerID `json:"players"`           // First, Second
	Challenger game.Seat   `json:"challenger"`        // the seat of who asked
	Asked      game.Seat   `json:"asked,omitempty"`   // the seat the challenger asked for, if any
	Called     string      `json:"called,omitempty"`  // of a challenge to an address: what the challenger calls the other one until the game begins
	Invited    []byte      `json:"invited,omitempty"` // the AddressKey of that address
	Threads    [2]Thread   `json:"threads"`           // by seat, as Players
	Created    time.Time   `json:"created"`
	Lapses     time.Time   `json:"lapses,omitzero"` // until when a challenge can be answered
	Started    time.Time   `json:"started,omitzero"`
	Ended      time.Time   `json:"ended,omitzero"` // also of a challenge that came to nothing

	Events []game.Event `json:"events,omitempty"`
	Course Course       `json:"course"`
}

// A Course is what the events have led to. It is kept beside them, so that
// lists need no replay, and so that a replay has something to agree with.
type Course struct {
	Ply    int         `json:"ply"`
	Phase  game.Phase  `json:"phase"`
	ToMove game.Seat   `json:"to_move,omitempty"`
	Black  game.Seat   `json:"black,omitempty"`
	Winner game.Seat   `json:"winner,omitempty"`
	Reason game.Reason `json:"reason,omitempty"`
}

// A Thread is what mail clients need to keep one player's mails of one game
// together: the Message-IDs of the first and of the last mail to that player.
type Thread struct {
	Root string `json:"root,omitempty"`
	Last string `json:"last,omitempty"`
}

// CourseOf gives what a position says about the course of a game.
func CourseOf(p game.Position) Course {
	return Course{Ply: p.Ply(), Phase: p.Phase(), ToMove: p.ToMove(), Black: p.Black(), Winner: p.Winner(), Reason: p.Reason()}
}

// Player gives the player on a seat.
func (g *Game) Player(s game.Seat) PlayerID { return g.Players[s-game.First] }

// Thread gives the mail thread of a seat, for reading and writing.
func (g *Game) Thread(s game.Seat) *Thread { return &g.Threads[s-game.First] }

// SeatOf gives the seat of a player, NoSeat if it is somebody else's game.
func (g *Game) SeatOf(id PlayerID) game.Seat {
	switch id {
	case g.Players[0]:
		return game.First
	case g.Players[1]:
		return game.Second
	}
	return game.NoSeat
}

// Replay builds the game from its events. An error means that the file is
// damaged.
func (g *Game) Replay() (*game.Game, error) {
	played, err := game.Replay(g.Size, g.Events)
	if err != nil {
		return nil, fmt.Errorf("store: game %d: %w", g.Number, err)
	}
	return played, nil
}

// Record takes over what was played: the events and the course that they led
// to, and the end if there is one.
func (g *Game) Record(played *game.Game, now time.Time) {
	g.Events = played.Events()
	g.Course = CourseOf(played.Position())
	if g.Course.Phase == game.Over && g.State == Playing {
		g.State, g.Ended = Finished, now
	}
}

// AddGame makes a game, gives it its number and sets its course. It fails for
// a size that there is not.
func (t *Tx) AddGame(g *Game) error {
	played, err := g.Replay()
	if err != nil {
		return err
	}
	g.Course = CourseOf(played.Position())
	n, err := t.tx.Bucket(bucketGames).NextSequence()
	if err != nil {
		return err
	}
	g.Number = GameNumber(n)
	for _, id := range g.Players {
		if err := t.tx.Bucket(bucketSeats).Put(seatKey(id, g.Number), []byte{}); err != nil {
			return err
		}
	}
	return t.PutGame(g)
}

// Game gives a game by its number.
func (t *Tx) Game(n GameNumber) (*Game, error) {
	return get[Game](t, bucketGames, number(n))
}

// PutGame writes a game back. Its players never change.
func (t *Tx) PutGame(g *Game) error { return put(t, bucketGames, number(g.Number), g) }

// GamesOf lists a player's games and challenges, the oldest first.
func (t *Tx) GamesOf(id PlayerID) (games []*Game, err error) {
	prefix := number(id)
	cursor := t.tx.Bucket(bucketSeats).Cursor()
	for k, _ := cursor.Seek(prefix); len(k) == 8 && string(k[:4]) == string(prefix); k, _ = cursor.Next() {
		g, err := t.Game(GameNumber(binary.BigEndian.Uint32(k[4:])))
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// EachGame calls a function with every game, the oldest first.
func (t *Tx) EachGame(f func(*Game) error) error {
	return each(t, bucketGames, func(_ []byte, g *Game) error { return f(g) })
}

func seatKey(id PlayerID, n GameNumber) []byte { return append(number(id), number(n)...) }
