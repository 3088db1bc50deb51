package facts

import (
	"unlurbot/game"
	"unlurbot/store"
)

// What robots do.
type (
	// RobotPlayed is a move of a robot, which nobody has ordered.
	RobotPlayed struct {
		Game store.GameNumber
		Seat game.Seat
		Move game.Move
	}
	// RobotGaveBack is that a player has taken a move back, which a robot never minds.
	RobotGaveBack struct{ Game store.GameNumber }
	// HintAsked is that a player wants to know what to play against a robot.
	HintAsked struct{ Game store.GameNumber }
	// AnalysisAsked is that a player wants to know where a game turned that is over. The analysis comes later.
	AnalysisAsked struct{ Game store.GameNumber }
	// WeeklyPuzzle is that a player gets the puzzle of the week.
	WeeklyPuzzle struct {
		Player store.PlayerID
		Puzzle store.PuzzleNumber
	}
	// HintGiven is the answer, which comes later.
	HintGiven struct {
		Game store.GameNumber
		Move game.Move
	}
)

func (f RobotPlayed) about() store.GameNumber   { return f.Game }
func (f RobotGaveBack) about() store.GameNumber { return f.Game }
func (f HintAsked) about() store.GameNumber     { return f.Game }
func (f AnalysisAsked) about() store.GameNumber { return f.Game }
func (WeeklyPuzzle) about() store.GameNumber    { return 0 }
func (f HintGiven) about() store.GameNumber     { return f.Game }

// NoSuchRobot is a level that no robot has: there are those from 1 to Levels, which is 0 if there are no robots.
type NoSuchRobot struct{ Levels int }

func (NoSuchRobot) reason() {}
