package mailbot

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/copies"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/departure"
	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/door"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/reports"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/voucher"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// A task is the work on one mail.
type task struct {
	work
	in    taken
	mail  *parser.Mail
	known copies.Mail // what the mail can be known again by, and how uncertain its author is

	decision decision.Decision // what became of it, once it is dealt with,
	about    *store.Game       // and which game it was about first; nil for none
	acted    acts.Act          // what the operator has done by it; without a number nothing
}

func (b *Bot) take(tx *store.Tx, in taken) *task {
	mail := b.cfg.Trust().Read(in.Raw, in.HeaderOnly)
	known := copies.Of(in.Place(), mail, in.Raw)
	w := b.begin(tx, letters.Occasion{Cause: known.Cause(), Origin: departure.Origin{Mail: mail}, Replaying: in.Filed})
	now := w.u.Now
	arrived := now
	if at := in.ArrivedBy(now); !at.IsZero() {
		arrived = at
	}
	if in.Filed { // so that all limits, and ids with a day in them, are as they were
		now = arrived
	}
	w.u.Times = unit.Since(now, arrived)
	return &task{work: w, in: in, mail: mail, known: known}
}

// A result is what is kept of a mail that is dealt with, beside its decision.
type result struct {
	claim   author.Claim   // who has written it
	pays    mailkey.Key    // the token that is used up for an answer beyond all limits; empty for none
	request *store.Request // what is to be confirmed of it; nil for nothing
}

// handle is the way of one mail, from the bytes to the answers.
func handle(t *task) (decision.Decision, error) {
	if here, err := t.known.WasHere(t.u); here || err != nil {
		return decision.Duplicate, err
	}
	if !t.in.Filed && t.bot.keeper.TooOld(t.u.Tx, t.in.Arrived) {
		t.known.Keys = t.known.Keys[:1] // the others are of a mail that may be marked
		return t.finish(decision.TooOld, result{}, nil)
	}
	claim, err := t.identify()
	if err != nil {
		return "", err
	}
	t.desk.Occasion.Claim = claim
	found, err := t.known.Look(t.u)
	switch {
	case err != nil || found.Copy:
		return decision.Duplicate, err
	case found.Confirmed:
		return decision.Duplicate, t.mark(decision.Duplicate, result{claim: claim})
	}
	t.desk.Occasion.Cause += found.Tells
	entrance := t.entrance()
	if d, settled, err := t.heedReport(claim, entrance); settled || err != nil {
		return t.finish(d, result{claim: claim}, err)
	}
	if order, is := t.order(claim); is {
		return t.obey(order, claim)
	}
	if refusal := orders.ReadRefusal(t.mail, claim); refusal != nil {
		err := t.teller(claim, entrance).Tell(t.session(claim.Sender(), club.Answer{}).Do(refusal))
		return t.finish(decision.Declined, result{claim: claim}, err)
	}
	asked, err := orders.Read(t.u, t.mail, claim, t.bot.cfg.own().Is)
	if err != nil {
		return "", err
	}
	visit, err := entrance.Admit(asked)
	if err != nil {
		return "", err
	}
	return t.serve(visit, entrance, found.Asked)
}

// entrance gives the door for the mail, whose author is known.
func (t *task) entrance() *door.Door {
	l := t.bot.cfg.Limits
	return door.New(door.Limits{
		MailsIn: l.MailsIn, NewPlayers: l.NewPlayers, StrangerRest: l.StrangerRest, Patience: l.Patience, Commands: l.Commands,
	}, t.u, t.desk)
}

// serve does what a mail asks for that has passed the entrance, and answers it. A copy of the mail
// that was less certain may have led to a request; 0 for none.
func (t *task) serve(v door.Visit, entrance *door.Door, ofCopy store.RequestID) (decision.Decision, error) {
	r := result{v.Claim, v.Pays, v.Request}
	teller := t.teller(v.Claim, entrance)
	switch {
	case v.AddsAddress:
		d, err := t.addAddress(v.Claim.Request(), entrance)
		return t.finish(d, r, err)
	case v.Decision != "":
		return t.finish(v.Decision, r, t.catchUp(v, teller))
	}
	answer := club.Answer{Game: v.Claim.Game(), Watching: v.Claim.Asked() == token.AskWatch, Turns: v.Claim.Turns()}
	d := dispatch.New(
		dispatch.Case{Mail: t.mail, Claim: v.Claim, Asked: v.Asked, Newcomer: v.Before.Newcomer, Copy: ofCopy},
		dispatch.Means{Unit: t.u, Club: t.session(v.Claim.Sender(), answer), Teller: teller, Looks: t.bot.looks})
	if err := d.Do(); err != nil {
		return "", err
	}
	r.request, t.about = d.Request(), teller.About()
	advances := d.Advances()
	if !advances && v.Patience.IsOver() {
		return t.finish(decision.IgnoredLoop, r, t.catchUp(v, teller))
	}
	cut := func(must []bool, lasts bool) ([]bool, bool) { return v.Patience.Cut(must, advances, lasts) }
	if err := d.Answer(telling.Answering{Again: v.Before.Silent, Cut: cut}); err != nil {
		return "", err
	}
	t.about = teller.About()
	return t.finish(teller.Decision(), r, t.catchUp(v, teller))
}

// catchUp sends the sender, who was out of reach, what was missed. Who is to be forgotten has
// missed nothing.
func (t *task) catchUp(v door.Visit, teller *telling.Teller) error {
	if !v.Before.Unreachable || t.u.Forgets(v.Claim.Sender()) {
		return nil
	}
	return teller.CatchUp(v.Before.Heard)
}

// finish puts into the store what was changed, unless something has failed, and marks the mail as
// seen.
func (t *task) finish(d decision.Decision, r result, err error) (decision.Decision, error) {
	if err == nil {
		err = t.end()
	}
	if err != nil {
		return "", err
	}
	return d, t.mark(d, r)
}

// mark notes what became of the mail. One of which the author is certain vouches for its
// author no more.
func (t *task) mark(d decision.Decision, r result) error {
	var usedUp []mailkey.Key
	if t.mail.MessageID != "" && (r.claim.Vouched() || r.claim.Proven() && !r.claim.Spent()) {
		usedUp = append(usedUp, voucher.Key(t.mail))
	}
	if r.pays != "" && d.WasAnswered() {
		usedUp = append(usedUp, r.pays)
	}
	var request store.RequestID
	if r.request != nil {
		request = r.request.ID
	}
	return t.known.Mark(t.u, d, request, usedUp...)
}

// identify finds out what the mail answers and, if a person has written it, who.
func (t *task) identify() (author.Claim, error) {
	keys, err := t.desk.Ring()
	if err != nil {
		return author.Claim{}, err
	}
	sealed := author.ReadToken(t.mail, keys, t.bot.cfg.own())
	switch {
	case reports.Report{Mail: t.mail, Sealed: sealed}.ActsByToken():
		t.known = t.known.Weighed(t.mail, sealed, author.DoubtToken)
		return author.Unidentified(sealed), nil
	case t.mail.Class != sender.Person:
		t.known = t.known.Weighed(t.mail, sealed, author.DoubtProgram)
		return author.Unidentified(sealed), nil
	}
	vouched, err := t.bot.cfg.Trust().Vouches(t.u, t.mail, t.in.signature)
	if err != nil {
		return author.Claim{}, err
	}
	claim, err := author.Identify(t.u, author.Evidence{From: t.mail.From.Addr, Sealed: sealed, Vouched: vouched, Replaying: t.in.Filed})
	t.known = t.known.Weighed(t.mail, sealed, claim.Doubt())
	return claim, err
}

// heedReport settles a mail of a program, or what acts by a token alone, see package reports.
func (t *task) heedReport(c author.Claim, entrance *door.Door) (d decision.Decision, settled bool, err error) {
	keys, err := t.desk.Ring()
	if err != nil {
		return "", false, err
	}
	o, settled, err := reports.Report{Mail: t.mail, Sealed: c.Sealed(), Keys: keys}.Settle(t.u)
	switch {
	case err != nil || !settled:
	case o.OldLink:
		o.Decision, err = entrance.TellHowToStop(o.By, reports.StopLinkDays)
	case o.Wants != nil:
		err = t.tell(t.session(o.By, club.Answer{}).Do(o.Wants))
	default:
		err = t.tell(o.Log, nil)
	}
	return o.Decision, settled, err
}

// addAddress makes an address, from which "yes" has come, the player's in whose name it was asked, if
// it still can be.
func (t *task) addAddress(r *store.Request, entrance *door.Door) (decision.Decision, error) {
	owner, err := t.u.Player(r.Player)
	if err != nil {
		return "", err
	}
	if err := t.u.Tx.DropRequest(r.ID); err != nil {
		return "", err
	}
	log, err := t.session(owner, club.Answer{}).Do(club.AddAddress{Address: r.Address})
	if err != nil {
		return "", err
	}
	if _, refused := log[0].Fact.(facts.Refused); refused {
		return entrance.Help()
	}
	return decision.Noted, t.tell(log, nil)
}

// apologize is the way of a mail that handle failed on. It looks at as little
// as it can, since something that is stored may be what is wrong.
func apologize(t *task) (decision.Decision, error) {
	if here, err := t.known.WasHere(t.u); here || err != nil {
		return decision.Duplicate, err
	}
	t.known = t.known.Weighed(t.mail, token.Token{}, author.DoubtUnproven)
	if t.known.HasFailed(t.u) { // who must know of it does
		return t.finish(decision.Incident, result{}, nil)
	}
	if err := t.desk.TellOperator(incidentNews(t.in.Raw)); err != nil {
		return "", err
	}
	if t.mail.Class != sender.Person {
		return t.finish(decision.Incident, result{}, nil)
	}
	t.desk.Occasion.Cause += " incident" // the mail may be dealt with again, and that answer is another mail
	sender, err := t.u.Tx.PlayerByAddress(t.mail.From.Addr)
	if errors.Is(err, store.ErrNotFound) {
		return t.finish(decision.Incident, result{}, nil)
	}
	if err != nil {
		return "", err
	}
	t.u.ChangePlayer(sender)
	patience := door.Begin(&sender.Doubted, "", t.u.Now, t.bot.cfg.Limits.Patience)
	if sent, _ := patience.Cut([]bool{false}, false, false); !sent[0] {
		return t.finish(decision.Incident, result{}, nil)
	}
	fault := &templates.Fault{Number: incidentNumber(t.in.Raw)}
	return t.finish(decision.Incident, result{}, t.desk.Send(letters.Letter{To: sender, Kind: templates.Incident, Says: fault, Answer: true}))
}

func incidentNews(raw []byte) templates.Notice {
	return templates.Notice{Code: templates.OperatorIncident, Text: incidentNumber(raw)}
}

// incidentNumber is what a player can quote and the operator finds in the log.
func incidentNumber(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw))[:8] }
