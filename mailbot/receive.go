package mailbot

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/door"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/reports"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/trials"
	"unlurbot/mailbot/voucher"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// A receiving is what Receive, of which one call is at work at a time, knows from one
// call to the next.
type receiving struct {
	sync.Mutex
	trials     *trials.Trials
	signatures voucher.Asker
}

// A taken mail is one with what came of asking for its signature.
type taken struct {
	Incoming
	signature voucher.Signature
}

func places(run []taken) (keys []mailkey.Key) {
	for _, in := range run {
		keys = append(keys, in.Place())
	}
	return keys
}

// Receive deals with mails in the order in which they arrived: when it returns
// without an error, what they change and the answers to them are on the disk,
// or they were dealt with before. It gives one decision for each of them.
//
// An error means that the store could not be written, or that ctx ended, after
// which no other mail is begun. Of the mails then only the first ones were
// dealt with, as many as there are decisions; all the others must be offered
// again.
func (b *Bot) Receive(ctx context.Context, group ...Incoming) (decisions []decision.Decision, err error) {
	b.receiving.Lock()
	defer b.receiving.Unlock()
	var rest []taken
	for _, in := range group {
		rest = append(rest, taken{Incoming: in})
	}
	for len(rest) > 0 {
		// A challenge that had lapsed when a mail arrived is not there any more, however
		// late the mail is read. After a long outage much may be due: when ctx ends it is
		// not done, and the mail must wait.
		if at := rest[0].ArrivedBy(b.process.Now()); !at.IsZero() {
			err = b.alarms.AllUpTo(ctx, at, rest[0].Filed)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return decisions, err
		}
		n, tried, err := b.receiving.trials.Next(places(rest))
		if err != nil {
			return decisions, err
		}
		done, err := b.receiveRun(ctx, rest[:n], tried)
		for i, e := range done {
			decisions = append(decisions, e.decision)
			b.tell(rest[i], e)
		}
		if rest = rest[len(done):]; err != nil {
			return decisions, fmt.Errorf("mailbot: mail %d: %w", rest[0].UID, err)
		}
	}
	return decisions, nil
}

// receiveRun deals with some mails that share their fate, see trials.Trials.Next. One that
// the process died over too often is not even looked at.
func (b *Bot) receiveRun(ctx context.Context, run []taken, tried int) ([]*errand, error) {
	most := trials.Most
	if run[0].Filed {
		most = trials.MostFiled
	}
	if in := run[0]; tried >= most {
		b.process.Log.Error("set aside", "uid", in.UID, "uid_validity", in.UIDValidity, "tried", tried)
		return b.settleUnread(ctx, in, decision.SetAside, templates.Notice{Code: templates.OperatorSetAside})
	}
	if err := b.receiving.trials.Begin(places(run)); err != nil {
		return nil, err
	}
	b.process.Reach(PointNoted)
	if err := b.checkSignatures(ctx, run); err != nil {
		return nil, err
	}
	if tried > 0 {
		err := b.receiving.trials.Rehearse(run[0].Place(), func(tx *store.Tx) { _, _ = b.guarded(tx, run[0], b.ways[0]) })
		if err != nil {
			return nil, err
		}
	}
	return b.dealWith(ctx, run)
}

// checkSignatures asks for each mail whose author nothing else proves, once, and notes
// with it what came of that. The error is that of the store, or of ctx.
func (b *Bot) checkSignatures(ctx context.Context, run []taken) error {
	if b.cfg.Signed == nil {
		return nil
	}
	trust := b.cfg.Trust()
	var asked []*taken
	var questions []voucher.Question
	err := b.process.Store.View(func(tx *store.Tx) error {
		for i := range run {
			in := &run[i]
			if in.signature.Asked() {
				continue
			}
			_ = process.Catch(func() error { // what goes wrong here goes wrong again where it is dealt with
				e := newErrand(b, tx, *in)
				keys, err := e.desk.Ring()
				if err != nil {
					return err
				}
				unproven, err := trust.Unproven(e.u, e.mail, e.known, keys)
				if unproven && err == nil {
					asked = append(asked, in)
					questions = append(questions, voucher.Question{UID: in.UID, Raw: in.Raw, Author: e.mail.From.Addr})
				}
				return err
			})
		}
		return nil
	})
	if err != nil {
		return process.InStore(err)
	}
	signatures, err := b.receiving.signatures.Ask(ctx, trust, questions)
	for i, s := range signatures {
		asked[i].signature = s
	}
	return err
}

// dealWith handles the first of some mails in one transaction, see settle. If one of
// them meets a fault, that is taken back and done again up to it, and then it alone,
// so that it costs the others nothing: its sender gets an apology, unless that fails too.
func (b *Bot) dealWith(ctx context.Context, run []taken) (done []*errand, err error) {
	if len(run) == 0 {
		return nil, nil
	}
	done, err = b.settle(ctx, run, b.ways[0])
	faulty := (*faultyMail)(nil)
	switch {
	case !errors.As(err, &faulty):
		return done, err
	case len(run) == 1:
		in := run[0]
		b.process.Log.Error("incident", "incident", incidentNumber(in.Raw), "uid", in.UID, "err", faulty.Err, "stack", faulty.Stack)
		done, err := b.settle(ctx, run, b.ways[1])
		if again := (*faultyMail)(nil); errors.As(err, &again) {
			b.process.Log.Error("incident", "incident", incidentNumber(in.Raw), "uid", in.UID, "err", again.Err, "stack", again.Stack)
			return b.settleUnread(ctx, in, decision.Incident, incidentNews(in.Raw))
		}
		return done, err
	}
	at := faulty.at
	for _, part := range [][]taken{run[:at], run[at : at+1]} {
		some, err := b.dealWith(ctx, part)
		done = append(done, some...)
		if err != nil || len(some) < len(part) {
			return done, err
		}
	}
	return done, nil
}

// A way is how a mail is dealt with, up to its decision.
type way func(*errand) (decision.Decision, error)

// A faultyMail is the fault that one mail of a run has met.
type faultyMail struct {
	*process.Fault
	at int
}

// settle goes one way with some mails, all in one transaction: up to the first one
// before which something happens by itself, which an earlier one may have made due,
// or ctx has ended.
func (b *Bot) settle(ctx context.Context, run []taken, how way) (done []*errand, err error) {
	err = b.receiving.trials.Settle(places(run), func(tx *store.Tx) error {
		done = make([]*errand, 0, len(run))
		for i, in := range run {
			due, err := tx.DueWakes(in.ArrivedBy(b.process.Now()), 1)
			if err != nil {
				return err
			}
			if i > 0 && (len(due) > 0 || ctx.Err() != nil) {
				break
			}
			e, fault := b.guarded(tx, in, how)
			if fault != nil {
				return &faultyMail{fault, i}
			}
			done = append(done, e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	b.outbox.Wake()
	return done, nil
}

// guarded reads a mail and goes a way with it; errors and panics on the way
// become a *process.Fault.
func (b *Bot) guarded(tx *store.Tx, in taken, how way) (done *errand, fault *process.Fault) {
	fault = process.Catch(func() (err error) {
		done = newErrand(b, tx, in)
		done.decision, err = how(done)
		return err
	})
	if fault != nil {
		return nil, fault
	}
	return done, nil
}

// settleUnread marks a mail as dealt with by a decision and tells the operator,
// and touches nothing else.
func (b *Bot) settleUnread(ctx context.Context, in taken, d decision.Decision, news templates.Notice) ([]*errand, error) {
	in.Raw = nil
	return b.settle(ctx, []taken{in}, func(e *errand) (decision.Decision, error) {
		e.desk.Occasion.Cause, e.known.Keys = string(in.Place()), e.known.Keys[:1]
		if err := e.desk.TellOperator(news); err != nil {
			return "", err
		}
		return e.finish(d, nil)
	})
}

// mostOfID is how much of a mail's id is logged: programs that make ids make
// them far shorter.
const mostOfID = 200

// tell logs what became of a mail, and which game it was about first. Some programs make
// the id of a mail of the sender's address.
func (b *Bot) tell(in taken, e *errand) {
	id, from := safe.Line(e.mail.MessageID, mostOfID), fold.Address(e.mail.From.Addr)
	if at := strings.Index(fold.Address(id), from); from != "" && at >= 0 && !b.cfg.LogAddresses {
		id = id[:at] + b.who.Of(from) + id[at+len(from):]
	}
	about := []any{"decision", e.decision, "uid", in.UID, "id", discreet.ID(id), "from", discreet.Address(e.mail.From.Addr)}
	if e.told != nil && e.told.About() != nil {
		about = append(about, "game", e.told.About().Number)
	}
	if e.desk.Over.Limit != "" {
		about = append(about, "limit", e.desk.Over.Limit, "count", e.desk.Over.Count)
	}
	if e.in.signature.Asked() {
		about = append(about, "dkim", e.in.signature)
	}
	b.process.Log.Info("mail", append(about, "class", e.mail.Class, "reason", e.mail.Reason)...)
}

// handle is the way of one mail, from the bytes to the answers.
func handle(e *errand) (decision.Decision, error) {
	if here, err := e.known.WasHere(e.u); here || err != nil {
		return decision.Duplicate, err
	}
	if err := e.identify(); err != nil {
		return "", err
	}
	e.desk.Occasion.Claim = e.claim
	l := e.bot.cfg.Limits
	e.door = door.New(door.Limits{
		MailsIn: l.MailsIn, NewPlayers: l.NewPlayers, StrangerRest: l.StrangerRest, Patience: l.Patience, Commands: l.Commands,
	}, e.u, e.desk)
	found, err := e.known.Look(e.u)
	switch {
	case err != nil || found.Copy:
		return decision.Duplicate, err
	case found.Confirmed:
		return decision.Duplicate, e.markSeen(decision.Duplicate)
	}
	e.desk.Occasion.Cause += found.Tells
	if decision, done, err := e.heedReport(); done || err != nil {
		return e.finish(decision, err)
	}
	if refused, err := e.refuseFromElsewhere(); refused || err != nil {
		return e.finish(decision.Declined, err)
	}
	asked, err := orders.Read(e.u, e.mail, e.claim, e.bot.cfg.own().Is)
	if err != nil {
		return "", err
	}
	if e.visit, err = e.door.Admit(asked); err != nil {
		return "", err
	}
	e.claim, e.request = e.visit.Claim, e.visit.Request
	switch {
	case e.visit.AddsAddress:
		return e.finish(e.addAddress(e.claim.Request()))
	case e.visit.Decision != "":
		return e.finish(e.visit.Decision, e.catchUp())
	}
	d := e.dispatch(found.Asked)
	if err := d.Do(); err != nil {
		return "", err
	}
	e.request = d.Request()
	advanced := d.Settled() || e.teller().Advances()
	if !advanced && e.visit.Patience.IsOver() {
		return e.finish(decision.IgnoredLoop, e.catchUp())
	}
	cut := func(must []bool, lasts bool) ([]bool, bool) {
		for i := range must {
			must[i] = must[i] || d.Settled() || e.teller().Insists()
		}
		return e.visit.Patience.Cut(must, advanced, lasts)
	}
	if err := d.Answer(telling.Answering{Again: e.visit.Before.Silent, Cut: cut}); err != nil {
		return "", err
	}
	return e.finish(e.teller().Decision(), e.catchUp())
}

// addAddress makes an address, from which "yes" has come, the player's in whose name it was asked, if
// it still can be.
func (e *errand) addAddress(r *store.Request) (decision.Decision, error) {
	owner, err := e.u.Player(r.Player)
	if err != nil {
		return "", err
	}
	if err := e.u.Tx.DropRequest(r.ID); err != nil {
		return "", err
	}
	log, err := e.clubOf(owner).Do(club.AddAddress{Address: r.Address})
	if err != nil {
		return "", err
	}
	if _, refused := log[0].Fact.(facts.Refused); refused {
		return e.door.Help()
	}
	return decision.Noted, e.tell(log, nil)
}

// catchUp sends the sender, who was out of reach, what was missed. Who is to be forgotten has
// missed nothing.
func (e *errand) catchUp() error {
	if !e.visit.Before.Unreachable || e.u.Forgets(e.claim.Sender()) {
		return nil
	}
	return e.teller().CatchUp(e.visit.Before.Heard)
}

// identify finds out what the mail answers and, if a person has written it, who.
func (e *errand) identify() error {
	keys, err := e.desk.Ring()
	if err != nil {
		return err
	}
	sealed := author.ReadToken(e.mail, keys, e.bot.cfg.own())
	e.claim = author.Unidentified(sealed)
	switch {
	case reports.Report{Mail: e.mail, Sealed: sealed}.ActsByToken():
		e.known = e.known.Weighed(e.mail, sealed, author.DoubtToken)
		return nil
	case e.mail.Class != sender.Person:
		e.known = e.known.Weighed(e.mail, sealed, author.DoubtProgram)
		return nil
	}
	vouched, err := e.bot.cfg.Trust().Vouches(e.u, e.mail, e.in.signature)
	if err != nil {
		return err
	}
	e.claim, err = author.Identify(e.u, author.Evidence{From: e.mail.From.Addr, Sealed: sealed, Vouched: vouched, Replaying: e.in.Filed})
	e.plies = e.claim.Turns()
	e.known = e.known.Weighed(e.mail, sealed, e.claim.Doubt())
	return err
}

// apologize is the way of a mail that handle failed on. It looks at as little
// as it can, since something that is stored may be what is wrong.
func apologize(e *errand) (decision.Decision, error) {
	if here, err := e.known.WasHere(e.u); here || err != nil {
		return decision.Duplicate, err
	}
	e.known = e.known.Weighed(e.mail, token.Token{}, author.DoubtUnproven)
	if e.known.HasFailed(e.u) { // who must know of it does
		return e.finish(decision.Incident, nil)
	}
	if err := e.desk.TellOperator(incidentNews(e.in.Raw)); err != nil {
		return "", err
	}
	if e.mail.Class != sender.Person {
		return e.finish(decision.Incident, nil)
	}
	e.desk.Occasion.Cause += " incident" // the mail may be dealt with again, and that answer is another mail
	sender, err := e.u.Tx.PlayerByAddress(e.mail.From.Addr)
	if errors.Is(err, store.ErrNotFound) {
		return e.finish(decision.Incident, nil)
	}
	if err != nil {
		return "", err
	}
	e.u.ChangePlayer(sender)
	patience := door.Begin(&sender.Doubted, "", e.u.Now, e.bot.cfg.Limits.Patience)
	if sent, _ := patience.Cut([]bool{false}, false, false); !sent[0] {
		return e.finish(decision.Incident, nil)
	}
	fault := &templates.Fault{Number: incidentNumber(e.in.Raw)}
	return e.finish(decision.Incident, e.desk.Send(letters.Letter{To: sender, Kind: templates.Incident, Says: fault, Answer: true}))
}

func incidentNews(raw []byte) templates.Notice {
	return templates.Notice{Code: templates.OperatorIncident, Text: incidentNumber(raw)}
}

// incidentNumber is what a player can quote and the operator finds in the log.
func incidentNumber(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw))[:8] }

// heedReport settles a mail of a program, or what acts by a token alone, see package reports.
func (e *errand) heedReport() (d decision.Decision, settled bool, err error) {
	keys, err := e.desk.Ring()
	if err != nil {
		return "", false, err
	}
	o, settled, err := reports.Report{Mail: e.mail, Sealed: e.claim.Sealed(), Keys: keys}.Settle(e.u)
	switch {
	case err != nil || !settled:
	case o.OldLink:
		o.Decision, err = e.door.TellHowToStop(o.By, reports.StopLinkDays)
	case o.Wants != nil:
		err = e.tell(e.clubOf(o.By).Do(o.Wants))
	default:
		err = e.tellOfReach(o.Log, nil)
	}
	return o.Decision, settled, err
}

// tellOfReach tells, in the log as well, who is out of reach.
func (e *errand) tellOfReach(log []facts.Entry, err error) error {
	for _, entry := range log {
		f := entry.Fact.(facts.OutOfReach)
		if p, unknown := e.u.Player(f.Player); unknown == nil {
			e.bot.process.Log.Warn("unreachable", "player", discreet.Address(p.Address), "reason", safe.Line(f.Reason, 200), "held", f.Held)
		}
	}
	return e.tell(log, err)
}
