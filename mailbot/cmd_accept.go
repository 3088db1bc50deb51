package mailbot

import (
	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

var acceptCommand = command{verb: "accept", can: asChallenged, run: accept}

var declineCommand = command{verb: "decline", can: asChallenged, run: decline}

var withdrawCommand = command{verb: "withdraw", can: asChallenger, run: withdraw}

func asChallenged(g *store.Game, seat game.Seat) bool {
	return g.State == store.Waiting && seat != g.Challenger
}

func asChallenger(g *store.Game, seat game.Seat) bool {
	return g.State == store.Waiting && seat == g.Challenger
}

// accept begins the game.
func accept(e *errand, c parser.Command) (result, error) {
	g, r, err := e.challengeFor(c, asChallenged)
	if g == nil || err != nil {
		return r, err
	}
	if notice, err := e.mayOpen(); notice.Code != "" || err != nil {
		return refuse(g, notice), err
	}
	g.State, g.Started = store.Playing, e.now
	if g.Called != "" { // from now on the challenger knows who it is
		challenger, err := e.seated(g, g.Challenger)
		if err != nil {
			return result{}, err
		}
		g.Title, g.Called, g.Invited = nameOfPlayer(challenger)+" - "+nameOfPlayer(e.sender), "", nil
	}
	e.changeGame(g)
	e.accepted = g
	me, other := templates.Started, templates.Turn
	if g.Course.ToMove == g.SeatOf(e.sender.ID) {
		me, other = other, me
	}
	return result{kind: me, game: g, decision: Started, done: c.String(), passes: true}, e.tellOpponent(g, other)
}

// decline turns the challenge down.
func decline(e *errand, c parser.Command) (result, error) {
	g, r, err := e.challengeFor(c, asChallenged)
	if g == nil || err != nil {
		return r, err
	}
	g.State, g.Ended = store.Declined, e.now
	e.changeGame(g)
	return result{kind: templates.Declined, game: g, decision: Declined, done: c.String(), passes: true}, e.tellOpponent(g, templates.Declined)
}

// withdraw takes the own challenge back.
func withdraw(e *errand, c parser.Command) (result, error) {
	g, r, err := e.challengeFor(c, asChallenger)
	if g == nil || err != nil {
		return r, err
	}
	g.State, g.Ended = store.Withdrawn, e.now
	e.changeGame(g)
	told, err := e.tellOfWithdrawal(g)
	// An invitation carries no words, and neither does its end.
	return result{kind: templates.Withdrawn, game: g, decision: Withdrawn, done: c.String(), passes: told && g.Called == ""}, err
}

// tellOfWithdrawal tells whoever was challenged that it is over: not somebody who
// reads of the challenge for the first time, nor one who has never written.
func (e *errand) tellOfWithdrawal(g *store.Game) (told bool, err error) {
	invited, err := e.seated(g, g.Challenger.Other())
	if err != nil || e.takeBack(g) || !invited.Active {
		return false, err
	}
	return true, e.tellOpponent(g, templates.Withdrawn)
}

// challengeFor finds the challenge that a command answers, or says why there
// is none.
func (e *errand) challengeFor(c parser.Command, mine func(*store.Game, game.Seat) bool) (*store.Game, result, error) {
	g, r, err := e.findGame(c, mine)
	if err != nil {
		return nil, r, err
	}
	if g == nil {
		if r.notice.Code == templates.NoticeNoGame {
			r.notice.Code = templates.NoticeNoChallenge
		}
		return nil, r, nil
	}
	notice := templates.Notice{Number: int(g.Number)}
	switch {
	case g.State != store.Waiting:
		return nil, answered(g), nil
	case mine(g, g.SeatOf(e.sender.ID)):
		return g, result{}, nil
	case c.Verb == "withdraw":
		notice.Code = templates.NoticeNotChallenger
	default:
		notice.Code = templates.NoticeOwnChallenge
	}
	return nil, refuse(g, notice), nil
}
