package mailbot

import (
	"errors"
	"fmt"
	"slices"

	"unlurbot/mailbot/author"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// Mails come twice: a server that was interrupted delivers once more, a program sends
// again, the operator moves one back, a backup is restored. So the bot knows a mail
// again by its place in the mailbox, and wherever it lies by its sender, Message-ID and
// words. Whoever has seen a mail, or guesses it, can forge all three, and the forgery
// may come first. So a mark says how certain the sender was, and:
//
//	the mail was dealt with               it is
//	at the same place                     a duplicate, whatever it is
//	with more certainty                   a duplicate
//	with the same, in the same form       a duplicate
//	with the same, in another form        dealt with: it answers another mail of ours, say
//	with less                             dealt with: what came first was a forgery, or
//	                                      the proof was lost on its way
//	and a "yes" has confirmed it since    a duplicate
//	and the bot failed on it              dealt with
//	and not answered, but ignored or      dealt with, if a person wrote it and it came
//	unread because of some limit          after that
//
// A duplicate is not answered: its original was, to the same address. What comes of a
// more certain copy is what comes of any mail: a move that was already played is not
// played again, because the position that the mail answers is over. If the less certain
// one led to a question, that is settled.

// form tells mails from each other that have the same sender, id and words, and for
// which something else is done.
func (e *errand) form() string {
	form := string(e.mail.Class)
	if t := e.claim.Sealed(); t.Purpose != 0 {
		form += fmt.Sprintf(" %d.%d.%d.%d", t.Purpose, t.Number, t.Seat, t.Ply)
	}
	if e.mail.TooBig {
		form += " big"
	}
	if e.mail.Spam && e.doubt == author.DoubtUnproven { // the word of a filter counts for nothing else
		form += " spam"
	}
	return form
}

// failedBefore notes whether the bot has failed on this mail before.
func (e *errand) failedBefore() {
	for _, key := range e.keys[1:] {
		if seen, err := e.u.Tx.WasSeen(key); err == nil && Decision(seen.Decision).failed() {
			e.retried = true
		}
	}
}

// wasHere says whether the mail at this place was dealt with.
func (e *errand) wasHere() (bool, error) {
	_, err := e.u.Tx.WasSeen(e.keys[0])
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// isCopy says whether this mail was dealt with before at another place. It then notes
// the keys under which it was not known yet. A mail that the bot failed on, and that the
// operator has moved back from where it was filed, is tried once more.
func (e *errand) isCopy() (bool, error) {
	another := false
	for _, key := range e.keys[1:] {
		seen, err := e.u.Tx.WasSeen(key)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return false, err
		case Decision(seen.Decision).failed():
			e.retried = true
		case e.repeats(seen):
			return true, e.markCopy(*seen)
		case seen.Doubt == e.doubt:
			another = true
		case seen.Doubt > e.doubt:
			e.copyAsked = max(e.copyAsked, seen.Request)
		}
	}
	if done, err := e.wasConfirmed(); done || err != nil {
		return done, err
	}
	// Their answers are other mails than those of a copy that is more certain, or of
	// another form.
	if e.doubt == author.DoubtSpent || e.doubt == author.DoubtUnproven {
		e.cause += fmt.Sprintf(" doubt %d", e.doubt)
	}
	if another {
		e.cause += " " + e.form()
	}
	return false, nil
}

// wasConfirmed says whether what a less certain copy of this mail asked for was done
// since, because its author has said "yes".
func (e *errand) wasConfirmed() (bool, error) {
	r, err := e.u.Tx.Request(e.copyAsked)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, nil
	case err != nil || !r.Done:
		return false, err
	}
	return true, e.markSeen(Duplicate)
}

// repeats says whether the mail that was seen makes a duplicate of this one.
func (e *errand) repeats(seen *store.Seen) bool {
	switch {
	case e.isNewsTo(seen):
		return false
	case seen.Doubt == e.doubt:
		return seen.Forms == nil || slices.Contains(seen.Forms, e.form())
	}
	return seen.Doubt < e.doubt
}

// isNewsTo says whether the mail comes from a person who has got no answer to the one
// that was seen, and has written again since. One of the mails that are filed and read
// again is older than its own mark.
func (e *errand) isNewsTo(seen *store.Seen) bool {
	return e.mail.Class == parser.Person && !Decision(seen.Decision).answered() && e.u.Arrived.After(seen.At)
}

// markCopy notes that a mail is a copy of one that was seen.
func (e *errand) markCopy(seen store.Seen) error {
	err := e.u.Tx.MarkSeen(store.Seen{At: seen.At, Decision: seen.Decision}, e.keys[0])
	for _, key := range e.keys[1:] {
		if other, unknown := e.u.Tx.WasSeen(key); errors.Is(unknown, store.ErrNotFound) || unknown == nil && other.Doubt > seen.Doubt {
			err = errors.Join(err, e.u.Tx.MarkSeen(seen, key))
		}
	}
	return err
}

// markSeen notes what became of the mail, by all keys by which it can be known again.
// A mail of which the author is certain vouches for its author no more.
func (e *errand) markSeen(d Decision) error {
	mark := store.Seen{At: e.u.Now, Decision: string(d)}
	places := e.keys[:1]
	if e.mail.MessageID != "" && (e.claim.Vouched() || e.claim.Proven() && !e.claim.Spent()) {
		places = []mailkey.Key{places[0], e.authorKey()}
	}
	if e.paid != "" && d.answered() {
		places = append(slices.Clone(places), e.paid)
	}
	err := e.u.Tx.MarkSeen(mark, places...)
	mark.Doubt, mark.Forms = e.doubt, []string{e.form()}
	if e.request != nil {
		mark.Request = e.request.ID
	}
	var fresh []mailkey.Key
	for _, key := range e.keys[1:] {
		seen, unknown := e.u.Tx.WasSeen(key)
		switch {
		case unknown != nil || Decision(seen.Decision).failed():
			fresh = append(fresh, key)
		case !d.failed(): // else what came of the other one counts
			err = errors.Join(err, e.u.Tx.MarkSeen(merged(*seen, mark), key))
		}
	}
	return errors.Join(err, e.u.Tx.MarkSeen(mark, fresh...))
}

// merged gives the mark of two copies, both of which were dealt with: what is as
// certain as one of them was, and in that form, is a duplicate.
func merged(before, mark store.Seen) store.Seen {
	switch {
	case before.Doubt < mark.Doubt:
		mark.Doubt, mark.Forms = before.Doubt, before.Forms
	case before.Doubt == mark.Doubt && !slices.Contains(before.Forms, mark.Forms[0]):
		mark.Forms = append(before.Forms, mark.Forms...)
	}
	return mark
}

// settleAsked settles the question that a less certain copy of this mail led to, and
// says so, unless this one asks again.
func (e *errand) settleAsked() error {
	if e.copyAsked == 0 {
		return nil
	}
	r, err := e.u.Tx.Request(e.copyAsked)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	case r.Settled:
		return nil
	}
	if e.request == nil {
		e.remark(templates.NoticeCopyAsked)
	}
	r.Settled = true
	return e.u.Tx.PutRequest(r)
}
