package mailbot

import (
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/copies"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// An errand is the work on one mail, inside one transaction. The steps of
// handle fill it in, the commands leave their results and letters in it, and
// the last step makes mails of them.
type errand struct {
	bot  *Bot
	u    *unit.Unit
	in   Incoming
	mail *parser.Mail

	cause string // what the ids of all mails that come of this follow from

	claim   author.Claim             // who has written the mail, and what it answers
	sender  *store.Player            // the claim's, who may have become a player with this mail; nil for a stranger
	plies   map[store.GameNumber]int // the positions that the mail answers, and its orders below a move
	agreed  bool                     // the mail says "yes" to a request
	settled bool                     // it has answered a question of ours, and it was the first to do so
	known   copies.Mail              // what it can be known again by, and how uncertain its author is
	owed    bool                     // an answer, whatever the limits say; see owe
	paid    mailkey.Key              // the token for which that is so only once; empty for none
	asked   orders.Reading           // what the mail asks for, of which requests and contradictions are settled later
	request *store.Request           // what is to be confirmed of this mail, nil for nothing

	due   time.Time // of a wake-up: when it was to happen,
	upTo  time.Time // and up to when all that is due happens now
	again bool      // it happened before, and is not in the backup that was restored

	copyAsked store.RequestID // what a copy of this mail asked for that was not as certain; 0 for nothing
	missed    bool            // the sender was out of reach until now
	silent    bool            // or wanted no mails
	newcomer  bool            // the sender has never written a command before, but for refusals
	heard     time.Time       // when the sender last certainly wrote, before this mail

	session  *club.Session // in which its orders are carried out, see club
	results  []result
	letters  []letters.Letter            // to others than the sender
	words    map[store.GameNumber]string // of the sender, to be passed on
	passed   map[store.GameNumber]string // those that the opponent gets, to show to the sender
	decision Decision

	mails *letters.Desk // see desk
	row   rowPlace      // the row that the mail is part of, see lineUp
}

// A result is what came of one command, or of something that was not
// understood; the answer to the sender is made of these.
type result struct {
	kind     templates.Kind
	game     *store.Game // nil if it is about none
	decision Decision
	notice   templates.Notice // one sentence on it, if Code is not empty
	done     string           // the command, if it was carried out and has no notice
	passes   bool             // words to the opponent go with it
	says     templates.View   // what only a mail of this kind says
	args     []string         // of what is a mail of its own: what tells it from others of its kind
	moment   *views.Moment    // what to show in place of the present position, nil for that
	asks     token.Question   // what the answer asks about
	plans    bool             // it is of a line of a plan that can be taken
	stands   bool             // it is of a move: the kind says how the game stands
}

func newErrand(b *Bot, tx *store.Tx, in Incoming) *errand {
	mail := b.cfg.readMail(in.Raw, in.HeaderOnly)
	known := copies.Of(in.place(), mail, in.Raw)
	e := newChore(b, tx, string(known.Bytes()))
	e.in, e.mail, e.known = in, mail, known
	now := e.u.Now
	arrived := now
	if at := in.arrivedBy(now); !at.IsZero() {
		arrived = at
	}
	if in.Filed { // so that all limits, and ids with a day in them, are as they were
		now = arrived
	}
	e.u.Times = unit.Since(now, arrived)
	return e
}

// newChore makes an errand on which no mail has sent the bot.
func newChore(b *Bot, tx *store.Tx, cause string) *errand {
	u := unit.New(tx, unit.At(b.process.Now().UTC().Truncate(time.Second)))
	return &errand{
		bot: b, u: u, mails: letters.NewDesk(b.house(), u), mail: &parser.Mail{}, cause: cause,
		plies:  map[store.GameNumber]int{},
		words:  map[store.GameNumber]string{},
		passed: map[store.GameNumber]string{},
	}
}

// isChore says that no mail has sent the bot.
func (e *errand) isChore() bool { return len(e.known.Keys) == 0 }

// finish writes back what the errand changed and marks the mail as seen.
func (e *errand) finish(d Decision, err error) (Decision, error) {
	if err == nil {
		err = e.writeBack()
	}
	if err != nil {
		return "", err
	}
	return d, e.markSeen(d)
}

// desk gives what writes the mails of this errand, with all that is known by now of what
// they are written for.
func (e *errand) desk() *letters.Desk {
	o := letters.Occasion{
		Cause: e.cause, Chore: e.isChore(), Vouched: e.claim.Vouched(), Owed: e.owed, Foreign: e.claim.Foreign(),
		MessageID: e.mail.MessageID, References: e.mail.References, Replaying: e.in.Filed || e.again, Due: e.due,
	}
	switch {
	case e.claim.Proven():
		o.By = e.sender
	case e.sender == nil && (e.claim.Vouched() || e.claim.AnswersHelp()):
		o.By = e.stranger()
	}
	if e.claim.Game() != 0 {
		o.Game = e.u.Loaded(e.claim.Game())
	}
	return e.mails.For(o)
}

// writeBack sends the mails that come last, and puts what the errand changed into the store.
func (e *errand) writeBack() error {
	if err := e.desk().Finish(); err != nil {
		return err
	}
	if err := e.u.WriteBack(); err != nil {
		return err
	}
	return e.eraseForgotten()
}

// note adds a result, and lets its decision count.
func (e *errand) note(r result) {
	e.results = append(e.results, r)
	if e.decision == "" {
		e.decision = r.decision
	}
	e.decision = decision.Weightier(e.decision, r.decision)
}
