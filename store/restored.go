package store

import "time"

var keyRestored = []byte("restored")

// Restored tells since when this store may not know what happened, because it
// came from a backup: mails that arrived later may have been filed already and
// must be read again. It is the zero time for a store that knows everything.
func (t *Tx) Restored() (time.Time, error) {
	since := t.tx.Bucket(bucketMeta).Get(keyRestored)
	if since == nil {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, string(since))
}

// SetRestored notes since when mails must be read again; the zero time takes
// the note away.
func (t *Tx) SetRestored(since time.Time) error {
	if since.IsZero() {
		return t.tx.Bucket(bucketMeta).Delete(keyRestored)
	}
	return t.tx.Bucket(bucketMeta).Put(keyRestored, since.UTC().AppendFormat(nil, time.RFC3339))
}
