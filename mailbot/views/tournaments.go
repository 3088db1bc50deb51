package views

import (
	"cmp"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/zones"
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

func cupTerms(u *unit.Unit, reader *store.Player, t tournament.Terms) (templates.CupTerms, error) {
	terms := templates.CupTerms{
		Size: t.Size, Group: t.Group, Least: club.CupLeast, Days: int(club.CupPatience.Hours() / 24), Pace: templates.PaceOf(t.Pace), Rated: t.Rated,
		Opened: t.Opened, Title: t.Title,
	}
	if !t.Starts.IsZero() {
		terms.Starts = t.Starts.In(zones.Of(reader.Zone))
	}
	if t.Opener == 0 {
		return terms, nil
	}
	opener, err := u.Player(store.PlayerID(t.Opener))
	if err == nil {
		terms.Opener = names.Of(opener)
	}
	return terms, err
}

// Tournament shows a tournament to a reader; cups says whether small cups can be joined. The group in which the reader
// plays, or has played last, comes first, then those of the last round.
func Tournament(u *unit.Unit, reader *store.Player, c *tournament.Tournament, cups bool) (*templates.Tournament, error) {
	there, err := club.Reachable(u, c)
	if err != nil {
		return nil, err
	}
	v := &templates.Tournament{
		Number: int(c.Number), Begun: len(c.Groups) > 0, Decided: c.State == tournament.Decided, Off: c.State == tournament.CalledOff,
		Joined: len(there), In: c.Place(uint32(reader.ID)) >= 0 && !c.IsOut(uint32(reader.ID)), Joinable: mayJoin(u, reader) && canBeJoined(c, cups),
	}
	if v.CupTerms, err = cupTerms(u, reader, c.Terms); err != nil || !v.Begun {
		return v, err
	}
	for n := c.Round(); n > 0; n-- {
		groups := c.InRound(n)
		for i, g := range groups {
			if len(g.Players) == 0 { // nobody went on
				continue
			}
			table, err := store.CrossTable(c, g, u.Game)
			if err != nil {
				return nil, err
			}
			if open, all := games(table); n == c.Round() {
				v.Over, v.Of = v.Over+all-open, v.Of+all
			}
			seen, err := crossGroup(u, reader, c, g, table)
			if err != nil {
				return nil, err
			}
			if seen.Round, seen.Final = n, n > 1 && len(groups) == 1; len(groups) > 1 {
				seen.Number = i + 1
			}
			v.Groups = append(v.Groups, seen)
		}
	}
	ownFirst(v)
	return v, nil
}

// ownFirst puts the group first in which the reader plays, or has played last, and cuts off those for which there is
// no room.
func ownFirst(v *templates.Tournament) {
	own := slices.IndexFunc(v.Groups, func(g templates.CrossGroup) bool {
		return slices.ContainsFunc(g.Rows, func(r templates.CrossRow) bool { return r.You })
	})
	if own > 0 {
		g := v.Groups[own]
		v.Groups = slices.Insert(slices.Delete(v.Groups, own, own+1), 0, g)
	}
	if most := min(groupsShown, len(v.Groups)); most < len(v.Groups) {
		v.Groups, v.More = v.Groups[:most], len(v.Groups)-most
	}
}

// groupsShown is how many groups of a tournament a mail shows.
const groupsShown = 12

// crossGroup shows the table of a group, and its games in progress.
func crossGroup(u *unit.Unit, reader *store.Player, c *tournament.Tournament, group *tournament.Group, table tournament.Table) (v templates.CrossGroup, err error) {
	for _, r := range table.Rows {
		p, err := u.Player(store.PlayerID(group.Players[r.Player]))
		if err != nil {
			return v, err
		}
		row := templates.CrossRow{Place: r.Place, Shared: r.Shared, Wins: r.Wins(), Name: names.Of(p), You: p.ID == reader.ID, Points: r.Points, Over: r.Over}
		for _, other := range table.Rows {
			row.Cells = append(row.Cells, signs[r.Cells[other.Player]])
		}
		v.Rows = append(v.Rows, row)
	}
	for _, n := range group.Games {
		g, err := u.Game(store.GameNumber(n))
		if err != nil {
			return v, err
		}
		if g.State != store.Playing || c.IsOut(uint32(g.Players[0])) || c.IsOut(uint32(g.Players[1])) {
			continue
		}
		first, second, err := bothNames(u, g)
		if err != nil {
			return v, err
		}
		v.InProgress = append(v.InProgress, publicGame(g, first+" - "+second))
	}
	return v, nil
}

// canBeJoined says whether a tournament can be joined, or a small cup in its place.
func canBeJoined(c *tournament.Tournament, cups bool) bool {
	return cups || c.Opened && c.State == tournament.Joining
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

// Drawn shows a player the games of a round of a tournament that begins.
func Drawn(u *unit.Unit, reader *store.Player, c *tournament.Tournament) (*templates.CupBegun, error) {
	group := c.GroupOf(uint32(reader.ID))
	v := &templates.CupBegun{Number: int(c.Number), Players: len(group.Players), Round: group.Round, Groups: len(c.InRound(group.Round))}
	var err error
	if v.CupTerms, err = cupTerms(u, reader, c.Terms); err != nil {
		return nil, err
	}
	for _, n := range group.Games {
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

// StillIn asks a player about a tournament.
func StillIn(u *unit.Unit, reader *store.Player, c *tournament.Tournament) (*templates.StillIn, error) {
	terms, err := cupTerms(u, reader, c.Terms)
	return &templates.StillIn{CupTerms: terms, Number: int(c.Number), Games: terms.Group - 1}, err
}

// Tournaments lists the tournaments that are open, those in progress and the last ones; cups says
// whether there is a small cup to join.
func Tournaments(u *unit.Unit, reader *store.Player, cups bool) (*templates.TournamentList, error) {
	v := &templates.TournamentList{Off: !cups, Closed: !mayJoin(u, reader)}
	var err error
	if v.CupTerms, err = cupTerms(u, reader, club.CupTerms()); err != nil {
		return nil, err
	}
	if err := listOpen(u, reader, cups, v); err != nil {
		return nil, err
	}
	lookedAt := 0
	for c, err := range u.Tx.LastTournaments() {
		if err != nil {
			return nil, err
		}
		if lookedAt++; lookedAt > tournamentsLookedAt {
			break
		}
		running := c.State == tournament.Drawn && len(v.Running) < tournamentsListed
		past := c.State == tournament.Decided && len(v.Past) < tournamentsListed
		if !running && !past {
			continue
		}
		seen, err := Tournament(u, reader, c, cups)
		if err != nil {
			return nil, err
		}
		line := templates.TournamentLine{Number: seen.Number, Opened: c.Opened, Title: c.Title, Over: seen.Over, Of: seen.Of, You: seen.In, Ended: c.Ended}
		if running {
			v.Running = append(v.Running, line)
		} else {
			line.Winners = seen.WinnerNames()
			v.Past = append(v.Past, line)
		}
	}
	return v, nil
}

// listOpen adds the tournaments to a list that can be joined.
func listOpen(u *unit.Unit, reader *store.Player, cups bool, v *templates.TournamentList) error {
	open, err := u.Tx.OpenTournaments()
	if err != nil {
		return err
	}
	slices.SortStableFunc(open, func(a, b *tournament.Tournament) int { // those that the operator has opened first
		return cmp.Compare(min(a.Opener, 1), min(b.Opener, 1))
	})
	for _, c := range open {
		seen, err := Tournament(u, reader, c, cups)
		if err != nil {
			return err
		}
		if !c.Opened {
			v.Number, v.Joined, v.In = seen.Number, seen.Joined, seen.In
		} else if len(v.Open) < tournamentsListed {
			v.Open = append(v.Open, templates.OpenLine{CupTerms: seen.CupTerms, Number: seen.Number, Joined: seen.Joined, In: seen.In})
		}
	}
	return nil
}

// cupScore shows how the player at a seat of a game stands in its tournament, once it is over; nil
// for a game of none.
func cupScore(u *unit.Unit, g *store.Game, seat game.Seat) (*templates.CupScore, error) {
	if g.Tournament == 0 {
		return nil, nil
	}
	v := &templates.CupScore{Number: int(g.Tournament)}
	c, err := u.Tx.Tournament(g.Tournament)
	if err != nil {
		return v, err
	}
	if v.Opened = c.Opened; !g.HasResult() {
		return v, nil
	}
	for _, id := range g.Players { // with somebody who was out it was an ordinary game
		if c.WasOut(uint32(id), uint32(g.Result)) {
			return v, nil
		}
	}
	group := c.GroupWith(uint32(g.Number))
	v.Round, v.Groups = group.Round, len(c.InRound(group.Round))
	table, err := store.CrossTable(c, group, u.Game)
	if err != nil {
		return nil, err
	}
	for _, r := range table.Rows {
		if group.Players[r.Player] != uint32(g.Player(seat)) {
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
