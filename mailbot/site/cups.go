package site

import (
	"fmt"
	"slices"

	"unlurbot/mailbot/site/page"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// cupPath is where the page of a tournament lies, without an ending.
func cupPath(n tournament.Number) string {
	const together = 1000
	return fmt.Sprintf("tournament/%d/%d", n/together, n)
}

// cup gives what a list shows of a tournament. Of one that is open nobody learns who plays.
func (b *builder) cup(c *cup, up string) page.Cup {
	v := page.Cup{Number: int(c.Number), Group: c.Group}
	if c.State == tournament.Joining {
		return v
	}
	v.Href, v.Began = up+cupPath(c.Number)+".html", dayOf(c.Began)
	if c.State == tournament.Decided {
		v.Decided = dayOf(c.Ended)
	}
	open := 0
	for _, r := range c.table.Rows {
		for _, cell := range r.Cells {
			switch cell {
			case tournament.Open:
				open++
				v.Of++
			case tournament.Won, tournament.Lost, tournament.Walkover, tournament.Forfeit:
				v.Of++
			}
		}
		if r.Place == 1 && !v.Decided.IsZero() {
			v.Winners = append(v.Winners, b.who(store.PlayerID(c.Entrants[r.Player].Player), up))
		}
	}
	v.Done, v.Of = (v.Of-open)/2, v.Of/2 // each cell is there for both players
	return v
}

// tournaments adds their list, and a page for each that has begun.
func (b *builder) tournaments() {
	b.addPages("tournaments", len(b.cups), func(base string, p page.Pager, from, to int) {
		v := page.Tournaments{Pager: p}
		for _, c := range b.cups[from:to] {
			v.Cups = append(v.Cups, b.cup(&c, ""))
		}
		b.addPage(base, b.mark(v), func() any { return &v })
	})
	shown := map[store.GameNumber]int32{} // the games that have a page, by their places in ended
	for i := range b.ended {
		shown[b.ended[i].game] = int32(i)
	}
	for i := range b.cups {
		if c := &b.cups[i]; c.State != tournament.Joining {
			v := b.tournament(c, shown)
			b.addPage(cupPath(c.Number), b.mark(v), func() any { return &v })
		}
	}
}

// signs are the cells of a table.
var signs = map[tournament.Cell]string{
	tournament.Self: "*", tournament.Open: ".", tournament.Won: "1", tournament.Lost: "0", tournament.Walkover: "+", tournament.Forfeit: "-", tournament.Uncounted: "/",
}

// tournament is the page of one that has begun.
func (b *builder) tournament(c *cup, shown map[store.GameNumber]int32) page.Tournament {
	up := page.Up(cupPath(c.Number))
	v := page.Tournament{Cup: b.cup(c, up)}
	played := map[[2]store.PlayerID]store.GameNumber{}
	var finished rows
	for _, n := range c.Games {
		if i, ok := shown[store.GameNumber(n)]; ok {
			first, second := b.ended[i].players[0], b.ended[i].players[1]
			played[[2]store.PlayerID{first, second}], played[[2]store.PlayerID{second, first}] = store.GameNumber(n), store.GameNumber(n)
			finished = append(finished, i)
		}
	}
	slices.Sort(finished)
	slices.Reverse(finished)
	v.Results = b.results(finished, up)
	for _, r := range c.table.Rows {
		me := store.PlayerID(c.Entrants[r.Player].Player)
		row := page.Row{Place: r.Place, Who: b.who(me, up), Points: r.Points}
		for _, other := range c.table.Rows {
			cell := page.Cell{Sign: signs[r.Cells[other.Player]]}
			if n, ok := played[[2]store.PlayerID{me, store.PlayerID(c.Entrants[other.Player].Player)}]; ok {
				cell.Href, cell.Game = up+gamePath(n)+".html", int(n)
			}
			row.Cells = append(row.Cells, cell)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
