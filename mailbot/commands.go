package mailbot

import (
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// An action carries out a command of which the table in package orders makes no order for the
// club, and says what came of it.
type action func(e *errand, c parser.Command) (result, error)

// newActions gives them, by verb.
func newActions() map[string]action {
	look := func(k templates.Kind) action { // at a game
		return func(e *errand, c parser.Command) (result, error) { return e.look(c, k) }
	}
	just := func(k templates.Kind) action { // a mail of a kind says it all
		return func(*errand, parser.Command) (result, error) { return result{kind: k, decision: Answered}, nil }
	}
	return map[string]action{
		orders.Show: show, orders.Preview: preview, orders.History: look(templates.History), orders.Export: export,
		orders.Games: just(templates.Games), orders.Seeks: just(templates.Seeks), orders.Rules: just(templates.Rules),
		orders.Standings: standings, orders.Profile: profile, orders.Results: lastResults, orders.Help: help,
		orders.Address: changeAddress,
		orders.Stop:    stopMails, orders.Never: never, orders.Forget: forgetMe,
	}
}

// begun gives a game if there is a board to show of it, else nil.
func begun(g *store.Game) *store.Game {
	if g.Started.IsZero() {
		return nil
	}
	return g
}

// notBegun refuses what can only be done in a game that has begun.
func notBegun(g *store.Game) result {
	if g.State == store.Waiting {
		return refuse(g, templates.Notice{Code: templates.NoticeNotStarted, Number: int(g.Number)})
	}
	return answered(g)
}

// answered refuses what can only be done with an open challenge.
func answered(g *store.Game) result {
	code := templates.NoticeAnswered
	switch g.State {
	case store.Playing:
		code = templates.NoticeBegun
	case store.Lapsed:
		code = templates.NoticeLapsed
	}
	return refuse(begun(g), templates.Notice{Code: code, Number: int(g.Number)})
}
