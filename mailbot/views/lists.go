package views

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	// finishedListed is how many finished games the list of games ends with.
	finishedListed = 10
	// gamesListed is how many games it has in all. Others can send any number of
	// invitations.
	gamesListed = 50
)

// GameLines lists the reader's games: those that wait for the reader first,
// then those that wait for others, then the last finished ones.
func GameLines(u *unit.Unit, reader *store.Player) (*templates.GameList, error) {
	open, err := u.OpenGames(reader)
	if err != nil {
		return nil, err
	}
	finished, err := club.LastFinished(u, reader, finishedListed)
	if err != nil {
		return nil, err
	}
	var yours, theirs, over []templates.GameLine
	for _, g := range append(open, finished...) {
		seat := g.SeatOf(reader.ID)
		line, err := GameLine(u, g, reader)
		if err != nil {
			return nil, err
		}
		switch {
		case club.OnTurn(g, seat) || club.CanAccept(g, seat):
			yours = append(yours, line)
		case g.IsOpen():
			theirs = append(theirs, line)
		default:
			over = append(over, line)
		}
	}
	slices.SortStableFunc(yours, byTimeLeft)
	lines := slices.Concat(yours, theirs, over)
	listed := min(len(lines), gamesListed)
	return &templates.GameList{Lines: lines[:listed], More: len(lines) - listed}, nil
}

// byTimeLeft puts first what has to be done first.
func byTimeLeft(a, b templates.GameLine) int {
	switch {
	case a.Time == nil && b.Time == nil:
		return 0
	case a.Time == nil:
		return 1
	case b.Time == nil:
		return -1
	}
	return a.Time.Until.Compare(b.Time.Until)
}

// GameLine shows a game to one of its players in a line.
func GameLine(u *unit.Unit, g *store.Game, reader *store.Player) (templates.GameLine, error) {
	seat := g.SeatOf(reader.ID)
	opponent, err := Opponent(u, g, seat)
	if err != nil {
		return templates.GameLine{}, err
	}
	if g.Robot != nil {
		opponent += templates.RobotMark
	}
	left, err := TimeLeft(u, g, reader)
	if err != nil {
		return templates.GameLine{}, err
	}
	return templates.GameLine{
		Time:   left,
		Number: int(g.Number), Size: g.Size, Opponent: opponent, Ply: g.Course.Ply, Color: stones(g.Course, seat),
		Offered: g.FreeSeat() != game.NoSeat, Taken: g.Taken, Left: g.Left(), Waiting: g.State == store.Waiting, Over: g.State == store.Finished, Won: g.Course.Winner == seat,
		Yours: club.OnTurn(g, seat) || club.CanWithdraw(g, seat),
	}, nil
}

// stones gives those of a player, NoColor before there is a Black.
func stones(c store.Course, seat game.Seat) game.Color {
	switch c.Black {
	case game.NoSeat:
		return game.NoColor
	case seat:
		return game.Black
	}
	return game.White
}

// offersListed is how many offers are listed, which is more than anybody reads.
const offersListed = 50

// contests says whether a reader can join the cup that is open, and the ladder.
func contests(u *unit.Unit, reader *store.Player, cups, ladder bool) (cup, climbs bool, err error) {
	c, err := club.OpenCup(u)
	if err != nil {
		return false, false, err
	}
	l, err := u.Tx.Ladder()
	if err != nil {
		return false, false, err
	}
	cup = cups && mayJoin(u, reader) && (c == nil || c.Place(uint32(reader.ID)) < 0)
	return cup, ladder && reader.Banned.IsZero() && l.Place(uint32(reader.ID)) == 0, nil
}

// SeekLines lists the open offers, the oldest first; those of the reader are marked. Whether there are
// cups, and a ladder, is said as well.
func SeekLines(u *unit.Unit, reader *store.Player, language string, cups, ladder bool) (*templates.SeekList, error) {
	offers, err := u.Tx.Seeks()
	if err != nil {
		return nil, err
	}
	list, words := &templates.SeekList{}, parser.Words(language)
	if list.Cup, list.Ladder, err = contests(u, reader, cups, ladder); err != nil {
		return nil, err
	}
	for _, g := range offers {
		g = u.Own(g)
		seeker, err := u.Seated(g, g.Challenger)
		if err != nil {
			return nil, err
		}
		open, err := club.StillOffers(u, g)
		if err != nil {
			return nil, err
		}
		switch {
		case !open && seeker.ID != reader.ID:
			continue
		case len(list.Lines) == offersListed:
			list.More++
			continue
		}
		line := templates.SeekLine{
			Number: int(g.Number), Name: names.Of(seeker), Yours: seeker.ID == reader.ID,
			Size: g.Size, Rated: g.Rated, Private: g.Private, Wanted: g.Left(),
		}
		if !g.Pace.None() {
			line.Pace = templates.OptionsIn(words, g.Pace.String())
		}
		list.Lines = append(list.Lines, line)
	}
	return list, nil
}

// GamesToMove lists the games in which a player is to move, those with the least
// time first.
func GamesToMove(u *unit.Unit, p *store.Player) (games []*store.Game, err error) {
	open, err := u.OpenGames(p)
	if err != nil {
		return nil, err
	}
	cal, err := clocks.Calendar(u, p)
	if err != nil {
		return nil, err
	}
	for _, g := range open {
		if club.OnTurn(g, g.SeatOf(p.ID)) {
			games = append(games, g)
		}
	}
	left := func(g *store.Game) templates.GameLine {
		if g.Pace.None() {
			return templates.GameLine{}
		}
		return templates.GameLine{Time: &templates.Time{Until: g.Clock.Deadline(g.Pace, g.Course.ToMove, cal)}}
	}
	slices.SortStableFunc(games, func(a, b *store.Game) int { return byTimeLeft(left(a), left(b)) })
	return games, nil
}
