package store

import (
	"errors"
	"fmt"
	"time"

	"unlurbot/game"
)

// A robot is a player of whom the engine makes the moves. There is one for each level, with a name and without an
// address: nothing is ever sent to it, and it writes to nobody. It is made when somebody first plays it.

// RobotName is what the robot of a level is called. Nobody else can be called so.
func RobotName(level int) string { return fmt.Sprintf("robot-%d", level) }

// RobotPlayer gives the robot of a level.
func (t *Tx) RobotPlayer(level int, now time.Time) (*Player, error) {
	p, err := t.PlayerByName(RobotName(level))
	switch {
	case err == nil && p.Robot != level:
		return nil, ErrTaken
	case !errors.Is(err, ErrNotFound):
		return p, err
	}
	p = &Player{Name: RobotName(level), Robot: level, Active: true, Created: now}
	return p, t.AddPlayer(p)
}

// A Robot is what a game against one keeps of it.
type Robot struct {
	Seat   game.Seat `json:"seat"`
	Level  int       `json:"level"`
	Engine int       `json:"engine"`          // the version with which the game began
	Hints  int       `json:"hints,omitempty"` // that the other player has had
	Low    int       `json:"low,omitempty"`   // how many moves in a row the robot has been all but lost
	// Told is how many events there were when the other player was last shown the board.
	Told int `json:"told,omitempty"`
}

// RobotToMove says whether the game waits for a robot.
func (g *Game) RobotToMove() bool {
	return g.State == Playing && g.Robot != nil && g.Course.ToMove == g.Robot.Seat
}

// Ring is the wake-up of a running game: for its clock, or for the robot, which has none.
func (g *Game) Ring() WakeUp {
	w := WakeUp{At: g.Rings, Kind: WakeClock, Number: uint32(g.Number)}
	if g.RobotToMove() {
		w.Kind = WakeRobot
	}
	return w
}

// robot checks that a robot is nobody else.
func (v *verifier) robot(p *Player) {
	if p.Robot > 0 && (p.Name != RobotName(p.Robot) || p.Address != "" || len(p.Others) > 0) {
		v.fault("player %d is a robot called %q with the address %q", p.ID, p.Name, p.Address)
	}
}

// robots checks what a game against a robot has, and that analyses are of games that are over.
func (v *verifier) robots(g *Game) {
	if len(g.AnalysisFor) > 0 && g.State != Finished {
		v.fault("game %d is %s, and to be analysed for %v", g.Number, g.State, g.AnalysisFor)
	}
	if g.Robot == nil {
		return
	}
	p, err := v.tx.Player(g.Player(g.Robot.Seat))
	if err != nil || p.Robot != g.Robot.Level || g.Rated || g.IsSetUp() {
		v.fault("game %d is played by a robot of level %d, which is %+v, for a rating: %t", g.Number, g.Robot.Level, p, g.Rated)
	}
}
