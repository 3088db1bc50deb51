package mailbot

import (
	"context"
	"errors"
	"sync"
	"time"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/token"
	"unlurbot/parser/sender"
	"unlurbot/store"
)

// Whether an author's domain has signed a mail is asked before the transaction
// that deals with the mail, because the key comes from the DNS, which may take
// its time. It is asked once for each mail, whatever becomes of the transaction.
//
// A resolver that does not answer must not stop the reading of mails. So all
// mails of a run share one limit, which is short after it was reached: then few
// are vouched for, the others are kept until they are confirmed, and nothing is
// lost.
const (
	signaturePatience = 5 * time.Second
	shortPatience     = 500 * time.Millisecond
	hurryRest         = time.Minute
	maxChecks         = 8 // at a time
)

// A signatureCheck is what came of asking.
type signatureCheck struct {
	asked   bool
	refusal error
}

// String tells the log.
func (c signatureCheck) String() string {
	if c.refusal != nil {
		return c.refusal.Error()
	}
	return "good"
}

// checkSignatures asks for each mail whose author nothing else proves, and notes
// with it what came of that. The error is that of the store, or of ctx, whose end is
// no reason to take a mail for unproven.
func (b *Bot) checkSignatures(ctx context.Context, run []Incoming) error {
	if b.cfg.Signed == nil {
		return nil
	}
	authors := map[int]string{} // by their place in the run
	err := b.process.Store.View(func(tx *store.Tx) error {
		for i, in := range run {
			if in.signature.asked {
				continue
			}
			// What goes wrong here goes wrong again where it is dealt with.
			from := ""
			if fault := process.Catch(func() (err error) {
				from, err = newErrand(b, tx, in).unproven()
				return err
			}); fault == nil && from != "" {
				authors[i] = from
			}
		}
		return nil
	})
	if err != nil || len(authors) == 0 {
		return process.InStore(err)
	}
	patience := signaturePatience
	if b.process.Now().Before(b.receiving.hurryUntil) {
		patience = shortPatience
	}
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	slots := make(chan struct{}, maxChecks)
	var checks sync.WaitGroup
	for i, from := range authors {
		slots <- struct{}{}
		checks.Go(func() {
			defer func() { <-slots }()
			in := &run[i]
			in.signature.asked = true
			if fault := process.Catch(func() error {
				in.signature.refusal = b.cfg.Signed(asking, in.Raw, from)
				return nil
			}); fault != nil {
				b.process.Log.Error("checking a signature", "uid", in.UID, "err", fault.Err, "stack", fault.Stack)
				in.signature.refusal = errors.New("a fault in the check")
			}
		})
	}
	checks.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	if asking.Err() != nil {
		b.receiving.hurryUntil = b.process.Now().Add(hurryRest)
		b.process.Log.Warn("keys of signatures (DKIM) can't be had in time", "waited", patience)
	}
	return nil
}

// unproven gives the author of a mail that a person has written to the bot, that
// brings back no token, that our own mail server does not vouch for, and that is
// not a copy of another one even if it is signed; otherwise nothing.
func (e *errand) unproven() (from string, err error) {
	if e.mail.Class != sender.Person || e.mail.TooBig || e.bot.cfg.flaw(e.mail) != "" || e.serverVouches() {
		return "", nil
	}
	if here, err := e.known.WasHere(e.u); here || err != nil {
		return "", err
	}
	keys, err := e.desk().Ring()
	if err != nil || author.ReadToken(e.mail, keys, e.bot.cfg.own()).Purpose != 0 {
		return "", err
	}
	spent, err := e.voucherSpent()
	if err != nil {
		return "", err
	}
	doubt := author.DoubtVouched // at best
	if spent {
		doubt = author.DoubtUnproven
	}
	known := e.known.Weighed(e.mail, token.Token{}, doubt)
	for _, key := range known.Keys[1:] {
		seen, err := e.u.Tx.WasSeen(key)
		if err == nil && !Decision(seen.Decision).Failed() && known.Repeats(e.u, seen) {
			return "", nil
		}
	}
	return e.mail.From.Addr, nil
}
