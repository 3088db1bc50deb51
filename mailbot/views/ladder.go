package views

import (
	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/ladder"
	"unlurbot/templates"
)

// Ladder shows the ladder to a reader, as Standings does the ratings; on says whether there is one.
func Ladder(u *unit.Unit, reader *store.Player, on bool) (*templates.LadderTable, error) {
	l, err := u.Tx.Ladder()
	if err != nil {
		return nil, err
	}
	terms, err := cupTerms(u, reader, club.CupTerms())
	if err != nil {
		return nil, err
	}
	players, place := l.Players(), l.Place(uint32(reader.ID))
	v := &templates.LadderTable{
		Terms: terms, Off: !on, Joinable: on && place == 0 && reader.Banned.IsZero(), Place: place, Of: len(players),
		Reach: min(ladder.Reach(place), max(place-1, 0)),
	}
	if v.Top, err = rungs(u, reader, players, 1, bestListed); err != nil {
		return nil, err
	}
	if place > bestListed {
		if v.Around, err = rungs(u, reader, players, max(place-neighboursListed, bestListed+1), place+neighboursListed); err != nil {
			return nil, err
		}
	}
	for _, one := range l.Games {
		if one.Idle || !one.Has(uint32(reader.ID)) {
			continue
		}
		g, err := u.Game(store.GameNumber(one.Number))
		if err != nil {
			return nil, err
		}
		first, second, err := bothNames(u, g)
		if err != nil {
			return nil, err
		}
		v.Games = append(v.Games, publicGame(g, first+" - "+second))
	}
	return v, nil
}

// rungs shows some places of the ladder.
func rungs(u *unit.Unit, reader *store.Player, players []uint32, from, to int) (rows []templates.Rung, err error) {
	for i, id := range players[min(from-1, len(players)):min(to, len(players))] {
		p, err := u.Player(store.PlayerID(id))
		if err != nil {
			return nil, err
		}
		rows = append(rows, templates.Rung{Place: from + i, Name: names.Of(p), You: p.ID == reader.ID})
	}
	return rows, nil
}

// climb shows what a game of the ladder is about to the player at a seat, or what it has come to; nil
// for any other game.
func climb(u *unit.Unit, g *store.Game, seat game.Seat) (*templates.Climb, error) {
	if g.Ladder == nil {
		return nil, nil
	}
	l, err := u.Tx.Ladder()
	if err != nil {
		return nil, err
	}
	v := &templates.Climb{
		Challenger: seat == g.Challenger, Place: l.Place(uint32(g.Player(seat))), Theirs: l.Place(uint32(g.Player(seat.Other()))),
	}
	if one := l.Game(uint32(g.Number)); one != nil {
		v.Stake = l.Stake(one)
	}
	if g.Ladder.Ended == 0 {
		return v, nil
	}
	e, err := u.Tx.LadderEvent(g.Ladder.Ended)
	if err != nil {
		return nil, err
	}
	v.Took = e.Took
	if out := u.Tx.OutOfLadder(g); out != store.NoPlayer {
		v.Out, v.TheyOut = out == g.Player(seat), out != g.Player(seat)
	}
	return v, nil
}
