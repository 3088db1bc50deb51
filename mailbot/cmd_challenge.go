package mailbot

import (
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

var challengeCommand = command{
	verb: "challenge",
	can:  func(g *store.Game, _ game.Seat) bool { return g.State == store.Finished },
	run:  challenge,
}

// terms are what a challenger can ask for.
type terms struct {
	size int
	seat game.Seat // NoSeat: to be drawn
}

// challenge invites somebody to a game. The game has its number and its seats
// from now on; it begins when the other one accepts, and comes to nothing if
// nobody does for a time.
func challenge(e *errand, c parser.Command) (result, error) {
	asked, wrong := parseTerms(c.Args[1:])
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
	if notice, err := e.mayOpen(); notice.Code != "" || err != nil {
		return refuse(nil, notice), err
	}
	g, err := e.newChallenge(who, asked)
	if err != nil {
		return result{}, err
	}
	r := result{kind: templates.Challenged, game: g, decision: Challenged, done: c.String()}
	if who.address != "" { // by name, the address is nobody's business
		r.verb = safeLine(c.Args[0], 80)
	}
	err = e.tx.Allow(e.sender.Address) // whoever challenges others can be challenged
	if mailed && err == nil {
		err = e.tellOpponent(g, templates.Invite)
	}
	if mailed && err == nil && who.address != "" {
		err = e.tx.NoteInvitation(e.sender.ID, who.address, e.now)
	}
	return r, err
}

// newChallenge stores the challenge. The seats are settled now, so that
// nothing can be gained by trying again, but not told before it is accepted.
func (e *errand) newChallenge(who invitee, asked terms) (*store.Game, error) {
	opponent, err := e.seatInvitee(who)
	if err != nil {
		return nil, err
	}
	seat := asked.seat
	if seat == game.NoSeat {
		key, err := e.tx.FixedKey(keyOfDraw)
		if err != nil {
			return nil, err
		}
		seat = draw(key, e.cause+who.name()+who.address)
	}
	made := e.termBegins()
	g := &store.Game{
		State: store.Waiting, Size: asked.size, Challenger: seat, Asked: asked.seat,
		Created: made, Lapses: made.Add(e.bot.cfg.Limits.InvitationTime), Title: e.sender.Name + " - " + who.name(),
	}
	if who.address != "" {
		g.Called, g.Invited = who.name(), who.key[:]
	}
	g.Players[seat-game.First] = e.sender.ID
	g.Players[seat.Other()-game.First] = opponent.ID
	if err := e.tx.AddGame(g); err != nil {
		return nil, err
	}
	e.games[g.Number] = g
	e.changeGame(g)
	return g, e.tx.WakeAt(store.WakeUp{At: g.Lapses, Kind: store.WakeInvitation, Number: uint32(g.Number)})
}

// parseTerms reads what follows the name in a challenge.
func parseTerms(words []string) (terms, templates.Notice) {
	t := terms{size: game.DefaultSize}
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "first":
			t.seat = game.First
		case "second":
			t.seat = game.Second
		case "size":
			i++
			n, err := strconv.Atoi(strings.Join(words[i:min(i+1, len(words))], ""))
			if err != nil {
				return t, templates.Notice{Code: templates.NoticeOption, Text: "size"}
			}
			if n < game.MinSize || n > game.MaxSize {
				return t, templates.Notice{Code: string(game.BadSize), Size: n}
			}
			t.size = n
		default:
			return t, templates.Notice{Code: templates.NoticeOption, Text: safeLine(words[i], maxName)}
		}
	}
	return t, templates.Notice{}
}
