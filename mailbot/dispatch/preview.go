package dispatch

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// preview shows the board with some more moves, of both players in turn and
// beginning with whoever is to move. It plays none of them.
func preview(d *Dispatch, c parser.Command) (telling.Line, error) {
	g, refused, err := d.findGame(c, club.WhilePlaying)
	if g == nil || err != nil {
		return refused, err
	}
	switch {
	case !club.HasBegun(g):
		return telling.NotBegun(g), nil
	case g.State != store.Playing:
		return telling.Refuse(g, templates.Notice{Code: templates.NoticeNothingToTry, Number: int(g.Number)}), nil
	}
	words := c.Args
	if orders.GameIn(c) != 0 {
		words = words[:len(words)-1]
	}
	m, err := views.At(d.Unit, d.reader, g, g.Course.Ply)
	if err != nil {
		return telling.Line{}, err
	}
	for i, word := range words {
		err := m.Try(d.Unit, g, word)
		if illegal := (*game.Error)(nil); errors.As(err, &illegal) {
			n := telling.Illegal(illegal)
			if n.Text, n.Place = word, i+1; illegal.Code == game.GameOver {
				n.Code = templates.NoticeTriedTooMuch
			}
			return telling.Refuse(g, n), nil
		}
		if err != nil {
			return telling.Line{}, err
		}
	}
	look := func(l *letters.Letter) error {
		l.Moment = m
		return nil
	}
	return telling.Line{Kind: templates.Preview, Game: g, Decision: decision.Answered, Args: words, Look: look}, nil
}
