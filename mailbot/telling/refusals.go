package telling

import (
	"strconv"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/templates"
)

// Refuse is the line of a command that was understood and is not allowed.
func Refuse(g *store.Game, n templates.Notice) Line {
	return Line{Kind: templates.Refused, Game: g, Decision: decision.Refused, Notice: n}
}

// tellRefused tells the sender why an order is not possible.
func tellRefused(t *Teller, g *store.Game, by string, why facts.Reason) error {
	if undo, ok := why.(facts.NoUndoNow); ok && undo.Why == facts.UndoAskedEnough {
		t.insists = true // that there were enough is told once, whatever the patience
	}
	l, err := t.Refusal(g, by, why)
	if err != nil {
		return err
	}
	return t.NoteOrWelcome(l)
}

// Refusal is the Line of an order that was refused, as an answer quotes it.
func (t *Teller) Refusal(g *store.Game, by string, why facts.Reason) (Line, error) {
	quoted := safe.Line(by, 80)
	switch why := why.(type) {
	case facts.Plain:
		return plainRefusal(t, g, why), nil
	case facts.NotYours:
		if why.Number == facts.NoSuchGame {
			return Refuse(g, templates.Notice{Code: templates.NoticeNoGame}), nil
		}
		return Refuse(g, templates.Notice{Code: templates.NoticeNotYours, Number: int(why.Number)}), nil
	case facts.NotOffered:
		return Refuse(g, templates.Notice{Code: templates.NoticeNotNow, Number: int(why.Number)}), nil
	case facts.NoInvitation:
		return inviteRefusal(t, g, why), nil
	case facts.BadTerms:
		return Refuse(g, badTerms(why)), nil
	case facts.WhichGame:
		return whichGame(t, by, why)
	case facts.Illegal:
		return Refuse(g, Illegal(why.Error)), nil
	case facts.NotAPlan:
		return Refuse(g, templates.Notice{Code: string(game.NotAPlan), Text: quoted}), nil
	case facts.PlanTwice:
		return Refuse(g, templates.Notice{Code: templates.NoticePlanTwice, Cell: why.Reply, Text: quoted}), nil
	case facts.BadPlan:
		return Refuse(g, planNotice(why.Err)), nil
	case facts.NoAddress:
		return Refuse(nil, templates.Notice{Code: addressRefusals[why.Why], Text: why.Address, Number: club.MostAddresses}), nil
	case facts.NoUndoNow:
		n, err := t.undoNotice(g, undoRefusals[why.Why], why.Moves)
		return Refuse(g, n), err
	}
	return refusalOfPeople(t, why)
}

var undoRefusals = map[facts.UndoRefusal]string{
	facts.UndoAskedAlready: templates.NoticeUndoAsked, facts.UndoAskedByOther: templates.NoticeUndoOfYou,
	facts.UndoAskedTooOften: templates.NoticeUndoOften, facts.UndoAskedEnough: templates.NoticeUndoOften,
}

var addressRefusals = map[facts.AddressFault]string{
	facts.NobodysAddress: templates.NoticeNoAddress, facts.OwnAddress: templates.NoticeYourAddress, facts.NotOwnAddress: templates.NoticeNotYourAddress,
	facts.LastAddress: templates.NoticeLastAddress, facts.TooManyAddresses: templates.NoticeTooManyAddresses,
}

// plainRefusals are the notices on reasons that need no more than a name.
var plainRefusals = map[facts.Plain]string{
	facts.NoGame: templates.NoticeNoGame, facts.OnlyWatched: templates.NoticeOnlyWatched, facts.NoUndo: templates.NoticeNoUndo,
	facts.NoAbort: templates.NoticeNoAbort, facts.BothMoved: templates.NoticeBothMoved,
	facts.PlanWithoutMove: templates.NoticePlanWithout, facts.PlanOnTurn: templates.NoticePlanOnTurn,
	facts.NothingSaid: templates.NoticeNothingSaid, facts.NothingNoted: templates.NoticeNothingNoted, facts.TooManyNotes: templates.NoticeTooManyNotes,
	facts.AwayPast: templates.NoticeAwayPast, facts.AwayFar: templates.NoticeAwayFar,
	facts.AwayOften: templates.NoticeAwayOften, facts.NotAway: templates.NoticeNotAway, facts.MutesSelf: templates.NoticeMuteSelf,
	facts.NoChallenge: templates.NoticeNoChallenge, facts.NothingOffered: templates.NoticeNothingOffered,
	facts.OwnChallenge: templates.NoticeOwnChallenge, facts.NotChallenger: templates.NoticeNotChallenger,
	facts.NotOver: templates.NoticeNotOver, facts.SeeksAlready: templates.NoticeSeeksAlready,
	facts.TakenAlready: templates.NoticeTakenByYou, facts.TooManyGames: templates.NoticeTooManyGames,
}

func plainRefusal(t *Teller, g *store.Game, why facts.Plain) Line {
	switch why {
	case facts.TakenAlready:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: int(g.Offer)})
	case facts.TooManyGames:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: t.terms.OpenGames})
	case facts.NotStarted, facts.NeverStarted, facts.Answered:
		return NotBegun(g)
	case facts.NoPlan:
		return Refuse(begun(g), templates.Notice{Code: templates.NoticeNoPlan, Number: int(g.Number)})
	case facts.PlanWithoutMove, facts.PlanOnTurn, facts.OwnChallenge, facts.NotChallenger, facts.NotOver, facts.SeeksAlready:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: int(g.Number)})
	case facts.TooManyNotes:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: club.MostNotes})
	}
	return Refuse(g, templates.Notice{Code: plainRefusals[why]})
}

// whichGame asks which of several games is meant.
func whichGame(t *Teller, by string, why facts.WhichGame) (Line, error) {
	lines := make([]templates.GameLine, len(why.Fitting))
	for i, n := range why.Fitting {
		g, err := t.u.Game(n)
		if err != nil {
			return Line{}, err
		}
		if lines[i], err = views.GameLine(t.u, g, t.reader); err != nil {
			return Line{}, err
		}
	}
	return Refuse(nil, templates.Notice{
		Code: templates.NoticeWhichGame, Games: lines, Number: why.More, Suggest: by + " #" + strconv.Itoa(int(why.Fitting[0])),
	}), nil
}

// begun gives a game if there is a board to show of it, else nil.
func begun(g *store.Game) *store.Game {
	if g.Started.IsZero() {
		return nil
	}
	return g
}

// NotBegun refuses what can only be done in a game that has begun.
func NotBegun(g *store.Game) Line {
	if g.State == store.Waiting {
		return Refuse(g, templates.Notice{Code: templates.NoticeNotStarted, Number: int(g.Number)})
	}
	return answered(g)
}

// answered refuses what can only be done with an open challenge.
func answered(g *store.Game) Line {
	code := templates.NoticeAnswered
	switch g.State {
	case store.Playing:
		code = templates.NoticeBegun
	case store.Lapsed:
		code = templates.NoticeLapsed
	}
	return Refuse(begun(g), templates.Notice{Code: code, Number: int(g.Number)})
}

// NoteOrWelcome notes a line, but help in the place of a refusal for want of a game, to who has
// never had one and watches none: the first mail to a bot is often a move.
func (t *Teller) NoteOrWelcome(l Line) error {
	if l.Notice.Code != templates.NoticeNoGame || l.Kind != templates.Refused || !t.proven {
		t.Note(l)
		return nil
	}
	watched, err := t.u.Tx.WatchedBy(t.reader.ID)
	if err != nil {
		return err
	}
	played := len(watched) > 0
	for _, err := range t.u.Tx.LastGamesOf(t.reader.ID) {
		if err != nil {
			return err
		}
		played = true
		break
	}
	if !played {
		l = Line{Kind: templates.Help, Decision: decision.Refused, Notice: templates.Notice{Code: templates.NoticeNoGameYet}}
	}
	t.Note(l)
	return nil
}
