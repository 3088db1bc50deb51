package mailbot

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	// finishedListed is how many finished games the list of games ends with.
	finishedListed = 10
	// gamesListed is how many games it has in all. Others can send any number of
	// invitations.
	gamesListed = 50
	// choiceListed is how many there are where a player has to say which is meant.
	choiceListed = 20
)

// gameLines lists the sender's games: those that wait for the sender first,
// then those that wait for others, then the last finished ones. It says how many
// there was no room for.
func (e *errand) gameLines() (lines []templates.GameLine, more int, err error) {
	open, err := e.u.OpenGames(e.sender)
	if err != nil {
		return nil, 0, err
	}
	finished, err := e.lastFinished()
	if err != nil {
		return nil, 0, err
	}
	var yours, theirs, over []templates.GameLine
	for _, g := range append(open, finished...) {
		seat := g.SeatOf(e.sender.ID)
		line, err := e.gameLine(g, seat)
		if err != nil {
			return nil, 0, err
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
	lines = slices.Concat(yours, theirs, over)
	listed := min(len(lines), gamesListed)
	return lines[:listed], len(lines) - listed, nil
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

// lastFinished gives the sender's last finished games, the oldest first. It looks
// no further back than through so many games and challenges.
func (e *errand) lastFinished() (last []*store.Game, err error) {
	const furthest = 10 * finishedListed
	looked := 0
	for g, err := range e.u.Tx.LastGamesOf(e.sender.ID) {
		if err != nil {
			return nil, err
		}
		if g = e.u.Own(g); g.State == store.Finished {
			last = append(last, g)
		}
		if looked++; len(last) == finishedListed || looked == furthest {
			break
		}
	}
	slices.Reverse(last)
	return last, nil
}

func (e *errand) gameLine(g *store.Game, seat game.Seat) (templates.GameLine, error) {
	opponent, err := e.opponentName(g, seat)
	if err != nil {
		return templates.GameLine{}, err
	}
	left, err := e.timeLeft(g, e.sender)
	if err != nil {
		return templates.GameLine{}, err
	}
	return templates.GameLine{
		Time:   left,
		Number: int(g.Number), Size: g.Size, Opponent: opponent, Ply: g.Course.Ply,
		Offered: g.FreeSeat() != game.NoSeat, Taken: g.Taken, Left: g.Left(), Waiting: g.State == store.Waiting, Over: g.State == store.Finished, Won: g.Course.Winner == seat,
		Yours: club.OnTurn(g, seat) || club.CanWithdraw(g, seat),
	}, nil
}
