// Package author finds out who a mail is from and how certain that is. Its answer is a Claim:
// an immutable value that later steps query.
//
// The address in From is easily forged, so on its own it proves nothing. Two things do: a
// token, which was sent to the player's own mailbox and which others see only once it was
// answered, and a voucher that the configuration says to trust, which the caller has to
// find out about.
//
//	token           From                vouched for   the author is
//	of a player     that player's       -             Proven
//	the same, spent that player's       no            Spent: proven for little, see orders.Suffices
//	of a player     another player's    -             as without a token: it was
//	                                                  quoted to them by a copy
//	of a player     nobody's            -             Foreign: that player at another
//	                                                  address, or a thief
//	of somebody     nobody's            -             a Stranger who is not answered
//	forgotten
//	of a stranger   that stranger's     -             a Stranger, who may become a player
//	of a stranger   anybody else's      -             as without a token
//	none or bad     a player's          yes           Proven
//	none or bad     a player's          no            Named: that player, unproven
//	none or bad     nobody's            -             a Stranger
//
// The token of a question is one of the player, or of the stranger, who was asked.
//
// An unproven author can read, and the answer goes to the registered address, so that a
// forger learns nothing. Everything else is kept as a request until it is confirmed from
// there. Package parser makes sure that a mail has one author.
package author

import (
	"maps"

	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// A Certainty is how certain it is who has written a mail. Ask the Claim instead of comparing.
type Certainty uint8

// How certain it can be, from the least on.
const (
	Stranger Certainty = iota // nobody's address
	Foreign                   // a player's token, from an address that is nobody's
	Named                     // a player's address, which anybody can write down
	Spent                     // and that player's token, which others may have by now
	Proven
)

// A Claim is who has written a mail, how certain that is, and what the mail answers. The zero
// Claim is that of a stranger who answers nothing.
type Claim struct {
	sender    *store.Player // nil for a stranger
	certainty Certainty
	vouched   bool // somebody whom we believe is sure of From

	brought token.Token              // of ours, purpose 0 for none
	token   token.Token              // the same, unless it means nothing from this author
	turns   map[store.GameNumber]int // the positions that the mail answers
	request *store.Request           // that it answers, nil for none
	about   answered
	late    bool // it answers the question whether to be forgotten, of long ago
}

// answered is what a mail answers without a player's token that is good.
type answered uint8

const (
	nothing answered = iota
	goneRequest
	ownHelp     // that went to its author, a stranger
	toForgotten // a mail to somebody who is forgotten
)

// Sender gives the player whom the mail is from, or may be; nil for a stranger.
func (c Claim) Sender() *store.Player { return c.sender }

// Joined gives the Claim of a stranger who has become a player with this mail.
func (c Claim) Joined(p *store.Player) Claim {
	c.sender, c.certainty = p, Proven
	return c
}

// Proven says whether the sender is certain, if only by a spent token.
func (c Claim) Proven() bool { return c.certainty >= Spent }

// Spent says whether a spent token is all that proves it.
func (c Claim) Spent() bool { return c.certainty == Spent }

// Foreign says whether the sender's token came from an address that is nobody's.
func (c Claim) Foreign() bool { return c.certainty == Foreign }

// Vouched says whether somebody whom we believe is sure of From.
func (c Claim) Vouched() bool { return c.vouched }

// AddressCertain says whether a mail that is nobody's certainly came from the address in From:
// somebody vouches for it, or it answers help that went there.
func (c Claim) AddressCertain() bool { return c.sender == nil && (c.vouched || c.AnswersHelp()) }

// Sealed gives what the mail brings back of ours, whatever it is worth; purpose 0 for nothing.
func (c Claim) Sealed() token.Token { return c.brought }

// Asked gives what was asked in the mail that is answered, 0 for nothing.
func (c Claim) Asked() token.Question { return c.token.Asks }

// Game gives the game that the mail is a reply about, 0 for none.
func (c Claim) Game() store.GameNumber {
	if c.token.Purpose != token.ForGame {
		return 0
	}
	return store.GameNumber(c.token.Number)
}

// Answers gives that game, nil for none.
func (c Claim) Answers(u *unit.Unit) (*store.Game, error) {
	if c.Game() == 0 {
		return nil, nil
	}
	return u.Game(c.Game())
}

// Turns gives the positions that the mail answers, where it tells.
func (c Claim) Turns() map[store.GameNumber]int {
	turns := maps.Clone(c.turns)
	if turns == nil {
		turns = map[store.GameNumber]int{}
	}
	return turns
}

// Request gives the request that the mail answers, nil for none.
func (c Claim) Request() *store.Request { return c.request }

// AnswersGone says whether it answers a request that is forgotten.
func (c Claim) AnswersGone() bool { return c.about == goneRequest }

// AnswersHelp says whether it answers help that went to its author, a stranger.
func (c Claim) AnswersHelp() bool { return c.about == ownHelp }

// AnswersForgotten says whether it answers a mail to somebody who is forgotten.
func (c Claim) AnswersForgotten() bool { return c.about == toForgotten }

// TooLateToForget says whether it answers the question whether to be forgotten after more
// than ForgetPatience days.
func (c Claim) TooLateToForget() bool { return c.late }

// A Doubt is how uncertain it is who has sent a mail, as it is kept of mails that were dealt
// with. It is weighed for programs too, of whom nothing else is asked.
type Doubt = int

// Doubts, from none to the most.
const (
	DoubtVouched  Doubt = iota // our server or the author's is sure
	DoubtToken                 // the mail has a token of ours that is good only for the sender
	DoubtSpent                 // it has one that others may have, too
	DoubtUnproven              // anybody can have written it
	DoubtProgram               // a program, a list, or who knows what: nobody is answered
)

// Doubt weighs the Claim of a mail that a person has written.
func (c Claim) Doubt() Doubt {
	switch {
	case c.vouched:
		return DoubtVouched
	case c.Spent():
		return DoubtSpent
	case c.Proven(), c.sender == nil && (c.AnswersHelp() || c.request != nil):
		return DoubtToken
	}
	return DoubtUnproven
}
