package mailbot

import (
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// An overrun is a limit that a mail has met, for the log.
type overrun struct {
	limit string
	count int // with that mail
}

// An allowance is how many mails may leave in a day to one place. Its name is
// that of its key in the configuration.
type allowance struct {
	name string
	to   string // an address or a domain; empty for all
	most int
	told string // to the operator: the player's name, or the domain
}

func (a allowance) counter() store.Counter {
	return store.Counter{Kind: a.name, Whom: a.to, Window: store.LongestWindow}
}

// allowances are those that every mail to somebody takes part of.
func (e *errand) allowances(to *store.Player) []allowance {
	limits, address := e.bot.cfg.Limits, store.FoldMailbox(to.Address)
	domain := address[strings.LastIndexByte(address, '@')+1:]
	return []allowance{
		{"mails_out_per_address", address, limits.OutToAddress, to.Name},
		{"mails_out_per_domain", domain, limits.OutToDomain, domain},
		{"mails_out", "", limits.Out, ""},
	}
}

// mayLeave counts a mail and says when it may leave, and whether at all: what a
// player needs is only put off, an answer to a mail that may not be from whom it
// says is not sent.
func (e *errand) mayLeave(l *letter) (at time.Time, ok bool, err error) {
	if l.kind == templates.Operator { // whose mails have a limit of their own
		return e.now, true, nil
	}
	unsure := l.answer && !e.proven
	if unsure {
		if ok, err := e.answerUnsure(l); !ok || err != nil {
			return e.now, false, err
		}
	}
	at, err = e.departure(l.to)
	return at, err == nil && !(unsure && at.After(e.now)), err
}

// keepOrder lets the mail that tells a player of a move and nothing else leave later, so that the
// move can be taken back meanwhile; but not after others about that game.
func (e *errand) keepOrder(l *letter, m *store.Outgoing) error {
	g := l.game
	if g.State != store.Playing || g.Player(g.Course.ToMove) != l.to.ID {
		return nil
	}
	if l.kind == templates.Turn && !l.answer && g.TurnMail == 0 && e.tellsOnlyMove(l) && !m.NextTry.After(e.now) {
		m.NextTry = e.now.Add(e.bot.cfg.UndoGrace)
		m.Recallable = m.NextTry.After(e.now)
		return nil
	}
	return e.tx.Hasten(g.TurnMail, e.now)
}

// tellsOnlyMove says whether a letter tells of one move and what was written with it.
// Nobody else would tell that a challenge was accepted, say, or that the move has
// ended or answered the reader's plan.
func (e *errand) tellsOnlyMove(l *letter) bool {
	g := l.game
	more := slices.ContainsFunc(e.moves, func(m madeMove) bool { return m.game == g && len(g.Events) > m.before+1 })
	return !more && len(l.notices) == 0 && isMoveOf(g, g.Course.ToMove.Other())
}

// isMoveOf says whether the last event of a game is a move of a seat.
func isMoveOf(g *store.Game, seat game.Seat) bool {
	if len(g.Events) == 0 {
		return false
	}
	last := g.Events[len(g.Events)-1]
	return last.Seat == seat && (last.Move.Kind == game.PutStone || last.Move.Kind == game.SayBlack)
}

// departure counts a mail to somebody and says when it may leave: now, or, over
// an allowance, with the next day. What comes after it to the same address then
// waits as well (see store.Tx.Due), so that the order is kept. It counts for the
// day on which it leaves; that it waits for a day and no longer, even if that day
// is full as well, keeps boards from getting older and older.
func (e *errand) departure(to *store.Player) (time.Time, error) {
	at, all := e.now, e.allowances(to)
	for _, a := range all {
		n, err := e.tx.Count(a.counter(), e.now)
		if err != nil {
			return at, err
		}
		if n > a.most {
			at = a.counter().Ends(e.now)
			e.overdraw(a, n)
		}
	}
	if !at.After(e.now) {
		return at, nil
	}
	for _, a := range all {
		if _, err := e.tx.Count(a.counter(), at); err != nil {
			return at, err
		}
	}
	return at, nil
}

// overdraw notes, once a day, that more was to leave than is allowed for.
func (e *errand) overdraw(a allowance, n int) {
	if n != a.most+1 {
		return
	}
	e.bot.log.Warn("over a limit: mails wait until tomorrow, or are not sent", "limit", a.name, "most", a.most)
	e.news = append(e.news, templates.Notice{Code: templates.OperatorLimit, Text: "limits." + a.name, Number: a.most, Name: a.told})
}

// unsure are the allowances for answers to mails that may not be from whom they
// say.
func (e *errand) unsure(address string) []allowance {
	limits := e.bot.cfg.Limits
	return []allowance{
		{"unproven_answers", store.FoldMailbox(address), limits.UnprovenAnswers, ""},
		{"unproven_answers_in_all", "", limits.UnprovenInAll, ""},
	}
}

// spent says whether nothing more may be answered today to a mail that may not be
// from whom it says.
func (e *errand) spent(address string) (bool, error) {
	for _, a := range e.unsure(address) {
		n, err := e.tx.Counted(a.counter(), e.now)
		if err != nil {
			return false, err
		}
		if n >= a.most {
			e.over = overrun{a.name, n + 1}
			return true, nil
		}
	}
	return false, nil
}

// answerUnsure counts an answer to a mail that may not be from whom it says. Over
// an allowance there is none: somebody may be using the bot to fill another's
// mailbox. The last one to an address says that it is the last.
func (e *errand) answerUnsure(l *letter) (ok bool, err error) {
	ok = true
	for _, a := range e.unsure(l.to.Address) {
		n, err := e.tx.Count(a.counter(), e.now)
		if err != nil {
			return false, err
		}
		switch {
		case n > a.most:
			ok = false
			if a.to == "" {
				e.overdraw(a, n)
			}
		case n == a.most && a.to != "" && ok:
			l.notices = append(l.notices, templates.Notice{Code: templates.NoticeLastUnproven, Text: clockTime(a.counter().Ends(e.now))})
		}
	}
	return ok, nil
}

// clockTime is how mails tell when a limit ends.
func clockTime(t time.Time) string { return t.UTC().Format("15:04") + " UTC" }
