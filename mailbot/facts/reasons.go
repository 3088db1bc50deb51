package facts

import (
	"unlurbot/game"
	"unlurbot/store"
)

// A Reason is why an order is refused.
type Reason interface{ reason() }

// Plain is a reason that says all there is to say.
type Plain uint8

// The plain reasons.
const (
	NoGame            Plain = iota + 1 // no game of the player's fits
	OnlyWatched                        // the mail answers one about a game that the player watches
	NoUndo                             // nobody asks for a move back
	NoAbort                            // in no game is one player without a move
	BothMoved                          // nor in this one
	AbortInTournament                  // where no game is called off
	AbortOnLadder                      // nor is it there
	NotStarted                         // the challenge waits for its answer
	NeverStarted                       // it was declined, withdrawn, or has lapsed
	NoPlan                             // nothing is planned
	PlanOnTurn                         // it is the player's own turn
	PlanWithoutMove                    // the move above the plan was not played
	NothingSaid                        // there are no words that anybody could see
	NothingNoted                       // nor to note
	TooManyNotes                       // the player has as many in the game as can be
	AwayPast                           // that time is over
	AwayFar                            // nobody knows so far ahead
	AwayOften                          // opponents were told of enough changes today
	NotAway                            // nor is it planned
	MutesSelf                          // the player is the one who is named
	NotOver                            // the game goes on
	Cancelled                          // it ended before both had moved
	NoChallenge                        // no challenge waits for the player
	NothingOffered                     // the player has none that waits
	Answered                           // the challenge waits no more
	OwnChallenge                       // it is for the other player to answer
	NotChallenger                      // and to take back
	TakenAlready                       // the player has got a game of that offer
	TooManyGames                       // and challenges are open
	SeeksAlready                       // the player offers such a game to everybody
	RobotRated                         // games against robots are not
	EnoughRobots                       // the player has as many games against robots as can be
	LevelOfPeople                      // only robots have one
	NoHint                             // the player has no game against a robot
	HintAgainstPeople                  // it is played by people
	HintNotNow                         // it is not the player's turn
	HintForOthers                      // people play from the same position
	AnalysisForOthers                  // and the same of a game that is to be analysed
	NothingToAnalyse                   // it has ended before anybody took Black
	AnalysedEnough                     // the player has had as many analyses today as can be
)

type (
	// NotYours is a game of others; NoSuchGame is the number of none.
	NotYours struct{ Number store.GameNumber }
	// WhichGame is that several games fit: the first of them, and how many more.
	WhichGame struct {
		Fitting []store.GameNumber
		More    int
	}
	// Illegal is what a rule of the game forbids.
	Illegal struct{ *game.Error }
	// NotAPlan is a line that can't be read as one.
	NotAPlan struct{}
	// PlanTwice is a line that answers the same move as another one of its mail.
	PlanTwice struct{ Reply string }
	// BadPlan is what game.Plan.Check has to say.
	BadPlan struct{ Err error }
	// NoUndoNow is a move that can't be asked back; with the answer to it, if there is one.
	NoUndoNow struct {
		Why   UndoRefusal
		Moves []string
	}
)

// NoSuchGame is the number of no game, for "#0" and the like.
const NoSuchGame = store.GameNumber(1<<32 - 1)

// An UndoRefusal is why a move can't be asked back.
type UndoRefusal uint8

// Why it can't be.
const (
	UndoAskedAlready  UndoRefusal = iota + 1
	UndoAskedByOther              // whom the player has to answer first
	UndoAskedTooOften             // for this move, today
	UndoAskedEnough               // the same, for the first time
)

func (Plain) reason()     {}
func (NotYours) reason()  {}
func (WhichGame) reason() {}
func (Illegal) reason()   {}
func (NotAPlan) reason()  {}
func (PlanTwice) reason() {}
func (BadPlan) reason()   {}
func (NoUndoNow) reason() {}
