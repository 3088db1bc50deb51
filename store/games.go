package store

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/store/ladder"
	"unlurbot/store/tournament"
)

// A State is how far a game has come, the challenge included.
type State string

// The states.
const (
	Waiting   State = "waiting"   // a challenge without an answer
	Declined  State = "declined"  // no game came of it
	Withdrawn State = "withdrawn" // no game came of it
	Lapsed    State = "lapsed"    // no game came of it, since nobody answered
	Taken     State = "taken"     // an offer of several games, all of which have begun under their own numbers
	Playing   State = "playing"
	Finished  State = "finished"
	Cancelled State = "cancelled" // it had begun, but ended before both players had moved, or by the operator: nobody has won
)

// A Game is a challenge and the game that comes of it.
type Game struct {
	Number     GameNumber  `json:"number"`
	State      State       `json:"state"`
	Size       int         `json:"size"`
	Title      string      `json:"title"`             // "Ana - Bo", the same through the game
	Players    [2]PlayerID `json:"players"`           // First, Second; NoPlayer on one of them if everybody is challenged
	Challenger game.Seat   `json:"challenger"`        // the seat of who asked
	Asked      game.Seat   `json:"asked,omitempty"`   // the seat the challenger asked for, if any
	Called     string      `json:"called,omitempty"`  // of a challenge to an address: what the challenger calls the other one until the game begins
	Invited    []byte      `json:"invited,omitempty"` // the AddressKey of that address
	Threads    [2]Thread   `json:"threads"`           // by seat, as Players
	Created    time.Time   `json:"created"`
	Lapses     time.Time   `json:"lapses,omitzero"` // until when a challenge can be answered
	Started    time.Time   `json:"started,omitzero"`
	Ended      time.Time   `json:"ended,omitzero"` // also of a challenge that came to nothing

	// What was agreed on beside the size.
	Pace    game.Pace  `json:"pace,omitzero"`
	Rated   bool       `json:"rated,omitempty"`   // counts for the ratings
	Private bool       `json:"private,omitempty"` // nobody else may watch, or see how it ends
	Match   bool       `json:"match,omitempty"`   // a challenge to two games, with the seats swapped in the second one
	Twin    GameNumber `json:"twin,omitempty"`    // the other game of a match
	After   GameNumber `json:"after,omitempty"`   // the game of which this is the rematch
	Wanted  int        `json:"wanted,omitempty"`  // of a challenge to everybody: how many games; of one that came of it: 1
	Taken   int        `json:"taken,omitempty"`   // of a challenge to everybody: how many of several games have begun
	Offer   GameNumber `json:"offer,omitempty"`   // the challenge to everybody of which this is one of several games

	Tournament tournament.Number `json:"tournament,omitempty"` // of which it is one; 0 for none
	Ladder     *ladder.Course    `json:"ladder,omitempty"`     // of a game of the ladder; else nil
	Robot      *Robot            `json:"robot,omitempty"`      // of a game against one; else nil

	// The time. Rings is the time of the one wake-up of a running game, for what the
	// clock does next, or for the robot to move, see Ring. Reminded counts the reminders of this turn, and Graced says
	// that it got more time because a mail came back. TurnMail and Reminder are the
	// places in the outbox that were given to the mail that tells the player to move
	// of the turn, and to the last reminder of it.
	Clock    game.Clock `json:"clock,omitzero"`
	Rings    time.Time  `json:"rings,omitzero"`
	Reminded int        `json:"reminded,omitempty"`
	TurnMail uint64     `json:"turn_mail,omitempty"`
	Reminder uint64     `json:"reminder,omitempty"`
	Graced   bool       `json:"graced,omitempty"`

	// OutOfOffice tells for First and Second whether a program has answered in their
	// names that nobody is there, and whether they know of it.
	OutOfOffice [2]OutOfOffice `json:"out_of_office,omitzero"`

	// UndoAsked is the seat that asks to take its last move back. The next event
	// is an answer.
	UndoAsked game.Seat `json:"undo_asked,omitempty"`

	Result ResultNumber `json:"result,omitempty"` // its place in the log of results, once it is finished

	// CalledOff is the seat that ended a cancelled game: by "abort" or "resign", or
	// since its player was forgotten. It is NoSeat if a time was up.
	CalledOff game.Seat `json:"called_off,omitempty"`
	// Voided says that it is the operator who ended a cancelled game.
	Voided bool `json:"voided,omitempty"`
	// Spared says that the game was lost on time and is not rated: its loser had lost
	// another one before, and not moved since.
	Spared bool `json:"spared,omitempty"`

	Events []game.Event `json:"events,omitempty"`
	Course Course       `json:"course"`
	Plans  [2]game.Plan `json:"plans,omitzero"` // by seat, as Players: each its player's secret
	Notes  [2][]Note    `json:"notes,omitzero"` // the same, the oldest first

	// Shown tells by seat which position the daily mails show.
	Shown [2]Shown `json:"shown,omitzero"`

	// AnalysisFor are those who are to get an analysis of the game, once the engine has made it.
	AnalysisFor []PlayerID `json:"analysis_for,omitempty"`

	// Watchers are those who look on while the game goes on, in the order in which
	// they came.
	Watchers []Watcher `json:"watchers,omitempty"`
}

// NoteShown notes that a mail of the day to a player shows the present position.
func (g *Game) NoteShown(reader PlayerID, at time.Time) {
	shown := &g.Shown[g.SeatOf(reader)-game.First]
	if shown.Since.IsZero() || shown.Turn != g.Turn() {
		*shown = Shown{Turn: g.Turn(), Since: at}
	}
}

// A Shown tells since when all daily mails to a player show the same position, and
// which one, as Game.Turn names it. Those that were made before show an older one.
type Shown struct {
	Turn  int       `json:"turn"`
	Since time.Time `json:"since,omitzero"`
}

// A Watcher looks on at a game of others.
type Watcher struct {
	Player PlayerID `json:"player"`
	Thread Thread   `json:"thread"`
}

// A Note is what a player has written down about a game, for nobody else's eyes.
type Note struct {
	Ply  int    `json:"ply"` // how many moves had been played
	Text string `json:"text"`
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

// isSound says whether there is a first mail if there is a last one, and whether both can
// stand in one field of a mail between angle brackets.
func (t Thread) isSound() bool {
	return (t.Root != "" || t.Last == "") && !strings.ContainsFunc(t.Root+t.Last, func(r rune) bool {
		return r <= ' ' || r == '<' || r == '>' || r == 0x7f
	})
}

// An OutOfOffice says what became of the replies of a player's program.
type OutOfOffice uint8

// Replies that nobody is there.
const (
	NotOut     OutOfOffice = iota // there was none
	Out                           // there was one, of which the player is to be told
	OutAndSaid                    // of which the player was told
)

// BothMoved says whether both players have a move that stands: they move in turn, and
// "black" is a move. Until then nobody can lose.
func (c Course) BothMoved() bool { return c.Ply >= 2 }

// CourseOf gives what a position says about the course of a game.
func CourseOf(p game.Position) Course {
	return Course{Ply: p.Ply(), Phase: p.Phase(), ToMove: p.ToMove(), Black: p.Black(), Winner: p.Winner(), Reason: p.Reason()}
}

// Player gives the player on a seat, NoPlayer for NoSeat.
func (g *Game) Player(s game.Seat) PlayerID {
	if s == game.NoSeat {
		return NoPlayer
	}
	return g.Players[s-game.First]
}

// Thread gives the mail thread of a seat, for reading and writing.
func (g *Game) Thread(s game.Seat) *Thread { return &g.Threads[s-game.First] }

// Plan gives the plan of a seat, for reading and writing.
func (g *Game) Plan(s game.Seat) *game.Plan { return &g.Plans[s-game.First] }

// NotesOf gives the notes of a seat, for reading and writing.
func (g *Game) NotesOf(s game.Seat) *[]Note { return &g.Notes[s-game.First] }

// ThreadOf gives the mail thread of somebody who plays or watches, for reading and
// writing; nil of anybody else.
func (g *Game) ThreadOf(id PlayerID) *Thread {
	if seat := g.SeatOf(id); seat != game.NoSeat {
		return g.Thread(seat)
	}
	for i := range g.Watchers {
		if g.Watchers[i].Player == id {
			return &g.Watchers[i].Thread
		}
	}
	return nil
}

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

// Turn counts the moves and take-backs. It names a position: the ply does not,
// for after a take-back the same one comes again. Like the ply it does not count
// what changes nothing on the board: a resignation, say, or that it was undone.
func (g *Game) Turn() (n int) {
	for i, e := range g.Events {
		if kind := e.Move.Kind; !kind.Ends() && (kind != game.Reopen || !g.Events[i-1].Move.Kind.Ends()) {
			n++
		}
	}
	return n
}

// IsOpen says whether the game goes on, or the challenge waits.
func (g *Game) IsOpen() bool { return g.State == Waiting || g.State == Playing }

// hasBegun says whether the challenge has become a game.
func (g *Game) hasBegun() bool { return g.State == Playing || g.HasResult() }

// HasResult says whether the game had begun and is over: the log of results has it.
func (g *Game) HasResult() bool { return g.State == Finished || g.State == Cancelled }

// IsSetUp says whether the club has set the game up, in a tournament or on the ladder: nobody calls
// it off.
func (g *Game) IsSetUp() bool { return g.Tournament != 0 || g.Ladder != nil }

// FreeSeat gives the seat of a challenge to everybody that nobody has taken,
// NoSeat in any other game.
func (g *Game) FreeSeat() game.Seat { return g.SeatOf(NoPlayer) }

// Left is how many games of an offer to everybody can still be taken.
func (g *Game) Left() int { return g.Wanted - g.Taken }

// Replay builds the game from its events. An error means that the file is
// damaged.
func (g *Game) Replay() (*game.Game, error) {
	played, err := game.Replay(g.Size, g.Events)
	if err != nil {
		return nil, fmt.Errorf("store: game %d: %w", g.Number, err)
	}
	return played, nil
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
		if err := t.enter(id, g.Number); err != nil {
			return err
		}
	}
	return t.PutGame(g)
}

// enter puts a game into the lists of a player, or of all that are for everybody.
func (t *Tx) enter(id PlayerID, n GameNumber) error {
	if id == NoPlayer {
		return t.tx.Bucket(bucketSeeks).Put(number(n), []byte{})
	}
	return errors.Join(
		t.tx.Bucket(bucketSeats).Put(listKey(id, n), []byte{}),
		t.tx.Bucket(bucketOpen).Put(listKey(id, n), []byte{}),
	)
}

// Game gives a game by its number.
func (t *Tx) Game(n GameNumber) (*Game, error) {
	return get[Game](t, bucketGames, number(n))
}

// TakeSeat seats a player in a challenge to everybody, to be put back by the
// caller. It fails with ErrTaken if there is no free seat.
func (t *Tx) TakeSeat(g *Game, id PlayerID) error {
	seat := g.FreeSeat()
	if seat == game.NoSeat || g.SeatOf(id) != game.NoSeat {
		return ErrTaken
	}
	g.Players[seat-game.First] = id
	return errors.Join(t.tx.Bucket(bucketSeeks).Delete(number(g.Number)), t.enter(id, g.Number))
}

// PutGame writes a game back. Its players only change by TakeSeat, its watchers by
// Watch and Unwatch. What is over goes on only by DropResult, and nobody watches it.
func (t *Tx) PutGame(g *Game) error {
	if !g.IsOpen() {
		if err := t.close(g); err != nil {
			return err
		}
		over := *g // the caller may still have to tell those who have watched
		over.Watchers = nil
		g = &over
	}
	return put(t, bucketGames, number(g.Number), g)
}

// close takes a game out of the lists of what goes on.
func (t *Tx) close(g *Game) error {
	err := t.tx.Bucket(bucketSeeks).Delete(number(g.Number))
	for _, id := range g.Players {
		err = errors.Join(err, t.tx.Bucket(bucketOpen).Delete(listKey(id, g.Number)))
	}
	for _, w := range g.Watchers {
		err = errors.Join(err, t.tx.Bucket(bucketWatched).Delete(listKey(w.Player, g.Number)))
	}
	return err
}

// GamesOf lists a player's games and challenges, the oldest first. There may be
// thousands; see OpenGamesOf and LastGamesOf.
func (t *Tx) GamesOf(id PlayerID) ([]*Game, error) {
	return collected(t.games(t.tx.Bucket(bucketSeats).Scan(number(id))))
}

// OpenGamesOf lists a player's games and challenges that go on, the oldest first.
func (t *Tx) OpenGamesOf(id PlayerID) ([]*Game, error) {
	return collected(t.OpenGamesBefore(id, math.MaxUint32))
}

// CountOpenGamesOf gives how many they are, and reads none of them.
func (t *Tx) CountOpenGamesOf(id PlayerID) (n int) {
	for range t.tx.Bucket(bucketOpen).Scan(number(id)) {
		n++
	}
	return n
}

// OpenGamesBefore goes through those of them that are older than a game, to an error or
// the end of the loop.
func (t *Tx) OpenGamesBefore(id PlayerID, n GameNumber) iter.Seq2[*Game, error] {
	return t.games(func(yield func(key, value []byte) bool) {
		for key, value := range t.tx.Bucket(bucketOpen).Scan(number(id)) {
			if atEnd(key) >= uint32(n) || !yield(key, value) {
				return
			}
		}
	})
}

// LastGamesOf goes through a player's games and challenges, the newest first, to
// an error or the end of the loop.
func (t *Tx) LastGamesOf(id PlayerID) iter.Seq2[*Game, error] {
	return t.games(t.tx.Bucket(bucketSeats).ScanBack(number(id)))
}

// LastGames goes through all games and challenges as LastGamesOf does.
func (t *Tx) LastGames() iter.Seq2[*Game, error] {
	return t.games(t.tx.Bucket(bucketGames).ScanBack(nil))
}

// LastOpenGames goes through all games and challenges that go on, the newest first, to an error
// or the end of the loop.
func (t *Tx) LastOpenGames() iter.Seq2[*Game, error] {
	var numbers []uint32
	for key := range t.tx.Bucket(bucketOpen).Scan(nil) {
		numbers = append(numbers, atEnd(key))
	}
	slices.Sort(numbers) // each is there twice, for its players
	return t.games(func(yield func(key, value []byte) bool) {
		for _, n := range slices.Backward(slices.Compact(numbers)) {
			if !yield(number(n), nil) {
				return
			}
		}
	})
}

// Seeks lists the challenges to everybody, the oldest first.
func (t *Tx) Seeks() ([]*Game, error) {
	return collected(t.games(t.tx.Bucket(bucketSeeks).Scan(nil)))
}

// games goes through those in a list, to an error or the end of the loop.
func (t *Tx) games(list iter.Seq2[[]byte, []byte]) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for key := range list {
			g, err := t.Game(GameNumber(atEnd(key)))
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// collected gives all games there are, nil after an error.
func collected(all iter.Seq2[*Game, error]) (games []*Game, err error) {
	for g, err := range all {
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// Numbered tells how many games have ever had a number, which is that of the newest.
func (t *Tx) Numbered() int { return int(t.tx.Bucket(bucketGames).Sequence()) }

// EachGame calls a function with every game, the oldest first.
func (t *Tx) EachGame(f func(*Game) error) error {
	return each(t, bucketGames, func(_ []byte, g *Game) error { return f(g) })
}

// forgetGames takes the player out of what games say.
func (t *Tx) forgetGames(l *leaver) error {
	games, err := t.GamesOf(l.ID)
	if err != nil {
		return err
	}
	for _, g := range games {
		seat := g.SeatOf(l.ID)
		if err := t.retitle(g, seat, l.called); err != nil {
			return err
		}
		if seat != g.Challenger && g.Called != "" {
			g.Called, g.Invited = l.called, nil
		}
		*g.Thread(seat), *g.NotesOf(seat) = Thread{}, nil
		if err := t.PutGame(g); err != nil {
			return err
		}
	}
	return nil
}

// retitle takes the name of the player on a seat out of the title of a game. An offer
// that nobody has taken has but one name.
func (t *Tx) retitle(g *Game, seat game.Seat, called string) error {
	if g.FreeSeat() != game.NoSeat {
		g.Title = called
		return nil
	}
	other, err := t.Player(g.Player(seat.Other()))
	if err != nil {
		return err
	}
	names := map[bool]string{true: called, false: other.Name}
	switch {
	case !other.Forgotten.IsZero():
		names[false] = called
	case seat == g.Challenger && g.Called != "":
		names[false] = g.Called
	}
	g.Title = names[seat == g.Challenger] + " - " + names[seat != g.Challenger]
	return nil
}
