package mailbot

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// challenge invites somebody to a game. The game has its number and its seats
// from now on; it begins when the other one accepts, and comes to nothing if
// nobody does for a time.
func challenge(e *errand, c parser.Command) (_ result, err error) {
	c.Args, err = e.sizeBehindName(c.Args)
	if err != nil {
		return result{}, err
	}
	asked, wrong := orders.ParseTerms(c.Args[1:], orders.ChallengeOptions)
	if wrong.Code != "" {
		return refuse(nil, wrong), nil
	}
	who, wrong, err := e.whom(c.Args[0])
	if wrong.Code != "" || err != nil {
		return refuse(nil, wrong), err
	}
	pending, wrong, err := e.refuseInvitation(who)
	if wrong.Code != "" || err != nil {
		return refuse(pending, wrong), err
	}
	mailed, err := e.isToBeMailed(who)
	if err != nil {
		return result{}, err
	}
	if notice, err := e.mayOpen(gamesOf(asked.NewGame())); notice.Code != "" || err != nil {
		return refuse(nil, notice), err
	}
	g, err := e.newChallenge(who, asked)
	if err != nil {
		return result{}, err
	}
	r := result{kind: templates.Challenged, game: g, decision: Challenged, done: c.String(), passes: true}
	if who.address != "" { // by name, the address is nobody's business
		r.says.Verb = safe.Line(c.Args[0], 80)
	}
	err = e.u.Tx.Allow(e.sender.Address) // whoever challenges others can be challenged
	if mailed && err == nil {
		err = errors.Join(e.countInviter(who), e.tellOpponent(g, templates.Invite))
	}
	if mailed && err == nil && who.address != "" {
		err = e.u.Tx.NoteInvitation(e.sender.ID, who.address, e.u.Now)
	}
	return r, err
}

// sizeBehindName takes the number behind a name for a size, "challenge Ana 8", unless
// somebody is called so.
func (e *errand) sizeBehindName(args []string) ([]string, error) {
	last := strings.LastIndexByte(args[0], ' ')
	if last < 0 || slices.Contains(args, "size") {
		return args, nil
	}
	name, size := args[0][:last], args[0][last+1:]
	if _, err := strconv.Atoi(size); err != nil {
		return args, nil
	}
	_, err := e.u.Tx.PlayerByName(args[0])
	if err == nil || !errors.Is(err, store.ErrNotFound) {
		return args, err
	}
	return slices.Concat([]string{name, "size", size}, args[1:]), nil
}

// newChallenge stores the challenge. The seats are settled now, so that
// nothing can be gained by trying again, but not told before it is accepted.
func (e *errand) newChallenge(who invitee, asked club.Terms) (*store.Game, error) {
	opponent, err := e.seatInvitee(who)
	if err != nil {
		return nil, err
	}
	g := asked.NewGame()
	g.Title = e.sender.Name + " - " + who.name()
	if who.address != "" {
		g.Called, g.Invited = who.name(), who.key[:]
	}
	return g, e.offerGame(g, e.sender.ID, opponent.ID, who.name()+who.address)
}
