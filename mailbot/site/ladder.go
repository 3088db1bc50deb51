package site

import (
	"context"

	"unlurbot/mailbot/site/page"
	"unlurbot/store"
	"unlurbot/store/ladder"
)

// ladderPath is where the ladder lies, without an ending.
const ladderPath = "ladder"

// addLadder reads who is on the ladder, and which games were begun about it.
func (a *archive) addLadder(ctx context.Context) error {
	var last ladder.Number
	err := a.store.View(func(tx *store.Tx) error {
		l, err := tx.Ladder()
		if err != nil {
			return err
		}
		for _, id := range l.Players() {
			a.ladder = append(a.ladder, store.PlayerID(id))
		}
		last = tx.LastLadderEvent()
		return nil
	})
	if err != nil {
		return err
	}
	return inPieces(ctx, a.store, int(last), func(tx *store.Tx, i int) error {
		e, err := tx.LadderEvent(ladder.Number(i))
		if err == nil && e.Kind == ladder.Began {
			a.climbs[store.GameNumber(e.Game)] = true
		}
		return err
	})
}

// climbed adds the ladder, if the club has one. Of who is not named it tells the place alone: a
// game beside it would tell which of the games of others are that player's.
func (b *builder) climbed() {
	if !b.club.HasLadder() {
		return
	}
	last := map[store.PlayerID]int32{} // games of the ladder, by their places in ended
	for i := range b.ended {
		if r := &b.ended[i]; b.climbs[r.game] {
			last[r.players[0]], last[r.players[1]] = int32(i), int32(i)
		}
	}
	b.addPages(ladderPath, len(b.ladder), func(base string, p page.Pager, from, to int) {
		v := page.Ladder{Pager: p, Open: b.club.Ladder}
		for i, id := range b.ladder[from:to] {
			rung := page.Rung{Place: from + i + 1, Who: b.who(id, "")}
			if n, played := last[id]; played && rung.Who.Name != "" {
				r := &b.ended[n]
				rung.Game, rung.Href, rung.Day = int(r.game), gamePath(r.game)+".html", r.ended()
			}
			v.Rungs = append(v.Rungs, rung)
		}
		b.addPage(base, b.mark(v), func() any { return &v })
	})
}
