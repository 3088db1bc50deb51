package mailbot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/operator"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/trials"
	"unlurbot/mailbot/voucher"
	"unlurbot/store"
	"unlurbot/store/acts"
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
	sources    operator.Sources // where orders of the operator look
}

// A taken mail is one with what was found out before the transaction that deals with it.
type taken struct {
	Incoming
	signature voucher.Signature // what came of asking for it
	found     *templates.Output // what the operator asks for by it; nil for nothing yet
}

func places(run []taken) (keys []mailkey.Key) {
	for _, in := range run {
		keys = append(keys, in.Place())
	}
	return keys
}

// Receive deals with mails in the order in which they arrived: when it returns
// without an error, what they change and the answers to them are on the disk,
// or they were dealt with before. It gives one decision for each of them, but for those behind one
// that has paused the bot.
//
// An error means that the store could not be written, or that ctx ended, after
// which no other mail is begun. Of the mails then only the first ones were
// dealt with, as many as there are decisions; all the others must be offered
// again.
func (b *Bot) Receive(ctx context.Context, group ...Incoming) (decisions []decision.Decision, err error) {
	b.receiving.Lock()
	defer b.receiving.Unlock()
	decisions, err = receive(ctx, b, group)
	b.receiving.trials.TakeBack() // but not after a panic, which may come of a mail
	return decisions, err
}

// receive is Receive, but for the trials of mails that are left.
func receive(ctx context.Context, b *Bot, group []Incoming) (decisions []decision.Decision, err error) {
	var rest []taken
	for _, in := range group {
		rest = append(rest, taken{Incoming: in})
	}
	for len(rest) > 0 {
		if paused, err := b.process.Paused(); err != nil || paused && !rest[0].Filed {
			return decisions, err
		}
		// A challenge that had lapsed when a mail arrived is not there any more, however
		// late the mail is read. After a long outage much may be due: when ctx ends it is
		// not done, and the mail must wait.
		switch at := rest[0].ArrivedBy(b.process.Now()); {
		case at.IsZero():
		case rest[0].Filed: // whose writers knew what the robots had answered
			err = upTo(ctx, b, at, true)
		default:
			err = b.alarms.AllUpTo(ctx, at, false)
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
		b.process.Mails.Add(1)
		done, err := b.receiveRun(ctx, rest[:n], tried)
		b.process.Mails.Add(-1)
		for _, t := range done {
			decisions = append(decisions, t.decision)
			b.logMail(t)
		}
		if rest = rest[len(done):]; err != nil {
			return decisions, fmt.Errorf("mailbot: mail %d: %w", rest[0].UID, err)
		}
	}
	return decisions, nil
}

// receiveRun deals with some mails that share their fate, see trials.Trials.Next. One that
// the process died over too often is not even looked at.
func (b *Bot) receiveRun(ctx context.Context, run []taken, tried int) ([]*task, error) {
	most := trials.Most
	if run[0].Filed {
		most = trials.MostFiled
	}
	if in := run[0]; tried >= most {
		b.process.Log.Error("set aside", "uid", in.UID, "uid_validity", in.UIDValidity, "tried", tried)
		return b.settleUnread(ctx, in, decision.SetAside, templates.Notice{Code: templates.OperatorSetAside})
	}
	if err := b.receiving.trials.Begin(places(run), tried); err != nil {
		return nil, err
	}
	b.process.Reach(PointNoted)
	if err := b.checkSignatures(ctx, run); err != nil {
		return nil, err
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
				t := b.take(tx, *in)
				keys, err := t.desk.Ring()
				if err != nil {
					return err
				}
				if b.cfg.isOperator(t.mail) {
					if _, is := operator.Read(t.mail, t.u.Arrived); is {
						keys = nil // no token is enough for an order
					}
				}
				unproven, err := trust.Unproven(t.u, t.mail, t.known, keys)
				if unproven && err == nil {
					asked = append(asked, in)
					questions = append(questions, voucher.Question{UID: in.UID, Raw: in.Raw, Author: t.mail.From.Addr})
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
func (b *Bot) dealWith(ctx context.Context, run []taken) (done []*task, err error) {
	if len(run) == 0 {
		return nil, nil
	}
	done, err = b.settle(ctx, run, b.ways[0])
	faulty := (*faultyMail)(nil)
	switch {
	case !errors.As(err, &faulty):
		return done, err
	case len(run) == 1:
		if looked, err := b.receiving.lookUp(ctx, &run[0], faulty); err != nil {
			return nil, err
		} else if looked {
			return b.dealWith(ctx, run)
		}
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
type way func(*task) (decision.Decision, error)

// A faultyMail is the fault that one mail of a run has met.
type faultyMail struct {
	*process.Fault
	at int
}

// settle goes one way with some mails, all in one transaction: up to the first one
// before which something happens by itself, which an earlier one may have made due,
// or the bot is paused, or ctx has ended.
func (b *Bot) settle(ctx context.Context, run []taken, how way) (done []*task, err error) {
	err = b.receiving.trials.Settle(places(run), func(tx *store.Tx) error {
		done = make([]*task, 0, len(run))
		for i, in := range run {
			at := in.ArrivedBy(b.process.Now())
			due, err := tx.DueWakes(at, 1)
			if err != nil {
				return err
			}
			_, thinks, err := tx.NextThought(at)
			if err != nil {
				return err
			}
			if i > 0 && (len(due) > 0 || thinks && in.Filed || ctx.Err() != nil || done[i-1].acted.Kind == acts.Pause) {
				break
			}
			t, fault := b.guarded(tx, in, how)
			if fault != nil {
				return &faultyMail{fault, i}
			}
			done = append(done, t)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	b.outbox.Wake()
	b.robots.Wake()
	return done, nil
}

// guarded reads a mail and goes a way with it; errors and panics on the way
// become a *process.Fault.
func (b *Bot) guarded(tx *store.Tx, in taken, how way) (done *task, fault *process.Fault) {
	fault = process.Catch(func() (err error) {
		done = b.take(tx, in)
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
func (b *Bot) settleUnread(ctx context.Context, in taken, d decision.Decision, news templates.Notice) ([]*task, error) {
	in.Raw = nil
	return b.settle(ctx, []taken{in}, func(t *task) (decision.Decision, error) {
		t.desk.Occasion.Cause, t.known.Keys = string(in.Place()), t.known.Keys[:1]
		return t.finish(d, result{}, t.desk.TellOperator(news))
	})
}

// mostOfID is how much of a mail's id is logged: programs that make ids make
// them far shorter.
const mostOfID = 200

// logMail logs what became of a mail, and which game it was about first. Some programs make
// the id of a mail of the sender's address.
func (b *Bot) logMail(t *task) {
	id, from := safe.Line(t.mail.MessageID, mostOfID), fold.Address(t.mail.From.Addr)
	if at := strings.Index(fold.Address(id), from); from != "" && at >= 0 && !b.cfg.LogAddresses {
		id = id[:at] + b.who.Of(from) + id[at+len(from):]
	}
	about := []any{"decision", t.decision, "uid", t.in.UID, "id", discreet.ID(id), "from", discreet.Address(t.mail.From.Addr)}
	if t.about != nil {
		about = append(about, "game", t.about.Number)
	}
	if t.desk.Departures.Over.Limit != "" {
		about = append(about, "limit", t.desk.Departures.Over.Limit, "count", t.desk.Departures.Over.Count)
	}
	if t.in.signature.Asked() {
		about = append(about, "dkim", t.in.signature)
	}
	if t.decision == decision.TooOld {
		b.process.Log.Warn("too old", "uid", t.in.UID, "arrived", t.in.Arrived.UTC(), "advice", "It arrived longer ago than keep.seen, by the mail server's clock. If it is new, that clock is wrong.")
	}
	b.process.Tally.Note(func(c *process.Counts) {
		c.Mails[string(t.decision)]++
		if over := t.desk.Departures.Over.Limit; over != "" {
			c.Limits[over]++
		}
		if t.decision == decision.Incident {
			c.Incidents++
		}
	})
	b.process.Log.Info("mail", append(about, "class", t.mail.Class, "reason", t.mail.Reason)...)
	if a := t.acted; a.Number != 0 {
		b.process.Log.Info("the operator's act on the bot", "act", a.Kind, "number", a.Number, "mailed", true, "reason", a.Reason)
	}
}
