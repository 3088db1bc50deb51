package intake

import (
	"time"

	"unlurbot/store/mailkey"
)

// A Mail is one as it lies in a mailbox.
type Mail struct {
	UIDValidity, UID uint32
	Arrived          time.Time // when the server got it; zero if it does not say
	Raw              []byte
	HeaderOnly       bool // the mail was too big to fetch whole
	Filed            bool // it was filed in Done before, and is read again
}

// Place is the key by which a mail is known as long as it lies where it is.
func (m Mail) Place() mailkey.Key {
	if m.Filed {
		return mailkey.Filed(m.UIDValidity, m.UID)
	}
	return mailkey.Place(m.UIDValidity, m.UID)
}

// ArrivedBy is when the mail came, to the second, but not in the future; the zero
// time if that is not known.
func (m Mail) ArrivedBy(now time.Time) time.Time {
	if m.Arrived.After(now) {
		return now
	}
	return m.Arrived.UTC().Truncate(time.Second)
}
