package mailbot

import (
	"errors"
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// mutedListed is how many names of muted players a mail lists, the last ones.
const mutedListed = 30

// mute keeps the words of another player from the sender, in all games with that
// player; moves and what else happens are told as before. Whoever writes words to
// the sender then reads that they reach nobody: to write them in vain would be worse.
func mute(e *errand, c parser.Command) (result, error) {
	whom, r, err := e.talker(c)
	if whom == nil || err != nil {
		return r, err
	}
	if !slices.Contains(e.sender.Muted, whom.ID) {
		e.sender.Muted = append(e.sender.Muted, whom.ID)
		e.u.ChangePlayer(e.sender)
	}
	n := templates.Notice{Code: templates.NoticeMuted, Name: names.Of(whom)}
	n.Number = max(0, len(e.sender.Muted)-mutedListed)
	for _, id := range e.sender.Muted[n.Number:] {
		p, err := e.u.Player(id)
		if err != nil {
			return result{}, err
		}
		n.Names = append(n.Names, names.Of(p))
	}
	return result{kind: templates.Noted, decision: Noted, notice: n}, nil
}

// unmute lets the words of another player through again.
func unmute(e *errand, c parser.Command) (result, error) {
	whom, r, err := e.talker(c)
	if whom == nil || err != nil {
		return r, err
	}
	notice := templates.Notice{Code: templates.NoticeUnmuted, Name: names.Of(whom)}
	if !slices.Contains(e.sender.Muted, whom.ID) {
		notice.Code = templates.NoticeNotMuted
		return refuse(nil, notice), nil
	}
	e.sender.Muted = slices.DeleteFunc(e.sender.Muted, func(id store.PlayerID) bool { return id == whom.ID })
	e.u.ChangePlayer(e.sender)
	return result{kind: templates.Noted, decision: Noted, notice: notice}, nil
}

// talker finds whose words a command is about: those of a player of a name, else
// of the opponent in a game. If there is nobody, the result says so and the player
// is nil. Addresses find nobody, since that would tell who is known here.
func (e *errand) talker(c parser.Command) (*store.Player, result, error) {
	if len(c.Args) > 0 && orders.GameIn(c) == 0 {
		return e.talkerNamed(c.Args[0])
	}
	g, r, err := e.findGame(c, club.WhilePlaying)
	switch {
	case g == nil || err != nil:
		return nil, r, err
	case !club.HasBegun(g):
		return nil, notBegun(g), nil
	}
	opponent, err := e.u.Seated(g, g.SeatOf(e.sender.ID).Other())
	if err != nil {
		return nil, result{}, err
	}
	if !opponent.Forgotten.IsZero() {
		return nil, refuse(nil, templates.Notice{Code: templates.NoticeNoRematch, Name: names.Of(opponent)}), nil
	}
	return opponent, result{}, nil
}

func (e *errand) talkerNamed(name string) (*store.Player, result, error) {
	found, err := e.u.Tx.PlayerByName(name)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, refuse(nil, templates.Notice{Code: templates.NoticeNobodyCalled, Text: safe.Line(name, names.Most)}), nil
	case err != nil:
		return nil, result{}, err
	case found.ID == e.sender.ID:
		return nil, refuse(nil, templates.Notice{Code: templates.NoticeMuteSelf}), nil
	}
	p, err := e.u.Player(found.ID)
	return p, result{}, err
}
