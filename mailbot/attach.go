package mailbot

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/picture"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/templates"
)

// attach gives a letter its files and pictures, if it is of a kind that has some. A history
// has none where its reader may not have asked for it: such mails are small.
func (e *errand) attach(l *letter) error {
	switch {
	case l.kind == templates.Export:
		return e.attachExport(l)
	case l.kind == templates.History && e.proven && begun(l.game) != nil:
		return e.attachGame(l)
	case showsEnd(l) && !l.to.TextOnly:
		return e.attachPictures(l)
	}
	return nil
}

// showsEnd says whether a letter shows a game that has just been won.
func showsEnd(l *letter) bool {
	return (l.kind == templates.Over || l.kind == templates.Watched) && l.game.State == store.Finished
}

// attachPictures has the game drawn that a letter is about. The pictures show who
// plays, and not when.
func (e *errand) attachPictures(l *letter) error {
	r, err := e.recordOf(l.game)
	if err != nil {
		return err
	}
	shown := &game.Record{Number: r.Number, Size: r.Size, Players: r.Players, Events: slices.Clone(r.Events)}
	for i := range shown.Events {
		shown.Events[i].At = time.Time{}
	}
	l.picture = shown
	return nil
}

// pictureView says how a page shows the picture of a letter.
func pictureView(l letter) *templates.Picture {
	if l.picture == nil {
		return nil
	}
	width, height := picture.Size(l.picture.Size)
	return &templates.Picture{ID: smtpout.PictureID, Width: width, Height: height}
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
		p, err := e.u.Player(id)
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
