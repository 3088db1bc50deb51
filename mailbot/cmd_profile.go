package mailbot

import (
	"errors"
	"strings"

	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// namedPlayer finds the player whom a command names, or the sender if it names
// nobody. It goes by names only: whose an address is, and whether it is somebody's
// at all, is nobody else's business. What is no name is repeated only to who certainly
// wrote it.
func (e *errand) namedPlayer(c parser.Command) (*store.Player, telling.Line, error) {
	if len(c.Args) == 0 {
		return e.sender, telling.Line{}, nil
	}
	who := strings.Join(c.Args, " ")
	p, err := e.u.Tx.PlayerByName(who)
	if errors.Is(err, store.ErrNotFound) {
		n := templates.Notice{Code: templates.NoticeNoPlayer}
		if e.claim.Proven() {
			n.Text = safe.Line(who, 80)
		}
		return nil, telling.Refuse(nil, n), nil
	}
	if err != nil {
		return nil, telling.Line{}, err
	}
	p, err = e.u.Player(p.ID)
	return p, telling.Line{}, err
}

// profile tells what there is to know of a player, or of the sender.
func profile(e *errand, c parser.Command) (telling.Line, error) {
	p, wrong, err := e.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	about, err := views.Profile(e.u, e.sender, p)
	return telling.Line{Kind: templates.Profile, Decision: Answered, Args: c.Args, Says: about}, err
}

// lastResults lists how a player's last games ended, and how that player and the sender have
// done against each other.
func lastResults(e *errand, c parser.Command) (telling.Line, error) {
	p, wrong, err := e.namedPlayer(c)
	if p == nil || err != nil {
		return wrong, err
	}
	about, err := views.Results(e.u, e.sender, p)
	return telling.Line{Kind: templates.Results, Decision: Answered, Args: c.Args, Says: about}, err
}

// standings shows the best players, and where the sender stands.
func standings(e *errand, c parser.Command) (telling.Line, error) {
	table, err := views.Standings(e.u, e.sender)
	return telling.Line{Kind: templates.Standings, Decision: Answered, Args: c.Args, Says: table}, err
}
