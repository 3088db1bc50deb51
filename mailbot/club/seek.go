package club

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// Seek takes what others offer under the same terms, and offers the rest to everybody.
type Seek struct {
	About
	Terms Terms
}

func (o Seek) do(s *Session) error {
	offers, err := s.Tx.Seeks()
	if err != nil {
		return err
	}
	for i, g := range offers {
		offers[i] = s.Own(g)
		if offers[i].SeatOf(s.me.ID) != game.NoSeat && o.Terms.Fit(offers[i]) {
			return refuse(offers[i], facts.SeeksAlready)
		}
	}
	left := o.Terms.Wanted
	for _, g := range offers { // the oldest first, and one with each player
		if left == 0 {
			break
		}
		if fits, err := o.suits(s, g); err != nil {
			return err
		} else if !fits {
			continue
		}
		if err := s.begin(g, false); err != nil {
			return err
		}
		left--
	}
	if left == 0 {
		return nil
	}
	if err := s.hasRoom(nil, 1); err != nil {
		return err
	}
	g := o.Terms.NewGame()
	g.Wanted, g.Title = left, s.me.Name
	if err := s.offer(g, store.NoPlayer, ""); err != nil {
		return err
	}
	s.note(facts.Offered{Game: g.Number})
	return nil
}

// suits says whether the player can be paired with an offer to everybody, without
// having named it: not twice with the same player at a time, and not in too many games.
func (o Seek) suits(s *Session, g *store.Game) (bool, error) {
	seeker := g.Player(g.Challenger)
	if !o.Terms.Fit(g) || g.FreeSeat() == game.NoSeat || seeker == s.me.ID {
		return false, nil
	}
	if open, err := StillOffers(s.Unit, g); !open || err != nil {
		return false, err
	}
	mine, err := s.OpenGames(s.me)
	together := slices.ContainsFunc(mine, func(g *store.Game) bool { return g.SeatOf(seeker) != game.NoSeat })
	if together || err != nil {
		return false, err
	}
	open, err := engaged(s.Unit, s.me)
	return open < s.rules.OpenGames, err
}
