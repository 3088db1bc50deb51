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

// cup gives what a list shows of a tournament. Of one that is open nobody learns who plays. The
// title is shown that the operator gave: no words of a player are on the site.
func (b *builder) cup(c *cup, up string) page.Cup {
	v := page.Cup{Number: int(c.Number), Small: !c.Opened, Group: c.Group, Off: c.State == tournament.CalledOff}
	if c.Opener == 0 {
		v.Title = c.Title
	}
	if len(c.Groups) == 0 {
		if !c.Starts.IsZero() {
			v.Starts = dayOf(c.Starts)
		}
		return v
	}
	v.Href, v.Began = up+cupPath(c.Number)+".html", dayOf(c.Began)
	if c.State == tournament.Decided {
		v.Decided = dayOf(c.Ended)
	}
	for i, g := range c.Groups {
		done, of := games(c.tables[i])
		v.Done, v.Of = v.Done+done, v.Of+of
		for _, r := range c.tables[i].Rows {
			if r.Wins() && g.Round == c.Round() && v.Over() {
				v.Winners = append(v.Winners, b.who(store.PlayerID(g.Players[r.Player]), up))
			}
		}
	}
	return v
}

// games counts the games of a table that count, and those of them that are over.
func games(t tournament.Table) (done, of int) {
	for _, r := range t.Rows {
		for _, cell := range r.Cells {
			switch cell {
			case tournament.Open:
				of++
			case tournament.Won, tournament.Lost, tournament.Walkover, tournament.Forfeit:
				done++
				of++
			}
		}
	}
	return done / 2, of / 2 // each is there for both players
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
		if c := &b.cups[i]; len(c.Groups) > 0 {
			v := b.tournament(c, shown)
			b.addPage(cupPath(c.Number), b.mark(v), func() any { return &v })
		}
	}
}

// signs are the cells of a table.
var signs = map[tournament.Cell]string{
	tournament.Self: "*", tournament.Open: ".", tournament.Won: "1", tournament.Lost: "0", tournament.Walkover: "+", tournament.Forfeit: "-", tournament.Uncounted: "/",
}

// tournament is the page of one that has begun: its last round comes first.
func (b *builder) tournament(c *cup, shown map[store.GameNumber]int32) page.Tournament {
	up := page.Up(cupPath(c.Number))
	v := page.Tournament{Cup: b.cup(c, up)}
	var finished rows
	for _, n := range c.Games() {
		if i, ok := shown[store.GameNumber(n)]; ok {
			finished = append(finished, i)
		}
	}
	slices.Sort(finished)
	slices.Reverse(finished)
	v.Results = b.results(finished, up)
	for n := c.Round(); n > 0; n-- {
		number, several := 0, len(c.InRound(n)) > 1
		for i := range c.Groups {
			g := &c.Groups[i]
			if g.Round != n || len(g.Players) == 0 { // nobody went on
				continue
			}
			seen := page.Group{Round: n, Final: n > 1 && !several, Rows: b.crossRows(g, c.tables[i], shown, up)}
			if number++; several {
				seen.Number = number
			}
			v.Groups = append(v.Groups, seen)
		}
	}
	return v
}

// crossRows shows the table of a group.
func (b *builder) crossRows(g *tournament.Group, table tournament.Table, shown map[store.GameNumber]int32, up string) (all []page.Row) {
	played := map[[2]store.PlayerID]store.GameNumber{}
	for _, n := range g.Games {
		if i, ok := shown[store.GameNumber(n)]; ok {
			first, second := b.ended[i].players[0], b.ended[i].players[1]
			played[[2]store.PlayerID{first, second}], played[[2]store.PlayerID{second, first}] = store.GameNumber(n), store.GameNumber(n)
		}
	}
	for _, r := range table.Rows {
		me := store.PlayerID(g.Players[r.Player])
		row := page.Row{Place: r.Place, Who: b.who(me, up), Points: r.Points}
		for _, other := range table.Rows {
			cell := page.Cell{Sign: signs[r.Cells[other.Player]]}
			if n, ok := played[[2]store.PlayerID{me, store.PlayerID(g.Players[other.Player])}]; ok {
				cell.Href, cell.Game = up+gamePath(n)+".html", int(n)
			}
			row.Cells = append(row.Cells, cell)
		}
		all = append(all, row)
	}
	return all
}
