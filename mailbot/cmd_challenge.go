package mailbot

import (
	"errors"
	"net/mail"
	"strconv"
	"strings"
	"time"

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
// from now on; it begins when the other one accepts.
func challenge(e *errand, c parser.Command) (result, error) {
	asked, wrong := parseTerms(c.Args[1:])
	if wrong.Code != "" {
		return refuse(nil, wrong), nil
	}
	opponent, wrong, err := e.whom(c.Args[0])
	if wrong.Code != "" || err != nil {
		return refuse(nil, wrong), err
	}
	pending, err := e.pendingWith(opponent)
	if err != nil {
		return result{}, err
	}
	if pending != nil {
		return refuse(pending, templates.Notice{
			Code: templates.NoticePending, Number: int(pending.Number), Name: opponent.Name,
		}), nil
	}
	if notice, err := e.mayOpen(); notice.Code != "" || err != nil {
		return refuse(nil, notice), err
	}
	if notice, err := e.mayInvite(opponent); notice.Code != "" || err != nil {
		return refuse(nil, notice), err
	}
	if opponent.ID == 0 { // only now is it certain that there will be a game
		if opponent, err = e.addPlayer(opponent.Address); err != nil {
			return result{}, err
		}
	}
	opponent.Invited = e.now
	e.changePlayer(opponent)
	g, err := e.newChallenge(opponent, asked)
	if err != nil {
		return result{}, err
	}
	r := result{kind: templates.Challenged, game: g, decision: Challenged, done: c.String()}
	if strings.Contains(c.Args[0], "@") { // by name, the address is nobody's business
		r.verb = safeLine(c.Args[0], 80)
	}
	return r, e.tellOpponent(g, templates.Invite)
}

// newChallenge stores the challenge. The seats are settled now, so that
// nothing can be gained by trying again, but not told before it is accepted.
func (e *errand) newChallenge(opponent *store.Player, asked terms) (*store.Game, error) {
	seat := asked.seat
	if seat == game.NoSeat {
		key, err := e.tx.FixedKey(keyOfDraw)
		if err != nil {
			return nil, err
		}
		seat = draw(key, e.cause+opponent.Address)
	}
	g := &store.Game{
		State: store.Waiting, Size: asked.size, Challenger: seat, Asked: asked.seat, Created: e.now,
		Title: e.sender.Name + " - " + opponent.Name,
	}
	g.Players[seat-game.First] = e.sender.ID
	g.Players[seat.Other()-game.First] = opponent.ID
	if err := e.tx.AddGame(g); err != nil {
		return nil, err
	}
	e.games[g.Number] = g
	e.changeGame(g)
	return g, nil
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

// whom finds who is challenged: by name a player, by address anybody.
func (e *errand) whom(who string) (*store.Player, templates.Notice, error) {
	var opponent *store.Player
	var err error
	if strings.Contains(who, "@") {
		address, syntax := mail.ParseAddress(who)
		switch {
		case syntax != nil:
			return nil, templates.Notice{Code: templates.NoticeNobody, Text: safeLine(who, 80)}, nil
		case e.isBot(address.Address):
			return nil, templates.Notice{Code: templates.NoticeBot}, nil
		}
		opponent, err = e.playerAt(address.Address)
	} else {
		opponent, err = e.playerCalled(who)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, templates.Notice{Code: templates.NoticeNobody, Text: safeLine(who, 80)}, nil
	case err != nil:
		return nil, templates.Notice{}, err
	case opponent.ID == e.sender.ID:
		return nil, templates.Notice{Code: templates.NoticeSelf}, nil
	}
	return opponent, templates.Notice{}, nil
}

func (e *errand) playerCalled(name string) (*store.Player, error) {
	p, err := e.tx.PlayerByName(name)
	if err != nil {
		return nil, err
	}
	return e.player(p.ID)
}

func (e *errand) isBot(address string) bool {
	_, detailed := e.bot.detailOf(address)
	return detailed || strings.EqualFold(address, e.bot.cfg.Address)
}

// invitationRest is how long somebody who never wrote to the bot gets no second
// invitation, whoever makes it, and how long one counts against its maker.
const invitationRest = 7 * 24 * time.Hour

// mayInvite says why somebody who never wrote to the bot may not be invited.
// The sender makes the bot write to such a person unasked, and may be forged:
// so each pair gets one invitation ever, each person one in a week from
// everybody together, and each maker a few in a week.
func (e *errand) mayInvite(opponent *store.Player) (templates.Notice, error) {
	limits := e.bot.cfg.Limits
	if opponent.Active || limits.InviteAgain {
		return templates.Notice{}, nil
	}
	tooSoon := templates.Notice{Code: templates.NoticeInvitedBefore, Name: opponent.Name}
	if e.now.Sub(opponent.Invited) < invitationRest {
		return tooSoon, nil
	}
	mine, err := e.myGames()
	if err != nil {
		return templates.Notice{}, err
	}
	counting := 0
	for _, g := range mine {
		if g.SeatOf(opponent.ID) != game.NoSeat {
			return tooSoon, nil
		}
		if g.SeatOf(e.sender.ID) != g.Challenger || g.State != store.Waiting && e.now.Sub(g.Created) > invitationRest {
			continue
		}
		invited, err := e.seated(g, g.Challenger.Other())
		if err != nil {
			return templates.Notice{}, err
		}
		if !invited.Active {
			counting++
		}
	}
	if counting >= limits.Invitations {
		return templates.Notice{Code: templates.NoticeTooManyOpen}, nil
	}
	return templates.Notice{}, nil
}

// pendingWith gives the challenge between the sender and another player that
// is not answered yet, whoever made it; nil if there is none.
func (e *errand) pendingWith(other *store.Player) (*store.Game, error) {
	mine, err := e.myGames()
	if err != nil {
		return nil, err
	}
	for _, g := range mine {
		if g.State == store.Waiting && g.SeatOf(other.ID) != game.NoSeat {
			return g, nil
		}
	}
	return nil, nil
}
