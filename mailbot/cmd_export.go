package mailbot

import (
	"encoding/json"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/orders"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// export sends games as files, or all that is known of the sender. With a number
// behind "all" it is the games up to that one.
func export(e *errand, c parser.Command) (result, error) {
	if orders.ScopeOf(c) != orders.OneGame {
		return result{kind: templates.Export, decision: Answered, args: c.Args}, nil
	}
	r, err := e.look(c, templates.Export)
	if err != nil || r.kind != templates.Export {
		return r, err
	}
	if begun(r.game) == nil {
		return notBegun(r.game), nil
	}
	return r, nil
}

// attachExport attaches what an export is of.
func (e *errand) attachExport(l *letter) error {
	l.export = &templates.Exported{Games: 1}
	switch {
	case l.game != nil:
		return e.attachGame(l)
	case orders.Scope(l.args[0]) == orders.AllOfMe:
		return e.attachMe(l)
	}
	return e.attachGames(l)
}

// maxExport is how many bytes of files go with a mail: some fifty games. In base64
// that is less than the size up to which the bot reads mails itself, so it can
// read one that comes back whole.
const maxExport = 160 << 10

// attachGames attaches the games of the reader that have begun, the oldest first;
// of too many the newest ones.
func (e *errand) attachGames(l *letter) error {
	mine, err := e.u.AllGames(e.sender)
	if err != nil {
		return err
	}
	last := orders.GameIn(parser.Command{Verb: orders.Export, Args: l.args})
	mine = slices.DeleteFunc(mine, func(g *store.Game) bool { return begun(g) == nil || last != 0 && g.Number > last })
	var games []filed
	for room := maxExport; len(mine) > 0; mine = mine[:len(mine)-1] {
		f, err := e.fileGame(mine[len(mine)-1])
		if err != nil {
			return err
		}
		if room -= len(f.sgf) + len(f.json); room < 0 {
			break
		}
		games = append(games, f)
	}
	slices.Reverse(games)
	l.export = exportOf(games, mine)
	if len(games) > 0 {
		l.files = gameFiles("unlur-games", games)
	}
	return nil
}

// exportOf says what is in an export, and what there was no room for.
func exportOf[T any](in []T, left []*store.Game) *templates.Exported {
	x := &templates.Exported{Games: len(in), Left: len(left)}
	if len(left) > 0 {
		x.Newest = int(left[len(left)-1].Number)
	}
	return x
}

// An exportedPlayer is all that is known of a player.
type exportedPlayer struct {
	*store.Export
	Games []exportedGame `json:"games"`
	Left  int            `json:"left_out,omitempty"` // how many older ones there was no room for
}

// An exportedGame is a game or a challenge of a player.
type exportedGame struct {
	Number     store.GameNumber `json:"number"`
	State      store.State      `json:"state"`
	Opponent   string           `json:"opponent"`
	Seat       game.Seat        `json:"seat,omitempty"` // of the player, in a game that has begun
	Challenger bool             `json:"challenger"`     // the player made the challenge
	Created    time.Time        `json:"created"`
	Ended      time.Time        `json:"ended,omitzero"`
	Record     *game.Record     `json:"record,omitempty"`
	Plan       game.Plan        `json:"plan,omitzero"` // the player's own, and the notes too
	Notes      []store.Note     `json:"notes,omitempty"`
}

// attachMe attaches all that is known of the reader, with those of the games that
// there is room for, the newest first.
func (e *errand) attachMe(l *letter) error {
	mine, err := e.u.AllGames(e.sender)
	if err != nil {
		return err
	}
	games := []exportedGame{} // never null
	for room := maxExport; len(mine) > 0; mine = mine[:len(mine)-1] {
		g, err := e.exportedGame(mine[len(mine)-1])
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(g, "    ", "  ")
		if err != nil {
			return err
		}
		if room -= len(text); room < 0 {
			break
		}
		games = append(games, g)
	}
	l.export = exportOf(games, mine)
	l.export.Me = true
	known, err := e.u.Tx.Export(e.sender)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(exportedPlayer{Export: known, Games: games, Left: len(mine)}, "", "  ")
	l.files = []store.File{{Name: "unlur-me.json", Type: "application/json", Data: append(text, '\n')}}
	return err
}

// exportedGame gives what one of the sender's games is to the sender.
func (e *errand) exportedGame(g *store.Game) (x exportedGame, err error) {
	seat := g.SeatOf(e.sender.ID)
	x = exportedGame{Number: g.Number, State: g.State, Challenger: g.Challenger == seat, Created: g.Created, Ended: g.Ended}
	if x.Opponent, err = e.opponentName(g, seat); err != nil || begun(g) == nil {
		return x, err
	}
	x.Seat, x.Plan, x.Notes = seat, *g.Plan(seat), *g.NotesOf(seat)
	x.Record, err = e.recordOf(g)
	return x, err
}
