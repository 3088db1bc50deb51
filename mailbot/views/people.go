package views

import (
	"time"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/rating"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/zones"
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

// Standings shows the best players, and where the reader stands.
func Standings(u *unit.Unit, reader *store.Player) (*templates.StandingsTable, error) {
	place, of := u.Tx.Place(reader.ID)
	mine, err := u.Tx.Standing(reader.ID)
	if err != nil {
		return nil, err
	}
	table := &templates.StandingsTable{Of: of, Place: place, Rating: Rating(*mine, u.Now), Settled: rating.Settled}
	if table.Best, err = places(u, reader, 1, bestListed); err != nil {
		return nil, err
	}
	if place > bestListed {
		table.Around, err = places(u, reader, max(place-neighboursListed, bestListed+1), place+neighboursListed)
	}
	return table, err
}

// places shows some places of the table.
func places(u *unit.Unit, reader *store.Player, from, to int) (lines []templates.Place, err error) {
	table, err := u.Tx.Table(from, to)
	if err != nil {
		return nil, err
	}
	for i, s := range table {
		p, err := u.Player(s.Player)
		if err != nil {
			return nil, err
		}
		seen := s.Public()
		lines = append(lines, templates.Place{
			Place: from + i, Name: names.Of(p), Rating: WholePoints(seen.Rating), Games: seen.RatedGames(), You: p == reader,
		})
	}
	return lines, nil
}

// Profile tells what there is to know of a player.
func Profile(u *unit.Unit, reader, p *store.Player) (*templates.PlayerProfile, error) {
	s, err := u.Tx.Standing(p.ID)
	if err != nil {
		return nil, err
	}
	open, err := u.OpenGames(p)
	if err != nil {
		return nil, err
	}
	running, private := 0, 0
	for _, g := range open {
		switch {
		case g.State != store.Playing:
		case g.Private:
			private++
		default:
			running++
		}
	}
	seen := s.Public()
	about := &templates.PlayerProfile{
		Name: names.Of(p), You: p == reader, Since: p.Created, Rating: Rating(seen, u.Now),
		Rated:    templates.Tally{Won: seen.Wins, Lost: seen.Losses},
		Friendly: templates.Tally{Won: seen.FriendlyWins, Lost: seen.FriendlyLosses}, Running: running, AwayUntil: awayUntil(p, u.Now),
		Late: templates.Reliability{Games: seen.Games(), Moves: seen.Moves, Timeouts: seen.Timeouts, NoShows: seen.NoShows},
	}
	if t := s.Private; about.You && (t.Games() > 0 || private > 0) {
		about.Private = &templates.PrivateGames{Won: t.Wins + t.FriendlyWins, Lost: t.Losses + t.FriendlyLosses, Running: private}
	}
	if s.Listed {
		about.Place, about.Of = u.Tx.Place(p.ID)
	}
	return about, nil
}

// awayUntil gives the last day of an absence, as the player counts days; the zero
// time of somebody who is there.
func awayUntil(p *store.Player, now time.Time) (day time.Time) {
	for _, away := range p.Away {
		if !away.From.After(now) && away.To.After(now) && away.To.After(day) {
			day = away.To
		}
	}
	if day.IsZero() {
		return day
	}
	return day.Add(-time.Second).In(zones.Of(p.Zone)) // the end of a span is the beginning of a day
}

// resultsListed is how many finished games a list of results has.
const resultsListed = 20

// Results lists how a player's last games ended, and how that player and the reader have
// done against each other.
func Results(u *unit.Unit, reader, p *store.Player) (*templates.PlayerResults, error) {
	s, err := u.Tx.Standing(p.ID)
	if err != nil {
		return nil, err
	}
	seen := s.Public()
	if p == reader {
		seen = *s
	}
	about := &templates.PlayerResults{
		Name: names.Of(p), You: p == reader, Won: seen.Wins + seen.FriendlyWins, Lost: seen.Losses + seen.FriendlyLosses,
	}
	if about.Lines, err = resultLines(u, reader, p); err != nil {
		return nil, err
	}
	return about, headToHead(u, reader, p, about)
}

// resultLines lists the last results of a player that the reader may see, the latest first.
func resultLines(u *unit.Unit, reader, p *store.Player) (lines []templates.ResultLine, err error) {
	for r, err := range u.Tx.ResultsOf(p.ID) {
		if err != nil {
			return nil, err
		}
		if !r.Shows(reader.ID) {
			continue
		}
		opponent, err := u.Player(r.Opponent(p.ID))
		if err != nil {
			return nil, err
		}
		lines = append(lines, templates.ResultLine{
			Game: int(r.Game), Ended: r.Ended, Opponent: names.Of(opponent),
			Won: r.Won(p.ID), Cancelled: r.Cancelled(), Reason: r.Reason, Rated: r.Rated, Spared: r.Spared,
		})
		if len(lines) == resultsListed {
			break
		}
	}
	return lines, nil
}

// headToHead counts the games that the reader has won and lost against a player. Those
// that were private are among the player's for the reader alone.
func headToHead(u *unit.Unit, reader, p *store.Player, about *templates.PlayerResults) error {
	for r, err := range u.Tx.ResultsOf(reader.ID) {
		switch {
		case err != nil:
			return err
		case r.Opponent(reader.ID) != p.ID || r.Cancelled():
			continue
		}
		ours, theirs := &about.YouWon, &about.Lost
		if !r.Won(reader.ID) {
			ours, theirs = &about.YouLost, &about.Won
		}
		*ours++
		if r.Private {
			*theirs++
		}
	}
	return nil
}

// IsNewcomer says whether a reader had ended fewer than three games when the game at hand
// began, or by now if there is none. What has ended since then does not count: mails that
// are read again after a backup was restored come in another order, and what answers them
// is to be the same.
func IsNewcomer(u *unit.Unit, reader *store.Player, g *store.Game) (bool, error) {
	const few = 3
	before := u.Now
	if g != nil {
		if before = g.Started; before.IsZero() {
			before = g.Created
		}
	}
	ended := 0
	for r, err := range u.Tx.ResultsOf(reader.ID) {
		if err != nil {
			return false, err
		}
		if r.Ended.Before(before) {
			ended++
		}
		if ended == few {
			return false, nil
		}
	}
	return true, nil
}
