package mailbot

import (
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/safe"
)

// tellOfReach tells, in the log as well, who is out of reach.
func (e *errand) tellOfReach(log []facts.Entry, err error) error {
	for _, entry := range log {
		f := entry.Fact.(facts.OutOfReach)
		if p, unknown := e.u.Player(f.Player); unknown == nil {
			e.bot.process.Log.Warn("unreachable", "player", discreet.Address(p.Address), "reason", safe.Line(f.Reason, 200), "held", f.Held)
		}
	}
	return e.tell(log, err)
}

// catchUp sends the sender, who was out of reach, what was missed. Who is to be forgotten has
// missed nothing.
func (e *errand) catchUp() error {
	if !e.visit.Before.Unreachable || e.u.Forgets(e.sender) {
		return nil
	}
	return e.teller().CatchUp(e.visit.Before.Heard)
}
