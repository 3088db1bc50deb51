package mailbot

import (
	"cmp"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// A challenge makes the bot write to somebody who may never have asked for it,
// and its answer could tell a stranger who is known here. So an address can be
// challenged by any player, and until its owner answers, the challenger reads
// the same whoever that is: nobody, a player, somebody who wants no mails or who
// was invited before. The rules for what is really sent work in silence.

// An invitee is who is challenged: by name a player, by address anybody.
type invitee struct {
	player     *store.Player    // nil if the address is nobody's
	address    string           // as it was written; empty if a name was
	key        store.AddressKey // of the address
	suppressed bool             // wants no invitations
}

// name is what the challenger calls the invitee.
func (i invitee) name() string {
	if i.address != "" {
		return names.FromAddress(i.address)
	}
	return i.player.Name
}

// whom finds who is challenged, or says why nobody is.
func (e *errand) whom(who string) (invitee, templates.Notice, error) {
	if strings.Contains(who, "@") {
		return e.whoseAddress(who)
	}
	p, err := e.u.Tx.PlayerByName(who)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return invitee{}, templates.Notice{Code: templates.NoticeNobody, Text: safe.Line(who, 80)}, nil
	case err != nil:
		return invitee{}, templates.Notice{}, err
	case p.ID == e.sender.ID:
		return invitee{}, templates.Notice{Code: templates.NoticeSelf}, nil
	}
	i := invitee{}
	if i.player, err = e.u.Player(p.ID); err == nil {
		i.suppressed, err = e.u.Tx.Suppressed(p.Address)
	}
	return i, templates.Notice{}, err
}

func (e *errand) whoseAddress(who string) (i invitee, wrong templates.Notice, err error) {
	parsed, err := mail.ParseAddress(who)
	switch {
	case err != nil || !e.canBePersons(parsed.Address):
		return i, templates.Notice{Code: templates.NoticeNobody, Text: safe.Line(who, 80)}, nil
	case e.isBot(parsed.Address):
		return i, templates.Notice{Code: templates.NoticeBot}, nil
	case e.sender.HasAddress(parsed.Address):
		return i, templates.Notice{Code: templates.NoticeSelf}, nil
	}
	i.address = parsed.Address
	if i.key, err = e.u.Tx.AddressKey(i.address); err == nil {
		i.suppressed, err = e.u.Tx.Suppressed(i.address)
	}
	if err != nil {
		return i, wrong, err
	}
	p, err := e.u.Tx.PlayerByAddress(i.address)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return i, wrong, nil
	case err != nil:
		return i, wrong, err
	}
	i.player, err = e.u.Player(p.ID)
	return i, wrong, err
}

// canBePersons says whether an address can be that of a person out there: not of a
// program, by its name, nor of an account on the machine that sends our mails.
func (e *errand) canBePersons(address string) bool {
	_, domain, _ := strings.Cut(address, "@")
	out := strings.Contains(domain, ".") && !strings.HasPrefix(domain, "[") || sameAddress(domain, shares.Domain(e.bot.cfg.Address))
	return out && !sender.IsProgram(address)
}

func (e *errand) isBot(address string) bool { return e.bot.cfg.isOwn(address) }

// refuseInvitation says why the sender can't challenge somebody now. Of somebody
// known by address it goes by nothing but what the sender has written.
func (e *errand) refuseInvitation(i invitee) (*store.Game, templates.Notice, error) {
	mine, err := e.u.OpenGames(e.sender)
	if err != nil {
		return nil, templates.Notice{}, err
	}
	for _, g := range mine {
		if e.isPending(g, i) {
			return g, templates.Notice{Code: templates.NoticePending, Number: int(g.Number), Name: i.name()}, nil
		}
	}
	counting, err := e.invitationsOut(mine)
	if err != nil {
		return nil, templates.Notice{}, err
	}
	limits := e.bot.cfg.Limits
	if i.address == "" {
		if enough, err := club.HasEnough(e.u, i.player); enough || err != nil {
			return nil, templates.Notice{Code: templates.NoticeEnough, Name: i.player.Name}, err
		}
		if i.suppressed {
			return nil, templates.Notice{Code: templates.NoticeTakesNone, Name: i.player.Name}, nil
		}
		if crowded, err := e.isCrowded(i); crowded || err != nil {
			return nil, templates.Notice{Code: templates.NoticeInvitedEnough, Name: i.player.Name}, err
		}
	}
	switch {
	case i.address != "" && counting >= limits.Invitations && !limits.InviteAgain:
		return nil, templates.Notice{Code: templates.NoticeTooManyOpen, Number: limits.Invitations}, nil
	}
	return nil, templates.Notice{}, nil
}

// invitationsOut counts the sender's invitations to addresses: those that wait,
// which are among the open games, and of the last week those that came to nothing.
func (e *errand) invitationsOut(open []*store.Game) (n int, err error) {
	toAddress := func(g *store.Game) bool { return g.Called != "" && g.SeatOf(e.sender.ID) == g.Challenger }
	for _, g := range open {
		if toAddress(g) && g.State == store.Waiting {
			n++
		}
	}
	for g, err := range e.u.Tx.LastGamesOf(e.sender.ID) {
		if err != nil {
			return 0, err
		}
		if g = e.u.Own(g); e.u.Now.Sub(g.Created) >= invitationRest {
			break
		}
		if toAddress(g) && !g.IsOpen() && !club.HasBegun(g) {
			n++
		}
	}
	return n, nil
}

// isPending says whether a challenge between the sender and an invitee waits for
// an answer: to an address the same challenge to it, by name any other.
func (e *errand) isPending(g *store.Game, i invitee) bool {
	switch {
	case g.State != store.Waiting:
		return false
	case i.address != "":
		return g.SeatOf(e.sender.ID) == g.Challenger && string(g.Invited) == string(i.key[:])
	}
	return g.SeatOf(i.player.ID) != game.NoSeat && !club.IsVeiled(g, g.SeatOf(e.sender.ID))
}

const (
	// invitationRest is how long somebody who never wrote to the bot gets no
	// second invitation, whoever makes it, and how long one counts against its
	// maker.
	invitationRest = 7 * 24 * time.Hour
	// strangerRest is how long the address is kept of somebody who was invited
	// and does not write.
	strangerRest = 100 * 24 * time.Hour
)

// inviters counts the people who have invited somebody today without ever having
// played with them, and notes those that are counted.
func (e *errand) inviters(i invitee) (all, sender store.Counter) {
	address := i.address
	if i.player != nil {
		address = i.player.Address // to which the mail goes
	}
	whom := fold.Mailbox(address)
	all = store.Counter{Kind: "invited_by", Whom: whom, Window: store.LongestWindow}
	sender = store.Counter{Kind: "invited_by", Whom: fmt.Sprintf("%s %d", whom, e.sender.ID), Window: store.LongestWindow}
	return all, sender
}

// isCrowded says whether the sender would be one too many of those who invite
// somebody today and have never played with them.
func (e *errand) isCrowded(i invitee) (bool, error) {
	limits := e.bot.cfg.Limits
	all, sender := e.inviters(i)
	n, err := e.u.Tx.Counted(all, e.u.Now)
	if err != nil || n < limits.InvitedBy || limits.InviteAgain {
		return false, err
	}
	if again, err := e.u.Tx.Counted(sender, e.u.Now); again > 0 || err != nil {
		return false, err
	}
	played, err := e.hasPlayed(i.player)
	return !played, err
}

// countInviter notes that the sender invites somebody today.
func (e *errand) countInviter(i invitee) error {
	all, sender := e.inviters(i)
	played, err := e.hasPlayed(i.player)
	if played || err != nil {
		return err
	}
	if n, err := e.u.Tx.Count(sender, e.u.Now); n > 1 || err != nil {
		return err
	}
	_, err = e.u.Tx.Count(all, e.u.Now)
	return err
}

// hasPlayed says whether the sender has, or had, a game with somebody, who may be
// nobody that is known.
func (e *errand) hasPlayed(p *store.Player) (bool, error) {
	if p == nil {
		return false, nil
	}
	mine, err := e.u.OpenGames(e.sender)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(mine, func(g *store.Game) bool { return g.State == store.Playing && g.SeatOf(p.ID) != game.NoSeat }) {
		return true, nil
	}
	return e.u.Tx.HaveMet(e.sender.ID, p.ID), nil
}

// isToBeMailed says whether an invitation is really sent. To somebody who never
// wrote to the bot goes one ever for each pair, and one in a week from everybody
// together.
func (e *errand) isToBeMailed(i invitee) (bool, error) {
	if i.address == "" {
		return true, nil
	}
	if crowded, err := e.isCrowded(i); i.suppressed || crowded || err != nil {
		return false, err
	}
	switch {
	case e.bot.cfg.Limits.InviteAgain, i.player != nil && i.player.Active:
		return true, nil
	case i.player != nil && !i.player.Unreachable.IsZero():
		return false, nil
	}
	last, mine, err := e.u.Tx.Invited(e.sender.ID, i.address)
	return mine.IsZero() && e.u.Now.Sub(last) >= invitationRest, err
}

// seatInvitee gives the player who stands for an invitee in the game. For an
// address exactly one player number is used up, since tokens show them; of one
// that wants no invitations nothing is kept.
func (e *errand) seatInvitee(i invitee) (p *store.Player, err error) {
	switch {
	case i.address == "":
		return i.player, nil
	case i.suppressed:
		p = &store.Player{Created: e.u.Now, Forgotten: e.u.Now}
		err = e.u.Tx.AddPlayer(p)
	case i.player == nil:
		p = &store.Player{Address: i.address, Greeted: cmp.Or(e.sender.Language, e.sender.Greeted), Created: e.u.Now}
		err = e.u.Tx.AddPlayer(p)
		if err == nil {
			err = e.u.Tx.WakeAt(store.WakeUp{At: e.u.Now.Add(strangerRest), Kind: store.WakeStranger, Number: uint32(p.ID)})
		}
	default:
		p = i.player
		_, err = e.u.Tx.SkipPlayerID()
	}
	if err != nil {
		return nil, err
	}
	e.u.Joined(p)
	return p, nil
}

// lapse ends a challenge that nobody has answered. Both hear of it, but not somebody
// who was invited and has never written, or never heard of the challenge.
func lapse(e *errand, number uint32) error {
	g, err := e.u.Game(store.GameNumber(number))
	if err != nil || g.State != store.Waiting {
		return err
	}
	if err := g.End(store.Lapsed, e.u.Now); err != nil {
		return err
	}
	e.u.ChangeGame(g)
	challenger, err := e.u.Seated(g, g.Challenger)
	if err != nil {
		return err
	}
	if err := e.desk().Send(letters.Letter{To: challenger, Kind: templates.Lapsed, Game: g}); err != nil {
		return err
	}
	invited, err := e.u.Seated(g, g.Challenger.Other())
	if err != nil || !knowsOf(g, invited) {
		return err
	}
	return e.desk().Send(letters.Letter{To: invited, Kind: templates.Lapsed, Game: g})
}

// knowsOf says whether somebody who was challenged is to hear of the end of it: not one
// who has never written, of whom we promised to leave them alone, nor one to whom no
// mail about it has gone.
func knowsOf(g *store.Game, invited *store.Player) bool {
	return invited.Active && g.Thread(g.Challenger.Other()).Root != ""
}

// forgetStranger erases somebody who was invited and has not written, once no
// challenge waits.
func forgetStranger(e *errand, number uint32) error {
	p, err := e.u.Player(store.PlayerID(number))
	if err != nil || p.Active || !p.Forgotten.IsZero() {
		return err
	}
	open, err := e.u.OpenGames(p)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		return e.u.Tx.WakeAt(store.WakeUp{At: e.u.Now.Add(strangerRest), Kind: store.WakeStranger, Number: number})
	}
	e.u.Forget(p)
	return nil
}

// declineOpen declines all challenges that wait for a player, and tells who made
// them.
func (e *errand) declineOpen(p *store.Player) error {
	open, err := e.u.OpenGames(p)
	if err != nil {
		return err
	}
	for _, g := range open {
		seat := g.SeatOf(p.ID)
		if !club.CanAccept(g, seat) {
			continue
		}
		if err := e.declineFor(g); err != nil {
			return err
		}
	}
	return nil
}

func (e *errand) declineFor(g *store.Game) error {
	if err := g.End(store.Declined, e.u.Now); err != nil {
		return err
	}
	e.u.ChangeGame(g)
	challenger, err := e.u.Seated(g, g.Challenger)
	if err != nil {
		return err
	}
	return e.desk().Send(letters.Letter{To: challenger, Kind: templates.Declined, Game: g})
}

// refuseForEver declines all challenges to a player and takes no further ones.
// Of somebody who never played nothing is kept.
func (e *errand) refuseForEver(p *store.Player) error {
	if err := errors.Join(e.declineOpen(p), e.u.Tx.Suppress(p.Address, e.u.Now)); err != nil {
		return err
	}
	if !p.Active {
		e.u.Forget(p)
	}
	return nil
}

// refuseFromElsewhere carries out "decline" or "never" of somebody who never
// wrote before and answers an invitation from another address, to which it was
// forwarded: such an answer needs no proof but the token, since nothing is lost
// with it.
func (e *errand) refuseFromElsewhere() (done bool, err error) {
	if !e.claim.Foreign() || e.sender.Active {
		return false, nil
	}
	owner, commands := e.sender, orders.HeedRefusal(e.mail).Commands
	if len(commands) == 0 || !orders.Refuses(commands) || e.claim.Game() == 0 {
		return false, nil
	}
	asksElse := e.claim.Asked() != 0 && e.claim.Asked() != token.AskAccept
	if asksElse && slices.ContainsFunc(commands, func(c parser.Command) bool { return c.Verb == orders.No }) {
		return false, nil
	}
	forEver := func(c parser.Command) bool { return c.Verb != orders.Decline && c.Verb != orders.No }
	if slices.ContainsFunc(commands, forEver) {
		return true, e.refuseForEver(owner)
	}
	g, err := e.u.Game(e.claim.Game())
	if err != nil || !club.CanAccept(g, g.SeatOf(owner.ID)) {
		return true, err
	}
	return true, e.declineFor(g)
}
