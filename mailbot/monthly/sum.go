package monthly

import (
	"context"
	"maps"
	"slices"
	"time"

	"unlurbot/store"
	"unlurbot/store/months"
	"unlurbot/templates"
)

// A period is the month to be summed up, and how things are found out about it.
type period struct {
	from, to, now time.Time
	means         Means
}

func (p period) has(at time.Time) bool { return !at.Before(p.from) && at.Before(p.to) }

// readings are what is told of a month from what the store holds.
var readings = []func(period, *store.Tx, *templates.Month) error{counted, begun, ended, players, outage, present}

// sum tells of the month before a day what has dates, and how things are now.
func (m *Monthly) sum(ctx context.Context, end, now time.Time) (*templates.Month, error) {
	p := period{end.AddDate(0, -1, 0), end, now, m.means}
	t := &templates.Month{First: p.from}
	err := m.process.Store.View(func(tx *store.Tx) error {
		for _, read := range readings {
			if err := read(p, tx, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if b := m.means.Backup(); b != nil {
		t.Backup = &templates.Saved{}
		if at := b.Worked; !at.IsZero() {
			t.Backup = &templates.Saved{At: at.UTC(), Age: templates.DurationOf(max(0, now.Sub(at)))}
		}
	}
	if m.means.Done == nil {
		return t, nil
	}
	counting, done := context.WithTimeout(ctx, doneLimit)
	defer done()
	n, err := m.means.Done(counting)
	if err != nil { // the mailbox is not worth waiting for
		m.process.Log.Warn("processed mails could not be counted", "err", err)
	} else if n >= manyDone {
		t.Filed = &templates.Filed{Mails: n, Folder: m.means.DoneFolder}
	}
	return t, nil
}

// counted tells what leaves no trace but its number.
func counted(p period, tx *store.Tx, t *templates.Month) error {
	l, err := tx.Months()
	if err != nil {
		return err
	}
	c := l.Counted(months.Of(p.from))
	t.Mails.In, t.Mails.Out, t.Mails.GivenUp, t.Incidents = c.In, c.Out, c.GivenUp, c.Incidents
	for _, limit := range slices.Sorted(maps.Keys(c.Limits)) {
		t.Limits = append(t.Limits, templates.Reached{Limit: limit, Times: c.Limits[limit]})
	}
	if l.Since.After(p.from) {
		t.Since = l.Since
	}
	if grown := tx.Size() - l.Bytes; l.Bytes > 0 && grown > 0 {
		t.Grown = templates.BytesOf(grown)
	}
	return nil
}

// begun counts games by when they began. One that was asked for long before can't have been
// accepted in the month, and those before it neither.
func begun(p period, tx *store.Tx, t *templates.Month) error {
	for g, err := range tx.LastGames() {
		if err != nil {
			return err
		}
		if p.has(g.Started) {
			t.Games.Begun++
		}
		if g.Created.Before(p.from.Add(-p.means.Invitation)) {
			break
		}
	}
	return nil
}

func ended(p period, tx *store.Tx, t *templates.Month) error {
	for r, err := range tx.LastResults() {
		if err != nil {
			return err
		}
		if p.has(r.Ended) {
			t.Games.Over++
		}
		if r.Ended.Before(p.from) {
			break
		}
	}
	return nil
}

// players counts those who have written. Who did so in the month and since then did in both.
func players(p period, tx *store.Tx, t *templates.Month) error {
	return tx.EachPlayer(func(who *store.Player) error {
		if !who.Active || !who.Forgotten.IsZero() {
			return nil
		}
		t.Players.All++
		if p.has(who.Created) {
			t.Players.New++
		}
		if !who.Heard.Before(p.from) {
			t.Players.Active++
		}
		return nil
	})
}

// outage finds the longest one, as far as it lies in the month.
func outage(p period, tx *store.Tx, t *templates.Month) error {
	outages, err := tx.Outages()
	var longest time.Duration
	for _, o := range outages {
		from, to := o.From.UTC(), o.To.UTC()
		if from.Before(p.from) {
			from = p.from
		}
		if to.After(p.to) {
			to = p.to
		}
		if took := to.Sub(from); took > longest {
			longest, t.Outage = took, &templates.Outage{Took: templates.DurationOf(took), Since: from}
		}
	}
	return err
}

// present tells how things are now.
func present(p period, tx *store.Tx, t *templates.Month) error {
	queue, err := tx.Queue(p.now, 0)
	t.Mails.Held, t.Store = queue.Held, templates.BytesOf(tx.Size())
	return err
}
