package telling

import (
	"slices"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOutOfReach tells the opponents of a player to whom no mail comes, and the operator.
func tellOutOfReach(t *Teller, f facts.OutOfReach) error {
	if f.Again {
		return nil
	}
	p, err := t.u.Player(f.Player)
	if err != nil {
		return err
	}
	games, err := t.u.OpenGames(p)
	if err != nil {
		return err
	}
	for _, g := range games {
		seat := g.SeatOf(p.ID)
		if g.State == store.Waiting && g.Challenger == seat || club.IsVeiled(g, seat.Other()) {
			continue // whom the challenge is for has only to answer it; who made it must not learn of this
		}
		opponent, err := t.u.Seated(g, seat.Other())
		if err != nil {
			return err
		}
		if !opponent.Unreachable.IsZero() {
			continue // and learns it on coming back, if it is still so
		}
		if err := t.desk.Send(letters.Letter{To: opponent, Kind: templates.Unreachable, Game: g}); err != nil {
			return err
		}
	}
	return t.desk.TellOperator(templates.Notice{
		Code: templates.OperatorUnreachable, Name: names.Of(p), Text: safe.Line(p.Address+": "+f.Reason, 300),
	})
}

// CatchUp sends the reader, who was out of reach, the mails that were held back.
// Those that came back are not among them: so every game is shown that goes on,
// has ended since the reader was last heard of, or was the matter of a mail that came
// back, unless a mail that was held back or an answer to this mail does.
func (t *Teller) CatchUp(heard time.Time) error {
	released, err := t.u.Tx.Release(t.reader.Address, t.u.Now)
	if err != nil {
		return err
	}
	games, err := t.u.AllGames(t.reader)
	if err != nil {
		return err
	}
	missed := t.reader.Missed
	t.reader.Missed = nil
	for _, g := range games {
		if !g.Ended.IsZero() && g.Ended.Before(heard) && !slices.Contains(missed, g.Number) {
			continue
		}
		if i := slices.IndexFunc(released, func(m *store.Outgoing) bool { return m.Game == g.Number }); i >= 0 {
			if !t.u.Tx.Waits(g.TurnMail) { // it came back: this one tells of the turn
				t.desk.NoteTurnMail(g, t.reader, released[i].ID)
			}
			continue
		}
		shown := func(l Line) bool { return l.Game == g && !slices.Contains(ownMail, l.Kind) }
		if slices.ContainsFunc(t.lines, shown) {
			continue
		}
		if err := t.showAgain(g); err != nil {
			return err
		}
	}
	return nil
}

// showAgain sends the reader a game, with the word that it waits for an opponent
// who is out of reach as well.
func (t *Teller) showAgain(g *store.Game) error {
	seat := g.SeatOf(t.reader.ID)
	opponent, err := t.u.Seated(g, seat.Other())
	if err != nil {
		return err
	}
	l := letters.Letter{To: t.reader, Kind: letters.Showing(g, seat), Game: g}
	if g.State == store.Playing && g.Course.ToMove != seat && !opponent.Unreachable.IsZero() {
		l.Notices = []templates.Notice{{Code: templates.NoticeOpponentUnreachable, Name: names.Of(opponent), On: !g.Pace.None()}}
	}
	return t.desk.Send(l)
}
