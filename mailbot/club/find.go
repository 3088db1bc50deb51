package club

import (
	"errors"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// A Fits says whether an order that names no game can be meant for one, in which the
// player has a seat.
type Fits = func(*store.Game, game.Seat) bool

// Games are those of one player, as the orders of a mail mean them.
type Games struct {
	*unit.Unit
	me     *store.Player
	answer Answer
	listed int // how many are named where the player must say which is meant
}

// Answered gives the position of a game that the mail answers, as Game.Turn names it, where it tells.
func (m Games) Answered(n store.GameNumber) (turn int, ok bool) {
	turn, ok = m.answer.Turns[n]
	return turn, ok
}

// MeanTurn has what is ordered next in a game be about a position of it.
func (m Games) MeanTurn(n store.GameNumber, turn int) { m.answer.Turns[n] = turn }

// Find settles which game an order is about: the one it names, else the one that the mail
// answers, else the only one of the player's games that fits. If that leaves none or
// several, the game is nil and the reason says so.
func (m Games) Find(named store.GameNumber, fits Fits) (*store.Game, facts.Reason, error) {
	number := named
	if number == 0 {
		number = m.answer.Game
	}
	switch {
	case number != 0:
		return m.ofMine(number)
	case m.answer.Watching:
		return nil, facts.OnlyWatched, nil
	}
	mine, err := m.OpenGames(m.me)
	if err != nil {
		return nil, nil, err
	}
	var fitting []*store.Game
	for _, g := range mine {
		if fits(g, g.SeatOf(m.me.ID)) {
			fitting = append(fitting, g)
		}
	}
	switch len(fitting) {
	case 0:
		return nil, facts.NoGame, nil
	case 1:
		return fitting[0], nil, nil
	}
	which := facts.WhichGame{More: max(0, len(fitting)-m.listed)}
	for _, g := range fitting[:len(fitting)-which.More] {
		which.Fitting = append(which.Fitting, g.Number)
	}
	return nil, which, nil
}

// FindPlayed is Find for an order that plays. One that fits no game is meant for the only
// one that goes on, which can say best why it is not possible.
func (m Games) FindPlayed(named store.GameNumber, fits Fits) (*store.Game, facts.Reason, error) {
	g, why, err := m.Find(named, fits)
	if why != facts.NoGame || err != nil {
		return g, why, err
	}
	if g, err = m.AtHand(); g != nil {
		why = nil
	}
	return g, why, err
}

// ofMine gives a game in which the player has a seat, for the number of an offer of
// several the one that the player has got of it.
func (m Games) ofMine(number store.GameNumber) (*store.Game, facts.Reason, error) {
	g, err := m.Game(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, facts.NotYours{Number: number}, nil
	}
	if err != nil || g.SeatOf(m.me.ID) != game.NoSeat {
		return g, nil, err
	}
	if g, err = m.takenFrom(g); g == nil && err == nil {
		return nil, facts.NotYours{Number: number}, nil
	}
	return g, nil, err
}

// OfOthers gives a game that others play or have played and that everybody may see; nil if there is
// none of that number, nobody plays it yet, it is private, or it is the player's own.
func (m Games) OfOthers(number store.GameNumber) (*store.Game, error) {
	g, err := m.Game(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil || !HasBegun(g) || g.Private || g.SeatOf(m.me.ID) != game.NoSeat {
		return nil, err
	}
	return g, nil
}

// takenFrom gives the game that the player has got from an offer of several, also one
// that is over: there is one place for each. It is nil if there is none.
func (m Games) takenFrom(offer *store.Game) (*store.Game, error) {
	if offer.Wanted < 2 || offer.SeatOf(m.me.ID) != game.NoSeat {
		return nil, nil
	}
	for g, err := range m.Tx.LastGamesOf(m.me.ID) {
		if err != nil {
			return nil, err
		}
		switch g = m.Own(g); {
		case g.Offer == offer.Number:
			return g, nil
		case g.Number < offer.Number:
			return nil, nil
		}
	}
	return nil, nil
}

// AtHand gives the game whose board helps most when a mail is not understood: the one
// that it answers, if it has begun or can begin, else the only one that goes on; nil if
// there is none or several.
func (m Games) AtHand() (*store.Game, error) {
	if m.answer.Game != 0 {
		g, err := m.Game(m.answer.Game)
		if err != nil || g.State != store.Declined && g.State != store.Withdrawn && g.State != store.Lapsed {
			return g, err
		}
	}
	if m.answer.Watching {
		return nil, nil
	}
	mine, err := m.OpenGames(m.me)
	if err != nil {
		return nil, err
	}
	var goesOn *store.Game
	for _, g := range mine {
		switch {
		case g.State != store.Playing:
		case goesOn != nil:
			return nil, nil
		default:
			goesOn = g
		}
	}
	return goesOn, nil
}

// IsStale says whether the mail answers another position of the game: an older one, or
// after the loss of some moves with a restored backup, a later one. Once the game is over
// it makes no difference any more.
func (m Games) IsStale(g *store.Game) bool {
	turn, known := m.Answered(g.Number)
	return known && turn != g.Turn() && g.State == store.Playing
}

// withBoard finds the game that an order is about, of which there must be a board.
func (m Games) withBoard(named store.GameNumber) (*store.Game, error) {
	g, err := m.found(named, WhilePlaying, nil)
	if err == nil && !HasBegun(g) {
		err = refuse(g, notBegun(g))
	}
	return g, err
}

// found is Find for an order, which is refused if there is none; missing is the reason if no
// game fits, nil for what Find says.
func (m Games) found(named store.GameNumber, fits Fits, missing facts.Reason) (*store.Game, error) {
	g, why, err := m.Find(named, fits)
	if missing != nil && (why == facts.NoGame || why == (facts.NotYours{Number: facts.NoSuchGame})) {
		why = missing
	}
	if g == nil && err == nil {
		err = refuse(nil, why)
	}
	return g, err
}

// goingOn finds the game that an order changes, which must go on; missing is the reason if no game
// fits.
func (m Games) goingOn(named store.GameNumber, fits Fits, missing facts.Reason) (*store.Game, error) {
	g, err := m.found(named, fits, missing)
	switch {
	case err != nil:
		return nil, err
	case !HasBegun(g):
		return nil, refuse(g, notBegun(g))
	case g.State != store.Playing:
		return nil, refuse(g, over)
	}
	return g, nil
}

// over is what the rules say of any move in a game that has ended.
var over = facts.Illegal{Error: &game.Error{Code: game.GameOver}}

// standing is goingOn for an order that is about the position in the mail that it answers.
func (m Games) standing(a About, fits Fits, missing facts.Reason) (*store.Game, error) {
	g, err := m.goingOn(a.Game, fits, missing)
	if err == nil && m.IsStale(g) {
		err = m.stale(g, a.Verb)
	}
	return g, err
}

// stale refuses an order that answers another position; what says what was not done.
func (m Games) stale(g *store.Game, what string) error {
	return refusal{facts.Stale{Game: g.Number, What: what, Answered: m.answer.Turns[g.Number]}}
}

// notBegun is why nothing can be done in a game of which there is no board.
func notBegun(g *store.Game) facts.Reason {
	if g.State == store.Waiting {
		return facts.NotStarted
	}
	return facts.NeverStarted
}

// LastFinished gives so many of a player's last finished games, the oldest first. It looks
// no further back than through a hundred games and challenges.
func LastFinished(u *unit.Unit, p *store.Player, most int) (last []*store.Game, err error) {
	const furthest = 100
	looked := 0
	for g, err := range u.Tx.LastGamesOf(p.ID) {
		if err != nil {
			return nil, err
		}
		if g = u.Own(g); g.State == store.Finished {
			last = append(last, g)
		}
		if looked++; len(last) == most || looked == furthest {
			break
		}
	}
	slices.Reverse(last)
	return last, nil
}
