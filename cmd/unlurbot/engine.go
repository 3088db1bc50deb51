package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"unlurbot/game"
	"unlurbot/game/engine"
)

type engineCommand struct {
	Answer    answerCommand    `cmd:"" default:"withargs" help:"Choose a move for each game on standard input; what is done without a subcommand."`
	Calibrate calibrateCommand `cmd:"" help:"Play games to learn which contracts are even, and print the table that becomes game/engine/calibration.txt."`
}

// Help is the long text of --help.
func (*engineCommand) Help() string {
	return `unlurbot engine --json [--level N | --sims N] [--seed S]` + "\n\n" +
		`Each line of standard input is one game, such as {"size":6,"moves":["C4","black"]} or a record as replay --json reads it; ` +
		`each line of output is what the engine would play there: {"move":"D7","chance":0.52,"sims":2000,"proven":""}. ` +
		`The same input, level and seed give the same moves on every machine.`
}

type answerCommand struct {
	JSON  bool   `name:"json" required:"" help:"Read one game per line, print one line of JSON per game."`
	Level *int   `xor:"budget" placeholder:"N" help:"How strong it is, from 1 to 5 (3)."`
	Sims  *int   `xor:"budget" placeholder:"N" help:"How many games it simulates for a move, instead of a level."`
	Seed  uint64 `default:"1" help:"What it draws its numbers from (${default})."`
}

// defaultLevel is the level if neither it nor a number of simulations is given.
const defaultLevel = 3

// Validate refuses levels that don't exist, and no simulations at all.
func (c *answerCommand) Validate() error {
	if c.Sims != nil && *c.Sims < 1 {
		return errors.New("--sims is at least 1")
	}
	if c.Level != nil && (*c.Level < 1 || *c.Level > engine.Levels) {
		return fmt.Errorf("--level is from 1 to %d", engine.Levels)
	}
	return nil
}

// Run answers each line of input with a move.
func (c *answerCommand) Run(p process) error {
	level := defaultLevel
	if c.Level != nil {
		level = *c.Level
	}
	budget, _ := engine.Level(level)
	if c.Sims != nil {
		level, budget = 0, engine.Budget{Sims: *c.Sims}
	}
	budget.Between = func() bool { return p.ctx.Err() == nil }
	return p.answerLines(p.in, func(line string) (any, error) {
		played, err := readLine(line, game.DefaultSize)
		if err != nil {
			return nil, err
		}
		position := played.Position()
		chosen, err := engine.Choose(&position, budget, engine.Seed(c.Seed, position.Ply(), level))
		if err == nil {
			err = p.ctx.Err() // what was chosen in a hurry is no answer
		}
		return answered(chosen), err
	})
}

// An answered is the JSON object for what the engine would do.
type answered struct {
	Move   game.Move      `json:"move"`   // a cell, or black
	Chance float64        `json:"chance"` // that the player to move wins
	Sims   int            `json:"sims"`
	Proven engine.Outcome `json:"proven"` // what the game is worth to the player to move
}

type calibrateCommand struct {
	Sizes []int  `arg:"" optional:"" help:"The sizes of the boards (4 to 13)."`
	Games int    `default:"400" help:"How many games are played on each (${default})."`
	Sims  int    `default:"200" help:"How many games are simulated for a move (${default})."`
	Seed  uint64 `default:"1" help:"What the games are drawn from (${default})."`
}

// Validate refuses sizes that no board has, and numbers that make no games.
func (c *calibrateCommand) Validate() error {
	for _, size := range c.Sizes {
		if size < game.MinSize || size > game.MaxSize {
			return fmt.Errorf("sizes are from %d to %d", game.MinSize, game.MaxSize)
		}
	}
	if c.Games < 1 || c.Sims < 1 {
		return errors.New("--games and --sims are at least 1")
	}
	return nil
}

// Run prints the table row by row, as it is played.
func (c *calibrateCommand) Run(p process) error {
	sizes := c.Sizes
	for size := game.MinSize; size <= game.MaxSize && len(c.Sizes) == 0; size++ {
		sizes = append(sizes, size)
	}
	if _, err := io.WriteString(p.out, engine.Header); err != nil {
		return err
	}
	for _, size := range sizes {
		samples := c.play(p, size)
		if err := p.ctx.Err(); err != nil {
			return err
		}
		if _, err := io.WriteString(p.out, engine.Calibrate(size, c.Sims, samples)); err != nil {
			return err
		}
	}
	return nil
}

// play plays the games on one size, as many at a time as there are processors, and tells how far it is.
func (c *calibrateCommand) play(p process, size int) []engine.Sample {
	samples := make([]engine.Sample, c.Games)
	var wait sync.WaitGroup
	room := make(chan bool, runtime.GOMAXPROCS(0))
	for i := range samples {
		room <- true
		if p.ctx.Err() != nil {
			break
		}
		wait.Go(func() {
			samples[i] = engine.Play(size, c.Sims, engine.Seed(c.Seed, i, size))
			<-room
		})
		if i%50 == 49 {
			fmt.Fprintf(p.talk, "size %d: %d of %d games\n", size, i+1, c.Games)
		}
	}
	wait.Wait()
	return samples
}
