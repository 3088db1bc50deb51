package store

import (
	"encoding/binary"
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

// Outbox lists all mails that were not sent, in their order, the ones given up
// included.
func (t *Tx) Outbox() (mails []*Outgoing, err error) {
	err = each(t, bucketOutbox, func(_ []byte, m *Outgoing) error {
		mails = append(mails, m)
		return nil
	})
	return mails, err
}

// Due gives at most limit mails that can be sent now, in their order, and the
// time at which the next of the others can be; zero if there is none. A mail
// waits for those before it to the same recipient, so that nobody sees boards
// in the wrong order.
func (t *Tx) Due(now time.Time, limit int) (due []*Outgoing, next time.Time, err error) {
	waiting := map[string]bool{}
	err = each(t, bucketOutbox, func(_ []byte, m *Outgoing) error {
		switch {
		case m.Failed:
		case m.NextTry.After(now):
			waiting[m.EnvelopeTo] = true
			if next.IsZero() || m.NextTry.Before(next) {
				next = m.NextTry
			}
		case !waiting[m.EnvelopeTo] && len(due) < limit:
			due = append(due, m)
		}
		return nil
	})
	return due, next, err
}

// Sent takes a mail out of the outbox.
func (t *Tx) Sent(id uint64) error {
	return t.tx.Bucket(bucketOutbox).Delete(place(id))
}

// Postpone notes a temporary failure: what the server answered and when to try
// again.
func (t *Tx) Postpone(id uint64, next time.Time, answer string) error {
	return t.afterAttempt(id, func(m *Outgoing) { m.NextTry, m.LastAnswer = next, answer })
}

// GiveUp notes a permanent failure. The mail stays for the operator to see.
func (t *Tx) GiveUp(id uint64, answer string) error {
	return t.afterAttempt(id, func(m *Outgoing) { m.Failed, m.LastAnswer = true, answer })
}

func (t *Tx) afterAttempt(id uint64, change func(*Outgoing)) error {
	m, err := get[Outgoing](t, bucketOutbox, place(id))
	if err != nil {
		return err
	}
	m.Attempts++
	change(m)
	return t.putOutgoing(m)
}

func (t *Tx) putOutgoing(m *Outgoing) error { return put(t, bucketOutbox, place(m.ID), m) }

func place(id uint64) []byte { return binary.BigEndian.AppendUint64(nil, id) }
