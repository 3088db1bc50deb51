package mailbot

import (
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// An overrun is a limit that a mail has met, for the log.
type overrun struct {
	limit string
	count int // with that mail
}

// tellsOfGames are the kinds of mail that running games wait for: their turns, their
// beginning and their end.
var tellsOfGames = []templates.Kind{templates.Turn, templates.Started, templates.Over, templates.Cancelled}

// A claim is what a mail takes one of.
type claim struct {
	pot
	by []member
}

// claims lists what a mail takes: of the mails to its address and domain, of its
// causer's share, and of all mails of the day. Half of those is kept for what running
// games wait for, which may take of the other half too: there is one list for each way.
func (e *errand) claims(l *letter, by account) ([][]claim, error) {
	share, err := e.share(by)
	limits, address := e.bot.cfg.Limits, fold.Mailbox(l.to.Address)
	domain, group, own := domainOf(address), by.members[0], by.members
	if l.to.ID != 0 && own[len(own)-1].name == playerMember(l.to.ID) {
		own = nil // nobody else's mailbox gets full
	}
	games := limits.Out / 2
	ways := [][]claim{{
		{pot{"mails_out_per_address", address, limits.OutToAddress, l.to.Name}, own},
		{pot{"mails_out_per_domain", domain, limits.OutToDomain, domain}, by.members},
		{pot{"mails_out_per_player", group.name, share, ""}, by.members[1:]},
		{pot{"mails_out", "", limits.Out - games, ""}, by.members},
	}}
	if slices.Contains(tellsOfGames, l.kind) {
		way := slices.Clone(ways[0])
		way[len(way)-1].pot = pot{"mails_out_for_games", "", games, ""}
		ways = slices.Insert(ways, 0, way)
	}
	return ways, err
}

// mayLeave counts a mail and says when it may leave, and whether at all: what a
// player needs is only put off, an answer to a mail that may not be from whom it
// says is not sent. Whoever causes so many that some are put off is told once a day,
// in an answer that is not. One that takes the place of an old mail was counted with it.
func (e *errand) mayLeave(l *letter, old *store.Outgoing) (at time.Time, ok bool, err error) {
	if l.kind == templates.Operator { // whose mails have a limit of their own
		return e.u.Now, true, nil
	}
	unsure := l.answer && !e.proven
	if unsure && !l.turnsDown {
		if ok, err := e.answerUnsure(l); !ok || err != nil {
			return e.u.Now, false, err
		}
	}
	at, ok, err = e.departure(l, old)
	if e.putOff && l.answer && err == nil {
		e.putOff = false
		l.notices = append(l.notices, templates.Notice{Code: templates.NoticePutOff, Text: clockTime(tomorrow(e.u.Now))})
	}
	return at, ok && (!unsure || e.owed || !at.After(e.u.Now)), err
}

// keepOrder lets the mail that tells a player of a move and nothing else leave later, so that the
// move can be taken back meanwhile; but not after others about that game.
func (e *errand) keepOrder(l *letter, m *store.Outgoing) error {
	g := l.game
	if g.State != store.Playing || g.Player(g.Course.ToMove) != l.to.ID {
		return nil
	}
	if l.kind == templates.Turn && !l.answer && g.TurnMail == 0 && e.tellsOnlyMove(l) && !m.NextTry.After(e.u.Now) {
		m.NextTry = e.u.Now.Add(e.bot.cfg.UndoGrace)
		m.Recallable = m.NextTry.After(e.u.Now)
		return nil
	}
	return e.u.Tx.Hasten(g.TurnMail, e.u.Now)
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

// daysAhead is how far mails are put off. Those for which there is no room on any of
// these days leave on the last one all the same, unless they are mere answers.
const daysAhead = 3

// departure counts a mail and says when it may leave: now, or with the first day that
// has room for it, of which it is one of the mails then. That what one game has to say
// to one reader is one mail until then keeps these days from filling up.
func (e *errand) departure(l *letter, old *store.Outgoing) (at time.Time, ok bool, err error) {
	by, err := e.causer(l)
	if err != nil {
		return e.u.Now, false, err
	}
	at = e.u.Now
	if old != nil {
		l.caused = old.Caused
	}
	for range daysAhead {
		if old != nil && (old.Recallable || !old.NextTry.After(at)) {
			return at, true, nil
		}
		full, err := e.leaveOn(at, l, by)
		if full == nil || err != nil {
			return at, true, err
		}
		if at.Equal(e.u.Now) {
			if err := e.overdraw(full, by); err != nil {
				return at, false, err
			}
			if e.putOff && l.answer { // this one tells of it
				return at, true, nil
			}
		}
		at = tomorrow(at)
	}
	return at, !l.answer || l.canReplace() || e.owed, nil
}

// tomorrow gives the beginning of the next day.
func tomorrow(at time.Time) time.Time {
	return store.Counter{Window: store.LongestWindow}.Ends(at)
}

// leaveOn counts a mail for a day. If there is no room for it, it counts nothing, and
// gives the claim that is in the way.
func (e *errand) leaveOn(day time.Time, l *letter, by account) (full *claim, err error) {
	ways, err := e.claims(l, by)
	for _, way := range ways {
		if full, err = e.firstFull(way, day); err != nil {
			return nil, err
		}
		if full != nil {
			continue
		}
		for _, c := range way {
			if l.caused, err = e.count(c.pot, c.by, day); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return full, err
}

// firstFull gives the first of some claims that can't be met on a day, nil if all can.
func (e *errand) firstFull(way []claim, day time.Time) (*claim, error) {
	for i, c := range way {
		if room, err := e.room(c.pot, c.by, day); room <= 0 || err != nil {
			return &way[i], err
		}
	}
	return nil, nil
}

// overdraw notes that more was to leave than a claim allows for: once a day for each
// pot, and for each account that has taken what it can of one, in the log and for the
// operator; and for the sender, see mayLeave.
func (e *errand) overdraw(full *claim, by account) error {
	used, err := e.u.Tx.Counted(full.counter(), e.u.Now)
	if err != nil {
		return err
	}
	news := templates.Notice{Code: templates.OperatorLimit, Text: "limits." + full.name, Number: full.most, Name: full.pot.told}
	kind, whose := "told_limit", full.name+" "+full.whom
	if used < full.most || full.name == "mails_out_per_player" {
		news = templates.Notice{Code: templates.OperatorShare, Text: "limits.mails_out_per_player", Name: by.told}
		kind, whose = "told_share", by.members[len(by.members)-1].name
	}
	first, err := e.firstToday(kind, whose)
	if err != nil {
		return err
	}
	if first {
		e.bot.process.Log.Warn("over a limit: mails wait until tomorrow, or are not sent", "limit", full.name, "most", full.most)
		e.news = append(e.news, news)
	}
	if e.isChore() || !e.proven {
		return nil
	}
	if first, err = e.firstToday("told_sender", playerMember(e.sender.ID)); first {
		e.putOff = true
	}
	return err
}

// unsure are the limits of answers to mails that may not be from whom they say, and,
// apart from these, to strangers for whom our server vouches.
func (e *errand) unsure(address string) []claim {
	limits := e.bot.cfg.Limits
	if e.sender == nil && e.vouched {
		return []claim{{pot{"unproven_answers_in_all", "vouched", limits.UnprovenInAll, ""}, e.ofStranger()}}
	}
	return []claim{
		{pot{"unproven_answers", fold.Mailbox(address), limits.UnprovenAnswers, ""}, nil},
		{pot{"unproven_answers_in_all", "", limits.UnprovenInAll, ""}, nil},
	}
}

// spent says whether nothing more may be answered today to a mail that may not be
// from whom it says.
func (e *errand) spent(address string) (bool, error) {
	full, err := e.firstFull(e.unsure(address), e.u.Now)
	if full != nil {
		e.over = overrun{full.name, full.most + 1}
	}
	return full != nil, err
}

// answerUnsure counts an answer to a mail that may not be from whom it says. Over
// a limit there is none, unless it is owed: somebody may be using the bot to fill
// another's mailbox.
// The last one to an address says that it is the last.
func (e *errand) answerUnsure(l *letter) (ok bool, err error) {
	if !e.owed {
		if spent, err := e.spent(l.to.Address); spent || err != nil {
			return false, err
		}
	}
	for _, c := range e.unsure(l.to.Address) {
		before, err := e.count(c.pot, c.by, e.u.Now)
		if err != nil {
			return false, err
		}
		if c.name == "unproven_answers" && before+1 == c.most {
			l.notices = append(l.notices, templates.Notice{Code: templates.NoticeLastUnproven, Text: clockTime(tomorrow(e.u.Now))})
		}
	}
	return true, nil
}

// clockTime is how mails tell when a limit ends.
func clockTime(t time.Time) string { return t.UTC().Format("15:04") + " UTC" }
