package mailbot

import (
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/store"
	"unlurbot/templates"
)

// askNewAddress asks an address whether it is the sender's, if it is nobody's and can be written to
// now.
func (e *errand) askNewAddress(f facts.AddressAsked) error {
	nobody := &store.Player{Address: f.Address, Greeted: e.desk.LanguageOf(e.sender)}
	if !f.Free {
		return nil
	}
	if may, err := e.door.MayWriteTo(nobody); !may {
		return err
	}
	request := &store.Request{
		Player: e.sender.ID, Address: f.Address, Made: e.u.TermBegins,
		Commands: []store.Requested{{Verb: orders.Address, Args: []string{"add", f.Address}}},
	}
	if err := e.u.AddRequest(request, author.RequestRest); err != nil {
		return err
	}
	e.teller().Write(askAddress(nobody, request, e.sender))
	return nil
}

// askAddress asks an address whether it is somebody's.
func askAddress(there *store.Player, r *store.Request, whose *store.Player) letters.Letter {
	return letters.Letter{To: there, Kind: templates.NewAddress, Back: letters.Back{Request: r}, Says: &templates.Claimant{Name: whose.Name}}
}

// answerAboutAddress makes an address the player's in whose name it was asked, with "yes", if it
// still can be. What is neither "yes" nor "no" is asked again.
func (e *errand) answerAboutAddress() (decision.Decision, error) {
	request := e.claim.Request()
	owner, err := e.u.Player(request.Player)
	switch agrees := e.asked.AsksFor(orders.Yes); {
	case err != nil:
		return "", err
	case !agrees && (!e.visit.Owed || !owner.Forgotten.IsZero()):
		return decision.IgnoredStranger, nil
	case !agrees:
		l := askAddress(e.door.Stranger(), request, owner)
		l.Answer = true
		return decision.NotUnderstood, e.desk.Send(l)
	}
	if err := e.u.Tx.DropRequest(request.ID); err != nil {
		return "", err
	}
	log, err := e.clubOf(owner).Do(club.AddAddress{Address: request.Address})
	if err != nil {
		return "", err
	}
	if _, refused := log[0].Fact.(facts.Refused); refused {
		return e.door.Help()
	}
	return decision.Noted, e.tell(log, nil)
}
