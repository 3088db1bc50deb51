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
	return e.endChallenge(c, asChallenged, store.Declined, Declined, templates.Declined)
}

// withdraw takes the own challenge back.
func withdraw(e *errand, c parser.Command) (result, error) {
	return e.endChallenge(c, asChallenger, store.Withdrawn, Withdrawn, templates.Withdrawn)
}

func (e *errand) endChallenge(c parser.Command, who func(*store.Game, game.Seat) bool, s store.State, d Decision, k templates.Kind) (result, error) {
	g, r, err := e.challengeFor(c, who)
	if g == nil || err != nil {
		return r, err
	}
	g.State, g.Ended = s, e.now
	e.changeGame(g)
	if e.takeBack(g) {
		return result{kind: k, game: g, decision: d, done: c.String()}, nil
	}
	return result{kind: k, game: g, decision: d, done: c.String(), passes: true}, e.tellOpponent(g, k)
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
