package mailbot

import (
	"slices"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/zones"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// runCommands carries out the commands of the mail in their order, but plans after
// moves and "stop" after all, and notes what was not understood, and what was therefore
// held back.
func (e *errand) runCommands() error {
	if err := e.settleRequest(); err != nil {
		return err
	}
	if err := e.dropContradictions(); err != nil {
		return err
	}
	e.club().WillPlay(e.gamesOfMoves())
	for _, c := range stopLast(plansBelowMoves(e.asked.Commands)) {
		if err := e.carryOut(c); err != nil {
			return err
		}
	}
	if e.asked.Proposed != nil {
		r, err := e.askWhether(*e.asked.Proposed)
		if err != nil {
			return err
		}
		e.note(r)
	}
	for _, p := range e.asked.Problems {
		if p.Code == parser.CodeSpoken {
			continue // told when the words are passed on
		}
		r, err := e.misunderstood(p)
		if err != nil {
			return err
		}
		e.note(r)
	}
	if err := e.tellHeld(); err != nil {
		return err
	}
	if err := e.tell(e.club().PlayOn(e.asked.PlansLost)); err != nil {
		return err
	}
	return e.teller().WarnOfAbsences()
}

// plansBelowMoves puts plans that stand above a move behind the last one: they are for
// what comes after it.
func plansBelowMoves(commands []parser.Command) (ordered []parser.Command) {
	var plans []parser.Command
	left := 0 // moves
	for _, c := range commands {
		if orders.IsMove(c) {
			left++
		}
	}
	for _, c := range commands {
		if left > 0 && c.Verb == orders.If {
			plans = append(plans, c)
			continue
		}
		ordered = append(ordered, c)
		if orders.IsMove(c) {
			if left--; left == 0 {
				ordered = append(ordered, plans...)
			}
		}
	}
	return ordered
}

// stopLast puts "stop" behind all else. It withdraws what its writer offers, that
// which stands below it too, and its answer is the last mail.
func stopLast(commands []parser.Command) (ordered []parser.Command) {
	isStop := func(c parser.Command) bool { return c.Verb == orders.Stop }
	for _, c := range commands {
		if !isStop(c) {
			ordered = append(ordered, c)
		}
	}
	if i := slices.IndexFunc(commands, isStop); i >= 0 {
		ordered = append(ordered, commands[i])
	}
	return ordered
}

// dropContradictions takes out moves of which a mail has several in one game.
// The parser does so where they look alike; that "C4" and "#42 D5" are the same
// game can only be known here.
func (e *errand) dropContradictions() error {
	games := make([]store.GameNumber, len(e.asked.Commands))
	wanted := map[store.GameNumber][]string{}
	for i, c := range e.asked.Commands {
		if !orders.IsMove(c) {
			continue
		}
		g, _, err := e.findGame(c, orders.FitsMove(c))
		if err != nil {
			return err
		}
		if g != nil {
			games[i] = g.Number
		}
		if m := orders.MoveWord(c); !slices.Contains(wanted[games[i]], m) {
			wanted[games[i]] = append(wanted[games[i]], m)
		}
	}
	var kept []parser.Command
	once := map[store.GameNumber]bool{}
	for i, c := range e.asked.Commands {
		moves := wanted[games[i]]
		switch {
		case !orders.IsMove(c) || games[i] == 0:
			kept = append(kept, c)
		case len(moves) == 1:
			if !once[games[i]] {
				kept = append(kept, c)
			}
			once[games[i]] = true
		case orders.MoveWord(c) == moves[0]:
			e.asked.Problems = append(e.asked.Problems, parser.Problem{
				Code: parser.CodeTwoMoves, Text: strings.Join(moves, ", "), Line: c.Line,
			})
		}
	}
	e.asked.Commands = kept
	return nil
}

// numberIn gives the game that a command names or, where it names none, that
// the mail replies to; 0 if neither says.
func (e *errand) numberIn(c parser.Command) store.GameNumber {
	number := orders.GameIn(c)
	if number == 0 && e.claim.Game() != 0 {
		number = e.claim.Game()
	}
	return number
}

// gamesOfMoves lists the games in which the mail is to make moves, 0 for a move that names
// none.
func (e *errand) gamesOfMoves() (games []store.GameNumber) {
	for _, c := range e.asked.Commands {
		if orders.IsMove(c) {
			games = append(games, e.numberIn(c))
		}
	}
	return games
}

// about gives what all orders have.
func (e *errand) about(c parser.Command) club.About {
	return club.About{Game: orders.GameIn(c), Verb: c.Verb, Text: c.String(), At: e.u.Arrived.In(zones.Of(e.sender.Zone))}
}

// carryOut does what one command wants, and tells what came of it.
func (e *errand) carryOut(c parser.Command) error {
	if cmd, ok := orders.Of(c); ok && cmd.Order != nil && cmd.Suffices(e.claim, c) {
		if order := cmd.Order(e.about(c), c); order != nil {
			return e.tell(e.club().Do(order))
		}
	}
	r, err := e.run(c)
	if err == nil {
		err = e.teller().NoteOrWelcome(r)
	}
	return err
}

// run does what a command wants that the club does not carry out.
func (e *errand) run(c parser.Command) (telling.Line, error) {
	cmd, ok := orders.Of(c)
	switch {
	case !ok && (c.Verb == orders.Yes || c.Verb == orders.No):
		return e.unasked(c)
	case ok && c.Verb == orders.If && e.asked.PlansLost && !cmd.Suffices(e.claim, c):
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticePlanNone}), nil
	case ok && !cmd.Suffices(e.claim, c):
		return e.keep(c, cmd)
	}
	if do, ok := e.bot.actions[cmd.Verb]; ok {
		return do(e, c)
	}
	// The parser knows more words than there are commands, and cells of no board.
	return e.misunderstood(parser.Problem{Code: parser.CodeUnknown, Text: c.String(), Line: c.Line})
}
