package mailbot

import (
	"time"

	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
)

// overRest is for how long the token of a game that is over is as good as one of
// a game that goes on: its players may write about the next one.
const overRest = 30 * 24 * time.Hour

// tokenSpent says whether what the mail's token was made for is over: a position,
// a question, or for a mail about no game the month and the next one.
func (e *errand) tokenSpent() bool {
	switch {
	case e.confirms != nil:
		return e.confirms.Settled
	case e.token.Purpose == token.ForForget:
		return e.forgetTooLate()
	case e.token.Purpose == token.ForPlayer:
		return token.Month(e.u.Now)-e.token.Ply > 1
	case e.token.Purpose != token.ForGame:
		return false
	}
	g := e.u.Loaded(store.GameNumber(e.token.Number))
	switch {
	case g.State == store.Waiting:
		return false
	case g.State != store.Playing && e.u.Now.Sub(g.Ended) > overRest:
		return true
	}
	return e.token.Ply != g.Turn()
}

// suffices says whether the proof of who the sender is is enough for a command. A
// spent token has been in an answer, of which others may have got a copy, so with a
// forged From anybody can have it who was ever written to. It is good for words
// in its own game, where it moves nothing (see isStale), and to get no more mails.
func (e *errand) suffices(c parser.Command, cmd orders.Command) bool {
	switch {
	case cmd.Open:
		return true
	case !e.worn:
		return e.proven
	case cmd.Verb == orders.Stop, cmd.Verb == orders.Never:
		return true
	case cmd.Fresh:
		return false
	}
	named := orders.GameIn(c)
	return e.token.Purpose == token.ForGame && cmd.IsAboutGame(c) && (named == 0 || named == store.GameNumber(e.token.Number))
}
