package mailbot

import (
	"unlurbot/mailbot/rating"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	// bestListed is how many players the table of ratings begins with.
	bestListed = 20
	// neighboursListed is how many are shown above and below a reader who is not
	// among them.
	neighboursListed = 2
)

// standings shows the best players, and where the sender stands.
func standings(e *errand, c parser.Command) (result, error) {
	place, of := e.u.Tx.Place(e.sender.ID)
	mine, err := e.u.Tx.Standing(e.sender.ID)
	if err != nil {
		return result{}, err
	}
	table := &templates.StandingsTable{Of: of, Place: place, Rating: viewRating(*mine, e.u.Now), Settled: rating.Settled}
	if table.Best, err = e.places(1, bestListed); err != nil {
		return result{}, err
	}
	if place > bestListed {
		table.Around, err = e.places(max(place-neighboursListed, bestListed+1), place+neighboursListed)
	}
	return result{
		kind: templates.Standings, decision: Answered, args: c.Args,
		fill: func(v *templates.View) { v.Standings = table },
	}, err
}

// places shows some places of the table.
func (e *errand) places(from, to int) (lines []templates.Place, err error) {
	table, err := e.u.Tx.Table(from, to)
	if err != nil {
		return nil, err
	}
	for i, s := range table {
		p, err := e.u.Player(s.Player)
		if err != nil {
			return nil, err
		}
		lines = append(lines, placeLine(from+i, p, s.Public(), p.ID == e.sender.ID))
	}
	return lines, nil
}

func placeLine(place int, p *store.Player, s store.Standing, you bool) templates.Place {
	return templates.Place{Place: place, Name: nameOfPlayer(p), Rating: wholePoints(s.Rating), Games: s.RatedGames(), You: you}
}
