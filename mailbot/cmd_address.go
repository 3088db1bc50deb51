package mailbot

import (
	"errors"
	"net/mail"
	"slices"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// maxAddresses is how many a player can have.
const maxAddresses = 5

// changeAddress adds an address from which the sender writes, or drops one. Mails go to one
// of them only: the oldest that is left.
func changeAddress(e *errand, c parser.Command) (telling.Line, error) {
	parsed, err := mail.ParseAddress(c.Args[1])
	if err != nil || e.bot.cfg.own().Refuses(parsed.Address) != 0 {
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeNoAddress, Text: safe.Line(c.Args[1], 80)}), nil
	}
	if c.Args[0] == "drop" {
		return e.dropAddress(parsed.Address)
	}
	return e.addAddress(parsed.Address)
}

// addAddress asks an address whether it is the sender's. What the sender reads is
// the same whether it is asked or not: somebody's, or somebody's who wants no
// mails, is not.
func (e *errand) addAddress(address string) (telling.Line, error) {
	switch {
	case e.sender.HasAddress(address):
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeYourAddress, Text: address}), nil
	case len(e.sender.Addresses()) >= maxAddresses:
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeTooManyAddresses, Number: maxAddresses}), nil
	}
	r := telling.Line{Kind: templates.Noted, Decision: Noted, Notice: templates.Notice{Code: templates.NoticeAddressAsked, Text: address}}
	_, err := e.u.Tx.PlayerByAddress(address)
	if !errors.Is(err, store.ErrNotFound) {
		return r, err
	}
	if refused, err := e.u.Tx.Suppressed(address); refused || err != nil {
		return r, err
	}
	nobody := &store.Player{Address: address, Greeted: e.desk.LanguageOf(e.sender)}
	if may, err := e.door.MayWriteTo(nobody); !may {
		return r, err
	}
	request := &store.Request{
		Player: e.sender.ID, Address: address, Made: e.u.TermBegins,
		Commands: []store.Requested{{Verb: orders.Address, Args: []string{"add", address}}},
	}
	if err := e.u.AddRequest(request, author.RequestRest); err != nil {
		return telling.Line{}, err
	}
	e.teller().Write(e.askAddress(nobody, request, e.sender))
	return r, nil
}

// askAddress asks an address whether it is somebody's.
func (e *errand) askAddress(there *store.Player, r *store.Request, whose *store.Player) letters.Letter {
	return letters.Letter{To: there, Kind: templates.NewAddress, Back: letters.Back{Request: r}, Says: &templates.Claimant{Name: whose.Name}}
}

// answerAboutAddress makes an address the player's in whose name it was asked, with "yes": that
// is told at both addresses. What is neither "yes" nor "no" is asked again.
func (e *errand) answerAboutAddress() (Decision, error) {
	owner, err := e.u.Player(e.claim.Request().Player)
	switch agrees := e.asked.AsksFor(orders.Yes); {
	case err != nil:
		return "", err
	case !agrees && (!e.visit.Owed || !owner.Forgotten.IsZero()):
		return IgnoredStranger, nil
	case !agrees:
		l := e.askAddress(e.door.Stranger(), e.claim.Request(), owner)
		l.Answer = true
		return NotUnderstood, e.desk.Send(l)
	}
	if err := e.u.Tx.DropRequest(e.claim.Request().ID); err != nil {
		return "", err
	}
	if !owner.Forgotten.IsZero() || len(owner.Addresses()) >= maxAddresses {
		return e.door.Help()
	}
	owner.Others = append(owner.Others, e.claim.Request().Address)
	if err := e.u.Tx.PutPlayer(owner); err != nil { // claims it for the rest of the errand
		return "", err
	}
	there := *owner
	there.Address = e.claim.Request().Address
	for _, to := range []*store.Player{owner, &there} {
		l := letters.Letter{To: to, Kind: templates.Noted, Notices: []templates.Notice{{Code: templates.NoticeAddressAdded, Text: there.Address}}}
		if err := e.desk.Send(l); err != nil {
			return "", err
		}
	}
	return Noted, nil
}

// dropAddress takes an address away from the sender. If mails went there, they go
// to the next one, those that wait included; the address itself is told.
func (e *errand) dropAddress(address string) (telling.Line, error) {
	p := e.sender
	all := p.Addresses()
	at := slices.IndexFunc(all, func(a string) bool { return fold.Address(a) == fold.Address(address) })
	switch {
	case at < 0:
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeNotYourAddress, Text: address}), nil
	case len(all) == 1:
		return telling.Refuse(nil, templates.Notice{Code: templates.NoticeLastAddress, Text: address}), nil
	}
	there := *p
	there.Address = all[at]
	all = slices.Delete(slices.Clone(all), at, at+1)
	p.Address, p.Others = all[0], all[1:]
	if err := e.u.Tx.PutPlayer(p); err != nil {
		return telling.Line{}, err
	}
	if at == 0 {
		if err := e.u.Tx.Readdress(there.Address, p.Address); err != nil {
			return telling.Line{}, err
		}
	}
	e.teller().Write(letters.Letter{To: &there, Kind: templates.Noted, Notices: []templates.Notice{{Code: templates.NoticeAddressGone, Text: there.Address}}})
	return telling.Line{
		Kind: templates.Noted, Decision: Noted,
		Notice: templates.Notice{Code: templates.NoticeAddressDropped, Text: there.Address, Suggest: p.Address},
	}, nil
}
