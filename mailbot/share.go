package mailbot

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// Every mail that leaves is accounted to whoever has caused it, and those who cause
// mails share what may leave in a day, so that nobody can silence the others. What is
// shared is a pot: all mails of the day, say, or those to one address.
//
// The rule is that of switches in which queues share a buffer (Choudhury and Hahne,
// "Dynamic queue length thresholds for shared-memory packet switches", IEEE/ACM
// Transactions on Networking 6, 1998): nobody takes more of a pot than is left in it.
// Whoever is alone can take half, two a third each, and so on. Something is always
// left, and those who have taken the least go on the longest.

// A pot is how many things there may be in a day.
type pot struct {
	name string // the key of its limit in the configuration, or what makes one of several of it
	whom string // an address, a domain, a member; empty for one that all share
	most int
	told string // for whom it is, to the operator: a player's name, a domain
}

// A member takes things out of a pot: one part of what is left at most. It is somebody,
// or a group, of which each takes them out of what is left to the group.
type member struct {
	name string
	part int
}

// An account is who causes mails: a member, behind the groups that it is in.
type account struct {
	members []member
	told    string // to the operator; empty for those who can't be named
}

// The groups. Somebody can have any number of addresses, and so any number of new
// accounts: all players who have not ended a game have one share together. So have the
// strangers for whom our server vouches, by their domains, and all mails that prove no
// sender.
const (
	newcomers = "newcomers"
	strangers = "strangers"
	unproven  = "unproven"
)

// partOfNewcomer leaves a new player enough for a first game where most are new, and
// something for the others where somebody has many addresses.
const partOfNewcomer = 2

// accountOf gives the account of a player, or of an address that is nobody's.
func (e *errand) accountOf(p *store.Player) (account, error) {
	if p.ID == 0 {
		domain := registeredDomain(p.Address)
		return account{[]member{{strangers, 1}, {domain, 1}}, domain}, nil
	}
	standing, err := e.u.Tx.Standing(p.ID)
	if err != nil {
		return account{}, err
	}
	player := member{playerMember(p.ID), 1}
	if standing.EndedGames() > 0 {
		return account{[]member{player}, nameOfPlayer(p)}, nil
	}
	player.part = partOfNewcomer
	return account{[]member{{newcomers, 1}, player}, nameOfPlayer(p)}, nil
}

// share is how many mails of a day an account can cause. The newcomers have together what
// the shares of all others leave, but at least one.
func (e *errand) share(by account) (int, error) {
	limits := e.bot.cfg.Limits
	share := limits.OutPerPlayer
	if share == 0 {
		share = max(1, limits.Out/4)
	}
	if by.members[0].name != newcomers {
		return share, nil
	}
	others, err := e.u.Tx.Established(limits.Out / share)
	return max(share, limits.Out-others*share), err
}

func playerMember(id store.PlayerID) string { return fmt.Sprintf("player %d", id) }

// causer gives the account of whoever has caused a letter: who has certainly written
// the mail at hand. What happens by itself, and what somebody looks on at, is caused by
// its reader.
func (e *errand) causer(l *letter) (account, error) {
	switch {
	case e.isChore(), l.kind == templates.Watched && !l.answer:
		return e.accountOf(l.to)
	case e.proven:
		return e.accountOf(e.sender)
	case e.sender == nil && (e.vouched || e.answers):
		return e.accountOf(e.stranger())
	}
	return account{members: []member{{unproven, 1}}}, nil
}

// registeredDomain gives the part of an address's domain that somebody has registered:
// all names below it cost nothing.
func registeredDomain(address string) string {
	domain := domainOf(fold.Address(address))
	if registered, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return registered
	}
	return domain
}

func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// counter counts what the last of some members has taken of a pot; that of none, what
// all have.
func (p pot) counter(by ...member) store.Counter {
	whom := p.whom
	for _, m := range by {
		whom += "\x00" + m.name
	}
	return store.Counter{Kind: p.name, Whom: whom, Window: store.LongestWindow}
}

// room says how much the last of some members can still take of a pot on a day.
func (e *errand) room(p pot, by []member, day time.Time) (int, error) {
	taken, err := e.u.Tx.Counted(p.counter(), day)
	left := p.most - taken
	for i, m := range by {
		if err != nil || left <= 0 {
			return 0, err
		}
		taken, err = e.u.Tx.Counted(p.counter(by[:i+1]...), day)
		left = (left+m.part-1)/m.part - taken
	}
	return left, err
}

// count notes something that is taken of a pot, and gives how much the last of the
// members had taken of it before.
func (e *errand) count(p pot, by []member, day time.Time) (before int, err error) {
	for i := range len(by) + 1 {
		n, err := e.u.Tx.Count(p.counter(by[:i]...), day)
		if err != nil {
			return 0, err
		}
		before = n - 1
	}
	return before, nil
}

// firstToday says whether something happens for the first time today, and counts it.
func (e *errand) firstToday(what, whom string) (bool, error) {
	n, err := e.u.Tx.Count(store.Counter{Kind: what, Whom: whom, Window: store.LongestWindow}, e.u.Now)
	return n == 1, err
}
