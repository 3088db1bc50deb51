package letters

import (
	"cmp"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/shares"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// tellsOfGames are the kinds of mail that running games wait for: their turns, their
// beginning and their end.
var tellsOfGames = []templates.Kind{templates.Turn, templates.Started, templates.Over, templates.Cancelled}

// perPlayer is the pot of what one account can cause.
const perPlayer = "mails_out_per_player"

// mayLeave counts a mail and says when it may leave, and whether at all: what a
// player needs is only put off, an answer to a mail that may not be from whom it
// says is not sent. Whoever causes so many that some are put off is told once a day,
// in an answer that is not. One that takes the place of an old mail was counted with it.
func (l *draft) mayLeave(old *store.Outgoing) (at time.Time, ok bool, err error) {
	if l.Kind == templates.Operator { // whose mails have a limit of their own
		return l.u.Now, true, nil
	}
	unsure := l.Answer && !l.Occasion.Claim.Proven()
	if unsure && !l.TurnsDown {
		if ok, err := l.answerUnsure(); !ok || err != nil {
			return l.u.Now, false, err
		}
	}
	at, ok, err = l.departure(old)
	if l.putOff && l.Answer && err == nil {
		l.putOff = false
		l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticePutOff, Text: ClockTime(Tomorrow(l.u.Now))})
	}
	return at, ok && (!unsure || l.Occasion.Owed || !at.After(l.u.Now)), err
}

// keepOrder lets the mail that tells a player of a move and nothing else leave later, so that the
// move can be taken back meanwhile; but not after others about that game.
func (l *draft) keepOrder(m *store.Outgoing) error {
	g := l.Game
	if g.State != store.Playing || g.Player(g.Course.ToMove) != l.To.ID {
		return nil
	}
	_, answered := l.AnsweredByPlans(g)
	// Nobody else would tell that a challenge was accepted, say, or that the move has ended or
	// answered the reader's plan.
	onlyMove := !answered && len(l.Notices) == 0 && isMoveOf(g, g.Course.ToMove.Other())
	if l.Kind == templates.Turn && !l.Answer && g.TurnMail == 0 && onlyMove && !m.NextTry.After(l.u.Now) {
		m.NextTry = l.u.Now.Add(l.config.UndoGrace)
		m.Recallable = m.NextTry.After(l.u.Now)
		return nil
	}
	return l.u.Tx.Hasten(g.TurnMail, l.u.Now)
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
func (l *draft) departure(old *store.Outgoing) (at time.Time, ok bool, err error) {
	by := shares.OfUnproven
	switch {
	case l.Occasion.Mail == nil, l.Kind == templates.Watched && !l.Answer: // its reader causes it
		by, err = shares.Of(l.u, l.To)
	case l.Occasion.Claim.Proven():
		by, err = shares.Of(l.u, l.Occasion.Claim.Sender())
	case l.Occasion.Claim.AddressCertain():
		by, err = shares.Of(l.u, &store.Player{Address: l.Occasion.Mail.From.Addr})
	}
	if err != nil {
		return l.u.Now, false, err
	}
	at = l.u.Now
	if old != nil {
		l.caused = old.Caused
	}
	for range daysAhead {
		if old != nil && (old.Recallable || !old.NextTry.After(at)) {
			return at, true, nil
		}
		full, err := l.leaveOn(at, by)
		if full == nil || err != nil {
			return at, true, err
		}
		if at.Equal(l.u.Now) {
			if err := l.overdraw(full, by); err != nil {
				return at, false, err
			}
			if l.putOff && l.Answer { // this one tells of it
				return at, true, nil
			}
		}
		at = Tomorrow(at)
	}
	return at, !l.Answer || l.canReplace() || l.Occasion.Owed, nil
}

// Tomorrow gives the beginning of the next day.
func Tomorrow(at time.Time) time.Time {
	return store.Counter{Window: store.LongestWindow}.Ends(at)
}

// leaveOn counts a mail for a day: among the mails to its address and domain, in its causer's
// share, and among all mails of the day. Half of those is kept for what running games wait for,
// which may take of the other half too, so that there are two ways for it. If there is no room for it, it counts nothing, and
// gives the draw that is in the way.
func (l *draft) leaveOn(day time.Time, by shares.Account) (full *shares.Draw, err error) {
	limits, address := l.config.Limits, fold.Mailbox(l.To.Address)
	share, err := by.Of(l.u, limits.InAll, cmp.Or(limits.PerPlayer, max(1, limits.InAll/4)))
	if err != nil {
		return nil, err
	}
	domain, own := shares.Domain(address), by.Members
	if by.Is(l.To.ID) {
		own = nil // nobody else's mailbox gets full
	}
	games := limits.InAll / 2
	ways := [][]shares.Draw{{
		{Pot: shares.Pot{Name: "mails_out_per_address", Whom: address, Most: limits.ToAddress, Told: l.To.Name}, By: own},
		{Pot: shares.Pot{Name: "mails_out_per_domain", Whom: domain, Most: limits.ToDomain, Told: domain}, By: by.Members},
		{Pot: shares.Pot{Name: perPlayer, Whom: by.Members[0].Name, Most: share}, By: by.Members[1:]},
		{Pot: shares.Pot{Name: "mails_out", Most: limits.InAll - games}, By: by.Members},
	}}
	if slices.Contains(tellsOfGames, l.Kind) {
		way := slices.Clone(ways[0])
		way[len(way)-1].Pot = shares.Pot{Name: "mails_out_for_games", Most: games}
		ways = slices.Insert(ways, 0, way)
	}
	for _, way := range ways {
		if full, err = shares.FirstFull(l.u, way, day); err != nil {
			return nil, err
		}
		if full != nil {
			continue
		}
		for _, d := range way {
			if l.caused, err = d.Take(l.u, day); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return full, err
}

// overdraw notes that more was to leave than a pot holds: once a day for each
// pot, and for each account that has taken what it can of one, in the log and for the
// operator; and for the sender, see mayLeave.
func (l *draft) overdraw(full *shares.Draw, by shares.Account) error {
	used, err := l.u.Tx.Counted(full.Counter(), l.u.Now)
	if err != nil {
		return err
	}
	news := templates.Notice{Code: templates.OperatorLimit, Text: "limits." + full.Name, Number: full.Most, Name: full.Told}
	kind, whose := "told_limit", full.Name+" "+full.Whom
	if used < full.Most || full.Name == perPlayer {
		news = templates.Notice{Code: templates.OperatorShare, Text: "limits.mails_out_per_player", Name: by.Told}
		kind, whose = "told_share", by.Members[len(by.Members)-1].Name
	}
	first, err := shares.FirstToday(l.u, kind, whose)
	if err != nil {
		return err
	}
	if first {
		l.config.Log.Warn("over a limit: mails wait until tomorrow, or are not sent", "limit", full.Name, "most", full.Most)
		l.news = append(l.news, news)
	}
	if !l.Occasion.Claim.Proven() {
		return nil
	}
	if first, err = shares.FirstToday(l.u, "told_sender", shares.Player(l.Occasion.Claim.Sender().ID)); first {
		l.putOff = true
	}
	return err
}

// unsure are the limits of answers to mails that may not be from whom they say, and,
// apart from these, to strangers for whom our server vouches.
func (d *Desk) unsure(address string) []shares.Draw {
	limits, c := d.config.Limits, d.Occasion.Claim
	if c.Sender() == nil && c.Vouched() {
		return []shares.Draw{{
			Pot: shares.Pot{Name: "unproven_answers_in_all", Whom: "vouched", Most: limits.UnprovenInAll}, By: OfStranger(d.Occasion.Mail.From.Addr),
		}}
	}
	return []shares.Draw{
		{Pot: shares.Pot{Name: unprovenTo, Whom: fold.Mailbox(address), Most: limits.Unproven}},
		{Pot: shares.Pot{Name: "unproven_answers_in_all", Most: limits.UnprovenInAll}},
	}
}

// unprovenTo is the pot of what one address gets.
const unprovenTo = "unproven_answers"

// OfStranger is the member that a stranger is, of whom we know the domain: whoever owns
// one has any number of addresses in it.
func OfStranger(address string) []shares.Member {
	return []shares.Member{{Name: shares.RegisteredDomain(address), Part: 1}}
}

// Spent says whether nothing more may be answered today to a mail that may not be
// from whom it says.
func (d *Desk) Spent(address string) (bool, error) {
	full, err := shares.FirstFull(d.u, d.unsure(address), d.u.Now)
	if full != nil {
		d.Over = Overrun{full.Name, full.Most + 1}
	}
	return full != nil, err
}

// answerUnsure counts an answer to a mail that may not be from whom it says. Over
// a limit there is none, unless it is owed: somebody may be using the bot to fill
// another's mailbox.
// The last one to an address says that it is the last.
func (l *draft) answerUnsure() (ok bool, err error) {
	if !l.Occasion.Owed {
		if spent, err := l.Spent(l.To.Address); spent || err != nil {
			return false, err
		}
	}
	for _, d := range l.unsure(l.To.Address) {
		before, err := d.Take(l.u, l.u.Now)
		if err != nil {
			return false, err
		}
		if d.Name == unprovenTo && before+1 == d.Most {
			l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeLastUnproven, Text: ClockTime(Tomorrow(l.u.Now))})
		}
	}
	return true, nil
}

// OwesPutOff says whether mails that the sender has caused are put off, and no answer has told
// of it yet.
func (d *Desk) OwesPutOff() bool { return d.putOff }

// ClockTime is how mails tell when a limit ends.
func ClockTime(t time.Time) string { return t.UTC().Format("15:04") + " UTC" }
