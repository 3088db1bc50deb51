package mailbot

import (
	"errors"
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// stopMails is for those whose mail program has no button for the List-Unsubscribe field. It sends the sender one last mail; writing again undoes it, but for challenges
// and offers, which are withdrawn. Somebody who was only invited wants no invitations.
func stopMails(e *errand, c parser.Command) (telling.Line, error) {
	if !e.sender.Active {
		return never(e, c)
	}
	notices, err := e.parting(e.sender)
	for _, n := range notices {
		e.note(telling.Line{Kind: templates.Unsubscribed, Decision: Unsubscribed, Notice: n})
	}
	return telling.Line{Kind: templates.Unsubscribed, Decision: Unsubscribed}, errors.Join(err, e.silence(e.sender))
}

// parting says what becomes of the games, offers and challenges of somebody who wants no more
// mails.
func (e *errand) parting(p *store.Player) (notices []templates.Notice, err error) {
	open, err := e.u.OpenGames(p)
	var offers, challenges []string
	clocks := false
	for _, g := range open {
		number := fmt.Sprintf("#%d", g.Number)
		switch {
		case g.State == store.Playing:
			clocks = clocks || !g.Pace.None()
		case g.FreeSeat() != game.NoSeat:
			offers = append(offers, number)
		case club.CanWithdraw(g, g.SeatOf(p.ID)):
			challenges = append(challenges, number)
		}
	}
	if len(offers) > 0 {
		notices = append(notices, templates.Notice{Code: templates.NoticeOffersWithdrawn, Names: offers})
	}
	if len(challenges) > 0 {
		notices = append(notices, templates.Notice{Code: templates.NoticeChallengesWithdrawn, Names: challenges})
	}
	if clocks {
		notices = append(notices, templates.Notice{Code: templates.NoticeClocksRun})
	}
	return notices, err
}
