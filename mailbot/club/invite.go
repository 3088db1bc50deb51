package club

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/store/fold"
)

// A challenge makes the bot write to somebody who may never have asked for it,
// and its answer could tell a stranger who is known here. So an address can be
// challenged by any player, and until its owner answers, the challenger reads
// the same whoever that is: nobody, a player, somebody who wants no mails or who
// was invited before. The rules for what is really sent work in silence.

// Challenge invites somebody to a game. The game has its number and its seats from now on;
// it begins when the other one accepts, and comes to nothing if nobody does for a time.
type Challenge struct {
	About
	Whom    string // a name, or what is written for an address
	Address string // that, empty for a name
	Called  string // what the player reads for the name of who is there until the game begins
	Terms   Terms
}

func (o Challenge) do(s *Session) error {
	i, err := o.invitee(s)
	if err != nil {
		return err
	}
	if _, err := i.refusal(); err != nil {
		return err
	}
	g := o.Terms.NewGame()
	if err := s.hasRoom(nil, gamesOf(g)); err != nil {
		return err
	}
	mailed, err := i.isToBeMailed()
	if err != nil {
		return err
	}
	opponent, err := i.seat()
	if err != nil {
		return err
	}
	f := facts.Offered{Mailed: mailed}
	g.Title = s.me.Name + " - " + i.name
	if i.address != "" {
		g.Called, g.Invited, f.Written = i.name, i.key[:], o.Whom
	}
	if err := s.offer(g, opponent.ID, i.name+i.address); err != nil {
		return err
	}
	f.Game = g.Number
	s.note(f)
	err = s.Tx.Allow(s.me.Address) // whoever challenges others can be challenged
	if mailed && err == nil {
		err = i.count()
	}
	if mailed && err == nil && i.address != "" {
		err = s.Tx.NoteInvitation(s.me.ID, i.address, s.Now)
	}
	return err
}

// IfCalled is one of two orders: one if somebody has that name, "Ana 8" say, else the other.
type IfCalled struct {
	Name string
	Order
	Else Order
}

func (o IfCalled) do(s *Session) error {
	_, err := s.Tx.PlayerByName(o.Name)
	switch {
	case errors.Is(err, store.ErrNotFound):
		s.by = o.Else.about().Text
		return o.Else.do(s)
	case err != nil:
		return err
	}
	return o.Order.do(s)
}

// An invitee is who is challenged: by name a player, by address anybody.
type invitee struct {
	*unit.Unit
	rules      Rules
	me         *store.Player    // who challenges
	name       string           // what the challenger calls the invitee
	player     *store.Player    // nil if the address is nobody's
	address    string           // as it was written; empty if a name was
	key        store.AddressKey // of the address
	suppressed bool             // gets no invitations
}

// invitee finds who is challenged.
func (o Challenge) invitee(s *Session) (i invitee, err error) {
	i = invitee{Unit: s.Unit, rules: s.rules, me: s.me, name: o.Called, address: o.Address}
	no := func(why facts.InviteRefusal, name string) error {
		return refuse(nil, facts.NoInvitation{Why: why, Name: name})
	}
	var known *store.Player
	if i.address == "" {
		known, err = s.Tx.PlayerByName(o.Whom)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return i, no(facts.Nobody, o.Whom)
		case err != nil:
			return i, err
		case known.ID == s.me.ID:
			return i, no(facts.InvitesSelf, "")
		}
		i.name = known.Name
		i.suppressed, err = takesNone(s, known.Address)
	} else {
		switch refused := s.rules.Refused(i.address); {
		case refused != 0:
			return i, no(refused, o.Whom)
		case s.me.HasAddress(i.address):
			return i, no(facts.InvitesSelf, "")
		}
		if i.key, err = s.Tx.AddressKey(i.address); err == nil {
			i.suppressed, err = takesNone(s, i.address)
		}
		if err == nil {
			known, err = s.Tx.PlayerByAddress(i.address)
		}
		if errors.Is(err, store.ErrNotFound) {
			return i, nil
		}
	}
	if err == nil {
		i.player, err = s.Player(known.ID)
	}
	return i, err
}

// refusal is why the player can't challenge somebody now, with the challenge that waits between
// them if it is that. Of somebody known by address it goes by nothing but what the player has
// written.
func (i invitee) refusal() (pending *store.Game, err error) {
	no := func(g *store.Game, why facts.InviteRefusal) error {
		return refuse(g, facts.NoInvitation{Why: why, Name: i.name})
	}
	mine, err := i.OpenGames(i.me)
	if err != nil {
		return nil, err
	}
	for _, g := range mine {
		if i.isPending(g) {
			return g, no(g, facts.AlreadyInvited)
		}
	}
	if i.address != "" {
		out, err := i.invitationsOut(mine)
		if out >= i.rules.Invitations && !i.rules.InviteAgain && err == nil {
			err = no(nil, facts.TooManyInvites)
		}
		return nil, err
	}
	enough, err := hasEnough(i.Unit, i.player)
	switch {
	case err != nil:
		return nil, err
	case enough:
		return nil, no(nil, facts.HasEnoughGames)
	case i.suppressed:
		return nil, no(nil, facts.TakesNoInvites)
	}
	crowded, err := i.isCrowded()
	if crowded && err == nil {
		err = no(nil, facts.InvitedEnough)
	}
	return nil, err
}

// isPending says whether a challenge between the player and an invitee waits for
// an answer: to an address the same challenge to it, by name any other.
func (i invitee) isPending(g *store.Game) bool {
	seat := g.SeatOf(i.me.ID)
	switch {
	case g.State != store.Waiting:
		return false
	case i.address != "":
		return seat == g.Challenger && string(g.Invited) == string(i.key[:])
	}
	return g.SeatOf(i.player.ID) != game.NoSeat && !IsVeiled(g, seat)
}

// invitationsOut counts the player's invitations to addresses: those that wait,
// which are among the open games, and of the last week those that came to nothing.
func (i invitee) invitationsOut(open []*store.Game) (n int, err error) {
	toAddress := func(g *store.Game) bool { return g.Called != "" && g.SeatOf(i.me.ID) == g.Challenger }
	for _, g := range open {
		if toAddress(g) && g.State == store.Waiting {
			n++
		}
	}
	for g, err := range i.Tx.LastGamesOf(i.me.ID) {
		if err != nil {
			return 0, err
		}
		if g = i.Own(g); i.Now.Sub(g.Created) >= invitationRest {
			break
		}
		if toAddress(g) && !g.IsOpen() && !HasBegun(g) {
			n++
		}
	}
	return n, nil
}

const (
	// invitationRest is how long somebody who never wrote to the bot gets no
	// second invitation, whoever makes it, and how long one counts against its
	// maker.
	invitationRest = 7 * 24 * time.Hour
	// StrangerRest is how long the address is kept of somebody who was invited
	// and does not write.
	StrangerRest = 100 * 24 * time.Hour
)

// counters are for the people who have invited somebody today without ever having
// played with them, and for whether the player is one of those.
func (i invitee) counters() (all, mine store.Counter) {
	address := i.address
	if i.player != nil {
		address = i.player.Address // to which the mail goes
	}
	whom := fold.Mailbox(address)
	all = store.Counter{Kind: "invited_by", Whom: whom, Window: store.LongestWindow}
	mine = store.Counter{Kind: "invited_by", Whom: fmt.Sprintf("%s %d", whom, i.me.ID), Window: store.LongestWindow}
	return all, mine
}

// isCrowded says whether the player would be one too many of those who invite
// somebody today and have never played with them.
func (i invitee) isCrowded() (bool, error) {
	all, mine := i.counters()
	n, err := i.Tx.Counted(all, i.Now)
	if err != nil || n < i.rules.InvitedBy || i.rules.InviteAgain {
		return false, err
	}
	if again, err := i.Tx.Counted(mine, i.Now); again > 0 || err != nil {
		return false, err
	}
	played, err := i.hasPlayed()
	return !played, err
}

// count notes that the player invites somebody today.
func (i invitee) count() error {
	all, mine := i.counters()
	played, err := i.hasPlayed()
	if played || err != nil {
		return err
	}
	if n, err := i.Tx.Count(mine, i.Now); n > 1 || err != nil {
		return err
	}
	_, err = i.Tx.Count(all, i.Now)
	return err
}

// hasPlayed says whether the player has, or had, a game with an invitee.
func (i invitee) hasPlayed() (bool, error) {
	if i.player == nil {
		return false, nil
	}
	mine, err := i.OpenGames(i.me)
	if err != nil {
		return false, err
	}
	together := func(g *store.Game) bool { return g.State == store.Playing && g.SeatOf(i.player.ID) != game.NoSeat }
	return slices.ContainsFunc(mine, together) || i.Tx.HaveMet(i.me.ID, i.player.ID), nil
}

// isToBeMailed says whether an invitation is really sent. To somebody who never
// wrote to the bot goes one ever for each pair, and one in a week from everybody
// together.
func (i invitee) isToBeMailed() (bool, error) {
	if i.address == "" {
		return true, nil
	}
	if crowded, err := i.isCrowded(); i.suppressed || crowded || err != nil {
		return false, err
	}
	switch {
	case i.rules.InviteAgain, i.player != nil && i.player.Active:
		return true, nil
	case i.player != nil && !i.player.Unreachable.IsZero():
		return false, nil
	}
	last, mine, err := i.Tx.Invited(i.me.ID, i.address)
	return mine.IsZero() && i.Now.Sub(last) >= invitationRest, err
}

// seat gives the player who stands for an invitee in the game. For an
// address exactly one player number is used up, since tokens show them; of one
// that wants no invitations nothing is kept.
func (i invitee) seat() (p *store.Player, err error) {
	switch {
	case i.address == "":
		return i.player, nil
	case i.suppressed:
		p = &store.Player{Created: i.Now, Forgotten: i.Now}
		err = i.Tx.AddPlayer(p)
	case i.player == nil:
		p = &store.Player{Address: i.address, Greeted: cmp.Or(i.me.Language, i.me.Greeted), Created: i.Now}
		err = i.Tx.AddPlayer(p)
		if err == nil {
			err = i.Tx.WakeAt(store.WakeUp{At: i.Now.Add(StrangerRest), Kind: store.WakeStranger, Number: uint32(p.ID)})
		}
	default:
		p = i.player
		_, err = i.Tx.SkipPlayerID()
	}
	if err != nil {
		return nil, err
	}
	i.Joined(p)
	return p, nil
}
