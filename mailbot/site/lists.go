package site

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/rating"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/manifest"
	"unlurbot/mailbot/site/page"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// How much lists have on pages that show more than one thing.
const (
	latestListed = 10  // results on the first page
	bestListed   = 5   // places of the standings there
	cupsListed   = 3   // tournaments there
	feedListed   = 50  // results in the feed
	mineListed   = 100 // results of one player
)

// rows are results by their places in archive.ended.
type rows []int32

// lastRows gives the last results, the latest first.
func (a *archive) lastRows(most int) (last rows) {
	for i := len(a.ended) - 1; i >= 0 && len(last) < most; i-- {
		last = append(last, int32(i))
	}
	return last
}

// addRows adds to a hash all that a list shows of results.
func (b *builder) addRows(h io.Writer, rows rows) {
	var text []byte
	for _, i := range rows {
		r := &b.ended[i]
		text = binary.BigEndian.AppendUint32(append(text, 0), uint32(r.number))
		for _, id := range r.players {
			text = append(append(text, 0), b.named[id].name...)
		}
	}
	_, _ = h.Write(text) // a hash takes anything
}

// who names a player on a page that is as far from the top as up says.
func (a *archive) who(id store.PlayerID, up string) page.Who {
	p, agreed := a.named[id]
	if !agreed {
		return page.Who{}
	}
	return page.Who{Name: p.name, Href: up + p.path + ".html"}
}

// gamePath is where a game lies, without an ending. A directory holds a thousand games.
func gamePath(n store.GameNumber) string {
	const together = 1000
	return fmt.Sprintf("game/%d/%d", n/together, n)
}

func (a *archive) result(i int32, up string) page.Result {
	r := &a.ended[i]
	won, lost := r.players[0], r.players[1]
	if r.winner == game.Second {
		won, lost = lost, won
	}
	return page.Result{
		Number: int(r.game), Href: up + gamePath(r.game) + ".html", Winner: a.who(won, up), Loser: a.who(lost, up), Reason: r.reason,
		Day: r.ended(), Size: int(r.size), Plies: int(r.plies),
	}
}

func (a *archive) results(rows rows, up string) (all []page.Result) {
	for _, i := range rows {
		all = append(all, a.result(i, up))
	}
	return all
}

// home adds the first page. It shows the board of the last game that ended on it.
func (b *builder) home() {
	v := page.Home{Best: b.places(0, min(bestListed, len(b.table)), "")}
	for _, c := range b.cups {
		if c.State != tournament.CalledOff && len(v.Cups) < cupsListed {
			v.Cups = append(v.Cups, b.cup(&c, ""))
		}
	}
	latest := b.lastRows(latestListed)
	var shown *result
	for _, i := range b.lastRows(mostRows) {
		if r := &b.ended[i]; r.reason == game.ByY || r.reason == game.ByLine {
			shown = r
			break
		}
	}
	of := store.ResultNumber(0)
	if shown != nil {
		of = shown.number
	}
	b.sheets = append(b.sheets, folder.Sheet{
		Entry: manifest.Entry{Base: "index", Ends: []string{"html"}, Mark: b.mark(v, latest, of)},
		Make: func(context.Context) ([][]byte, error) {
			v.Latest = b.results(latest, "")
			if shown != nil {
				g, err := b.game(shown, "")
				if err != nil && !errors.Is(err, folder.ErrGone) {
					return nil, err
				}
				v.Shown = g
			}
			text, err := b.printer.Print("index", &v)
			return [][]byte{text}, err
		},
	})
}

func (b *builder) feed() {
	latest := b.lastRows(feedListed)
	b.sheets = append(b.sheets, folder.Sheet{
		Entry: manifest.Entry{Base: "results", Ends: []string{"atom"}, Mark: b.mark("feed", latest)},
		Make: func(context.Context) ([][]byte, error) {
			text, err := b.printer.Feed(b.results(latest, ""))
			return [][]byte{text}, err
		},
	})
}

// monthPath is where the list of the games lies that ended in a month.
func monthPath(day time.Time) string { return "games/" + day.Format("2006-01") }

// months adds a list for each month, and the list of these.
func (b *builder) months() {
	byMonth := map[string]rows{}
	for _, i := range b.lastRows(len(b.ended)) {
		path := monthPath(b.ended[i].ended())
		byMonth[path] = append(byMonth[path], i)
	}
	v := page.Months{Total: len(b.ended)}
	for path, all := range byMonth {
		slices.SortStableFunc(all, func(a, c int32) int { return int(b.ended[c].day) - int(b.ended[a].day) })
		day := b.ended[all[0]].ended()
		v.Months = append(v.Months, page.MonthOf{Day: time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, time.UTC), Href: path + ".html", Games: len(all)})
		b.addPages(path, len(all), func(base string, p page.Pager, from, to int) {
			b.addPage(base, b.mark(p, all[from:to]), func() any {
				return &page.Month{Pager: p, Day: day, Results: b.results(all[from:to], page.Up(base))}
			})
		})
	}
	slices.SortFunc(v.Months, func(a, c page.MonthOf) int { return c.Day.Compare(a.Day) })
	b.addPage("games", b.mark(v), func() any { return &v })
}

// places gives a part of the standings.
func (b *builder) places(from, to int, up string) (places []page.Place) {
	for i, s := range b.table[from:to] {
		places = append(places, b.place(s.Public(), from+i+1, up))
	}
	return places
}

func (b *builder) place(s store.Standing, place int, up string) page.Place {
	return page.Place{Place: place, Who: b.who(s.Player, up), Rating: int(math.Round(s.Rating)), Games: s.RatedGames()}
}

func (b *builder) standings() {
	b.addPages("standings", len(b.table), func(base string, p page.Pager, from, to int) {
		v := page.Standings{Pager: p, Places: b.places(from, to, ""), Settled: rating.Settled}
		b.addPage(base, b.mark(v), func() any { return &v })
	})
}

// players adds a page for each player who is named, and their list.
func (b *builder) players() {
	mine := map[store.PlayerID]rows{}
	counts := map[store.PlayerID]int{}
	for i := len(b.ended) - 1; i >= 0; i-- {
		for _, id := range b.ended[i].players {
			if _, agreed := b.named[id]; !agreed {
				continue
			}
			if counts[id]++; len(mine[id]) < mineListed {
				mine[id] = append(mine[id], int32(i))
			}
		}
	}
	var list []page.Place
	for id, p := range b.named {
		list = append(list, b.place(p.standing, 0, ""))
		b.addPage(p.path, b.mark(p.name, p.standing, counts[id], mine[id]), func() any { return b.player(id, counts[id], mine[id]) })
	}
	slices.SortFunc(list, func(a, c page.Place) int {
		return strings.Compare(strings.ToLower(a.Who.Name)+"\x00"+a.Who.Name, strings.ToLower(c.Who.Name)+"\x00"+c.Who.Name)
	})
	b.addPages("players", len(list), func(base string, p page.Pager, from, to int) {
		v := page.Players{Pager: p, Players: list[from:to]}
		b.addPage(base, b.mark(v), func() any { return &v })
	})
}

// player is the page of one who is named.
func (b *builder) player(id store.PlayerID, finished int, last rows) *page.Player {
	p := b.named[id]
	up, s := page.Up(p.path), p.standing
	v := &page.Player{
		Name: p.name, Rating: int(math.Round(s.Rating)), Games: s.RatedGames(), Settled: rating.Settled,
		Won: s.Wins, Lost: s.Losses, FriendlyWon: s.FriendlyWins, FriendlyLost: s.FriendlyLosses, Finished: finished,
	}
	for _, i := range last {
		r := &b.ended[i]
		mine := page.Mine{Result: b.result(i, up), Won: r.players[r.winner-game.First] == id}
		if mine.Opponent = mine.Winner; mine.Won {
			mine.Opponent = mine.Loser
		}
		v.Results = append(v.Results, mine)
	}
	return v
}
