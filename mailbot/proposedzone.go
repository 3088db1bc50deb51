package mailbot

import (
	"fmt"
	"time"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/zones"
)

// Whoever has set no zone reads all times in UTC, and may not know that there is
// another way. The Date of a mail says how far from UTC its writer's clock is, so a
// zone is proposed to a player, once:
//
//	the mail                                 says
//	written at UTC, or at no offset          nothing: there is nothing to gain, and the
//	                                         mail programs of many providers write UTC
//	with a Date that is not about now        nothing: that clock or its zone is wrong
//	at an offset that no known zone has      nothing
//	the first one of some zone, by zones.At   nothing yet: its writer may be on a journey
//	the next one of the same zone            that this one is proposed, in the next answer
//	                                         that tells a time
//
// It is proposed and never set: some providers write the offset of their own machines.

// mostClockError is how far the Date of a mail may be from its arrival. It is less than
// zones differ, so that a clock which is right but for its zone counts as wrong; a mail
// that was on its way for longer says nothing, and the next one will.
const mostClockError = 15 * time.Minute

// learnZone notes the zone that the mail seems to be from, whose sender is certain, and
// whether it is to be proposed.
func (e *errand) learnZone() {
	if !letters.WantsZone(e.sender) || e.claim.Spent() || e.u.Arrived.Sub(e.mail.Date).Abs() > mostClockError {
		return
	}
	switch seems := zones.At(e.mail.Date, e.bot.languageOf(e.sender)); seems {
	case "":
	case e.sender.ZoneSeen:
		e.mails.Asides.Zone, e.mails.Asides.Offset = seems, offsetName(e.mail.Date)
	default:
		e.sender.ZoneSeen = seems
		e.u.ChangePlayer(e.sender)
	}
}

// offsetName says how far from UTC a time is given: "UTC+2", "UTC-3:30".
func offsetName(t time.Time) string {
	_, seconds := t.Zone()
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	name := fmt.Sprintf("UTC%c%d", sign, seconds/3600)
	if minutes := seconds / 60 % 60; minutes != 0 {
		name += fmt.Sprintf(":%02d", minutes)
	}
	return name
}
