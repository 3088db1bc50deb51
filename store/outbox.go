package store

import (
	"encoding/binary"
	"errors"
	"time"
)

// Enqueue puts a mail at the end of the outbox and gives it its place.
func (t *Tx) Enqueue(m *Outgoing) error {
	place, err := t.tx.Bucket(bucketOutbox).NextSequence()
	if err != nil {
		return err
	}
	m.ID = place
	return t.putOutgoing(m)
}

// Outbox lists the mails that wait to be sent, in their order.
func (t *Tx) Outbox() ([]*Outgoing, error) { return t.mails(bucketOutbox) }

// GivenUp lists the mails that could not be sent, in their order. They are
// kept for the operator.
func (t *Tx) GivenUp() ([]*Outgoing, error) { return t.mails(bucketGivenUp) }

func (t *Tx) mails(bucket []byte) (mails []*Outgoing, err error) {
	err = each(t, bucket, func(_ []byte, m *Outgoing) error {
		mails = append(mails, m)
		return nil
	})
	return mails, err
}

// errEnough ends a walk through the outbox.
var errEnough = errors.New("enough")

// Due gives at most limit mails that can be sent now, in their order. If it
// gives none, next is the time at which one can be, zero if nothing waits. A
// mail waits for those before it to the same recipient, so that nobody sees
// boards in the wrong order.
func (t *Tx) Due(now time.Time, limit int) (due []*Outgoing, next time.Time, err error) {
	waiting := map[string]bool{}
	err = each(t, bucketOutbox, func(_ []byte, m *Outgoing) error {
		switch {
		case len(due) == limit:
			return errEnough
		case m.NextTry.After(now):
			waiting[m.EnvelopeTo] = true
			if next.IsZero() || m.NextTry.Before(next) {
				next = m.NextTry
			}
		case !waiting[m.EnvelopeTo]:
			due = append(due, m)
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return due, next, err
}

// Sent takes a mail out of the outbox.
func (t *Tx) Sent(id uint64) error {
	return t.tx.Bucket(bucketOutbox).Delete(place(id))
}

// Postpone notes a temporary failure at a time: what the server answered and
// when to try again.
func (t *Tx) Postpone(id uint64, now, next time.Time, answer string) error {
	m, err := t.tried(id, now, answer)
	if err != nil {
		return err
	}
	m.NextTry = next
	return t.putOutgoing(m)
}

// GiveUp notes a permanent failure and takes the mail out of the outbox.
func (t *Tx) GiveUp(id uint64, now time.Time, answer string) error {
	m, err := t.tried(id, now, answer)
	if err != nil {
		return err
	}
	if err := put(t, bucketGivenUp, place(id), m); err != nil {
		return err
	}
	return t.Sent(id)
}

func (t *Tx) tried(id uint64, now time.Time, answer string) (*Outgoing, error) {
	m, err := get[Outgoing](t, bucketOutbox, place(id))
	if err != nil {
		return nil, err
	}
	if m.Attempts == 0 {
		m.FirstTry = now
	}
	m.Attempts++
	m.LastAnswer = answer
	return m, nil
}

func (t *Tx) putOutgoing(m *Outgoing) error { return put(t, bucketOutbox, place(m.ID), m) }

func place(id uint64) []byte { return binary.BigEndian.AppendUint64(nil, id) }
