package mailbot

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellReminder reminds the player to move. If this happens as of then, while filed mails are
// read again, nobody is written to: the reminder has left, and mostly the move was made. But
// the next mail of the game comes behind it, as it did.
func (e *errand) tellReminder(g *store.Game, f facts.ReminderDue) error {
	p, err := e.u.Seated(g, f.Seat)
	if err != nil {
		return err
	}
	l := letters.Letter{To: p, Kind: templates.Reminder, Game: g}
	if f.SayAway {
		l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeAwayHelps})
	}
	if err := e.desk().Send(l); err != nil || !e.again {
		return err
	}
	return clocks.DropReminder(e.u, g)
}

// tellTimeOut tells both players that the time of one was up.
func (e *errand) tellTimeOut(g *store.Game, f facts.TimeRanOut) error {
	if !f.Spared {
		return e.tellBoth(g, templates.Over)
	}
	loser, err := e.u.Seated(g, f.Seat)
	if err != nil {
		return err
	}
	return e.tellBoth(g, templates.Over, templates.Notice{Code: templates.NoticeSpared, Name: names.Of(loser)})
}

// tellBoth writes to both players of a game; a remark is on for who has lost.
func (e *errand) tellBoth(g *store.Game, k templates.Kind, remarks ...templates.Notice) error {
	for _, seat := range []game.Seat{game.First, game.Second} {
		p, err := e.u.Seated(g, seat)
		if err != nil {
			return err
		}
		l := letters.Letter{To: p, Kind: k, Game: g, Notices: slices.Clone(remarks)}
		for i := range l.Notices {
			l.Notices[i].On = seat == g.Course.Winner.Other()
		}
		if err := e.desk().Send(l); err != nil {
			return err
		}
	}
	return nil
}
