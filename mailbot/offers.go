package mailbot

import (
	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// What one player offers and another may take is always the same thing: a
// challenge to one player, a rematch, and an open offer to everybody are all games
// in the state Waiting. They have their number and their seats from the beginning,
// "accept" makes games of them, and a wake-up ends them if nobody says so in time.

// offerGame stores an offer from one player to another, or to everybody for
// store.NoPlayer. The seats are settled now, so that nothing can be gained by
// trying again, but not told before it is accepted; luck is what the draw depends
// on beside the mail.
func (e *errand) offerGame(g *store.Game, from, to store.PlayerID, luck string) error {
	g.Challenger = g.Asked
	if g.Asked == game.NoSeat {
		key, err := e.tx.FixedKey(keyOfDraw)
		if err != nil {
			return err
		}
		g.Challenger = draw(key, e.cause+luck)
	}
	g.Created = e.termBegins()
	g.Lapses = g.Created.Add(e.bot.cfg.Limits.InvitationTime)
	g.Players[g.Challenger-game.First] = from
	g.Players[g.Challenger.Other()-game.First] = to
	if err := e.tx.AddGame(g); err != nil {
		return err
	}
	e.games[g.Number] = g
	e.changeGame(g)
	return e.tx.WakeAt(store.WakeUp{At: g.Lapses, Kind: store.WakeInvitation, Number: uint32(g.Number)})
}

// begin lets the game begin that the sender takes, and of a match both. The results
// are for the answer to the sender; who has made the offer gets a letter of each.
func (e *errand) begin(g *store.Game) ([]result, error) {
	seeker, err := e.seated(g, g.Challenger)
	if err != nil {
		return nil, err
	}
	if g.FreeSeat() != game.NoSeat {
		if err := e.tx.TakeSeat(g, e.sender.ID); err != nil {
			return nil, err
		}
	}
	if g.Called != "" || g.Wanted > 0 { // from now on who offered it knows who it is
		g.Title, g.Called, g.Invited = nameOfPlayer(seeker)+" - "+nameOfPlayer(e.sender), "", nil
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
	return results, e.offerRest(g, seeker)
}

// firstTurn sets a game going, and tells both.
func (e *errand) firstTurn(g *store.Game) (result, error) {
	g.State, g.Started = store.Playing, e.now
	if err := e.startClock(g); err != nil {
		return result{}, err
	}
	me, other := templates.Started, templates.Turn
	if g.Course.ToMove == g.SeatOf(e.sender.ID) {
		me, other = other, me
	}
	r := result{kind: me, game: g, decision: Started, done: acceptVerb, passes: true}
	if err := e.tellOpponent(g, other); err != nil {
		return result{}, err
	}
	return r, e.warnOfAbsence(g)
}

// secondOfMatch makes the other game of a match, with the seats swapped.
func (e *errand) secondOfMatch(g *store.Game) (*store.Game, error) {
	second := termsOf(g, g.Asked.Other()).newGame()
	second.Title, second.Created, second.Challenger = g.Title, g.Created, g.Challenger.Other()
	second.Players = [2]store.PlayerID{g.Players[1], g.Players[0]}
	second.Twin = g.Number
	if err := e.tx.AddGame(second); err != nil {
		return nil, err
	}
	e.games[second.Number] = second
	g.Twin = second.Number
	return second, nil
}

// offerRest offers what is left of an offer of several games, unless its maker has
// too many.
func (e *errand) offerRest(taken *store.Game, seeker *store.Player) error {
	wanted := taken.Wanted - 1
	if wanted < 1 {
		return nil
	}
	if full, err := e.tooManyGames(seeker, 1); full || err != nil {
		e.remarkToOpponent(taken, templates.Notice{Code: templates.NoticeTooManyGames, Number: e.bot.cfg.Limits.OpenGames})
		return err
	}
	rest := termsOf(taken, game.NoSeat).newGame()
	rest.Wanted, rest.Title = wanted, seeker.Name
	if err := e.offerGame(rest, seeker.ID, store.NoPlayer, taken.Title); err != nil {
		return err
	}
	e.remarkToOpponent(taken, templates.Notice{Code: templates.NoticeRest, Number: int(rest.Number)})
	return nil
}
