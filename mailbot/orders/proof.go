package orders

import (
	"unlurbot/mailbot/author"
	"unlurbot/parser"
)

// Suffices says whether the proof of who the sender is is enough for a command. A
// spent token has been in an answer, of which others may have got a copy, so with a
// forged From anybody can have it who was ever written to. It is good for words
// in its own game, where it moves nothing, and to get no more mails.
func (cmd Command) Suffices(c author.Claim, asked parser.Command) bool {
	switch {
	case cmd.Open:
		return true
	case !c.Spent():
		return c.Proven()
	case cmd.Verb == Stop, cmd.Verb == Never:
		return true
	case cmd.Fresh:
		return false
	}
	named := GameIn(asked)
	return c.Game() != 0 && cmd.IsAboutGame(asked) && (named == 0 || named == c.Game())
}
