package mailbot

import (
	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// finishedListed is how many finished games the list of games ends with.
const finishedListed = 10

var gamesCommand = command{verb: "games", open: true, run: func(*errand, parser.Command) (result, error) {
	return result{kind: templates.Games, decision: Answered}, nil
}}

// gameLines lists the sender's games: those that wait for the sender first,
// then those that wait for others, then the last finished ones.
func (e *errand) gameLines() ([]templates.GameLine, error) {
	mine, err := e.myGames()
	if err != nil {
		return nil, err
	}
	var yours, theirs, over []templates.GameLine
	for _, g := range mine {
		seat := g.SeatOf(e.sender.ID)
		line, err := e.gameLine(g, seat)
		if err != nil {
			return nil, err
		}
		switch {
		case onTurn(g, seat) || asChallenged(g, seat):
			yours = append(yours, line)
		case g.State == store.Playing || g.State == store.Waiting:
			theirs = append(theirs, line)
		case g.State == store.Finished:
			over = append(over, line)
		}
	}
	over = over[max(0, len(over)-finishedListed):]
	return append(append(yours, theirs...), over...), nil
}

func (e *errand) gameLine(g *store.Game, seat game.Seat) (templates.GameLine, error) {
	opponent, err := e.opponentName(g, seat)
	if err != nil {
		return templates.GameLine{}, err
	}
	return templates.GameLine{
		Number: int(g.Number), Size: g.Size, Opponent: opponent, Ply: g.Course.Ply,
		Waiting: g.State == store.Waiting, Over: g.State == store.Finished, Won: g.Course.Winner == seat,
		Yours: onTurn(g, seat) || asChallenger(g, seat),
	}, nil
}
