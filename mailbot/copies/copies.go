// Package copies recognises a mail that was processed before, and marks each mail that is.
//
// Mails arrive twice: an interrupted server delivers again, a program sends
// again, the operator moves one back, a backup is restored. So the bot recognises a mail
// by its place in the mailbox and, wherever it is, by its sender, Message-ID and
// text. Anyone who has seen a mail, or guesses it, can forge all three, and the forgery
// may come first. So a mark records how certain the sender was, and:
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
package copies

import (
	"errors"
	"fmt"
	"slices"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A Mail is what one can be known again by. Keys begins with its place; there are no others of
// a mail that is not looked at.
type Mail struct {
	Keys  []mailkey.Key
	Doubt author.Doubt // how uncertain it is who sent it

	person bool
	form   string
}

// Of gives the keys of a mail at a place, of which more is told by Weighed.
func Of(place mailkey.Key, m *parser.Mail, raw []byte) Mail {
	return Mail{person: m.Class == sender.Person, Keys: []mailkey.Key{
		place, mailkey.Content(m.From.Addr, m.MessageID, m.Subject+"\n"+m.Text, raw), mailkey.Bytes(m.From.Addr, m.MessageID, raw),
	}}
}

// Weighed gives the mail with what was found out of it: what it brings back of ours and how
// uncertain it is who sent it. Its form tells mails from each other that have the same sender,
// id and words, and for which something else is done.
func (c Mail) Weighed(m *parser.Mail, sealed token.Token, doubt author.Doubt) Mail {
	c.Doubt, c.form = doubt, string(m.Class)
	if sealed.Purpose != 0 {
		c.form += fmt.Sprintf(" %d.%d.%d.%d", sealed.Purpose, sealed.Number, sealed.Seat, sealed.Ply)
	}
	if m.TooBig {
		c.form += " big"
	}
	if m.Spam && doubt == author.DoubtUnproven { // the word of a filter counts for nothing else
		c.form += " spam"
	}
	return c
}

// Cause stands for every byte of the mail. It is the same in each version: draws hang on it, and come out as before when a
// backup is restored and the mail is dealt with again.
func (c Mail) Cause() string { return string(c.Keys[len(c.Keys)-1].Former()) }

// WasHere says whether the mail at this place was dealt with.
func (c Mail) WasHere(u *unit.Unit) (bool, error) {
	_, err := u.Tx.WasSeen(c.Keys[0])
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// HasFailed says whether the bot has failed on the mail before.
func (c Mail) HasFailed(u *unit.Unit) bool {
	return slices.ContainsFunc(c.Keys[1:], func(key mailkey.Key) bool {
		seen, err := u.Tx.WasSeen(key)
		return err == nil && decision.Decision(seen.Decision).Failed()
	})
}

// Found is what the store knows of a mail.
type Found struct {
	Copy bool // it was dealt with before, and that was enough; it is marked now
	// Confirmed says that what a less certain copy asked for was done since, because its author
	// has said "yes". This one is to be marked.
	Confirmed bool
	// Asked is the request to which a less certain copy has led, 0 for none.
	Asked store.RequestID
	// Tells tells the answers to this mail from those to a copy that is more certain, or of
	// another form: they are other mails.
	Tells string
}

// Look says whether a mail was dealt with before at another place. It then notes
// the keys under which it was not known yet. A mail that the bot failed on, and that the
// operator has moved back from where it was filed, is tried once more.
func (c Mail) Look(u *unit.Unit) (Found, error) {
	found, another := Found{}, false
	for _, key := range c.Keys[1:] {
		seen, err := u.Tx.WasSeen(key)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return Found{}, err
		case decision.Decision(seen.Decision).Failed():
		case c.Repeats(u, seen):
			return Found{Copy: true}, c.markCopy(u, *seen)
		case seen.Doubt == c.Doubt:
			another = true
		case seen.Doubt > c.Doubt:
			found.Asked = max(found.Asked, seen.Request)
		}
	}
	switch r, err := u.Tx.Request(found.Asked); {
	case err == nil && r.Done:
		return Found{Confirmed: true}, nil
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return Found{}, err
	}
	if c.Doubt == author.DoubtSpent || c.Doubt == author.DoubtUnproven {
		found.Tells = fmt.Sprintf(" doubt %d", c.Doubt)
	}
	if another {
		found.Tells += " " + c.form
	}
	return found, nil
}

// Repeats says whether the mail that was seen makes a duplicate of this one. It does not if
// this one comes from a person who has got no answer to that one, and has written again since.
// One of the mails that are filed and read again is older than its own mark.
func (c Mail) Repeats(u *unit.Unit, seen *store.Seen) bool {
	switch {
	case c.person && !decision.Decision(seen.Decision).WasAnswered() && u.Arrived.After(seen.At):
		return false
	case seen.Doubt == c.Doubt:
		return seen.Forms == nil || slices.Contains(seen.Forms, c.form)
	}
	return seen.Doubt < c.Doubt
}

// markCopy notes that a mail is a copy of one that was seen.
func (c Mail) markCopy(u *unit.Unit, seen store.Seen) error {
	err := u.Tx.MarkSeen(store.Seen{At: seen.At, Decision: seen.Decision}, c.Keys[0])
	for _, key := range c.Keys[1:] {
		if other, unknown := u.Tx.WasSeen(key); errors.Is(unknown, store.ErrNotFound) || unknown == nil && other.Doubt > seen.Doubt {
			err = errors.Join(err, u.Tx.MarkSeen(seen, key))
		}
	}
	return err
}

// Mark notes what became of the mail, by all keys by which it can be known again, and by
// others that it has used up; request is what it asks for, 0 for nothing.
func (c Mail) Mark(u *unit.Unit, d decision.Decision, request store.RequestID, others ...mailkey.Key) error {
	mark := store.Seen{At: u.Now, Decision: string(d)}
	err := u.Tx.MarkSeen(mark, append([]mailkey.Key{c.Keys[0]}, others...)...)
	mark.Doubt, mark.Forms, mark.Request = c.Doubt, []string{c.form}, request
	var fresh []mailkey.Key
	for _, key := range c.Keys[1:] {
		seen, unknown := u.Tx.WasSeen(key)
		switch {
		case unknown != nil || decision.Decision(seen.Decision).Failed():
			fresh = append(fresh, key)
		case !d.Failed(): // else what came of the other one counts
			err = errors.Join(err, u.Tx.MarkSeen(merged(*seen, mark), key))
		}
	}
	return errors.Join(err, u.Tx.MarkSeen(mark, fresh...))
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
