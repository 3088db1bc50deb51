package mailbot

import (
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
)

// An action carries out a command of which the table in package orders makes no order for the
// club, and says what came of it.
type action func(e *errand, c parser.Command) (telling.Line, error)

// newActions gives them, by verb.
func newActions() map[string]action {
	return map[string]action{
		orders.Show: show, orders.Preview: preview, orders.History: sendHistory, orders.Export: export,
		orders.Games: games, orders.Seeks: seeks, orders.Rules: rules,
		orders.Standings: standings, orders.Profile: profile, orders.Results: lastResults, orders.Help: help,
		orders.Address: changeAddress,
		orders.Stop:    stopMails, orders.Never: never, orders.Forget: forgetMe,
	}
}
