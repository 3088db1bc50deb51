// Package dispatch goes through the commands of a mail, one by one. A command that changes a
// game, an offer or the player is an order, which package club carries out; one that only looks
// something up is handled here. If the mail doesn't prove that its sender wants a command, the
// player is asked and it is kept as a request, which a "yes" brings back. A command that isn't
// understood gets an answer with what it may mean.
//
// It tells nobody itself: package telling does, of facts and lines. Whether a mail may ask for
// anything is settled before (package door), and package mailbot makes one Dispatch for each mail
// that may.
package dispatch

import (
	"cmp"
	"errors"
	"slices"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// A Case is a mail that may ask for something.
type Case struct {
	Mail     *parser.Mail
	Claim    author.Claim // of somebody known
	Asked    orders.Reading
	Newcomer bool // its sender has never written a command before, but for refusals
	// Copy is the request that a copy of the mail led to which was less certain; 0 for none.
	Copy store.RequestID
}

// Means are what a Dispatch does its work with.
type Means struct {
	Unit   *unit.Unit
	Club   *club.Session
	Teller *telling.Teller
	Looks  map[string]Look // by verb, see Looks
}

// A Dispatch goes through what one mail asks for.
type Dispatch struct {
	Case
	Means

	reader  *store.Player  // who has sent the mail
	request *store.Request // what is to be confirmed of this mail, nil for nothing
	agreed  bool           // the mail says "yes" to a request
	settled bool           // it has answered a question of ours, and it was the first to do so
}

// A Look answers a command of which the table in package orders makes no order for the club: it
// only looks at something, and changes nothing.
type Look func(d *Dispatch, c parser.Command) (telling.Line, error)

// New begins with a mail. The Reading stays the caller's: its commands are changed in a copy.
func New(c Case, m Means) *Dispatch {
	c.Asked.Commands = slices.Clone(c.Asked.Commands)
	return &Dispatch{Case: c, Means: m, reader: c.Claim.Sender(), settled: c.Asked.Settles}
}

// Request is what the sender is asked to confirm of the mail; nil for nothing.
func (d *Dispatch) Request() *store.Request { return d.request }

// Advances says whether the mail has changed a game, or answered a question of ours as the first to
// do so.
func (d *Dispatch) Advances() bool { return d.settled || d.Teller.Advances() }

// Do carries out the commands of the mail, and notes what was not understood, and what was
// therefore held back. What is to be confirmed is kept.
func (d *Dispatch) Do() error {
	if err := d.settleRequest(); err != nil {
		return err
	}
	if err := d.dropContradictions(); err != nil {
		return err
	}
	var played []store.GameNumber // 0 for a move that names no game
	for _, c := range d.Asked.Commands {
		if orders.IsMove(c) {
			played = append(played, cmp.Or(orders.GameIn(c), d.Claim.Game()))
		}
	}
	d.Club.WillPlay(played)
	for _, c := range inOrder(d.Asked.Commands) {
		if err := d.carryOut(c); err != nil {
			return err
		}
	}
	if p := d.Asked.Proposed; p != nil {
		cmd, _ := orders.Of(*p)
		l, barred, err := d.refuseBarred(cmd, *p)
		switch {
		case barred:
		case cmd.Verb == orders.Help: // changes nothing, so no "yes" is asked for
			l, err = d.misunderstood(parser.Problem{Code: parser.CodeNear, Suggest: p.String()})
		default:
			l, err = d.keep(*p, cmd)
		}
		if err != nil {
			return err
		}
		d.Teller.Note(l)
	}
	if err := d.tellUnclear(); err != nil {
		return err
	}
	if err := d.Teller.Tell(d.Club.PlayOn(d.Asked.PlansLost)); err != nil {
		return err
	}
	if !d.Teller.Asks() || d.request == d.Claim.Request() {
		return nil
	}
	d.request.Note, d.Asked.Note = safe.Text(d.Asked.Note), ""
	return d.Unit.AddRequest(d.request, author.RequestRest)
}

// Answer tells what came of it, and passes on the words in the mail. The question that a less
// certain copy of the mail led to is settled with it, which is told unless this one asks again.
func (d *Dispatch) Answer(a telling.Answering) error {
	copied, err := d.Unit.Tx.Request(d.Copy)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err == nil && !copied.Settled {
		if d.request == nil {
			d.Teller.Note(d.remarkOn(templates.NoticeCopyAsked))
		}
		copied.Settled = true
		if err := d.Unit.Tx.PutRequest(copied); err != nil {
			return err
		}
	}
	if err := d.Teller.PassOn(d.Asked); err != nil {
		return err
	}
	a.Agreed, a.Settles = d.agreed, d.settled
	return d.Teller.Answer(a)
}

// inOrder gives commands in the order in which they are carried out: that of the mail, but plans
// that stand above a move behind the last one, since they are for what comes after it; and "stop"
// behind all else, since it withdraws what its writer offers, that which stands below it too, and
// its answer is the last mail.
func inOrder(commands []parser.Command) (ordered []parser.Command) {
	last := -1 // move
	for i, c := range commands {
		if orders.IsMove(c) {
			last = i
		}
	}
	var plans, stop []parser.Command
	for i, c := range commands {
		switch {
		case c.Verb == orders.Stop:
			if stop == nil {
				stop = []parser.Command{c}
			}
		case c.Verb == orders.If && i < last:
			plans = append(plans, c)
		default:
			ordered = append(ordered, c)
		}
		if i == last {
			ordered = append(ordered, plans...)
		}
	}
	return append(ordered, stop...)
}
