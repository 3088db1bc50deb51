package dispatch

import (
	"errors"
	"strings"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/orders"
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
func (d *Dispatch) namedPlayer(c parser.Command) (*store.Player, telling.Line, error) {
	if len(c.Args) == 0 {
		return d.reader, telling.Line{}, nil
	}
	who := strings.Join(c.Args, " ")
	p, err := d.Unit.Tx.PlayerByName(who)
	if errors.Is(err, store.ErrNotFound) {
		n := templates.Notice{Code: templates.NoticeNoPlayer}
		if d.Claim.Proven() {
			n.Text = safe.Line(who, 80)
		}
		return nil, telling.Refuse(nil, n), nil
	}
	if err != nil {
		return nil, telling.Line{}, err
	}
	p, err = d.Unit.Player(p.ID)
	return p, telling.Line{}, err
}

// aboutRobots tells what there is to know of robots, of which nothing is counted.
func aboutRobots(d *Dispatch) (telling.Line, error) {
	return help(d, parser.Command{Verb: orders.Help, Args: []string{orders.Robot}})
}

// profile tells what there is to know of a player, or of the sender.
func profile(d *Dispatch, c parser.Command) (telling.Line, error) {
	p, wrong, err := d.namedPlayer(c)
	switch {
	case p == nil || err != nil:
		return wrong, err
	case p.Robot > 0:
		return aboutRobots(d)
	}
	about, err := views.Profile(d.Unit, d.reader, p)
	return telling.Line{Kind: templates.Profile, Decision: decision.Answered, Args: c.Args, Says: about}, err
}

// lastResults lists how a player's last games ended, and how that player and the sender have
// done against each other.
func lastResults(d *Dispatch, c parser.Command) (telling.Line, error) {
	p, wrong, err := d.namedPlayer(c)
	switch {
	case p == nil || err != nil:
		return wrong, err
	case p.Robot > 0:
		return aboutRobots(d)
	}
	about, err := views.Results(d.Unit, d.reader, p)
	return telling.Line{Kind: templates.Results, Decision: decision.Answered, Args: c.Args, Says: about}, err
}

// standings shows the best players, and where the sender stands.
func standings(d *Dispatch, c parser.Command) (telling.Line, error) {
	table, err := views.Standings(d.Unit, d.reader)
	return telling.Line{Kind: templates.Standings, Decision: decision.Answered, Args: c.Args, Says: table}, err
}
