package club

import (
	"unlurbot/game"
	"unlurbot/store"
)

// Terms are what a game is to be played under, as somebody asks for it.
type Terms struct {
	Size    int
	Seat    game.Seat // of who asks; NoSeat: to be drawn
	Pace    game.Pace
	Rated   bool
	Private bool
	Match   bool
	Wanted  int // how many games, of a challenge to everybody
	Level   int // of a robot; 0 if none is said
}

// DefaultTerms are those that nobody needs to write.
func DefaultTerms() Terms {
	return Terms{Size: game.DefaultSize, Pace: game.DefaultPace(), Rated: true, Wanted: 1}
}

// TermsOf gives the terms of a game, as the player on a seat would ask for them.
func TermsOf(g *store.Game, seat game.Seat) Terms {
	return Terms{Size: g.Size, Seat: seat, Pace: g.Pace, Rated: g.Rated, Private: g.Private, Match: g.Match, Wanted: 1}
}

// NewGame makes a challenge under these terms.
func (t Terms) NewGame() *store.Game {
	return &store.Game{
		State: store.Waiting, Size: t.Size, Asked: t.Seat, Pace: t.Pace, Rated: t.Rated, Private: t.Private, Match: t.Match,
	}
}

// Fit says whether an offer is of the same terms.
func (t Terms) Fit(g *store.Game) bool {
	return g.Size == t.Size && g.Pace == t.Pace && g.Rated == t.Rated && g.Private == t.Private
}
