package letters

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/templates"
)

// OneGame gives a game as files.
func OneGame(u *unit.Unit, g *store.Game) ([]store.File, error) {
	f, err := fileGame(u, g)
	return gameFiles(fmt.Sprintf("unlur-%d", g.Number), []filed{f}), err
}

// A filed is a game in the forms in which it is attached, with a line end behind
// each.
type filed struct{ sgf, json string }

// fileGame writes a game that has begun for other programs. What is in it both
// players know.
func fileGame(u *unit.Unit, g *store.Game) (f filed, err error) {
	r, err := views.Record(u, g)
	if err != nil {
		return f, err
	}
	if f.sgf, err = r.SGF(); err != nil {
		return f, err
	}
	object, err := json.Marshal(r)
	f.json = string(object) + "\n"
	return f, err
}

// gameFiles makes files of some games: a collection in SGF, and JSON with a game
// on each line.
func gameFiles(name string, games []filed) []store.File {
	sgf := store.File{Name: name + ".sgf", Type: "application/x-sgf"}
	object := store.File{Name: name + ".json", Type: "application/json"}
	if len(games) > 1 {
		object.Name, object.Type = name+".jsonl", "application/jsonl"
	}
	for _, f := range games {
		sgf.Data = append(sgf.Data, f.sgf...)
		object.Data = append(object.Data, f.json...)
	}
	return []store.File{sgf, object}
}

// maxExport is how many bytes of files go with a mail: some fifty games. In base64
// that is less than the size up to which the bot reads mails itself, so it can
// read one that comes back whole.
const maxExport = 160 << 10

// AllGames gives the games of a player that have begun, the oldest first; of too many the
// newest ones. With a number it is those up to that one.
func AllGames(u *unit.Unit, p *store.Player, last store.GameNumber) (*templates.Exported, []store.File, error) {
	return someGames(u, p, last, club.HasBegun)
}

// MostOfOthers is how often in a day a player can have the games of another: they are large.
const MostOfOthers = 3

// HadOfOthers counts how often in a day a player had them.
func HadOfOthers(p *store.Player) store.Counter {
	return store.Counter{Kind: "exports_of_others", Whom: strconv.Itoa(int(p.ID)), Window: store.LongestWindow}
}

// GamesOf gives those that are over and that everybody may see, in the same way, to a reader, for
// whom they count if there are any.
func GamesOf(u *unit.Unit, reader, p *store.Player, last store.GameNumber) (*templates.Exported, []store.File, error) {
	x, files, err := someGames(u, p, last, func(g *store.Game) bool { return g.State == store.Finished && !g.Private })
	if err == nil {
		x.Of = names.Of(p)
	}
	if err == nil && len(files) > 0 {
		_, err = u.Tx.Count(HadOfOthers(reader), u.Now)
	}
	return x, files, err
}

func someGames(u *unit.Unit, p *store.Player, last store.GameNumber, which func(*store.Game) bool) (*templates.Exported, []store.File, error) {
	mine, err := u.AllGames(p)
	if err != nil {
		return nil, nil, err
	}
	mine = slices.DeleteFunc(mine, func(g *store.Game) bool { return !which(g) || last != 0 && g.Number > last })
	var games []filed
	for room := maxExport; len(mine) > 0; mine = mine[:len(mine)-1] {
		f, err := fileGame(u, mine[len(mine)-1])
		if err != nil {
			return nil, nil, err
		}
		if room -= len(f.sgf) + len(f.json); room < 0 {
			break
		}
		games = append(games, f)
	}
	slices.Reverse(games)
	if len(games) == 0 {
		return exportOf(games, mine), nil, nil
	}
	return exportOf(games, mine), gameFiles("unlur-games", games), nil
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

// AllOfMe gives all that is known of a player, with those of the games that there is room
// for, the newest first.
func AllOfMe(u *unit.Unit, p *store.Player) (*templates.Exported, []store.File, error) {
	mine, err := u.AllGames(p)
	if err != nil {
		return nil, nil, err
	}
	games := []exportedGame{} // never null
	for room := maxExport; len(mine) > 0; mine = mine[:len(mine)-1] {
		g := mine[len(mine)-1]
		seat := g.SeatOf(p.ID)
		own := exportedGame{Number: g.Number, State: g.State, Challenger: g.Challenger == seat, Created: g.Created, Ended: g.Ended}
		if own.Opponent, err = views.Opponent(u, g, seat); err != nil {
			return nil, nil, err
		}
		if club.HasBegun(g) {
			own.Seat, own.Plan, own.Notes = seat, *g.Plan(seat), *g.NotesOf(seat)
			if own.Record, err = views.Record(u, g); err != nil {
				return nil, nil, err
			}
		}
		text, err := json.MarshalIndent(own, "    ", "  ")
		if err != nil {
			return nil, nil, err
		}
		if room -= len(text); room < 0 {
			break
		}
		games = append(games, own)
	}
	x := exportOf(games, mine)
	x.Me = true
	known, err := u.Tx.Export(p)
	if err != nil {
		return nil, nil, err
	}
	text, err := json.MarshalIndent(exportedPlayer{Export: known, Games: games, Left: len(mine)}, "", "  ")
	return x, []store.File{{Name: "unlur-me.json", Type: "application/json", Data: append(text, '\n')}}, err
}
