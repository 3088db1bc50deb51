package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/picture"
	"unlurbot/templates"
)

type replayCommand struct {
	Size int    `default:"6" help:"Board size of records that don't begin with size=N (${default})."`
	JSON bool   `name:"json" help:"Read one game per line, print one line of JSON per game."`
	PNG  string `name:"png" placeholder:"FILE" help:"Draw the final board of one game, as in the mail at its end."`
	GIF  string `name:"gif" placeholder:"FILE" help:"Draw one game move by move."`
	File string `arg:"" optional:"" help:"The record (default, and for -: standard input)."`
}

// Help is the long text of --help.
func (*replayCommand) Help() string {
	return `A record is a list of moves, separated by spaces or commas: cells such as C4, black, and resign. ` +
		`It may begin with size=N; # begins a comment. Also reads SGF and JSON files of Unlur, ` +
		`and the text of a mail that lists a game's moves.`
}

// Validate refuses sizes that no board has, and pictures of many games.
func (c *replayCommand) Validate() error {
	if err := checkSize(c.Size); err != nil {
		return err
	}
	if c.JSON && (c.PNG != "" || c.GIF != "") {
		return errors.New("--png and --gif draw one game; --json is for many")
	}
	return nil
}

// checkSize says whether the --size of a command is that of a board.
func checkSize(size int) error {
	if size < game.MinSize || size > game.MaxSize {
		return fmt.Errorf("--size is from %d to %d", game.MinSize, game.MaxSize)
	}
	return nil
}

// Run replays one record, or with --json one on each line.
func (c *replayCommand) Run(p process) error {
	if c.JSON {
		in, err := p.input(c.File)
		if err != nil {
			return err
		}
		defer in.Close()
		return p.answerLines(in, func(line string) (any, error) { return replayLine(line, c.Size) })
	}
	records, err := p.records(c.File, c.Size)
	for i, r := range records {
		played, err := r.Replay()
		if err != nil {
			return err
		}
		if i > 0 {
			if _, err := fmt.Fprintln(p.out); err != nil {
				return err
			}
		}
		pos := played.Position()
		if _, err := fmt.Fprintf(p.out, "%s\n\n%s\n", templates.Board(&pos, templates.Marks{}), verdict(&pos)); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	for _, wanted := range []struct {
		file string
		draw func(context.Context, io.Writer, *game.Record) error
	}{{c.PNG, picture.PNG}, {c.GIF, picture.GIF}} {
		if wanted.file == "" {
			continue
		}
		if len(records) != 1 {
			return fmt.Errorf("there are %d games; a picture shows only one", len(records))
		}
		var drawn bytes.Buffer
		if err := wanted.draw(p.ctx, &drawn, records[0]); err != nil {
			return err
		}
		if err := os.WriteFile(wanted.file, drawn.Bytes(), 0o644); err != nil { //nolint:gosec // a picture is to be seen
			return err
		}
	}
	return nil
}

// verdict is one sentence on how a game stands.
func verdict(p *game.Position) string {
	who := func(s game.Seat) string {
		if c := p.Color(s); c != game.NoColor {
			return fmt.Sprintf("%v (%v)", map[game.Color]string{game.Black: "Black", game.White: "White"}[c], s)
		}
		return strings.ToUpper(s.String()[:1]) + s.String()[1:]
	}
	moves := fmt.Sprintf("%d moves", p.Ply())
	if p.Ply() == 1 {
		moves = "1 move"
	}
	if p.Phase() != game.Over {
		return fmt.Sprintf("%s to move in the %v phase, after %s.", who(p.ToMove()), p.Phase(), moves)
	}
	why := map[game.Reason]string{
		game.ByY: "with a Y", game.ByLine: "with a line", game.OpponentGoal: "because the opponent completed the wrong goal",
		game.ByResignation: "by resignation", game.ByTimeout: "on time",
		game.ByForfeit: "by forfeit",
	}[p.Reason()]
	s := fmt.Sprintf("%s wins %s, after %s", who(p.Winner()), why, moves)
	if path := names(p.Connection()); len(path) > 0 {
		s += ": " + strings.Join(path, " ")
	}
	return s + "."
}

func names(cells []game.Cell) []string {
	words := make([]string, len(cells)) // never nil: it becomes [] in JSON
	for i, c := range cells {
		words[i] = c.String()
	}
	return words
}

// A replayed is the JSON object for a game.
type replayed struct {
	Size        int         `json:"size"`
	Moves       []string    `json:"moves"`
	Phase       game.Phase  `json:"phase"`
	ToMove      game.Seat   `json:"to_move"`
	Black       game.Seat   `json:"black"`
	Winner      game.Seat   `json:"winner"`
	WinnerColor game.Color  `json:"winner_color"`
	Reason      game.Reason `json:"reason"`
	Path        []string    `json:"path"`
	Board       string      `json:"board"`
}

func replayLine(line string, size int) (object any, err error) {
	played, err := readLine(line, size)
	if err != nil {
		return nil, err
	}
	p := played.Position()
	return replayed{
		Size: p.Size(), Moves: played.Moves(), Phase: p.Phase(), ToMove: p.ToMove(), Black: p.Black(),
		Winner: p.Winner(), WinnerColor: p.Color(p.Winner()), Reason: p.Reason(),
		Path: names(p.Connection()), Board: templates.Board(&p, templates.Marks{}),
	}, nil
}
