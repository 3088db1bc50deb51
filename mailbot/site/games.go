package site

import (
	"context"
	"encoding/json"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/manifest"
	"unlurbot/mailbot/site/page"
	"unlurbot/store"
)

// games adds a page for each game, with its files for other programs beside it.
func (b *builder) games() {
	for i := range b.ended {
		r := &b.ended[i]
		b.sheets = append(b.sheets, folder.Sheet{
			Entry: manifest.Entry{Base: gamePath(r.game), Ends: []string{"html", "sgf", "json"}, Mark: b.mark(rows{int32(i)})},
			Make:  func(context.Context) ([][]byte, error) { return b.gameFiles(r) },
		})
	}
}

func (b *builder) gameFiles(r *result) ([][]byte, error) {
	path := gamePath(r.game)
	v, err := b.game(r, page.Up(path))
	if err != nil {
		return nil, err
	}
	html, err := b.printer.Print(path, v)
	if err != nil {
		return nil, err
	}
	record := recordOf(v)
	sgf, err := record.SGF()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(record)
	return [][]byte{html, []byte(sgf), append(text, '\n')}, err
}

// game reads what a page shows of a game. It fails with folder.ErrGone if the game has another
// result meanwhile, or none: it was reopened.
func (b *builder) game(r *result, up string) (*page.Game, error) {
	var g *store.Game
	err := b.store.View(func(tx *store.Tx) (err error) {
		g, err = tx.Game(r.game)
		return err
	})
	if err != nil {
		return nil, err
	}
	if g.State != store.Finished || g.Result != r.number || g.Private || g.Robot != nil {
		return nil, folder.ErrGone
	}
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	v := &page.Game{
		Number: int(g.Number), Href: up + gamePath(g.Number) + ".html", Played: played, Began: dayOf(g.Started), Ended: r.ended(), Rated: g.Rated && !g.Spared,
		Month: up + monthPath(r.ended()) + ".html", Ladder: g.Ladder != nil,
	}
	for i, id := range g.Players {
		v.Players[i] = b.who(id, up)
	}
	if g.Tournament != 0 {
		v.Tournament = &page.Cup{Number: int(g.Tournament), Href: up + cupPath(g.Tournament) + ".html", Small: b.small[g.Tournament]}
	}
	return v, nil
}

// recordOf gives what files say of a game: the moves that stand, without their times, and those
// names that the page has.
func recordOf(v *page.Game) *game.Record {
	r := &game.Record{
		Number: v.Number, Size: v.Played.Size(), Players: [2]string{v.Players[0].Name, v.Players[1].Name}, Started: v.Began, Rated: v.Rated,
	}
	for _, e := range v.Played.Line() {
		e.At = time.Time{}
		r.Events = append(r.Events, e)
	}
	return r
}

// dayOf leaves the time of the day out.
func dayOf(t time.Time) time.Time {
	y, m, d := t.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
