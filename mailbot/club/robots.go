package club

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/fairplay"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// Robots are players for whom the engine moves. They take every game at once, and never ask anybody for one. What they
// play counts for nothing: not for ratings, and in no tournament.

// mostRobotGames is how many games against robots a player has at a time.
const mostRobotGames = 3

// ChallengeRobot begins a game against the robot of a level.
type ChallengeRobot struct {
	About
	Level int
	Rated bool // it is asked to count, which it can't
	Terms Terms
}

func (o ChallengeRobot) do(s *Session) error {
	if o.Rated {
		return refuse(nil, facts.RobotRated)
	}
	return playRobot(s, o.Level, o.Terms.NewGame())
}

// playRobot begins a game against the robot of a level, or both of a match.
func playRobot(s *Session, level int, g *store.Game) error {
	if level < 1 || level > s.rules.Robots.Levels {
		return refuse(nil, facts.NoSuchRobot{Levels: s.rules.Robots.Levels})
	}
	open, err := s.OpenGames(s.me)
	if err != nil {
		return err
	}
	against := gamesOf(g)
	for _, other := range open {
		if other.Robot != nil && other.State == store.Playing {
			against++
		}
	}
	if against > mostRobotGames {
		return refuse(nil, facts.EnoughRobots)
	}
	if err := s.hasRoom(nil, gamesOf(g)); err != nil {
		return err
	}
	robot, err := robotOf(s.Unit, level)
	if err != nil {
		return err
	}
	if err := drawSeats(s.Unit, fmt.Sprintf("%srobot %d", s.cause, level), g, s.me.ID, robot.ID); err != nil {
		return err
	}
	g.Rated, g.Created = false, s.TermBegins
	g.Robot = &store.Robot{Seat: g.Challenger.Other(), Level: level, Engine: s.rules.Robots.Engine}
	if err := s.title(g); err != nil {
		return err
	}
	if err := s.add(g); err != nil {
		return err
	}
	return s.begin(g, true)
}

// robotOf gives the robot of a level, which may be its first game.
func robotOf(u *unit.Unit, level int) (*store.Player, error) {
	stored, err := u.Tx.RobotPlayer(level, u.Now)
	if err != nil {
		return nil, err
	}
	return u.Player(stored.ID)
}

// hopeless is below which chance a robot resigns that is strong enough to judge that, once it has been there for patience
// moves in a row. The weaker ones play on, for who wants to see the win on the board.
const (
	hopeless      = 0.03
	patience      = 3
	resignsFromOn = 3
)

// MoveRobot plays what the engine has found for the robot that is to move.
type MoveRobot struct {
	About
	Move   game.Move
	Chance float64 // of the robot to win
}

func (o MoveRobot) do(s *Session) error {
	g, err := s.Game(o.Game)
	if err != nil {
		return err
	}
	if g.Robot.Low++; o.Chance >= hopeless {
		g.Robot.Low = 0
	}
	if g.Robot.Level >= resignsFromOn && g.Robot.Low >= patience {
		o.Move = game.Move{Kind: game.Resign}
	}
	if err := s.move(facts.RobotPlayed{Game: g.Number, Seat: g.Robot.Seat, Move: o.Move}, g, g.Robot.Seat, o.Move, s.Now); err != nil {
		return err
	}
	return answerByPlans(s.book, g)
}

// Hint asks what to play against a robot. The engine has to think about that, so the answer comes later.
type Hint struct{ About }

func (o Hint) do(s *Session) error {
	g, err := s.goingOn(o.Game, isAgainstRobot, facts.NoHint) // also from an old mail: it is about the position now
	switch {
	case err != nil:
		return err
	case g.Robot == nil:
		return refuse(g, facts.HintAgainstPeople)
	case !OnTurn(g, g.SeatOf(s.me.ID)):
		return refuse(g, facts.HintNotNow)
	}
	played, err := g.Replay()
	if err != nil {
		return err
	}
	p := played.Position()
	if same, err := fairplay.IsPlayed(s.Unit, p); err != nil {
		return err
	} else if same {
		return refuse(g, facts.HintForOthers)
	}
	s.note(facts.HintAsked{Game: g.Number})
	return s.Tx.WakeAt(store.WakeUp{At: s.Arrived, Kind: store.WakeHint, Number: uint32(g.Number)})
}

// isAgainstRobot is a game that goes on against one.
func isAgainstRobot(g *store.Game, seat game.Seat) bool {
	return WhilePlaying(g, seat) && g.Robot != nil
}

// GiveHint tells what the engine has found, and counts it.
type GiveHint struct {
	About
	Move game.Move
}

func (o GiveHint) do(s *Session) error {
	g, err := s.Game(o.Game)
	if err != nil {
		return err
	}
	g.Robot.Hints++
	s.ChangeGame(g)
	s.note(facts.HintGiven{Game: g.Number, Move: o.Move})
	return nil
}

// mostAnalyses is how many games can be analysed for a player in a day: each takes a core half a minute.
const mostAnalyses = 2

// Analyse asks where a game turned that is over, an own one or one of others that everybody may see. The engine has to
// think about that, so the answer comes later.
type Analyse struct{ About }

func (o Analyse) do(s *Session) error {
	g, err := o.finished(s)
	if err != nil {
		return err
	}
	mine := g // what a refusal shows
	if g.SeatOf(s.me.ID) == game.NoSeat {
		mine = nil
	}
	if g.Course.Black == game.NoSeat {
		return refuse(mine, facts.NothingToAnalyse)
	}
	played, err := g.Replay()
	if err != nil {
		return err
	}
	if same, err := fairplay.IsPlayed(s.Unit, played.Positions()...); err != nil {
		return err
	} else if same {
		return refuse(mine, facts.AnalysisForOthers)
	}
	if slices.Contains(g.AnalysisFor, s.me.ID) { // it is on its way
		s.note(facts.AnalysisAsked{Game: g.Number})
		return nil
	}
	n, err := s.Tx.Count(store.Counter{Kind: "analyses", Whom: strconv.Itoa(int(s.me.ID)), Window: store.LongestWindow}, s.Now)
	switch {
	case err != nil:
		return err
	case n > mostAnalyses:
		return refuse(mine, facts.AnalysedEnough)
	}
	g.AnalysisFor = append(g.AnalysisFor, s.me.ID)
	s.ChangeGame(g)
	s.note(facts.AnalysisAsked{Game: g.Number})
	return s.Tx.WakeAt(store.WakeUp{At: s.Arrived, Kind: store.WakeAnalysis, Number: uint32(g.Number)})
}

// finished finds the game that is to be analysed: the one that it names, or that the mail answers, else the player's last
// one.
func (o Analyse) finished(s *Session) (*store.Game, error) {
	if number := cmp.Or(o.Game, s.answer.Game); number != 0 && number != facts.NoSuchGame {
		g, err := s.OfOthers(number)
		if err != nil || g != nil && g.State == store.Finished {
			return g, err
		}
		if g, err = s.Game(number); err == nil && g.State == store.Cancelled && g.SeatOf(s.me.ID) != game.NoSeat {
			return nil, refuse(nil, facts.NothingToAnalyse)
		}
	}
	return Rematch{About: o.About}.finished(s)
}
