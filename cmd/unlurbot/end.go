package main

import (
	"cmp"
	"fmt"
	"net/url"

	"unlurbot/game"
	"unlurbot/mailbot/admin"
	"unlurbot/store/acts"
)

type endCommand struct {
	ruling
	Cancel bool   `required:"" xor:"how" help:"Nobody wins, and it counts for nothing."`
	Win    string `required:"" xor:"how" enum:"first,second" placeholder:"SEAT" help:"The first or the second player wins, and a rated game is rated."`
}

// Run has the bot end a game.
func (c *endCommand) Run(p process) error {
	return c.rule(p, acts.End, c.Win)
}

type reopenCommand struct{ ruling }

// Run has the bot let a game go on that is over.
func (c *reopenCommand) Run(p process) error { return c.rule(p, acts.Reopen, "") }

// ruling is how the bot is told to do something to a game.
type ruling struct {
	acting
	Reason string `required:"" placeholder:"TEXT" help:"Why, in one line: both players are told, whatever their languages are."`
	Number uint32 `arg:"" name:"number" help:"The game's number."`
}

// rule has it done, and says what came of it.
func (c *ruling) rule(p process, kind acts.Kind, winner string) error {
	var done admin.Ruling
	asked := url.Values{"number": {fmt.Sprint(c.Number)}, "act": {string(kind)}, "reason": {c.Reason}}
	if kind == acts.End {
		asked.Set("how", acts.Cancel)
	}
	if winner != "" {
		asked.Set("how", winner)
	}
	return c.tell(p, admin.OnGame, asked, &done, func() string {
		was := done.Before
		called := fmt.Sprintf("Game %d (%s)", was.Number, printable(was.Title))
		switch {
		case kind == acts.Reopen:
			return called + " goes on. It doesn't count as ended any more, and all ratings are computed anew."
		case winner == "":
			return called + " is cancelled: nobody has won. unlurbot reopen lets it go on."
		}
		side := was.Players[0]
		if winner == game.Second.String() {
			side = was.Players[1]
		}
		return fmt.Sprintf("%s is over: %s has won. unlurbot reopen lets it go on.", called, printable(cmp.Or(side.Name, side.Called)))
	})
}
