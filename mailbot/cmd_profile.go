package mailbot

import (
	"errors"
	"strings"

	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// namedPlayer finds the player whom a command names, or the sender if it names
// nobody. It goes by names only: whose an address is, and whether it is somebody's
// at all, is nobody else's business. What is no name is repeated only to who certainly
// wrote it.
func (e *errand) namedPlayer(c parser.Command) (*store.Player, result, error) {
	if len(c.Args) == 0 {
		return e.sender, result{}, nil
	}
	who := strings.Join(c.Args, " ")
	p, err := e.u.Tx.PlayerByName(who)
	if errors.Is(err, store.ErrNotFound) {
		n := templates.Notice{Code: templates.NoticeNoPlayer}
		if e.claim.Proven() {
			n.Text = safe.Line(who, 80)
		}
		return nil, refuse(nil, n), nil
	}
	if err != nil {
		return nil, result{}, err
	}
	p, err = e.u.Player(p.ID)
	return p, result{}, err
}

// profile tells what there is to know of a player, or of the sender.
func profile(e *errand, c parser.Command) (result, error) {
	p, wrong, err := e.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	about, err := views.Profile(e.u, e.sender, p)
	return result{kind: templates.Profile, decision: Answered, args: c.Args, says: templates.View{Profile: about}}, err
}

// lastResults lists how a player's last games ended, and how that player and the sender have
// done against each other.
func lastResults(e *errand, c parser.Command) (result, error) {
	p, wrong, err := e.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	about, err := views.Results(e.u, e.sender, p)
	return result{kind: templates.Results, decision: Answered, args: c.Args, says: templates.View{Results: about}}, err
}

// standings shows the best players, and where the sender stands.
func standings(e *errand, c parser.Command) (result, error) {
	table, err := views.Standings(e.u, e.sender)
	return result{kind: templates.Standings, decision: Answered, args: c.Args, says: templates.View{Standings: table}}, err
}
