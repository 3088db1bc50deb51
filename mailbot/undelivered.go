package mailbot

import (
	"slices"

	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/templates"
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

// catchUp sends the sender, who was out of reach, the mails that were held back.
// Those that came back are not among them: so every game is shown that goes on,
// has ended since the sender last wrote, or was the matter of a mail that came
// back, unless a mail that was held back or an answer to this mail does. Who is to be
// forgotten has missed nothing.
func (e *errand) catchUp() error {
	if !e.visit.Before.Unreachable || e.u.Forgets(e.sender) {
		return nil
	}
	released, err := e.u.Tx.Release(e.sender.Address, e.u.Now)
	if err != nil {
		return err
	}
	games, err := e.u.AllGames(e.sender)
	if err != nil {
		return err
	}
	missed := e.sender.Missed
	e.sender.Missed = nil
	for _, g := range games {
		if !g.Ended.IsZero() && g.Ended.Before(e.visit.Before.Heard) && !slices.Contains(missed, g.Number) {
			continue
		}
		if i := slices.IndexFunc(released, func(m *store.Outgoing) bool { return m.Game == g.Number }); i >= 0 {
			if !e.u.Tx.Waits(g.TurnMail) { // it came back: this one tells of the turn
				e.desk.NoteTurnMail(g, e.sender, released[i].ID)
			}
			continue
		}
		if e.teller().Shows(g) {
			continue
		}
		if err := e.showAgain(g); err != nil {
			return err
		}
	}
	return nil
}

// showAgain sends the sender a game, with the word that it waits for an opponent
// who is out of reach as well.
func (e *errand) showAgain(g *store.Game) error {
	seat := g.SeatOf(e.sender.ID)
	opponent, err := e.u.Seated(g, seat.Other())
	if err != nil {
		return err
	}
	l := letters.Letter{To: e.sender, Kind: letters.Showing(g, seat), Game: g}
	if g.State == store.Playing && g.Course.ToMove != seat && !opponent.Unreachable.IsZero() {
		l.Notices = []templates.Notice{{Code: templates.NoticeOpponentUnreachable, Name: names.Of(opponent), On: !g.Pace.None()}}
	}
	return e.desk.Send(l)
}
