package views

import (
	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

const (
	// tournamentsListed is how many tournaments in progress a list has, and as many that are over.
	tournamentsListed = 10
	// tournamentsLookedAt is how many are looked at for those: whoever asks must not hold up the
	// mails of others.
	tournamentsLookedAt = 100
)

// signs are the cells of a table.
var signs = map[tournament.Cell]string{
	tournament.Self: "*", tournament.Open: ".", tournament.Won: "1", tournament.Lost: "0", tournament.Walkover: "+", tournament.Forfeit: "-", tournament.Uncounted: "/",
}

func cupTerms(t club.Terms) templates.CupTerms {
	return templates.CupTerms{
		Size: t.Size, Group: club.CupPlayers, Least: club.CupLeast, Days: int(club.CupPatience.Hours() / 24), Pace: templates.PaceOf(t.Pace), Rated: t.Rated,
	}
}

// Tournament shows a tournament to a reader; cups says whether others can be joined.
func Tournament(u *unit.Unit, reader *store.Player, c *tournament.Tournament, cups bool) (*templates.Tournament, error) {
	there, err := club.Reachable(u, c)
	if err != nil {
		return nil, err
	}
	v := &templates.Tournament{
		CupTerms: cupTerms(club.CupTerms()), Number: int(c.Number), Begun: c.State != tournament.Joining, Decided: c.State == tournament.Decided,
		Joined: len(there), In: c.Place(uint32(reader.ID)) >= 0, Out: c.IsOut(uint32(reader.ID)), Joinable: cups && mayJoin(u, reader),
	}
	if !v.Begun {
		return v, nil
	}
	table, err := store.CrossTable(c, u.Game)
	if err != nil {
		return nil, err
	}
	for _, r := range table.Rows {
		p, err := u.Player(store.PlayerID(c.Entrants[r.Player].Player))
		if err != nil {
			return nil, err
		}
		row := templates.CrossRow{Place: r.Place, Shared: r.Shared, Name: names.Of(p), You: p.ID == reader.ID, Points: r.Points, Over: r.Over}
		for _, other := range table.Rows {
			row.Cells = append(row.Cells, signs[r.Cells[other.Player]])
		}
		v.Rows = append(v.Rows, row)
	}
	open, all := games(table)
	v.Over, v.Of = all-open, all
	for _, n := range c.Games {
		g, err := u.Game(store.GameNumber(n))
		if err != nil {
			return nil, err
		}
		if g.State != store.Playing || c.IsOut(uint32(g.Players[0])) || c.IsOut(uint32(g.Players[1])) {
			continue
		}
		first, second, err := bothNames(u, g)
		if err != nil {
			return nil, err
		}
		v.InProgress = append(v.InProgress, publicGame(g, first+" - "+second))
	}
	return v, nil
}

// mayJoin says whether a reader can join tournaments.
func mayJoin(u *unit.Unit, reader *store.Player) bool {
	return reader.Banned.IsZero() && !club.LateUntil(reader).After(u.Now)
}

// games counts the games of a table that count, and those of them that are not over.
func games(t tournament.Table) (open, all int) {
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			switch c {
			case tournament.Open:
				open++
				all++
			case tournament.Won, tournament.Lost, tournament.Walkover, tournament.Forfeit:
				all++
			}
		}
	}
	return open / 2, all / 2 // each is there for both players
}

// Drawn shows a player the games of a tournament that begins.
func Drawn(u *unit.Unit, reader *store.Player, c *tournament.Tournament) (*templates.CupBegun, error) {
	v := &templates.CupBegun{CupTerms: cupTerms(club.CupTerms()), Number: int(c.Number), Players: len(c.Entrants)}
	for _, n := range c.Games {
		g, err := u.Game(store.GameNumber(n))
		if err != nil {
			return nil, err
		}
		seat := g.SeatOf(reader.ID)
		if seat == game.NoSeat {
			continue
		}
		opponent, err := u.Seated(g, seat.Other())
		if err != nil {
			return nil, err
		}
		v.Games = append(v.Games, templates.DrawnGame{
			Number: int(g.Number), Opponent: names.Of(opponent), YouFirst: seat == game.First, AwayUntil: awayUntil(opponent, u.Now),
		})
	}
	return v, nil
}

// Tournaments lists the tournament that is open, those in progress and the last ones; cups says
// whether there are any to join.
func Tournaments(u *unit.Unit, reader *store.Player, cups bool) (*templates.TournamentList, error) {
	v := &templates.TournamentList{CupTerms: cupTerms(club.CupTerms()), Off: !cups, Closed: !mayJoin(u, reader)}
	lookedAt := 0
	for c, err := range u.Tx.LastTournaments() {
		if err != nil {
			return nil, err
		}
		if lookedAt++; lookedAt > tournamentsLookedAt {
			break
		}
		seen, err := Tournament(u, reader, c, cups)
		if err != nil {
			return nil, err
		}
		line := templates.TournamentLine{Number: seen.Number, Over: seen.Over, Of: seen.Of, You: seen.In && !seen.Out, Ended: c.Ended}
		switch {
		case c.State == tournament.Joining:
			v.Number, v.Joined, v.In = seen.Number, seen.Joined, seen.In
		case c.State == tournament.Drawn && len(v.Running) < tournamentsListed:
			v.Running = append(v.Running, line)
		case c.State == tournament.Decided && len(v.Past) < tournamentsListed:
			line.Winners = seen.WinnerNames()
			v.Past = append(v.Past, line)
		}
	}
	return v, nil
}

// cupScore shows how the player at a seat of a game stands in its tournament, once it is over; nil
// for a game of none.
func cupScore(u *unit.Unit, g *store.Game, seat game.Seat) (*templates.CupScore, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	v := &templates.CupScore{Number: int(g.Tournament)}
	c, err := u.Tx.Tournament(g.Tournament)
	if err != nil || !g.HasResult() {
		return v, err
	}
	for _, id := range g.Players { // with somebody who was out it was an ordinary game
		if c.WasOut(uint32(id), uint32(g.Result)) {
			return v, nil
		}
	}
	table, err := store.CrossTable(c, u.Game)
	if err != nil {
		return nil, err
	}
	for _, r := range table.Rows {
		if r.Player != c.Place(uint32(g.Player(seat))) {
			continue
		}
		v.Told, v.Points, v.Over, v.Of, v.Decided = !r.Struck, r.Points, r.Over, r.Over, c.State == tournament.Decided
		for _, cell := range r.Cells {
			if cell == tournament.Open {
				v.Of++
			}
		}
	}
	return v, nil
}
