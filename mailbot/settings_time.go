package mailbot

import (
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/zones"
	"unlurbot/templates"
)

// The settings of a player that are about time.

var zoneSetting = setting{
	key:     "zone",
	example: "Europe/Madrid",
	value:   func(e *errand) string { return zones.Shown(e.sender.Zone) },
	set: func(e *errand, value string) (templates.Notice, bool, error) {
		name, near := zones.Find(value)
		if name == "" {
			return templates.Notice{Code: templates.NoticeNoZone, Text: safe.Line(value, names.Most), Names: near}, true, nil
		}
		err := clocks.ChangeCalendar(e.u, e.sender, func() { e.sender.Zone, e.sender.ZoneSeen = name, "" })
		return templates.Notice{Code: templates.NoticeZone, Span: templates.Span{From: e.u.Now.In(zones.Of(name)), Zone: name}}, false, err
	},
}

// weekendsSetting is "off" for free weekends, on which the clock stands still.
var weekendsSetting = setting{
	key:     "weekends",
	choices: []string{on, off},
	value:   func(e *errand) string { return onOrOff(!e.sender.FreeWeekends) },
	set: func(e *errand, value string) (templates.Notice, bool, error) {
		free := value == off
		err := clocks.ChangeCalendar(e.u, e.sender, func() { e.sender.FreeWeekends = free })
		return templates.Notice{Code: templates.NoticeWeekends, On: free, Text: zones.Shown(e.sender.Zone)}, false, err
	},
}

var remindersSetting = setting{
	key:     "reminders",
	choices: []string{on, off},
	value:   func(e *errand) string { return onOrOff(!e.sender.NoReminders) },
	set: func(e *errand, value string) (templates.Notice, bool, error) {
		e.sender.NoReminders = value == off
		e.u.ChangePlayer(e.sender)
		return templates.Notice{Code: templates.NoticeReminders, On: value != off}, false, e.dropReminders()
	},
}

// The values of a setting that is one or the other.
const on, off = "on", "off"

func onOrOff(is bool) string {
	if is {
		return on
	}
	return off
}

// dropReminders takes the reminders of the sender out of the outbox that wait there,
// if the sender wants none.
func (e *errand) dropReminders() error {
	if !e.sender.NoReminders {
		return nil
	}
	games, err := e.u.OpenGames(e.sender)
	if err != nil {
		return err
	}
	for _, g := range games {
		if club.OnTurn(g, g.SeatOf(e.sender.ID)) {
			e.u.ChangeGame(g)
			if err := clocks.DropReminder(e.u, g); err != nil {
				return err
			}
		}
	}
	return nil
}
