package store

import (
	"slices"
	"time"

	"unlurbot/game"
)

var (
	keyAlive   = []byte("alive")
	keyOutages = []byte("outages")
)

// outagesKept is for how long outages are remembered: no clock runs for longer
// without being charged.
const outagesKept = 2 * 366 * 24 * time.Hour

// Alive tells when it was last noted that mails could be read; the zero time if it
// never was.
func (t *Tx) Alive() (at time.Time, err error) {
	noted := t.tx.Bucket(bucketMeta).Get(keyAlive)
	if noted == nil {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, string(noted))
}

// SetAlive notes that mails could be read at a time.
func (t *Tx) SetAlive(at time.Time) error {
	return t.tx.Bucket(bucketMeta).Put(keyAlive, at.UTC().AppendFormat(nil, time.RFC3339))
}

// Outages lists the times in which no mails could be read, the oldest first.
func (t *Tx) Outages() ([]game.Span, error) {
	raw := t.tx.Bucket(bucketMeta).Get(keyOutages)
	if raw == nil {
		return nil, nil
	}
	spans, err := decode[[]game.Span](bucketMeta, keyOutages, raw)
	if err != nil {
		return nil, err
	}
	return *spans, nil
}

// AddOutage notes one more, later than all others, and forgets those that are too
// old to matter.
func (t *Tx) AddOutage(s game.Span) error {
	spans, err := t.Outages()
	if err != nil {
		return err
	}
	spans = slices.DeleteFunc(spans, func(old game.Span) bool { return s.To.Sub(old.To) > outagesKept })
	spans = append(spans, s)
	return put(t, bucketMeta, keyOutages, &spans)
}
