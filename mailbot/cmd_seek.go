package mailbot

import (
	"slices"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// seek takes what others offer under the same terms, and offers the rest to
// everybody.
func seek(e *errand, c parser.Command) (result, error) {
	asked, wrong := parseTerms(c.Args, seekOptions)
	if wrong.Code != "" {
		return refuse(nil, wrong), nil
	}
	offers, err := e.u.Tx.Seeks()
	if err != nil {
		return result{}, err
	}
	for _, g := range offers {
		g = e.u.Own(g)
		if g.SeatOf(e.sender.ID) != game.NoSeat && asked.fit(g) {
			return refuse(g, templates.Notice{Code: templates.NoticeSeeksAlready, Number: int(g.Number)}), nil
		}
	}
	results, err := e.takeOffers(offers, asked)
	if err != nil {
		return result{}, err
	}
	if left := asked.wanted - len(results); left > 0 {
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
func (e *errand) takeOffers(offers []*store.Game, asked terms) (results []result, err error) {
	for _, g := range offers {
		if len(results) == asked.wanted {
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

// fit says whether an offer is of the same terms.
func (t terms) fit(g *store.Game) bool {
	return g.Size == t.size && g.Pace == t.pace && g.Rated == t.rated && g.Private == t.private
}

// suits says whether the sender can be paired with an offer to everybody, without
// having named it: not twice with the same player at a time.
func (e *errand) suits(g *store.Game, asked terms) (bool, error) {
	if !asked.fit(g) || g.FreeSeat() == game.NoSeat {
		return false, nil
	}
	seeker := g.Player(g.Challenger)
	if seeker == e.sender.ID {
		return false, nil
	}
	if open, err := e.stillOffers(g); !open || err != nil {
		return false, err
	}
	mine, err := e.u.OpenGames(e.sender)
	together := slices.ContainsFunc(mine, func(g *store.Game) bool { return g.SeatOf(seeker) != game.NoSeat })
	return !together, err
}

// stillOffers says whether an offer to everybody can be taken now: its maker can be
// reached and does not play as many games already as the maker wants.
func (e *errand) stillOffers(g *store.Game) (bool, error) {
	seeker, err := e.u.Seated(g, g.Challenger)
	if err != nil || !seeker.Unreachable.IsZero() || seeker.Silent {
		return false, err
	}
	enough, err := e.hasEnough(seeker)
	return !enough, err
}

// offerToAll stores an open offer of the sender.
func (e *errand) offerToAll(asked terms, wanted int) (result, error) {
	if notice, err := e.mayOpen(1); notice.Code != "" || err != nil {
		return refuse(nil, notice), err
	}
	g := asked.newGame()
	g.Wanted, g.Title = wanted, e.sender.Name
	if err := e.offerGame(g, e.sender.ID, store.NoPlayer, ""); err != nil {
		return result{}, err
	}
	return result{kind: templates.Sought, game: g, decision: Challenged}, nil
}

// offersListed is how many offers are listed, which is more than anybody reads.
const offersListed = 50

// seekLines lists the open offers, the oldest first; those of the sender are marked.
// It says how many there was no room for.
func (e *errand) seekLines() (lines []templates.SeekLine, more int, err error) {
	offers, err := e.u.Tx.Seeks()
	if err != nil {
		return nil, 0, err
	}
	words := parser.Words(e.bot.languageOf(e.sender))
	for _, g := range offers {
		g = e.u.Own(g)
		seeker, err := e.u.Seated(g, g.Challenger)
		if err != nil {
			return nil, 0, err
		}
		open, err := e.stillOffers(g)
		if err != nil {
			return nil, 0, err
		}
		switch {
		case !open && seeker.ID != e.sender.ID:
			continue
		case len(lines) == offersListed:
			more++
			continue
		}
		line := templates.SeekLine{
			Number: int(g.Number), Name: nameOfPlayer(seeker), Yours: seeker.ID == e.sender.ID,
			Size: g.Size, Rated: g.Rated, Private: g.Private, Wanted: g.Left(),
		}
		if !g.Pace.None() {
			line.Pace = templates.OptionsIn(words, g.Pace.String())
		}
		lines = append(lines, line)
	}
	return lines, more, nil
}
