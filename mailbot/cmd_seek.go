package mailbot

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// seek takes what others offer under the same terms, and offers the rest to
// everybody.
func seek(e *errand, c parser.Command) (result, error) {
	asked, wrong := orders.ParseTerms(c.Args, orders.SeekOptions)
	if wrong.Code != "" {
		return refuse(nil, wrong), nil
	}
	offers, err := e.u.Tx.Seeks()
	if err != nil {
		return result{}, err
	}
	for _, g := range offers {
		g = e.u.Own(g)
		if g.SeatOf(e.sender.ID) != game.NoSeat && asked.Fit(g) {
			return refuse(g, templates.Notice{Code: templates.NoticeSeeksAlready, Number: int(g.Number)}), nil
		}
	}
	results, err := e.takeOffers(offers, asked)
	if err != nil {
		return result{}, err
	}
	if left := asked.Wanted - len(results); left > 0 {
		r, err := e.offerToAll(asked, left)
		if err != nil {
			return result{}, err
		}
		results = append(results, r)
	}
	for _, r := range results[1:] {
		e.note(r)
	}
	return results[0], nil
}

// takeOffers begins games with those who offer what the sender seeks, the oldest
// offer first, and one with each of them.
func (e *errand) takeOffers(offers []*store.Game, asked club.Terms) (results []result, err error) {
	for _, g := range offers {
		if len(results) == asked.Wanted {
			break
		}
		fits, err := e.suits(e.u.Own(g), asked)
		if err != nil {
			return nil, err
		}
		if !fits {
			continue
		}
		if notice, err := e.mayOpen(1); notice.Code != "" || err != nil {
			return results, err
		}
		begun, err := e.begin(e.u.Own(g))
		if err != nil {
			return nil, err
		}
		results = append(results, begun...)
	}
	return results, nil
}

// suits says whether the sender can be paired with an offer to everybody, without
// having named it: not twice with the same player at a time.
func (e *errand) suits(g *store.Game, asked club.Terms) (bool, error) {
	if !asked.Fit(g) || g.FreeSeat() == game.NoSeat {
		return false, nil
	}
	seeker := g.Player(g.Challenger)
	if seeker == e.sender.ID {
		return false, nil
	}
	if open, err := club.StillOffers(e.u, g); !open || err != nil {
		return false, err
	}
	mine, err := e.u.OpenGames(e.sender)
	together := slices.ContainsFunc(mine, func(g *store.Game) bool { return g.SeatOf(seeker) != game.NoSeat })
	return !together, err
}

// offerToAll stores an open offer of the sender.
func (e *errand) offerToAll(asked club.Terms, wanted int) (result, error) {
	if notice, err := e.mayOpen(1); notice.Code != "" || err != nil {
		return refuse(nil, notice), err
	}
	g := asked.NewGame()
	g.Wanted, g.Title = wanted, e.sender.Name
	if err := e.offerGame(g, e.sender.ID, store.NoPlayer, ""); err != nil {
		return result{}, err
	}
	return result{kind: templates.Sought, game: g, decision: Challenged}, nil
}
