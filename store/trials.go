package store

import (
	"errors"

	"unlurbot/store/mailkey"
)

// A trial is noted before a mail is looked at and forgotten with the
// transaction that settles the mail. One that is found later belongs to a mail
// during which the process ended.
type trial struct {
	Count int `json:"count"`
}

// Trials tells how often the work on a mail was begun and not brought to an end.
func (t *Tx) Trials(key mailkey.Key) (int, error) {
	found, err := get[trial](t, bucketTrials, []byte(key))
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return found.Count, nil
}

// NoteTrial notes that the work on a mail begins once more, and tells how often
// it had begun before.
func (t *Tx) NoteTrial(key mailkey.Key) (before int, err error) {
	before, err = t.Trials(key)
	if err != nil {
		return 0, err
	}
	return before, put(t, bucketTrials, []byte(key), &trial{before + 1})
}

// ForgetTrials notes that the work on a mail has come to an end.
func (t *Tx) ForgetTrials(key mailkey.Key) error {
	return t.tx.Bucket(bucketTrials).Delete([]byte(key))
}
