package mailbot

import (
	"time"

	"unlurbot/mailbot/orders"
	"unlurbot/store"
)

// rowForgotten is how long a row lasts at most.
const rowForgotten = 24 * time.Hour

// A rowPlace is what is known of the row that a mail is part of.
type rowPlace struct {
	again    bool // the mail goes on with it
	advanced bool // it has changed a game
	answers  *int // how many mails of its kind have brought so far
	left     int  // how many more there may be
}

// lineUp keeps a program that answers everything, and hides what it is, from
// talking with the bot for ever. The rule: a mail that asks for something else
// than the last that asked for anything begins a row of mails. In a row the bot
// gives Patience answers to mails that ask for the same, the first one included,
// and Patience to mails that ask for nothing; the last one says that it is the
// last. What plays a move, or answers an invitation or a question of ours for the
// first time, is carried out and answered in any case, and so is the next mail. A
// day after its beginning a row is over.
//
// What is asked for is the commands: what stands around them may differ each time
// in what a program writes. Mails that may not be the player's make a row of
// their own, so that nobody can use up another's patience, and none with one that is
// owed an answer.
func (e *errand) lineUp(p *store.Player) {
	row := e.rowOf(p)
	e.row.again = true
	if e.u.Now.Sub(row.Began) > rowForgotten || e.asked.Wish != "" && e.asked.Wish != row.Wish {
		*row = store.Row{Began: e.u.Now, Wish: e.asked.Wish}
		e.row.again = e.asked.Wish == ""
	}
	e.row.answers = &row.Same
	if e.asked.Wish == "" {
		e.row.answers = &row.Nothing
	}
	e.row.again = e.row.again && (e.claim.Proven() || !e.owed)
	e.row.left = e.bot.cfg.Limits.Patience - *e.row.answers
	e.u.ChangePlayer(p)
}

// tired says whether there have been enough answers in the row of this mail.
func (e *errand) tired() bool { return e.row.again && e.row.left <= 0 }

// inRow says of the answers to a mail, given whether each tells of a change, which there may be
// in its row, counts them, and says whether they end it. What has changed a game is told in any
// case, and what begins or ends one is hardly counted.
func (e *errand) inRow(advances []bool, opens bool) (sent []bool, last bool) {
	row, left, count := e.row, e.row.left, 0
	for _, advances := range advances {
		ok := !row.again || left > 0 || e.settled || e.told.Insists() || advances
		sent = append(sent, ok)
		if ok {
			left--
			count++
		}
	}
	*row.answers += count
	if opens {
		*row.answers = min(*row.answers, max(count, e.bot.cfg.Limits.Patience-1))
	}
	return sent, row.again && !row.advanced && left <= 0
}

// rowOf gives the row that this mail is part of.
func (e *errand) rowOf(p *store.Player) *store.Row {
	if e.claim.Proven() {
		return &p.Row
	}
	return &p.Doubted
}

// mayAdvance says whether a mail that goes on with a row that is at its end must
// be carried out all the same, because it may change a game: "accept" is what
// many invitations are answered with. To challenge again and again is no such
// thing, and neither is to plan and drop it in one mail.
func (e *errand) mayAdvance() bool {
	idles := e.asked.AsksFor(orders.Challenge) || e.asked.AsksFor(orders.If) && e.asked.AsksFor(orders.ForgetIfs)
	return e.claim.Proven() && len(e.asked.Commands) > 0 && !idles
}

// inVain says whether a mail that goes on with a row that is at its end has
// changed no game after all: then nobody hears of it.
func (e *errand) inVain() bool {
	e.row.advanced = e.settled || e.teller().Advances()
	return !e.row.advanced && e.tired()
}
