// Package shares divides a day's quota among those who use it, so that nobody can
// silence the others. Every outgoing mail is charged to the one who caused it. A quota
// is a pot: all mails of the day, say, or those to one address.
//
// The rule is that of switches in which queues share a buffer (Choudhury and Hahne,
// "Dynamic queue length thresholds for shared-memory packet switches", IEEE/ACM
// Transactions on Networking 6, 1998): nobody takes more of a pot than is left in it.
// Whoever is alone can take half, two a third each, and so on. Something is always
// left, and those who have taken the least go on the longest.
//
// It counts in the store. Which pots there are, and what happens when one is empty, is for its
// callers to say; mails to the operator have a limit of their own.
package shares

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/fold"
)

// A Pot is how many things there may be in a day.
type Pot struct {
	Name string // the key of its limit in the configuration, or what makes one of several of it
	Whom string // an address, a domain, a member; empty for one that all share
	Most int
	Told string // for whom it is, to the operator: a player's name, a domain
}

// A Member takes things out of a pot: one part of what is left at most. It is somebody,
// or a group, of which each takes them out of what is left to the group.
type Member struct {
	Name string
	Part int
}

// An Account is who uses things up: a member, behind the groups that it is in.
type Account struct {
	Members []Member
	Told    string // to the operator; empty for those who can't be named
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

// OfUnproven is the account of all mails that prove no sender.
var OfUnproven = Account{Members: []Member{{unproven, 1}}}

// partOfNewcomer leaves a new player enough for a first game where most are new, and
// something for the others where somebody has many addresses.
const partOfNewcomer = 2

// Of gives the account of a player, or of an address that is nobody's.
func Of(u *unit.Unit, p *store.Player) (Account, error) {
	if p.ID == 0 {
		domain := RegisteredDomain(p.Address)
		return Account{[]Member{{strangers, 1}, {domain, 1}}, domain}, nil
	}
	standing, err := u.Tx.Standing(p.ID)
	if err != nil {
		return Account{}, err
	}
	player := Member{Player(p.ID), 1}
	if standing.EndedGames() > 0 {
		return Account{[]Member{player}, names.Of(p)}, nil
	}
	player.Part = partOfNewcomer
	return Account{[]Member{{newcomers, 1}, player}, names.Of(p)}, nil
}

// Is says whether an account is a player's own.
func (a Account) Is(id store.PlayerID) bool {
	return id != 0 && a.Members[len(a.Members)-1].Name == Player(id)
}

// Of gives how many of all mails of a day an account can cause if each can cause some. The
// newcomers have together what the others leave, but never less.
func (a Account) Of(u *unit.Unit, all, each int) (int, error) {
	if a.Members[0].Name != newcomers {
		return each, nil
	}
	others, err := u.Tx.Established(all / each)
	return max(each, all-others*each), err
}

// Player names a player as a member.
func Player(id store.PlayerID) string { return fmt.Sprintf("player %d", id) }

// RegisteredDomain gives the part of an address's domain that somebody has registered:
// all names below it cost nothing.
func RegisteredDomain(address string) string {
	domain := Domain(fold.Address(address))
	if registered, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return registered
	}
	return domain
}

// Stranger is the member that a stranger is, of whom we know the domain: whoever owns
// one has any number of addresses in it.
func Stranger(address string) []Member {
	return []Member{{Name: RegisteredDomain(address), Part: 1}}
}

// Tomorrow gives the beginning of the next day in UTC, when the limits of this one end.
func Tomorrow(at time.Time) time.Time {
	return store.Counter{Window: store.LongestWindow}.Ends(at)
}

// Domain gives what stands behind the @.
func Domain(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// A Draw is one thing taken out of a pot by somebody, who stands behind the groups that share
// it; by nobody, it counts for the pot alone.
type Draw struct {
	Pot
	By []Member
}

// Counter counts what the last of some members has taken of a pot; that of none, what
// all have.
func (p Pot) Counter(by ...Member) store.Counter {
	c := store.Counter{Kind: p.Name, Whom: p.Whom, Window: store.LongestWindow}
	for i, m := range by {
		if i > 0 {
			c.Whom += "\x00" + c.By
		}
		c.By = m.Name
	}
	return c
}

// Room says how many such draws there may still be on a day.
func (d Draw) Room(u *unit.Unit, day time.Time) (int, error) {
	taken, err := u.Tx.Counted(d.Counter(), day)
	left := d.Most - taken
	for i, m := range d.By {
		if err != nil || left <= 0 {
			return 0, err
		}
		taken, err = u.Tx.Counted(d.Counter(d.By[:i+1]...), day)
		left = (left+m.Part-1)/m.Part - taken
	}
	return left, err
}

// Take counts it for a day, and gives how many there were of the last member's before.
func (d Draw) Take(u *unit.Unit, day time.Time) (before int, err error) {
	for i := range len(d.By) + 1 {
		n, err := u.Tx.Count(d.Counter(d.By[:i]...), day)
		if err != nil {
			return 0, err
		}
		before = n - 1
	}
	return before, nil
}

// FirstFull gives the first of some draws for which there is no room on a day, nil if there
// is for all.
func FirstFull(u *unit.Unit, all []Draw, day time.Time) (*Draw, error) {
	for i, d := range all {
		if room, err := d.Room(u, day); room <= 0 || err != nil {
			return &all[i], err
		}
	}
	return nil, nil
}

// FirstToday says whether something happens for the first time today, and counts it.
func FirstToday(u *unit.Unit, what, whom string) (bool, error) {
	n, err := u.Tx.Count(store.Counter{Kind: what, Whom: whom, Window: store.LongestWindow}, u.Now)
	return n == 1, err
}
