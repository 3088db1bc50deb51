package door

import (
	"time"

	"unlurbot/store"
)

// Patience is how many answers there are in a row of mails. It keeps a program that answers
// everything, and hides what it is, from talking with the bot for ever. The rule: a mail that
// asks for something else than the last that asked for anything begins a row of mails. In a row
// the bot gives so many answers to mails that ask for the same, the first one included, and as
// many to mails that ask for nothing; the last one says that it is the last. What plays a move, or
// answers an invitation or a question of ours for the first time, is carried out and answered in
// any case, and so is the next mail. A day after its beginning a row is over.
//
// What is asked for is the commands: what stands around them may differ each time
// in what a program writes. Mails that may not be the player's make a row of
// their own, so that nobody can use up another's patience, and none with one that is
// owed an answer.
//
// The zero Patience is that of no mail: nothing is to be counted with it.
type Patience struct {
	answers *int // that mails of this kind have brought so far
	most    int
	again   bool // the mail goes on with a row
}

// RowLasts is how long a row lasts at most.
const RowLasts = 24 * time.Hour

// Begin finds the place of a mail in a player's row, or begins another one: wish is what the mail
// asks for, and most how many answers there are.
func Begin(row *store.Row, wish string, now time.Time, most int) Patience {
	p := Patience{most: most, again: true}
	if now.Sub(row.Began) > RowLasts || wish != "" && wish != row.Wish {
		*row = store.Row{Began: now, Wish: wish}
		p.again = wish == ""
	}
	p.answers = &row.Same
	if wish == "" {
		p.answers = &row.Nothing
	}
	return p
}

// IsOver says whether there have been enough answers in the row of this mail.
func (p Patience) IsOver() bool { return p.again && *p.answers >= p.most }

// Cut says which answers to a mail are sent, counts them, and says whether they are the last ones in
// the row. Of each answer it is told whether it must be sent: it tells of a game that has changed,
// say. Advanced says that the mail has done anything of that kind, and lasts that this cannot be
// undone: the mail has played a move, or begun or declined a game.
func (p Patience) Cut(must []bool, advanced, lasts bool) (sent []bool, last bool) {
	left, n := p.most-*p.answers, 0
	for _, must := range must {
		ok := !p.again || left > n || must
		if sent = append(sent, ok); ok {
			n++
		}
	}
	left -= n
	*p.answers += n
	// Somebody who opens three games alike must hear of a fourth that is not
	// possible. What can be undone, though, can be done for ever.
	if lasts {
		*p.answers = min(*p.answers, max(n, p.most-1))
	}
	return sent, p.again && !advanced && left <= 0
}
