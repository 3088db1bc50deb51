package door

import (
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/store"
	"unlurbot/templates"
)

// AskAddress makes the letter that asks an address which is nobody's whether it is the sender's, too,
// if it can be written to now.
func (d *Door) AskAddress(f facts.AddressAsked) ([]letters.Letter, error) {
	if !f.Free {
		return nil, nil
	}
	sender := d.visit.Claim.Sender()
	there := &store.Player{Address: f.Address, Greeted: d.desk.LanguageOf(sender)}
	if may, err := d.MayWriteTo(there); !may {
		return nil, err
	}
	r := &store.Request{
		Player: sender.ID, Address: f.Address, Made: d.u.TermBegins,
		Commands: []store.Requested{{Verb: orders.Address, Args: []string{"add", f.Address}}},
	}
	if err := d.u.AddRequest(r, author.RequestRest); err != nil {
		return nil, err
	}
	return []letters.Letter{question(there, r, sender)}, nil
}

// askAgain asks that once more if the answer was neither "yes" nor "no".
func (d *Door) askAgain() (decision.Decision, error) {
	r := d.visit.Claim.Request()
	owner, err := d.u.Player(r.Player)
	if err != nil || !d.visit.Owed || !owner.Forgotten.IsZero() {
		return decision.IgnoredStranger, err
	}
	l := question(d.Stranger(), r, owner)
	l.Answer = true
	return decision.NotUnderstood, d.desk.Send(l)
}

// question asks an address whether it is somebody's.
func question(there *store.Player, r *store.Request, whose *store.Player) letters.Letter {
	return letters.Letter{To: there, Kind: templates.NewAddress, Back: letters.Back{Request: r}, Says: &templates.Claimant{Name: whose.Name}}
}
