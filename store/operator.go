package store

import (
	"errors"
	"time"
)

// operatorMails counts the mails to the operator on one day.
type operatorMails struct {
	Day   string `json:"day"`
	Count int    `json:"count"`
}

var keyOperatorMails = []byte("operator-mails")

// CountOperatorMail counts a mail to the operator and gives how many there
// were on that day (in UTC), this one included.
func (t *Tx) CountOperatorMail(now time.Time) (int, error) {
	day := now.UTC().Format(time.DateOnly)
	count, err := get[operatorMails](t, bucketMeta, keyOperatorMails)
	if errors.Is(err, ErrNotFound) || err == nil && count.Day != day {
		count, err = &operatorMails{Day: day}, nil
	}
	if err != nil {
		return 0, err
	}
	count.Count++
	return count.Count, put(t, bucketMeta, keyOperatorMails, count)
}
