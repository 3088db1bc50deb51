package mailbot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// rowForgotten is how long a row lasts at most.
const rowForgotten = 24 * time.Hour

// lineUp keeps a program that answers everything, and hides what it is, from
// talking with the bot for ever. The rule: a mail that asks for something else
// than the last that asked for anything begins a row of mails, and so does one
// that changes a game. Of a row the bot answers Patience mails that ask for the
// same, the first one included, and Patience mails that ask for nothing; the last
// answer says that it is the last. A day after its beginning a row is over.
//
// What is asked for is the commands: what stands around them may differ each time
// in what a program writes. Mails that may not be the player's make a row of
// their own, so that nobody can use up another's patience.
func (e *errand) lineUp(p *store.Player) {
	row := e.rowOf(p)
	if e.now.Sub(row.Began) > rowForgotten || e.wish != "" && e.wish != row.Wish {
		*row = store.Row{Began: e.now, Wish: e.wish}
	}
	count := &row.Same
	if e.wish == "" {
		count = &row.Nothing
	}
	*count++
	e.changePlayer(p)
	patience := e.bot.cfg.Limits.Patience
	e.tired = *count > patience
	if *count == patience {
		e.last = templates.Notice{Code: templates.NoticePatience}
	}
}

// rowOf gives the row that this mail is part of.
func (e *errand) rowOf(p *store.Player) *store.Row {
	if e.proven {
		return &p.Row
	}
	return &p.Doubted
}

// makeWish notes what the mail asks for, in a form by which it can be compared
// with what other mails do; it is empty for nothing. It is a keyed hash, since
// words to somebody can be among it.
func (e *errand) makeWish() error {
	if len(e.orders.Commands) == 0 {
		return nil
	}
	key, err := e.tx.FixedKey(keyOfWishes)
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	for _, c := range e.orders.Commands {
		fmt.Fprintf(mac, "%q %q\n", c.Verb, c.Args)
	}
	e.wish = hex.EncodeToString(mac.Sum(nil)[:8])
	return nil
}

// mayAdvance says whether a mail that goes on with a long row must be carried out
// all the same, because it may change a game: "accept" is what many invitations
// are answered with. A challenge changes none.
func (e *errand) mayAdvance() bool {
	challenges := func(c parser.Command) bool { return c.Verb == challengeCommand.verb }
	return e.proven && len(e.orders.Commands) > 0 && !slices.ContainsFunc(e.orders.Commands, challenges)
}

// inVain says whether a mail that went on with a long row has changed no game
// after all: then nobody hears of it. One that did begins a row.
func (e *errand) inVain() bool {
	advanced := func(r result) bool {
		return slices.Contains([]Decision{Played, Started, Declined, Withdrawn}, r.decision)
	}
	if !slices.ContainsFunc(e.results, advanced) {
		if e.tired {
			e.results, e.letters = nil, nil
		}
		return e.tired
	}
	*e.rowOf(e.sender) = store.Row{Began: e.now, Wish: e.wish, Same: 1}
	e.last = templates.Notice{}
	return false
}
