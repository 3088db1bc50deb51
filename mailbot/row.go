package mailbot

import (
	"slices"
	"time"

	"unlurbot/mailbot/letters"
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

// inRow gives those of the answers to a mail that there may be in its row, counts
// them, and says whether they end it. What has changed a game is told in any case.
func (e *errand) inRow(groups [][]result) (answers [][]result, last bool) {
	row, left := e.row, e.row.left
	for _, group := range groups {
		if !row.again || left > 0 || e.settled || slices.ContainsFunc(group, e.advances) {
			answers = append(answers, group)
			left--
		}
	}
	*row.answers += len(answers)
	// Somebody who opens three games alike must hear of a fourth that is not
	// possible. What can be undone, though, can be done for ever.
	if slices.ContainsFunc(e.results, func(r result) bool { return slices.Contains([]Decision{Played, Started, Declined}, r.decision) }) {
		*row.answers = min(*row.answers, max(len(answers), e.bot.cfg.Limits.Patience-1))
	}
	return answers, row.again && !row.advanced && left <= 0
}

// advances says whether a result is of a command that has changed a game.
func (e *errand) advances(r result) bool {
	return slices.Contains([]Decision{Played, Started, Declined, Withdrawn, Planned}, r.decision) || e.tellsChange(r.game)
}

// tellsChange says whether a game has changed, and the opponent is to hear of it.
func (e *errand) tellsChange(g *store.Game) bool {
	return g != nil && e.u.Changes(g) && slices.ContainsFunc(e.letters, func(l letters.Letter) bool { return l.Game == g })
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
	e.row.advanced = e.settled || slices.ContainsFunc(e.results, e.advances)
	if e.row.advanced || !e.tired() {
		return false
	}
	e.results, e.letters = nil, nil
	return true
}
