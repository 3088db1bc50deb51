package outbox

import (
	"context"
	"errors"
	"slices"
	"time"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/receipts"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

const (
	// batch is how many mails are taken from the outbox at a time: enough for the
	// senders while the store works on the mails that came in together.
	batch = 128
	// leaderRest is how long to wait for whether this machine still leads.
	leaderRest = 100 * time.Millisecond
	// sendGrace is how long a mail that is on its way when the bot is stopped
	// may still take.
	sendGrace = time.Second
	// longestLook is how long to wait for the next mail that is due without a look
	// at the clock: it can be set, and it goes on while a machine sleeps.
	longestLook = time.Minute
	// quiet is after how long without mails there is time to give memory back. That costs some milliseconds, and the next mail about one
	// more. After a quiet second nobody waits for it; of mails that follow each other closely each would.
	quiet = time.Second
	// A relay that can't be reached or refuses the login is tried again after
	// relayRest, then after twice as long each time: providers lock accounts
	// after too many logins.
	relayRest        = 15 * time.Second
	longestRelayRest = 15 * time.Minute
	// A connection that the relay refuses while it takes mails on another one is
	// one too many, and is tried again after connectionRest.
	connectionRest = 10 * time.Minute
	// A relay that refuses for good more than maxRefused mails and takes none may
	// refuse all: "550 no relaying" is what many say to who has forgotten the login. So may one that puts off
	// two before it has heard to whom they go, or that has put off more than maxRefused and taken none for longSilence; some full
	// mailboxes can be chance. What it says is not of one mail then, and in a longSilence no mail grows old.
	maxRefused  = 3
	longSilence = 24 * time.Hour
)

// A run is mails to one recipient, in their order.
type run []*store.Outgoing

// A report is what a Sender made of a run: the outcomes of its mails, up to the
// first that failed. If the relay itself failed, relay says how, and that mail
// and the rest were not tried.
type report struct {
	recipient string
	outcomes  []outcome
	relay     *smtpout.Failure
	verdict   chan time.Duration // to the sender after such a failure: how long to stay away
}

// A dispatch is the work of one Loop. All of it but the Senders' work happens in one
// goroutine.
type dispatch struct {
	*Outbox
	runs    chan run        // to the senders; never filled beyond its capacity
	reports chan report     // from them
	busy    map[string]bool // the recipients whose mails are with a sender
	taken   []outcome       // not written down yet
	used    bool            // mails have left since memory was given back
	relay   relayState
	papers  *receipts.File

	trouble    string          // what keeps the mails in the outbox, as it was logged
	unreadable map[string]bool // mails of which that was logged
}

// A relayState is what is known of the server that takes the mails.
type relayState struct {
	rest      time.Duration // how long it is left alone if it fails again
	probing   bool          // it failed, or was never tried: one run at a time
	notBefore time.Time     // nothing is handed out
	senders   int
	away      []time.Time     // until when some senders stay away
	answered  time.Time       // when it last took or refused a mail
	taken     time.Time       // when it last took one, or the loop began
	since     time.Time       // when a longSilence ended; zero if there was none
	refused   int             // mails refused for good since it took one
	putOff    map[uint64]bool // mails put off since then; true for one of which it had not even heard to whom it goes
	unheard   int             // how many of those
}

// takesNothing says whether the relay seems to refuse whatever it is given, so that what it says is not of one mail.
func (r *relayState) takesNothing(now time.Time) bool {
	return r.refused > maxRefused || r.unheard > 1 || r.silent(now) && (r.unheard > 0 || len(r.putOff) > maxRefused)
}

// silent says whether it has taken none for long, which may be because there was none.
func (r *relayState) silent(now time.Time) bool { return now.Sub(r.taken) >= longSilence }

// hear takes in what came of one mail. Of a relay that takes nothing a refusal for good is one for now, so that the operator
// can mend it.
func (r *relayState) hear(o *outcome, now time.Time) {
	failure := (*smtpout.Failure)(nil)
	switch {
	case o.err == nil:
		if len(r.putOff) > 0 && r.silent(now) {
			r.since = now
		}
		clear(r.putOff)
		r.taken, r.refused, r.unheard = now, 0, 0
	case !errors.As(o.err, &failure) || failure.Step == smtpout.StepMail: // it never came to the relay
	case failure.Permanent && r.refused < maxRefused:
		r.refused++
	default:
		if failure.Permanent {
			r.refused = maxRefused + 1
			passing := *failure
			passing.Permanent = false
			o.err = &passing
		}
		unheard := failure.Step == smtpout.StepSender
		if unheard && !r.putOff[o.mail.ID] {
			r.unheard++
		}
		r.putOff[o.mail.ID] = r.putOff[o.mail.ID] || unheard
	}
	if o.since = r.since; r.takesNothing(now) && r.silent(now) {
		o.since = now
	}
}

// Loop sends what the outbox holds until ctx ends, through all senders at
// once. The mails to one recipient are sent one after the other, in their order.
// A mail is marked as sent as soon as the store is free, and noted in a file until then, see package
// receipts; a crash before that sends the same mail, with the same Message-ID, once more.
//
// The error is nil at the end of ctx; otherwise it is store.ErrBroken.
func (o *Outbox) Loop(ctx context.Context, senders []Sender) error {
	d := &dispatch{
		Outbox: o, runs: make(chan run, batch), reports: make(chan report, batch+len(senders)),
		busy: map[string]bool{}, unreadable: map[string]bool{}, relay: relayState{rest: relayRest, probing: true, senders: len(senders), taken: o.process.Now(), putOff: map[uint64]bool{}},
		used: true, // a start leaves much garbage behind
	}
	papers, err := receipts.Open(receipts.Beside(o.process.Store.Path()))
	if err != nil {
		o.process.Log.Warn("can't note what the relay has taken: after a kill it may be sent again", "err", err)
	}
	d.papers = papers
	before, err := papers.Before(o.process.Store)
	if errors.Is(err, store.ErrBroken) {
		return err
	}
	for _, m := range before {
		d.taken = append(d.taken, outcome{mail: m})
	}
	defer papers.End()
	ctx, stop := context.WithCancel(ctx)
	longer, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	context.AfterFunc(ctx, func() {
		process.Pass(longer, sendGrace)
		end()
	})
	for _, s := range senders {
		go d.work(ctx, longer, careful{s, o})
	}

	var broken error
	for ctx.Err() == nil && broken == nil {
		err := d.markTaken()
		wait := time.Duration(-1)
		if err == nil {
			wait, err = d.handOut()
		}
		if errors.Is(err, store.ErrBroken) {
			broken = err
			continue
		}
		said := "" // that the store can't be written is logged already
		if unwritten := (*process.StoreError)(nil); err != nil && !errors.As(err, &unwritten) {
			said = err.Error()
		}
		if said != "" && said != d.trouble {
			o.process.Log.Error("sending failed", "err", err, "advice", process.StoreAdvice(err))
		}
		d.trouble = said
		if err != nil {
			wait = process.StoreRest
		}
		d.await(ctx, wait)
	}

	stop()
	d.takeBack()
	for len(d.busy) > 0 { // what was accepted at the last moment must be marked
		d.take(<-d.reports)
	}
	close(d.runs)
	return errors.Join(broken, d.markTaken())
}

// markTaken writes down what was not written down yet, after which no receipts are needed for it.
func (d *dispatch) markTaken() error {
	if err := d.mark(d.taken); err != nil {
		return err
	}
	accepted := 0
	for _, o := range d.taken {
		if o.err == nil {
			accepted++
		}
	}
	d.papers.Marked(accepted)
	d.taken = d.taken[:0]
	return nil
}

// work hands over runs through one sender, each up to the first mail that fails: what
// comes after must not overtake it. At the end of ctx it begins no other mail, but goes
// on with the one at hand as long as the longer context lasts: a mail that is broken off
// may have arrived, and would be sent again.
func (d *dispatch) work(ctx, longer context.Context, s Sender) {
	for r := range d.runs {
		done := report{recipient: r[0].EnvelopeTo}
		for _, m := range r {
			if !d.process.Store.Leads() { // another machine may know by now that it is not to be sent
				process.Pass(ctx, leaderRest)
				break
			}
			if ctx.Err() != nil {
				break
			}
			d.process.Reach(process.PointSending)
			err := s.Send(longer, m)
			if err != nil && ctx.Err() != nil {
				break // we are stopping; the mail stays as it is
			}
			failure := (*smtpout.Failure)(nil)
			if errors.As(err, &failure) && failure.OfRelay() {
				done.relay, done.verdict = failure, make(chan time.Duration, 1) // it says nothing of this mail
				break
			}
			done.outcomes = append(done.outcomes, outcome{mail: m, err: err})
			if err != nil {
				break
			}
			d.papers.Note(m)
			d.process.Reach(process.PointAccepted)
		}
		d.reports <- done
		if done.relay != nil {
			process.Pass(ctx, <-done.verdict)
		}
	}
}

// handOut gives due mails to the senders, as far as there is room, and tells
// how long nothing more is due, negative for until something happens.
func (d *dispatch) handOut() (wait time.Duration, err error) {
	now := d.process.Now()
	if rest := d.relay.notBefore.Sub(now); rest > 0 {
		return rest, nil
	}
	room := cap(d.runs) - len(d.runs)
	if d.relay.probing {
		room = 1 - len(d.busy)
	}
	// Each look begins at the head of the outbox, with the mails that are being
	// sent: too much work for the few places that came free.
	if room <= 0 || len(d.runs) > batch/2 {
		return -1, nil
	}
	var due []*store.Outgoing
	var next time.Time
	err = d.process.Store.View(func(tx *store.Tx) error {
		stay, err := d.stays(tx)
		if stay || err != nil {
			return err
		}
		due, next, err = tx.Due(now, room, func(recipient string) bool { return d.busy[recipient] })
		return err
	})
	if unreadable := (*store.UnreadableError)(nil); errors.As(err, &unreadable) {
		for _, err := range unreadable.Mails {
			if said := err.Error(); !d.unreadable[said] { // it is told once of each
				d.unreadable[said] = true
				d.process.Log.Error("a stored mail is unreadable and stays unsent", "code", "damaged-mail", "err", err, "count", len(d.unreadable), "advice", damageAdvice)
			}
		}
	} else if err != nil {
		return -1, err
	}
	for i, m := range due {
		if to := m.EnvelopeTo; !d.busy[to] {
			d.busy[to] = true
			d.runs <- slices.DeleteFunc(slices.Clone(due[i:]), func(other *store.Outgoing) bool { return other.EnvelopeTo != to })
		}
	}
	switch {
	case len(due) > 0:
		return 0, nil // there may be more
	case next.IsZero():
		return -1, nil
	}
	return min(next.Sub(now), longestLook), nil
}

// await waits for the end of ctx, for reports, for news in the outbox, and if
// wait is not negative at most that long. It takes all reports that are there. When
// nothing is to be done for a time after mails have left, the system gets memory back.
func (d *dispatch) await(ctx context.Context, wait time.Duration) {
	tidy := len(d.busy) == 0 && d.used && (wait < 0 || wait > quiet)
	if tidy {
		wait = quiet
	}
	var timeout <-chan time.Time
	if wait >= 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case <-ctx.Done():
	case <-d.news:
	case <-timeout:
		if tidy {
			d.process.Store.GiveBack()
			d.process.Tidy()
			d.used = false
		}
	case r := <-d.reports:
		d.take(r)
		for len(d.reports) > 0 {
			d.take(<-d.reports)
		}
	}
}

// take notes a report, and says to a sender that met a failure of the relay how long to
// stay away. If the relay has just answered another sender, that one stays away alone;
// otherwise the relay is left alone for a time, longer each time, and then one
// run tries it before the others follow.
func (d *dispatch) take(r report) {
	delete(d.busy, r.recipient)
	relay, now := &d.relay, d.process.Now()
	for _, o := range r.outcomes {
		before := relay.refused
		relay.hear(&o, now)
		if failure := (*smtpout.Failure)(nil); relay.refused > max(before, maxRefused) && errors.As(o.err, &failure) { // this is told once
			d.process.Log.Error("the relay rejects every mail: treating its errors as temporary until it accepts one", "err", o.err, "advice", failure.Advice())
		}
		d.taken = append(d.taken, o)
	}
	if len(r.outcomes) > 0 { // it talks to us
		d.used = true
		relay.rest, relay.probing, relay.answered = relayRest, false, now
		switch last := r.outcomes[len(r.outcomes)-1].err; {
		case relay.takesNothing(now):
			d.process.Relay.Fails(now, last, "The relay rejects every mail.", now)
		case r.outcomes[0].err == nil: // and otherwise none was taken
			d.process.Relay.Works(now)
		default:
			d.process.Relay.Answers(now)
		}
	}
	if r.relay == nil {
		return
	}

	relay.away = slices.DeleteFunc(relay.away, func(until time.Time) bool { return !until.After(now) })
	if now.Sub(relay.answered) < relayRest && len(relay.away) < relay.senders-1 {
		relay.away = append(relay.away, now.Add(connectionRest))
		d.process.Log.Warn("the relay wants fewer connections", "err", r.relay, "now", relay.senders-len(relay.away), "again_in", connectionRest)
		r.verdict <- connectionRest
		return
	}
	d.takeBack() // these would fail in the same way
	r.verdict <- 0
	if relay.notBefore.After(now) {
		return // another sender met the same failure
	}
	advice := r.relay.Advice()
	if !errors.Is(r.relay, credential.ErrDead) { // of which the log tells once an hour
		d.process.Log.Error("relay", "err", r.relay, "advice", advice, "again_in", relay.rest)
	}
	d.process.Relay.Fails(now, r.relay, advice, now.Add(relay.rest))
	relay.probing, relay.notBefore = true, now.Add(relay.rest)
	relay.rest = min(2*relay.rest, longestRelayRest)
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
