package dispatch

import (
	"unlurbot/mailbot/orders"
)

// Looks gives what answers the commands that look at something, by verb, and the answers to questions
// that were not asked.
func Looks() map[string]Look {
	return map[string]Look{
		orders.Show: show, orders.Preview: preview, orders.History: history, orders.Export: export,
		orders.Games: games, orders.Clocks: clocks, orders.Seeks: seeks, orders.Rules: rules,
		orders.Standings: standings, orders.Profile: profile, orders.Results: lastResults, orders.Help: help, orders.Tournament: tournament, orders.Ladder: ladder, orders.Learn: learn, orders.Puzzle: puzzle,
		orders.Yes: unasked, orders.No: unasked,
	}
}
