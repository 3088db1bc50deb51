package telling

import (
	"errors"
	"fmt"
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

// refusers say why an order was refused, or leave the reason to the next of them.
var refusers = []func(t *Teller, g *store.Game, by string, why facts.Reason) (templates.Notice, error){
	refusalInGame, refusalOfPlan, refusalOfOffer, refusalOfPeople, refusalOfTournament, refusalOfLadder, refusalOfRobot,
}

// Refusal is the line of an order that was refused, as an answer quotes it.
func (t *Teller) Refusal(g *store.Game, by string, why facts.Reason) (Line, error) {
	if plain, ok := why.(facts.Plain); ok {
		return plainRefusal(t, g, plain), nil
	}
	for _, refusal := range refusers {
		if n, err := refusal(t, g, by, why); !errors.Is(err, errLeft) {
			return Refuse(g, n), err
		}
	}
	return Line{}, fmt.Errorf("%w why: %T", errLeft, why)
}

// refusalInGame is why something can't be done in a game, or in which it is meant.
func refusalInGame(t *Teller, g *store.Game, by string, why facts.Reason) (templates.Notice, error) {
	switch why := why.(type) {
	case facts.NotYours:
		if why.Number == facts.NoSuchGame {
			return templates.Notice{Code: templates.NoticeNoGame}, nil
		}
		return templates.Notice{Code: templates.NoticeNotYours, Number: int(why.Number)}, nil
	case facts.WhichGame:
		n := templates.Notice{Code: templates.NoticeWhichGame, Number: why.More, Suggest: by + " #" + strconv.Itoa(int(why.Fitting[0]))}
		for _, number := range why.Fitting {
			fits, err := t.u.Game(number)
			if err != nil {
				return n, err
			}
			line, err := views.GameLine(t.u, fits, t.reader)
			if err != nil {
				return n, err
			}
			n.Games = append(n.Games, line)
		}
		return n, nil
	case facts.Illegal:
		return Illegal(why.Error), nil
	case facts.NoUndoNow:
		return t.undoNotice(g, undoRefusals[why.Why], why.Moves)
	}
	return templates.Notice{}, errLeft
}

// refusalOfPlan is why a plan can't be taken.
func refusalOfPlan(_ *Teller, _ *store.Game, by string, why facts.Reason) (templates.Notice, error) {
	switch why := why.(type) {
	case facts.NotAPlan:
		return templates.Notice{Code: string(game.NotAPlan), Text: safe.Line(by, 80)}, nil
	case facts.PlanTwice:
		return templates.Notice{Code: templates.NoticePlanTwice, Cell: why.Reply, Text: safe.Line(by, 80)}, nil
	case facts.BadPlan:
		if step, ok := errors.AsType[*game.PlanError](why.Err); ok {
			illegal := Illegal(step.Why)
			return templates.Notice{Code: templates.NoticePlanRefused, Text: step.Line.String(), Cell: step.Move, Why: &illegal}, nil
		}
		if over, ok := errors.AsType[*game.Error](why.Err); ok && over.Code == game.PlanTooDeep {
			return templates.Notice{Code: string(game.PlanTooDeep), Number: game.MaxPlanDepth}, nil
		}
		return templates.Notice{Code: string(game.PlanTooLong), Number: game.MaxPlanSteps}, nil
	}
	return templates.Notice{}, errLeft
}

// Illegal says which rule forbids a move.
func Illegal(err *game.Error) templates.Notice {
	n := templates.Notice{Code: string(err.Code), Cell: err.Cell.String()}
	if first, last, ok := game.RowColumns(err.Size, int(err.Cell.Row)); ok && err.Code == game.OffBoard {
		n.Row, n.First, n.Last = string(rune('A'+err.Cell.Row)), first, last
	}
	return n
}

var undoRefusals = map[facts.UndoRefusal]string{
	facts.UndoAskedAlready: templates.NoticeUndoAsked, facts.UndoAskedByOther: templates.NoticeUndoOfYou,
	facts.UndoAskedTooOften: templates.NoticeUndoOften, facts.UndoAskedEnough: templates.NoticeUndoOften,
}

// plainRefusals are the notices on reasons that need no more than a name.
var plainRefusals = map[facts.Plain]string{
	facts.NoGame: templates.NoticeNoGame, facts.OnlyWatched: templates.NoticeOnlyWatched, facts.NoUndo: templates.NoticeNoUndo,
	facts.NoAbort: templates.NoticeNoAbort, facts.BothMoved: templates.NoticeBothMoved, facts.AbortInTournament: templates.NoticeAbortInTournament, facts.AbortOnLadder: templates.NoticeAbortOnLadder,
	facts.PlanWithoutMove: templates.NoticePlanWithout, facts.PlanOnTurn: templates.NoticePlanOnTurn,
	facts.NothingSaid: templates.NoticeNothingSaid, facts.NothingNoted: templates.NoticeNothingNoted, facts.TooManyNotes: templates.NoticeTooManyNotes,
	facts.AwayPast: templates.NoticeAwayPast, facts.AwayFar: templates.NoticeAwayFar,
	facts.AwayOften: templates.NoticeAwayOften, facts.NotAway: templates.NoticeNotAway, facts.MutesSelf: templates.NoticeMuteSelf,
	facts.NoChallenge: templates.NoticeNoChallenge, facts.NothingOffered: templates.NoticeNothingOffered,
	facts.OwnChallenge: templates.NoticeOwnChallenge, facts.NotChallenger: templates.NoticeNotChallenger,
	facts.NotOver: templates.NoticeNotOver, facts.Cancelled: templates.NoticeNothingToRepeat, facts.SeeksAlready: templates.NoticeSeeksAlready,
	facts.RobotRated: templates.NoticeRobotRated, facts.EnoughRobots: templates.NoticeEnoughRobots, facts.LevelOfPeople: templates.NoticeLevelOfPeople,
	facts.NoHint: templates.NoticeNoHint, facts.HintAgainstPeople: templates.NoticeNoHint, facts.HintNotNow: templates.NoticeHintNotNow, facts.HintForOthers: templates.NoticeHintForOthers, facts.AnalysedEnough: templates.NoticeAnalysedEnough, facts.AnalysisForOthers: templates.NoticeAnalysisForOthers, facts.NothingToAnalyse: templates.NoticeNothingToAnalyse,
	facts.TakenAlready: templates.NoticeTakenByYou, facts.TooManyGames: templates.NoticeTooManyGames,
}

func plainRefusal(t *Teller, g *store.Game, why facts.Plain) Line {
	switch why {
	case facts.TakenAlready:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: int(g.Offer)})
	case facts.TooManyGames:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: t.Terms.OpenGames})
	case facts.NotStarted, facts.NeverStarted, facts.Answered:
		return NotBegun(g)
	case facts.NoPlan:
		return Refuse(begun(g), templates.Notice{Code: templates.NoticeNoPlan, Number: int(g.Number)})
	case facts.PlanWithoutMove, facts.PlanOnTurn, facts.OwnChallenge, facts.NotChallenger, facts.NotOver, facts.Cancelled, facts.SeeksAlready, facts.AbortInTournament, facts.AbortOnLadder:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: int(g.Number)})
	case facts.TooManyNotes:
		return Refuse(g, templates.Notice{Code: plainRefusals[why], Number: club.MostNotes})
	}
	return Refuse(g, templates.Notice{Code: plainRefusals[why]})
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
