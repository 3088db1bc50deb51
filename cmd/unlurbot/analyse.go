package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"unlurbot/game"
	"unlurbot/game/engine"
)

type analyseCommand struct {
	Size int    `default:"6" help:"Board size of records that don't begin with size=N (${default})."`
	Seed uint64 `default:"1" help:"What it draws its numbers from (${default})."`
	JSON bool   `name:"json" help:"Print one line of JSON per game."`
	File string `arg:"" optional:"" help:"The record (default, and for -: standard input)."`
}

// Help is the long text of --help.
func (*analyseCommand) Help() string {
	return `Shows the chances after each move, and up to three moves that gave the better game away. It reads what replay reads. ` +
		`A game takes about 15 seconds on size 6, 25 on size 8, and longer on larger boards. The chances are guesses of the engine, but for the end ` +
		`of a game, where they are often proven.`
}

// Validate refuses sizes that no board has.
func (c *analyseCommand) Validate() error { return checkSize(c.Size) }

// Run analyses each game of a file.
func (c *analyseCommand) Run(p process) error {
	records, err := p.records(c.File, c.Size)
	for i, r := range records {
		played, err := r.Replay()
		if err != nil {
			return err
		}
		a := engine.Analyse(played, c.Seed, func() bool { return p.ctx.Err() == nil })
		if err := p.ctx.Err(); err != nil {
			return err
		}
		show := showAnalysis(played, a)
		if c.JSON {
			line, err := json.Marshal(analysed{
				Size: played.Size(), Moves: played.Moves(), Chances: a.Chances, Proven: a.Proven, Turns: turnsOf(a),
			})
			if err != nil {
				return err
			}
			show = string(line) + "\n"
		} else if i > 0 {
			show = "\n" + show
		}
		if _, err := io.WriteString(p.out, show); err != nil {
			return err
		}
	}
	return err
}

// An analysed is the JSON object for a game.
type analysed struct {
	Size    int       `json:"size"`
	Moves   []string  `json:"moves"`
	Chances []float64 `json:"chances"` // that the first seat wins: before each move, and after the last one
	Proven  int       `json:"proven"`  // the first of the chances from which on all are proven
	Turns   []turned  `json:"turns"`
}

// A turned is a move that turned the game; the chances are those of who made it.
type turned struct {
	Move   int       `json:"move"` // from 1
	Played game.Move `json:"played"`
	Best   game.Move `json:"best"`
	Had    float64   `json:"had"`  // after the best move
	Left   float64   `json:"left"` // after the one that was played
}

func turnsOf(a engine.Analysis) []turned {
	turns := []turned{} // never null in JSON
	for _, t := range a.Turns {
		turns = append(turns, turned{t.Ply, t.Played, t.Best, t.Had, t.Left})
	}
	return turns
}

// showAnalysis draws the chances as bars, one line for each move, and names the turns.
func showAnalysis(g *game.Game, a engine.Analysis) string {
	const width = 30
	var b strings.Builder
	position := g.Position()
	fmt.Fprintf(&b, "%s\n\n", verdict(&position))
	whose, mirrored := "First", false
	if black := position.Black(); black != game.NoSeat {
		whose, mirrored = "Black", black != game.First
	}
	fmt.Fprintf(&b, "     move   %s\n", whose)
	moves := g.Moves()
	for i, chance := range a.Chances {
		move, number := "", ""
		if i > 0 {
			move, number = moves[i-1], fmt.Sprint(i)
		}
		if mirrored {
			chance = 1 - chance
		}
		sign := ""
		if i >= a.Proven {
			sign = "  proven"
		}
		full := int(chance*width + 0.5)
		fmt.Fprintf(&b, "%4s %-6s %3.0f %% %s%s%s\n", number, move, 100*chance, strings.Repeat("#", full), strings.Repeat(".", width-full), sign)
	}
	if len(a.Turns) == 0 {
		b.WriteString("\nNo move turned the game.\n")
	} else {
		b.WriteString("\n")
	}
	for _, t := range a.Turns {
		fmt.Fprintf(&b, "Move %d, %v, left a chance of %.0f %%; after %v it would have been %.0f %%.\n", t.Ply, t.Played, 100*t.Left, t.Best, 100*t.Had)
	}
	return b.String()
}
