package mailbot

import (
	"encoding/json"
	"fmt"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// attach gives a letter its files, if it is of a kind that has some. A history
// has none where its reader may not have asked for it: such mails are small.
func (e *errand) attach(l *letter) error {
	switch {
	case l.kind == templates.Export:
		return e.attachExport(l)
	case l.kind == templates.History && e.proven && begun(l.game) != nil:
		return e.attachGame(l)
	}
	return nil
}

// attachGame attaches the game that a letter is about.
func (e *errand) attachGame(l *letter) error {
	f, err := e.fileGame(l.game)
	if err != nil {
		return err
	}
	l.files = gameFiles(fmt.Sprintf("unlur-%d", l.game.Number), []filed{f})
	return nil
}

// A filed is a game in the forms in which it is attached, with a line end behind
// each.
type filed struct{ sgf, json string }

// fileGame writes a game that has begun for other programs. What is in it both
// players know.
func (e *errand) fileGame(g *store.Game) (f filed, err error) {
	r, err := e.recordOf(g)
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

// recordOf gives what a file says of a game.
func (e *errand) recordOf(g *store.Game) (*game.Record, error) {
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	r := &game.Record{
		Number: int(g.Number), Size: g.Size, Started: g.Started, Pace: g.Pace.String(), Rated: g.Rated, Events: played.Line(),
	}
	for i, id := range g.Players {
		p, err := e.player(id)
		if err != nil {
			return nil, err
		}
		r.Players[i] = nameOfPlayer(p)
	}
	return r, nil
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

func namesOfFiles(files []store.File) (names []string) {
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}
