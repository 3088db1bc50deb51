package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"unlurbot/store/aging"
	"unlurbot/store/leaving"
)

// A mail that could not be sent is kept whole, for the operator.
type givenUp struct {
	Mail     *Outgoing `json:"mail"`
	Delivery Delivery  `json:"delivery"`
}

// Enqueue puts a mail into the outbox, gives it its ID, which is its place there, and
// keeps it behind those to the same recipient about the same game.
func (t *Tx) Enqueue(m *Outgoing) error {
	n, err := t.tx.Bucket(bucketOutbox).NextSequence()
	if err != nil {
		return err
	}
	if t.enqueued == 0 {
		t.enqueued = n
	}
	m.ID, m.Recipient, m.Delivery.Game = m.Precedence.ID(n), m.EnvelopeTo, m.Game
	row, err := write(t, bucketLetters, place(m.ID), m)
	if err != nil {
		return err
	}
	t.recent.Note(m.ID, *m, row)
	return t.line(m.ID, &m.Delivery)
}

// line puts a mail into the outbox, and in its recipient's line.
func (t *Tx) line(id uint64, d *Delivery) error {
	if err := t.tx.Bucket(bucketLines).Put(lineKey(d.Recipient, id), place(id)); err != nil {
		return err
	}
	return put(t, bucketOutbox, place(id), d)
}

// lineKey is the key of a mail in the line of its recipient, who stands before it
// with a zero byte, which no address has.
func lineKey(recipient string, id uint64) []byte {
	return append(lineOf(recipient), place(leaving.Number(id))...)
}

func lineOf(recipient string) []byte { return append([]byte(recipient), 0) }

// Outbox lists the mails that wait to be sent, in the order in which they were made. The error is of
// those that can't be read, and are left out.
func (t *Tx) Outbox() ([]*Outgoing, error) { return t.mails(bucketOutbox, t.waiting) }

// mails lists those of a bucket, in the order in which they were made.
func (t *Tx) mails(bucket string, read func(key, raw []byte) (*Outgoing, error)) (mails []*Outgoing, err error) {
	for key, raw := range t.tx.Bucket(bucket).Scan(nil) {
		if m, spoilt := read(key, raw); spoilt != nil {
			err = errors.Join(err, spoilt)
		} else {
			mails = append(mails, m)
		}
	}
	slices.SortFunc(mails, func(a, b *Outgoing) int { return cmp.Compare(a.Number(), b.Number()) })
	return mails, err
}

// waiting gives the mail at a place in the outbox.
func (t *Tx) waiting(key, raw []byte) (*Outgoing, error) {
	d, err := decode[Delivery](bucketOutbox, key, raw)
	if err != nil {
		return nil, err
	}
	return t.outgoing(key, d)
}

// outgoing gives the mail at a place, with what is known of its delivery.
func (t *Tx) outgoing(key []byte, d *Delivery) (*Outgoing, error) {
	row := t.tx.Bucket(bucketLetters).Get(key)
	kept, remembered := t.recent.Of(asNumber(key), row)
	m := &kept
	if !remembered {
		var err error
		if m, err = get[Outgoing](t, bucketLetters, key); err != nil {
			return nil, err
		}
	}
	m.Precedence, m.Delivery = leaving.Of(m.ID), *d
	return m, nil
}

// GivenUp lists the mails that could not be sent, in the order in which they were
// made. They are kept for the operator. The error is as with Outbox.
func (t *Tx) GivenUp() ([]*Outgoing, error) { return t.mails(bucketGivenUp, asGivenUp) }

// GivenUpByAge gives the same by the times of the first attempts.
func (t *Tx) GivenUpByAge() aging.Entries {
	return aging.Entries{Tx: t.tx, Bucket: bucketGivenUp, Path: []string{"delivery", "first_try"}}
}

func asGivenUp(key, raw []byte) (*Outgoing, error) {
	g, err := decode[givenUp](bucketGivenUp, key, raw)
	if err != nil {
		return nil, err
	}
	if g.Mail == nil {
		return nil, fmt.Errorf("store: %s %x: the mail is missing", bucketGivenUp, key)
	}
	g.Mail.Delivery = g.Delivery
	return g.Mail, nil
}

// longestPause is more than any mail is told to wait. One that is to wait longer
// was put here while the clock was wrong.
const longestPause = 4 * 24 * time.Hour

// waits says whether a mail can't leave yet, though nobody holds it back.
func (d *Delivery) waits(now time.Time) bool {
	return d.NextTry.After(now) && d.NextTry.Sub(now) <= longestPause
}

// An UnreadableError tells of mails in the outbox that the disk has spoilt. They stay
// there, for Verify, and hold nobody up: all but Due and Outbox pass over them, or the
// games that they are about could not go on.
type UnreadableError struct{ Mails []error }

// Error implements error.
func (e *UnreadableError) Error() string { return errors.Join(e.Mails...).Error() }

// Due gives about limit mails that can be sent now, without those that are held back
// or to the busy recipients: those that come first by their Precedence, each with all
// that the same recipient has to get before it. If it gives none, next is the time at
// which one can be, zero if nothing else waits.
//
// All that tells one reader of one game leaves in the order in which it was made, so
// that nobody sees boards in the wrong order. A mail that has failed keeps all others
// to its recipient back until it is tried again: they would fail too. One that waits
// for its day keeps back only its game, and one that is Recallable nothing. What Due
// gives is all that can be sent if the error is an *UnreadableError.
func (t *Tx) Due(now time.Time, limit int, busy func(recipient string) bool) (due []*Outgoing, next time.Time, err error) {
	given := map[line]bool{}
	unreadable := &UnreadableError{}
	for key, raw := range t.tx.Bucket(bucketOutbox).Scan(nil) {
		if len(due) >= limit {
			break
		}
		d, err := decode[Delivery](bucketOutbox, key, raw)
		switch {
		case err != nil:
			unreadable.Mails = append(unreadable.Mails, err)
		case d.Held || busy(d.Recipient):
		case d.waits(now):
			if next.IsZero() || d.NextTry.Before(next) {
				next = d.NextTry
			}
		default:
			of := line{d.Recipient, leaving.Of(asNumber(key)).IsLast()}
			if !given[of] {
				given[of] = true
				due = append(due, t.dueTo(of, now, limit-len(due), unreadable)...)
			}
		}
	}
	if len(unreadable.Mails) > 0 {
		return due, next, unreadable
	}
	return due, next, nil
}

// A line is what waits for a recipient: the mails that leave behind all others, or those that don't.
type line struct {
	recipient string
	last      bool
}

// dueTo gives the first mails of a line that can be sent now, at most some, and
// notes those that can't be read.
func (t *Tx) dueTo(of line, now time.Time, most int, unreadable *UnreadableError) (due []*Outgoing) {
	kept := map[GameNumber]bool{}
	for _, key := range t.tx.Bucket(bucketLines).Scan(lineOf(of.recipient)) {
		if leaving.Of(asNumber(key)).IsLast() != of.last {
			continue
		}
		d, err := get[Delivery](t, bucketOutbox, key)
		switch {
		case err != nil, d.Held: // Due comes upon the first itself
		case d.waits(now) && d.Attempts > 0:
			return due
		case d.waits(now):
			kept[d.Game] = kept[d.Game] || d.Game != 0 && !d.Recallable
		case kept[d.Game]:
		case len(due) == most:
			return due
		default:
			if m, err := t.outgoing(key, d); err != nil {
				unreadable.Mails = append(unreadable.Mails, err)
			} else {
				due = append(due, m)
			}
		}
	}
	return due
}

// Sent takes a mail out of the outbox. That it is no longer there is no error.
func (t *Tx) Sent(id uint64) error {
	if err := t.leaveLine(id); err != nil {
		return err
	}
	if err := t.tx.Bucket(bucketLetters).Delete(place(id)); err != nil {
		return err
	}
	t.recent.Forget(id)
	return t.tx.Bucket(bucketOutbox).Delete(place(id))
}

// leaveLine takes a mail out of its recipient's line. Of one that the disk has spoilt
// nobody knows whose that is.
func (t *Tx) leaveLine(id uint64) error {
	d, err := get[Delivery](t, bucketOutbox, place(id))
	switch {
	case err == nil:
		return t.tx.Bucket(bucketLines).Delete(lineKey(d.Recipient, id))
	case errors.Is(err, ErrNotFound):
		return nil
	}
	for key, at := range t.tx.Bucket(bucketLines).Scan(nil) {
		if bytes.Equal(at, place(id)) {
			return t.tx.Bucket(bucketLines).Delete(key)
		}
	}
	return nil
}

// Replaceable gives the last mail that waits for a recipient and tells of a game, if a
// later one can still take its place: it is new in this transaction, or its time does
// not come soon, so that no sender has it. Nil if there is none.
func (t *Tx) Replaceable(recipient string, g GameNumber, now time.Time) *Outgoing {
	for _, key := range t.tx.Bucket(bucketLines).ScanBack(lineOf(recipient)) {
		d, err := get[Delivery](t, bucketOutbox, key)
		if err != nil || d.Game != g || d.Held {
			continue
		}
		fresh := t.enqueued != 0 && numberIn(key) >= t.enqueued
		if !fresh && (d.Attempts != 0 || !d.waits(now.Add(commitMargin))) {
			return nil
		}
		m, err := t.outgoing(key, d)
		if err != nil || m.Told == nil {
			return nil
		}
		return m
	}
	return nil
}

// AnyWaits says whether a mail with one of some Message-IDs waits for a recipient.
func (t *Tx) AnyWaits(recipient string, ids []string) bool {
	for _, key := range t.tx.Bucket(bucketLines).ScanBack(lineOf(recipient)) {
		m, err := get[Outgoing](t, bucketLetters, key)
		if err == nil && slices.Contains(ids, m.MessageID) {
			return true
		}
	}
	return false
}

// Mail gives a mail that waits in the outbox; waits is false if none does, or it can't be read.
func (t *Tx) Mail(id uint64) (m *Outgoing, waits bool) {
	raw := t.tx.Bucket(bucketOutbox).Get(place(id))
	if raw == nil {
		return nil, false
	}
	m, err := t.waiting(place(id), raw)
	return m, err == nil
}

// Waits tells whether a mail waits to be sent, which one that can't be read does in vain.
func (t *Tx) Waits(id uint64) bool {
	_, err := t.waiting(place(id), t.tx.Bucket(bucketOutbox).Get(place(id)))
	return err == nil
}

// commitMargin is how long what is decided at a time may take until it is in the store: many mails are dealt with in one
// transaction. A sender may take a mail meanwhile whose time comes in that.
const commitMargin = 10 * time.Second

// Recall takes a mail out of the outbox that is Recallable, and tells whether it
// could: one whose time to leave has come, or nearly, may be on its way.
func (t *Tx) Recall(id uint64, now time.Time) (recalled bool, err error) {
	d, err := get[Delivery](t, bucketOutbox, place(id))
	if err != nil || !d.Recallable || !d.NextTry.After(now.Add(commitMargin)) {
		return false, nil
	}
	return true, t.Sent(id)
}

// Hasten lets a mail go that is Recallable, since something else is to follow it.
func (t *Tx) Hasten(id uint64, now time.Time) error {
	d, err := get[Delivery](t, bucketOutbox, place(id))
	if err != nil || !d.Recallable {
		return nil
	}
	d.Recallable = false
	if now.Before(d.NextTry) {
		d.NextTry = now
	}
	return put(t, bucketOutbox, place(id), d)
}

// Hold keeps back all mails to a recipient until Release, and gives their
// number.
func (t *Tx) Hold(recipient string) (held int, err error) {
	err = t.eachTo(recipient, func(key []byte, d *Delivery) error {
		held++
		d.Held = true
		return put(t, bucketOutbox, key, d)
	})
	return held, err
}

// Readdress sends the mails that wait for one address to another one of the same
// player.
func (t *Tx) Readdress(from, to string) error {
	return t.eachTo(from, func(key []byte, d *Delivery) error {
		m, err := t.outgoing(key, d)
		if err != nil {
			return nil // it does not leave
		}
		if err := t.leaveLine(m.ID); err != nil {
			return err
		}
		m.EnvelopeTo, m.To.Addr, m.Recipient = to, to, to
		return errors.Join(put(t, bucketLetters, key, m), t.line(m.ID, &m.Delivery))
	})
}

// Release lets the mails to a recipient go that were held back, as if they were
// new, and gives them in their order.
func (t *Tx) Release(recipient string, now time.Time) (released []*Outgoing, err error) {
	err = t.eachTo(recipient, func(key []byte, d *Delivery) error {
		if !d.Held {
			return nil
		}
		m, err := t.outgoing(key, &Delivery{Recipient: recipient, Game: d.Game, NextTry: now})
		if err != nil {
			return nil // it does not leave
		}
		released = append(released, m)
		return put(t, bucketOutbox, key, &m.Delivery)
	})
	return released, err
}

// eachTo goes through the deliveries to one recipient; the function may write.
func (t *Tx) eachTo(recipient string, f func(key []byte, d *Delivery) error) error {
	var keys [][]byte
	var deliveries []*Delivery
	for _, key := range t.tx.Bucket(bucketLines).Scan(lineOf(recipient)) {
		if d, err := get[Delivery](t, bucketOutbox, key); err == nil {
			keys, deliveries = append(keys, bytes.Clone(key)), append(deliveries, d)
		}
	}
	for i, key := range keys {
		if err := f(key, deliveries[i]); err != nil {
			return err
		}
	}
	return nil
}

// Postpone notes a temporary failure at a time: what the server answered and
// when to try again. It fails with ErrNotFound if the mail no longer waits.
func (t *Tx) Postpone(id uint64, now, next time.Time, answer string) error {
	d, err := t.tried(id, now, answer)
	if err != nil {
		return err
	}
	d.NextTry, d.Recallable = next, false
	return put(t, bucketOutbox, place(id), d)
}

// GiveUp notes a permanent failure and takes the mail out of the outbox. It
// fails with ErrNotFound if the mail no longer waits.
func (t *Tx) GiveUp(id uint64, now time.Time, answer string) error {
	d, err := t.tried(id, now, answer)
	if err != nil {
		return err
	}
	if d.Passing {
		return t.Sent(id)
	}
	m, err := get[Outgoing](t, bucketLetters, place(id))
	if err != nil {
		return err
	}
	if err := put(t, bucketGivenUp, place(id), &givenUp{m, *d}); err != nil {
		return err
	}
	return t.Sent(id)
}

// SendAgain lets a mail go that was given up, as if it were new, or that is to be tried later. It
// fails with ErrNotFound if the mail is not there.
func (t *Tx) SendAgain(id uint64, now time.Time) error {
	d, err := get[Delivery](t, bucketOutbox, place(id))
	if errors.Is(err, ErrNotFound) {
		g, err := get[givenUp](t, bucketGivenUp, place(id))
		if err != nil {
			return err
		}
		fresh := &Delivery{Recipient: g.Mail.EnvelopeTo, Game: g.Mail.Game, NextTry: now}
		return errors.Join(t.DropGivenUp(id), put(t, bucketLetters, place(id), g.Mail), t.line(id, fresh))
	}
	if err != nil {
		return err
	}
	d.NextTry, d.Recallable = now, false
	return put(t, bucketOutbox, place(id), d)
}

// DropGivenUp takes a mail out of those that were given up.
func (t *Tx) DropGivenUp(id uint64) error { return t.tx.Bucket(bucketGivenUp).Delete(place(id)) }

// tried notes in a delivery that it failed. One that can't be read no longer waits.
func (t *Tx) tried(id uint64, now time.Time, answer string) (*Delivery, error) {
	d, err := get[Delivery](t, bucketOutbox, place(id))
	if err != nil {
		return nil, ErrNotFound
	}
	if d.Attempts == 0 {
		d.FirstTry = now
	}
	d.Attempts++
	d.LastAnswer = answer
	return d, nil
}

// A Queue is what waits in the outbox, and how much could not be sent.
type Queue struct {
	Waiting int       `json:"waiting"`
	Held    int       `json:"held"` // of those that wait, for players who can't be reached
	GivenUp int       `json:"given_up"`
	Late    time.Time `json:"late_since,omitzero"` // since when a late mail could have left; zero if none is late
}

// Queue counts the mails. One is late if it could have left an amount of time ago, and
// nothing but the relay or this program kept it from that.
func (t *Tx) Queue(now time.Time, late time.Duration) (q Queue, err error) {
	for range t.tx.Bucket(bucketGivenUp).Scan(nil) {
		q.GivenUp++
	}
	for key, raw := range t.tx.Bucket(bucketOutbox).Scan(nil) {
		q.Waiting++
		if d, err := decode[Delivery](bucketOutbox, key, raw); err == nil && d.Held {
			q.Held++
		}
	}
	due, _, err := t.Due(now.Add(-late), 1, func(string) bool { return false })
	if len(due) > 0 {
		q.Late = due[0].NextTry
	}
	if unreadable := (*UnreadableError)(nil); errors.As(err, &unreadable) {
		err = nil // verify tells of them
	}
	return q, err
}
