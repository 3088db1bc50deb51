// Package months counts what happened in a month and leaves no other trace in a store: mails
// that came and went, and what went wrong. Games, players and outages are not counted here, for
// they have dates. Package store keeps the Log; package monthly of the bot writes it, and tells
// the operator of a month when it is over.
package months

import (
	"errors"
	"maps"
	"time"
)

// form is that of a month's name.
const form = "2006-01"

// Of names the month of a time, in UTC: "2026-11".
func Of(at time.Time) string { return at.UTC().Format(form) }

// A Log is the last two months that were counted.
type Log struct {
	Since time.Time `json:"since"`           // when counting began
	Told  string    `json:"told"`            // the last month that is settled: the operator was told of it, or is not to be
	Bytes int64     `json:"bytes,omitempty"` // how large the store was then; 0 for not known

	This Counts `json:"this,omitzero"`
	Last Counts `json:"last,omitzero"`
}

// Counts are of one month.
type Counts struct {
	Month     string         `json:"month"`
	In        int            `json:"in,omitempty"`        // mails that were dealt with
	Out       int            `json:"out,omitempty"`       // mails that the relay took
	GivenUp   int            `json:"given_up,omitempty"`  // mails that could not be sent
	Incidents int            `json:"incidents,omitempty"` // faults of the bot itself
	Limits    map[string]int `json:"limits,omitempty"`    // how often each limit held something up
}

// Begin makes a Log for a store in which nothing was counted so far. Its first month is the one
// of a time.
func Begin(at time.Time) *Log {
	return &Log{Since: at.UTC(), Told: Of(beginning(at).AddDate(0, 0, -1)), This: Counts{Month: Of(at)}}
}

// beginning gives that of a month.
func beginning(at time.Time) time.Time {
	at = at.UTC()
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// Add counts what has happened by a time since it was last called.
func (l *Log) Add(at time.Time, more Counts) {
	switch now := Of(at); {
	case now > l.This.Month:
		l.Last, l.This = l.This, Counts{Month: now}
	case now < l.This.Month && now != l.Last.Month: // the clock was far ahead; one that goes back for a moment counts for the present month
		l.Last, l.This.Month = Counts{}, now
		l.Told = min(l.Told, Of(beginning(at).AddDate(0, 0, -1)))
	}
	c := &l.This
	c.In, c.Out, c.GivenUp, c.Incidents = c.In+more.In, c.Out+more.Out, c.GivenUp+more.GivenUp, c.Incidents+more.Incidents
	limits := maps.Clone(c.Limits)
	for limit, n := range more.Limits {
		if limits == nil {
			limits = map[string]int{}
		}
		limits[limit] += n
	}
	c.Limits = limits
}

// Counted gives what was counted in a month, nothing for one of which nothing is known.
func (l *Log) Counted(month string) Counts {
	for _, c := range []Counts{l.This, l.Last} {
		if c.Month == month {
			return c
		}
	}
	return Counts{Month: month}
}

var errUnsound = errors.New("store: the counts of months that can't be")

// Check fails if the Log can't have come about.
func (l *Log) Check() error {
	isMonth := func(name string) bool {
		_, err := time.Parse(form, name)
		return err == nil
	}
	sound := !l.Since.IsZero() && l.Bytes >= 0 && isMonth(l.Told) && isMonth(l.This.Month) && l.Told <= l.This.Month &&
		(l.Last.Month == "" || isMonth(l.Last.Month) && l.Last.Month < l.This.Month)
	for _, c := range []Counts{l.This, l.Last} {
		sound = sound && min(c.In, c.Out, c.GivenUp, c.Incidents) >= 0
		for _, n := range c.Limits {
			sound = sound && n > 0
		}
	}
	if !sound {
		return errUnsound
	}
	return nil
}
