package unit

import (
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/store"
)

// A Unit is the work on one mail or wake-up. Nothing of it outlives its transaction.
type Unit struct {
	Tx *store.Tx
	Times

	games   map[store.GameNumber]*store.Game
	players map[store.PlayerID]*store.Player
	changed struct {
		games   []*store.Game
		players []*store.Player
	}
	outages   []game.Span // once they were asked for
	forgotten []*store.Player
}

// New begins a unit of work.
func New(tx *store.Tx, t Times) *Unit {
	return &Unit{Tx: tx, Times: t, games: map[store.GameNumber]*store.Game{}, players: map[store.PlayerID]*store.Player{}}
}

// Game gives a game, or fails with store.ErrNotFound.
func (u *Unit) Game(n store.GameNumber) (*store.Game, error) {
	if g, ok := u.games[n]; ok {
		return g, nil
	}
	g, err := u.Tx.Game(n)
	if err != nil {
		return nil, err
	}
	return u.Own(g), nil
}

// Loaded gives a game if it was needed already, else nil.
func (u *Unit) Loaded(n store.GameNumber) *store.Game { return u.games[n] }

// Own gives the unit's copy of a game that was just read, or has just been added.
func (u *Unit) Own(read *store.Game) *store.Game {
	if g, ok := u.games[read.Number]; ok {
		return g
	}
	u.games[read.Number] = read
	return read
}

// Player gives a player, or fails with store.ErrNotFound.
func (u *Unit) Player(id store.PlayerID) (*store.Player, error) {
	if p, ok := u.players[id]; ok {
		return p, nil
	}
	p, err := u.Tx.Player(id)
	if err != nil {
		return nil, err
	}
	u.players[id] = p
	return p, nil
}

// Joined takes over a player who was just added.
func (u *Unit) Joined(p *store.Player) { u.players[p.ID] = p }

// Anybody stands on the free seat of an offer to everybody. Nothing is sent there.
var Anybody = &store.Player{}

// Seated gives the player at a seat of a game, Anybody if it is free.
func (u *Unit) Seated(g *store.Game, s game.Seat) (*store.Player, error) {
	if g.Player(s) == store.NoPlayer {
		return Anybody, nil
	}
	return u.Player(g.Player(s))
}

// OpenGames lists a player's games and challenges that go on, the oldest first.
func (u *Unit) OpenGames(p *store.Player) ([]*store.Game, error) {
	stored, err := u.Tx.OpenGamesOf(p.ID)
	if err != nil {
		return nil, err
	}
	var open []*store.Game
	for _, g := range stored {
		if g = u.Own(g); g.IsOpen() {
			open = append(open, g)
		}
	}
	return open, nil
}

// AllGames lists all games and challenges of a player ever, the oldest first.
func (u *Unit) AllGames(p *store.Player) ([]*store.Game, error) {
	games, err := u.Tx.GamesOf(p.ID)
	for i, g := range games {
		games[i] = u.Own(g)
	}
	return games, err
}

// Outages lists the times in which the bot could not read its mails, up to now if it is paused.
func (u *Unit) Outages() ([]game.Span, error) {
	if u.outages != nil {
		return u.outages, nil
	}
	outages, err := u.Tx.Outages()
	if err != nil {
		return nil, err
	}
	u.outages = append([]game.Span{}, outages...)
	paused, err := u.Tx.Paused()
	if paused.Number != 0 && u.Now.After(paused.At) {
		u.outages = append(u.outages, game.Span{From: paused.At, To: u.Now})
	}
	return u.outages, err
}

// ChangeGame notes that a game is to be written back.
func (u *Unit) ChangeGame(g *store.Game) {
	if !u.Changes(g) {
		u.changed.games = append(u.changed.games, g)
	}
}

// Changes says whether a game is to be written back.
func (u *Unit) Changes(g *store.Game) bool { return slices.Contains(u.changed.games, g) }

// ChangePlayer notes that a player is to be written back.
func (u *Unit) ChangePlayer(p *store.Player) {
	if !slices.Contains(u.changed.players, p) {
		u.changed.players = append(u.changed.players, p)
	}
}

// AddRequest keeps what is to be confirmed, and forgets it some time after it was asked.
func (u *Unit) AddRequest(r *store.Request, rest time.Duration) error {
	if err := u.Tx.AddRequest(r); err != nil {
		return err
	}
	return u.Tx.WakeAt(store.WakeUp{At: r.Made.Add(rest), Kind: store.WakeRequest, Number: uint32(r.ID)})
}

// Forget notes that a player is to be erased when all else is written back.
func (u *Unit) Forget(p *store.Player) {
	if !u.Forgets(p) {
		u.forgotten = append(u.forgotten, p)
	}
}

// Forgets says whether a player is to be erased.
func (u *Unit) Forgets(p *store.Player) bool { return slices.Contains(u.forgotten, p) }

// Forgotten lists those who are.
func (u *Unit) Forgotten() []*store.Player { return u.forgotten }

// WriteBack puts what has changed into the store, in the order in which it was first
// noted, the players before the games. Who is to be forgotten is erased in the end, and called so
// where games name them.
func (u *Unit) WriteBack(former string) error {
	for _, p := range u.changed.players {
		if err := u.Tx.PutPlayer(p); err != nil {
			return err
		}
	}
	for _, g := range u.changed.games {
		if err := u.Tx.PutGame(g); err != nil {
			return err
		}
	}
	for _, p := range u.forgotten {
		if err := u.Tx.Forget(p.ID, former, u.Now); err != nil {
			return err
		}
	}
	return nil
}
