package dispatch

import (
	"errors"
	"strconv"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// puzzle shows the next puzzle, or one that the reader names, and says of a move whether it solves it. That the next one was
// shown is all that is noted. The answer brings back which one it was, as that to a lesson does.
func puzzle(d *Dispatch, c parser.Command) (telling.Line, error) {
	if !d.Teller.Terms.Puzzles {
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticePuzzlesOff}), nil
	}
	number := 0 // of at most four digits
	if len(c.Args) > 0 {
		number, _ = strconv.Atoi(c.Args[0])
	}
	z, refusal, err := findPuzzle(d, store.PuzzleNumber(number))
	if z == nil || err != nil {
		return telling.Refuse(nil, refusal), err
	}
	move, told := "", false
	if len(c.Args) > 1 && c.Args[1] != orders.Show {
		move, told = c.Args[1], c.Args[1] == orders.Answer
	}
	says, err := views.Puzzle(d.Unit, d.reader, z, move, told)
	l := telling.Line{Kind: templates.Puzzle, Decision: decision.Answered, Says: says, Args: c.Args, Asks: token.AskPuzzle(int(z.Number))}
	if illegal, ok := errors.AsType[*game.Error](err); ok {
		if err = nil; illegal.Code == game.NotAMove {
			l.Notice = templates.Notice{Code: templates.NoticeInPuzzle, Text: move}
		} else {
			l.Notice = telling.Illegal(illegal)
		}
	}
	return l, err
}

// findPuzzle gives the puzzle of a number, for 0 the next one; or it is nil, and the notice says why.
func findPuzzle(d *Dispatch, n store.PuzzleNumber) (z *store.Puzzle, why templates.Notice, err error) {
	none := templates.Notice{Code: templates.NoticeNoPuzzle, Number: int(n), Last: int(d.Unit.Tx.LastPuzzle())}
	hidden := templates.Notice{Code: templates.NoticePuzzleForOthers}
	if n == 0 {
		next, isHidden, err := puzzles.Next(d.Unit, d.reader)
		if next == nil || err != nil {
			return nil, none, err
		}
		if isHidden {
			return nil, hidden, nil
		}
		if d.Claim.Proven() { // nobody else uses up somebody's puzzles
			puzzles.Give(d.Unit, d.reader, next)
		}
		return next, none, nil
	}
	z, err = d.Unit.Tx.Puzzle(n)
	if errors.Is(err, store.ErrNotFound) {
		return nil, none, nil
	}
	if err != nil {
		return nil, none, err
	}
	if shows, err := puzzles.MayShow(d.Unit, z); err != nil || !shows {
		return nil, hidden, err
	}
	return z, none, nil
}
