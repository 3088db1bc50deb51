package club

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// What one player offers and another may take is always the same thing: a
// challenge to one player, a rematch, and an open offer to everybody are all games
// in the state Waiting. They have their number and their seats from the beginning,
// "accept" makes games of them, and a wake-up ends them if nobody says so in time.
// Only an offer of several games never becomes one: it keeps its number until all
// places are taken, and each of its games has a number of its own.

// offer stores an offer of the player to another one, or to everybody for
// store.NoPlayer. The seats are settled now, so that nothing can be gained by
// trying again, but not told before it is accepted; luck is what the draw depends
// on beside the mail.
func (s *Session) offer(g *store.Game, to store.PlayerID, luck string) error {
	if err := drawSeats(s.Unit, s.cause+luck, g, s.me.ID, to); err != nil {
		return err
	}
	g.Created = s.TermBegins
	g.Lapses = g.Created.Add(s.rules.InvitationTime)
	if err := s.add(g); err != nil {
		return err
	}
	return s.Tx.WakeAt(store.WakeUp{At: g.Lapses, Kind: store.WakeInvitation, Number: uint32(g.Number)})
}

// keyOfDraw is what a fixed key of the store is for, so that a mail that is dealt with
// again, out of a backup from before a rotation, gives the same seats.
const keyOfDraw = "unlurbot draw"

// drawSeats seats who offers a game and who may take it: as was asked for, or as the draw has it.
func drawSeats(u *unit.Unit, cause string, g *store.Game, from, to store.PlayerID) error {
	g.Challenger = g.Asked
	if g.Asked == game.NoSeat {
		key, err := u.Tx.FixedKey(keyOfDraw)
		if err != nil {
			return err
		}
		g.Challenger = draw(key, cause)
	}
	g.Players[g.Challenger-game.First] = from
	g.Players[g.Challenger.Other()-game.First] = to
	return nil
}

// draw gives a bit that nobody can foresee and that is the same each time: who
// moves first in the game that a mail asks for.
func draw(key []byte, cause string) game.Seat {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("unlurbot draw 1\x00" + cause))
	return game.First + game.Seat(mac.Sum(nil)[0]&1)
}

// begin lets the game begin that the player takes, and of a match both; meant says whether
// the order was about this very offer.
func (s *Session) begin(g *store.Game, meant bool) error {
	seeker, err := s.Seated(g, g.Challenger)
	if err != nil {
		return err
	}
	if g.Wanted > 1 {
		return s.beginOneOf(g, seeker, meant)
	}
	if g.FreeSeat() != game.NoSeat {
		if err := s.Tx.TakeSeat(g, s.me.ID); err != nil {
			return err
		}
	}
	if g.Called != "" || g.Wanted > 0 { // from now on who offered it knows who it is
		g.Title, g.Called, g.Invited = s.rules.NameOf(seeker)+" - "+s.rules.NameOf(s.me), "", nil
	}
	if !g.Match {
		return s.start(g, meant)
	}
	second := TermsOf(g, g.Asked.Other()).NewGame() // with the seats swapped
	second.Title, second.Created, second.Challenger = g.Title, g.Created, g.Challenger.Other()
	second.Players = [2]store.PlayerID{g.Players[1], g.Players[0]}
	second.Twin = g.Number
	if g.Robot != nil {
		robot := *g.Robot
		robot.Seat = robot.Seat.Other()
		second.Robot = &robot
	}
	if err := s.add(second); err != nil {
		return err
	}
	g.Twin = second.Number
	if err := s.start(g, meant); err != nil {
		return err
	}
	return s.start(second, false)
}

// beginOneOf lets one game of an offer of several begin. The offer ends with its last
// place, or when its maker has too many games.
func (s *Session) beginOneOf(offer *store.Game, seeker *store.Player, meant bool) error {
	g := TermsOf(offer, game.NoSeat).NewGame()
	g.Wanted, g.Offer, g.Created = 1, offer.Number, s.TermBegins
	g.Title = s.rules.NameOf(seeker) + " - " + s.rules.NameOf(s.me)
	if err := drawSeats(s.Unit, fmt.Sprintf("%sone of %d", s.cause, offer.Number), g, seeker.ID, s.me.ID); err != nil {
		return err
	}
	if err := s.add(g); err != nil {
		return err
	}
	if err := s.start(g, meant); err != nil {
		return err
	}
	s.ChangeGame(offer)
	if err := offer.TakePlace(s.Now); err != nil {
		return err
	}
	open, err := engaged(s.Unit, seeker)
	switch {
	case err != nil:
		return err
	case offer.State == store.Taken:
		return nil
	case open > s.rules.OpenGames:
		s.note(facts.PlacesLeft{Game: g.Number, Offer: offer.Number})
		return offer.End(store.Withdrawn, s.Now)
	}
	s.note(facts.PlacesLeft{Game: g.Number, Offer: offer.Number, Left: offer.Left()})
	return nil
}

// hasRoom refuses what would give the player too many games and challenges, with some more; g is
// what is refused, nil if it is no game.
func (s *Session) hasRoom(g *store.Game, more int) error {
	if most := 2 * s.Tx.CountOpenGamesOf(s.me.ID); most+more <= s.rules.OpenGames { // as if each were a match: engaged reads them all
		return nil
	}
	open, err := engaged(s.Unit, s.me)
	if open+more > s.rules.OpenGames && err == nil {
		err = refuse(g, facts.TooManyGames)
	}
	return err
}

// engaged counts the games and challenges of a player. Invitations that the player has got do not
// count: others make them.
func engaged(u *unit.Unit, p *store.Player) (n int, err error) {
	open, err := u.OpenGames(p)
	for _, g := range open {
		if !CanAccept(g, g.SeatOf(p.ID)) {
			n += gamesOf(g)
		}
	}
	return n, err
}

// gamesOf is how many games a challenge is for; one that has begun is one.
func gamesOf(g *store.Game) int {
	if g.Match && g.State == store.Waiting {
		return 2
	}
	return 1
}

// hasEnough says whether a player has as many games as the player wants.
func hasEnough(u *unit.Unit, p *store.Player) (bool, error) {
	if p.MostGames == 0 {
		return false, nil
	}
	open, err := u.OpenGames(p)
	playing := 0
	for _, g := range open {
		if g.State == store.Playing {
			playing++
		}
	}
	return playing >= p.MostGames, err
}

// StillOffers says whether an offer to everybody can be taken now: its maker can be
// reached and does not play as many games already as the maker wants.
func StillOffers(u *unit.Unit, g *store.Game) (bool, error) {
	seeker, err := u.Seated(g, g.Challenger)
	if err != nil || !seeker.Unreachable.IsZero() || seeker.Silent {
		return false, err
	}
	enough, err := hasEnough(u, seeker)
	return !enough, err
}
