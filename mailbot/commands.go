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
		orders.Address: changeAddress,
		orders.Stop:    stopMails, orders.Never: never, orders.Forget: forgetMe,
	}
}
