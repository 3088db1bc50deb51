package mailbot

import (
	"errors"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// accept begins the game.
func accept(e *errand, c parser.Command) (result, error) {
	g, r, err := e.challengeFor(c, club.CanAccept)
	if g == nil || err != nil {
		return r, err
	}
	return e.take(g)
}

// take begins the game that somebody offers the sender.
func (e *errand) take(g *store.Game) (result, error) {
	if g.FreeSeat() != game.NoSeat {
		if open, err := club.StillOffers(e.u, g); !open || err != nil {
			return refuse(nil, templates.Notice{Code: templates.NoticeNotNow, Number: int(g.Number)}), err
		}
	}
	if notice, err := e.mayOpen(gamesOf(g)); notice.Code != "" || err != nil {
		return refuse(g, notice), err
	}
	results, err := e.begin(g)
	if err != nil {
		return result{}, err
	}
	e.accepted = results[0].game
	for _, r := range results[1:] {
		e.note(r)
	}
	return results[0], nil
}

// decline turns the challenge down.
func decline(e *errand, c parser.Command) (result, error) {
	g, r, err := e.challengeFor(c, club.CanAccept)
	if g == nil || err != nil {
		return r, err
	}
	if err := g.End(store.Declined, e.u.Now); err != nil {
		return result{}, err
	}
	e.u.ChangeGame(g)
	return result{kind: templates.Declined, game: g, decision: Declined, done: c.String(), passes: true}, e.tellOpponent(g, templates.Declined)
}

// withdraw takes the own challenge back.
func withdraw(e *errand, c parser.Command) (result, error) {
	g, r, err := e.challengeFor(c, club.CanWithdraw)
	if g == nil || err != nil {
		return r, err
	}
	told, err := e.takeBackChallenge(g)
	e.letters = append(e.letters, told...)
	// An invitation carries no words, and neither does its end.
	return result{kind: templates.Withdrawn, game: g, decision: Withdrawn, done: c.String(), passes: len(told) > 0 && g.Called == ""}, err
}

// takeBackChallenge ends a challenge, or an offer to everybody, and makes the letter that
// tells whoever was challenged, with reasons if there are any: none for somebody who reads
// of the challenge for the first time, see knowsOf.
func (e *errand) takeBackChallenge(g *store.Game, why ...templates.Notice) (told []letters.Letter, err error) {
	if err := g.End(store.Withdrawn, e.u.Now); err != nil {
		return nil, err
	}
	e.u.ChangeGame(g)
	invited, err := e.u.Seated(g, g.Challenger.Other())
	if err != nil {
		return nil, err
	}
	if untold, _ := e.dropLetters(g); untold || !knowsOf(g, invited) {
		return nil, nil
	}
	return []letters.Letter{{To: invited, Kind: templates.Withdrawn, Game: g, Notices: why}}, nil
}

// challengeFor finds the challenge that a command answers, or says why there
// is none.
func (e *errand) challengeFor(c parser.Command, mine func(*store.Game, game.Seat) bool) (*store.Game, result, error) {
	offer, err := e.offerTo(c)
	if err != nil {
		return nil, result{}, err
	}
	if offer != nil {
		taken, err := e.club().TakenFrom(offer)
		switch {
		case err != nil:
			return nil, result{}, err
		case taken != nil:
			return nil, refuse(taken, templates.Notice{Code: templates.NoticeTakenByYou, Number: int(offer.Number)}), nil
		case offer.FreeSeat() == game.NoSeat || offer.State != store.Waiting:
			return nil, refuse(nil, templates.Notice{Code: templates.NoticeNotNow, Number: int(offer.Number)}), nil
		}
		return offer, result{}, nil
	}
	g, r, err := e.findGame(c, mine)
	if err != nil {
		return nil, r, err
	}
	if g == nil {
		switch {
		case r.notice.Code == templates.NoticeNoGame && c.Verb == "withdraw":
			r.notice.Code = templates.NoticeNothingOffered
		case r.notice.Code == templates.NoticeNoGame:
			r.notice.Code = templates.NoticeNoChallenge
		case r.notice.Code == templates.NoticeNotYours && c.Verb == orders.Accept: // probably an offer to everybody was meant
			r.notice.Code = templates.NoticeNotNow
		}
		return nil, r, nil
	}
	notice := templates.Notice{Number: int(g.Number)}
	switch {
	case g.State != store.Waiting:
		return nil, answered(g), nil
	case mine(g, g.SeatOf(e.sender.ID)):
		return g, result{}, nil
	case c.Verb == "withdraw":
		notice.Code = templates.NoticeNotChallenger
	default:
		notice.Code = templates.NoticeOwnChallenge
	}
	return nil, refuse(g, notice), nil
}

// offerTo gives the offer to everybody that "accept" names, also one that was taken
// by somebody else; nil if it names none.
func (e *errand) offerTo(c parser.Command) (*store.Game, error) {
	if c.Verb != orders.Accept || orders.GameIn(c) == 0 {
		return nil, nil
	}
	g, err := e.u.Game(orders.GameIn(c))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil // of which findGame says so
	case err != nil:
		return nil, err
	case g.Wanted == 0 || g.SeatOf(e.sender.ID) != game.NoSeat:
		return nil, nil
	}
	return g, nil
}
