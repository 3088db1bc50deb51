package templates

import "unlurbot/game"

// players writes who plays, the reader first, by the name that the template gives; and beside each how long they have, or
// what the game has made of their rating.
func (l *language) players(v *View, you string) (lines string, err error) {
	var left [2]*Duration // nil without a clock, which a robot never has
	if t := v.Game.Time; t != nil {
		left = [...]*Duration{&t.Other, &t.Left}
		if v.Game.YourTurn() {
			left = [...]*Duration{&t.Left, &t.Other}
		}
		if v.Game.Own.Robot != nil {
			left[1] = nil
		}
	}
	var scores [2]string
	if r, ended := v.Says.(*Ratings); ended && r != nil {
		scores = [...]string{r.Yours.Score(), r.Theirs.Score()}
	}
	stones := map[game.Color][2]string{game.Black: {"black", "white"}, game.White: {"white", "black"}}[v.Game.Color]
	for i, name := range [...]string{you, v.Listed()} {
		words := ""
		if left[i] != nil && err == nil {
			words, err = l.piece("left", left[i])
		}
		lines += emit(seatLetter, stones[i], name, words+scores[i]) + "\n"
	}
	return lines, err
}
