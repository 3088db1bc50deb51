package mailbot

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/store"
	"unlurbot/templates"
)

// What one player offers and another may take is always the same thing: a
// challenge to one player, a rematch, and an open offer to everybody are all games
// in the state Waiting. They have their number and their seats from the beginning,
// "accept" makes games of them, and a wake-up ends them if nobody says so in time.
// Only an offer of several games never becomes one: it keeps its number until all
// places are taken, and each of its games has a number of its own.

// offerGame stores an offer from one player to another, or to everybody for
// store.NoPlayer. The seats are settled now, so that nothing can be gained by
// trying again, but not told before it is accepted; luck is what the draw depends
// on beside the mail.
func (e *errand) offerGame(g *store.Game, from, to store.PlayerID, luck string) error {
	if err := e.drawSeats(g, from, to, luck); err != nil {
		return err
	}
	g.Created = e.u.TermBegins
	g.Lapses = g.Created.Add(e.bot.cfg.Limits.InvitationTime)
	if err := e.addGame(g); err != nil {
		return err
	}
	return e.u.Tx.WakeAt(store.WakeUp{At: g.Lapses, Kind: store.WakeInvitation, Number: uint32(g.Number)})
}

// drawSeats seats who offers a game and who may take it: as was asked for, or as the
// draw has it.
func (e *errand) drawSeats(g *store.Game, from, to store.PlayerID, luck string) error {
	g.Challenger = g.Asked
	if g.Asked == game.NoSeat {
		key, err := e.u.Tx.FixedKey(keyOfDraw)
		if err != nil {
			return err
		}
		g.Challenger = draw(key, e.cause+luck)
	}
	g.Players[g.Challenger-game.First] = from
	g.Players[g.Challenger.Other()-game.First] = to
	return nil
}

// addGame stores a new game.
func (e *errand) addGame(g *store.Game) error {
	if err := e.u.Tx.AddGame(g); err != nil {
		return err
	}
	e.u.ChangeGame(e.u.Own(g))
	return nil
}

// begin lets the game begin that the sender takes, and of a match both. The results
// are for the answer to the sender; who has made the offer gets a letter of each.
func (e *errand) begin(g *store.Game) ([]result, error) {
	seeker, err := e.u.Seated(g, g.Challenger)
	if err != nil {
		return nil, err
	}
	if g.Wanted > 1 {
		return e.beginOneOf(g, seeker)
	}
	if g.FreeSeat() != game.NoSeat {
		if err := e.u.Tx.TakeSeat(g, e.sender.ID); err != nil {
			return nil, err
		}
	}
	if g.Called != "" || g.Wanted > 0 { // from now on who offered it knows who it is
		g.Title, g.Called, g.Invited = names.Of(seeker)+" - "+names.Of(e.sender), "", nil
	}
	begun := []*store.Game{g}
	if g.Match {
		second, err := e.secondOfMatch(g)
		if err != nil {
			return nil, err
		}
		begun = append(begun, second)
	}
	var results []result
	for _, g := range begun {
		r, err := e.firstTurn(g)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// beginOneOf lets one game of an offer of several begin. The offer ends with its last
// place, or when its maker has too many games.
func (e *errand) beginOneOf(offer *store.Game, seeker *store.Player) ([]result, error) {
	g := club.TermsOf(offer, game.NoSeat).NewGame()
	g.Wanted, g.Offer, g.Created = 1, offer.Number, e.u.TermBegins
	g.Title = names.Of(seeker) + " - " + names.Of(e.sender)
	if err := e.drawSeats(g, seeker.ID, e.sender.ID, fmt.Sprintf("one of %d", offer.Number)); err != nil {
		return nil, err
	}
	if err := e.addGame(g); err != nil {
		return nil, err
	}
	r, err := e.firstTurn(g)
	if err != nil {
		return nil, err
	}
	e.u.ChangeGame(offer)
	if err := offer.TakePlace(e.u.Now); err != nil {
		return nil, err
	}
	full, err := e.tooManyGames(seeker, 0)
	switch {
	case err != nil:
		return nil, err
	case offer.State == store.Taken:
	case full:
		if err := offer.End(store.Withdrawn, e.u.Now); err != nil {
			return nil, err
		}
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeTooManyGames, Number: e.bot.cfg.Limits.OpenGames})
	default:
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeRest, Number: offer.Left(), Text: fmt.Sprintf("#%d", offer.Number)})
	}
	return []result{r}, nil
}

// firstTurn sets a game going, and tells both.
func (e *errand) firstTurn(g *store.Game) (result, error) {
	if err := g.Begin(e.u.Now); err != nil {
		return result{}, err
	}
	g.Rated = g.Rated && !g.Private // which was offered when such games were rated
	if err := clocks.Start(e.u, g); err != nil {
		return result{}, err
	}
	me, other := templates.Started, templates.Turn
	if g.Course.ToMove == g.SeatOf(e.sender.ID) {
		me, other = other, me
	}
	r := result{kind: me, game: g, decision: Started, done: orders.Accept, passes: true}
	if err := e.tellOpponent(g, other); err != nil {
		return result{}, err
	}
	e.begun = append(e.begun, g)
	return r, nil
}

// secondOfMatch makes the other game of a match, with the seats swapped.
func (e *errand) secondOfMatch(g *store.Game) (*store.Game, error) {
	second := club.TermsOf(g, g.Asked.Other()).NewGame()
	second.Title, second.Created, second.Challenger = g.Title, g.Created, g.Challenger.Other()
	second.Players = [2]store.PlayerID{g.Players[1], g.Players[0]}
	second.Twin = g.Number
	if err := e.addGame(second); err != nil {
		return nil, err
	}
	g.Twin = second.Number
	return second, nil
}

// draw gives a bit that nobody can foresee and that is the same each time: who
// moves first in the game that a mail asks for.
func draw(key []byte, cause string) game.Seat {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("unlurbot draw 1\x00" + cause))
	return game.First + game.Seat(mac.Sum(nil)[0]&1)
}
