package templates

import "unlurbot/game"

// players writes who plays, the reader first, by the name that the template gives; and beside each how long they have, or
// what the game has made of their rating.
func (l *language) players(v *View, you string) (string, error) {
	g := v.Game
	yours, theirs := g.Time.players(g.YourTurn())
	if g.Own.Robot != nil {
		theirs = nil // it has no clock
	}
	var ratings Ratings
	if r := v.Ratings(); r != nil {
		ratings = *r
	}
	others := map[game.Color]game.Color{game.Black: game.White, game.White: game.Black}
	mine, err := l.playerLine(g.Color, you, yours, ratings.Yours)
	if err != nil {
		return "", err
	}
	other, err := l.playerLine(others[g.Color], v.Listed(), theirs, ratings.Theirs)
	return mine + other, err
}

func (l *language) playerLine(stones game.Color, name string, left *Duration, rating *Rating) (line string, err error) {
	words := ""
	if left != nil {
		words, err = l.piece("left", left)
	}
	if rating != nil {
		words += rating.Score()
	}
	return emit(seatLetter, stones.String(), name, words) + "\n", err
}

// players gives what the reader and the opponent have left; nil without a clock.
func (t *Time) players(yourTurn bool) (yours, theirs *Duration) {
	switch {
	case t == nil:
		return nil, nil
	case yourTurn:
		return &t.Left, &t.Other
	}
	return &t.Other, &t.Left
}
