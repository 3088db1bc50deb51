package mailbot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"unlurbot/mailbot/process"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/page"
)

// A Sender hands one mail to the outside. An error that is a permanent
// *smtpout.Failure means that it never will; after any other error the same
// mail is sent again later.
type Sender interface {
	Send(ctx context.Context, m *store.Outgoing) error
}

const (
	// batch is how many mails are taken from the outbox at a time: enough for the
	// senders while the store works on the mails that came in together.
	batch = 128
	// sendGrace is how long a mail that is on its way when the bot is stopped
	// may still take.
	sendGrace = time.Second
	// longestLook is how long to wait for the next mail that is due without a look
	// at the clock: it can be set, and it goes on while a machine sleeps.
	longestLook = time.Minute
	// backlog is how many mails leave so much garbage behind that the system gets
	// its memory back, when nothing has happened for a time after they were sent.
	backlog      = 1000
	backlogQuiet = time.Second
	// A relay that can't be reached or refuses the login is tried again after
	// relayRest, then after twice as long each time: providers lock accounts
	// after too many logins.
	relayRest        = 15 * time.Second
	longestRelayRest = 15 * time.Minute
	// A connection that the relay refuses while it takes mails on another one is
	// one too many, and is tried again after connectionRest.
	connectionRest = 10 * time.Minute
	// A relay that refuses for good more than maxRefused mails and takes none may
	// refuse all: "550 no relaying" is what many say to who has forgotten the login.
	maxRefused = 3
)

// A run is mails to one recipient, in their order.
type run []*store.Outgoing

// A report is what a Sender made of a run: the outcomes of its mails, up to the
// first that failed. If the relay itself failed, relay says how, and that mail
// and the rest were not tried.
type report struct {
	recipient string
	outcomes  []outcome
	relay     error
	verdict   chan time.Duration // to the sender after such a failure: how long to stay away
}

// A dispatch is the work of SendLoop: it takes due mails from the outbox, hands
// them out to Senders, and writes down what came of them. All of it but the
// Senders' work happens in one goroutine.
type dispatch struct {
	bot     *Bot
	runs    chan run        // to the senders; never filled beyond its capacity
	reports chan report     // from them
	busy    map[string]bool // the recipients whose mails are with a sender
	taken   []outcome       // not written down yet
	sent    int             // mails since memory was last given back
	trouble string          // what keeps the mails in the outbox, as it was logged

	unreadable map[string]bool // mails of which that was logged

	rest      time.Duration // how long the relay is left alone if it fails again
	probing   bool          // the relay failed, or was never tried: one run at a time
	notBefore time.Time     // nothing is handed out

	senders  int
	away     []time.Time // until when some senders stay away
	answered time.Time   // when the relay last took or refused a mail
	refused  int         // mails refused for good since it took one
}

// SendLoop sends what the outbox holds until ctx ends, through all senders at
// once. The mails to one recipient are sent one after the other, in their order.
// A mail is marked as sent as soon as the store is free; a crash before that
// sends the same mail, with the same Message-ID, once more.
//
// The error is nil at the end of ctx; otherwise it is store.ErrBroken.
func (b *Bot) SendLoop(ctx context.Context, senders []Sender) error {
	d := &dispatch{
		bot: b, runs: make(chan run, batch), reports: make(chan report, batch+len(senders)),
		busy: map[string]bool{}, unreadable: map[string]bool{}, rest: relayRest, probing: true, senders: len(senders),
	}
	ctx, stop := context.WithCancel(ctx)
	longer, end := lasting(ctx, sendGrace)
	defer end()
	for _, s := range senders {
		go d.work(ctx, longer, s)
	}
	err := d.loop(ctx)
	stop()
	d.takeBack()
	for len(d.busy) > 0 { // what was accepted at the last moment must be marked
		d.take(<-d.reports)
	}
	close(d.runs)
	return errors.Join(err, b.mark(d.taken))
}

// lasting gives a context that ends a while after ctx.
func lasting(ctx context.Context, while time.Duration) (longer context.Context, end func()) {
	longer, end = context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		process.Pass(longer, while)
		end()
	})
	return longer, end
}

// work hands over runs through one sender, see sendRun.
func (d *dispatch) work(ctx, longer context.Context, s Sender) {
	for r := range d.runs {
		done := d.bot.sendRun(ctx, longer, s, r)
		d.reports <- done
		if done.relay != nil {
			process.Pass(ctx, <-done.verdict)
		}
	}
}

// sendRun hands over the mails of a run up to the first that fails. At the end
// of ctx it begins no other one, but goes on with the one at hand as long as the
// longer context lasts: a mail that is broken off may have arrived, and would be
// sent again.
func (b *Bot) sendRun(ctx, longer context.Context, s Sender, r run) report {
	done := report{recipient: r[0].EnvelopeTo}
	for _, m := range r {
		if ctx.Err() != nil {
			break
		}
		b.process.Reach(PointSending)
		err := b.hand(longer, s, m)
		if err != nil && ctx.Err() != nil {
			break // we are stopping; the mail stays as it is
		}
		failure := (*smtpout.Failure)(nil)
		if errors.As(err, &failure) && failure.OfRelay() {
			done.relay, done.verdict = err, make(chan time.Duration, 1) // it says nothing of this mail
			break
		}
		done.outcomes = append(done.outcomes, outcome{m, err})
		if err != nil {
			break // what comes after must not overtake it
		}
		b.process.Reach(PointAccepted)
	}
	return done
}

// hand gives one mail to a sender. A mail over which the sender panics is one
// that was not taken: it must not keep all others from leaving, at every start.
// The text part says everything, so it goes alone if the HTML part is damaged.
func (b *Bot) hand(ctx context.Context, s Sender, m *store.Outgoing) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			b.process.Log.Error("incident", "id", m.Number(), "err", err, "stack", string(debug.Stack()))
		}
	}()
	err = s.Send(ctx, m)
	if damage := err; errors.Is(damage, page.ErrDamaged) {
		plain := *m
		plain.HTML = nil
		if err = s.Send(ctx, &plain); err == nil {
			b.tellDamage(m, damage)
		}
	}
	return err
}

// loop goes on until ctx ends or the store is broken.
func (d *dispatch) loop(ctx context.Context) error {
	for ctx.Err() == nil {
		err := d.bot.mark(d.taken)
		wait := time.Duration(-1)
		if err == nil {
			d.taken = d.taken[:0]
			wait, err = d.handOut()
		}
		if errors.Is(err, store.ErrBroken) {
			return err
		}
		d.tellTrouble(err)
		if err != nil {
			wait = process.StoreRest
		}
		tidy := len(d.busy) == 0 && d.sent >= backlog && (wait < 0 || wait > backlogQuiet)
		if tidy {
			wait = backlogQuiet
		}
		if passed := d.await(ctx, wait); passed && tidy {
			debug.FreeOSMemory()
			d.sent = 0
		}
	}
	return nil
}

// tellTrouble logs what keeps the mails in the outbox, when that changes. That the
// store can't be written is logged already.
func (d *dispatch) tellTrouble(err error) {
	said := ""
	if trouble := (*process.StoreError)(nil); err != nil && !errors.As(err, &trouble) {
		said = err.Error()
	}
	if said != "" && said != d.trouble {
		d.bot.process.Log.Error("nothing can be sent", "err", err, "advice", process.StoreAdvice(err))
	}
	d.trouble = said
}

// handOut gives due mails to the senders, as far as there is room, and tells
// how long nothing more is due, negative for until something happens.
func (d *dispatch) handOut() (wait time.Duration, err error) {
	now := d.bot.process.Now()
	if rest := d.notBefore.Sub(now); rest > 0 {
		return rest, nil
	}
	room := cap(d.runs) - len(d.runs)
	if d.probing {
		room = 1 - len(d.busy)
	}
	// Each look begins at the head of the outbox, with the mails that are being
	// sent: too much work for the few places that came free.
	if room <= 0 || len(d.runs) > batch/2 {
		return -1, nil
	}
	var due []*store.Outgoing
	var next time.Time
	err = d.bot.process.Store.View(func(tx *store.Tx) error {
		stay, err := d.bot.mustStay(tx)
		if stay || err != nil {
			return err
		}
		due, next, err = tx.Due(now, room, func(recipient string) bool { return d.busy[recipient] })
		return err
	})
	if unreadable := (*store.UnreadableError)(nil); errors.As(err, &unreadable) {
		d.tellUnreadable(unreadable)
	} else if err != nil {
		return -1, err
	}
	for _, r := range byRecipient(due) {
		d.busy[r[0].EnvelopeTo] = true
		d.runs <- r
	}
	switch {
	case len(due) > 0:
		return 0, nil // there may be more
	case next.IsZero():
		return -1, nil
	}
	return min(next.Sub(now), longestLook), nil
}

// byRecipient parts mails into runs, which begin in the order of the mails.
func byRecipient(due []*store.Outgoing) (runs []run) {
	at := map[string]int{}
	for _, m := range due {
		i, known := at[m.EnvelopeTo]
		if !known {
			i = len(runs)
			at[m.EnvelopeTo] = i
			runs = append(runs, nil)
		}
		runs[i] = append(runs[i], m)
	}
	return runs
}

// await waits for the end of ctx, for reports, for news in the outbox, and if
// wait is not negative at most that long; passed says that nothing came. It takes
// all reports that are there.
func (d *dispatch) await(ctx context.Context, wait time.Duration) (passed bool) {
	var timeout <-chan time.Time
	if wait >= 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case <-ctx.Done():
	case <-d.bot.wake:
	case <-timeout:
		return true
	case r := <-d.reports:
		d.take(r)
		for len(d.reports) > 0 {
			d.take(<-d.reports)
		}
	}
	return false
}

// take notes a report.
func (d *dispatch) take(r report) {
	delete(d.busy, r.recipient)
	for _, o := range r.outcomes {
		d.taken = append(d.taken, d.believed(o))
	}
	d.sent += len(r.outcomes)
	if len(r.outcomes) > 0 { // it talks to us
		d.rest, d.probing, d.answered = relayRest, false, d.bot.process.Now()
	}
	if r.relay != nil {
		r.verdict <- d.relayFailed(r.relay)
	}
}

// believed gives what an outcome is worth: of a relay that takes nothing, that it
// refuses a mail for good is a refusal for now, so that the operator can mend it.
func (d *dispatch) believed(o outcome) outcome {
	failure := (*smtpout.Failure)(nil)
	switch {
	case o.err == nil:
		d.refused = 0
	case !errors.As(o.err, &failure) || !failure.Permanent || failure.Code == 0: // or never came to the relay
	case d.refused < maxRefused:
		d.refused++
	default:
		if d.refused == maxRefused {
			d.refused++ // this is told once
			d.bot.process.Log.Error("the relay takes no mail at all: its refusals count as temporary until it does", "err", o.err, "advice", failure.Advice())
		}
		passing := *failure
		passing.Permanent = false
		o.err = &passing
	}
	return o
}

// takeBack takes the runs back that no sender has begun.
func (d *dispatch) takeBack() {
	for {
		select {
		case r := <-d.runs:
			delete(d.busy, r[0].EnvelopeTo)
		default:
			return
		}
	}
}

// relayFailed tells how long the sender that met a failure of the relay stays
// away. If the relay has just answered another sender, that one stays away alone;
// otherwise the relay is left alone for a time, longer each time, and then one
// run tries it before the others follow.
func (d *dispatch) relayFailed(err error) (stayAway time.Duration) {
	now := d.bot.process.Now()
	d.away = slices.DeleteFunc(d.away, func(until time.Time) bool { return !until.After(now) })
	if now.Sub(d.answered) < relayRest && len(d.away) < d.senders-1 {
		d.away = append(d.away, now.Add(connectionRest))
		d.bot.process.Log.Warn("the relay wants fewer connections", "err", err, "now", d.senders-len(d.away), "again_in", connectionRest)
		return connectionRest
	}
	d.takeBack() // these would fail in the same way
	if d.notBefore.After(now) {
		return 0 // another sender met the same failure
	}
	advice := ""
	if failure := (*smtpout.Failure)(nil); errors.As(err, &failure) {
		advice = failure.Advice()
	}
	d.bot.process.Log.Error("relay", "err", err, "advice", advice, "again_in", d.rest)
	d.probing, d.notBefore = true, now.Add(d.rest)
	d.rest = min(2*d.rest, longestRelayRest)
	return 0
}
