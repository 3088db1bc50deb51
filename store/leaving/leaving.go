// Package leaving orders the mails in the outbox: their ids are such that the order of ids is
// that in which they leave. Package store is its only caller.
package leaving

// A Precedence says which mails leave first when there are many: those that a running
// game waits for, and then those of whoever has caused the fewest.
type Precedence struct {
	Waits  bool // nobody's game hangs on it
	Caused int  // how many mails of this day came of the same person before
}

// An id has three parts: whether the mail can wait, how many came before it, and a number
// that counts all mails.
const (
	numberBits = 48
	mostCaused = 1<<15 - 1
)

// BehindAll is how many mails somebody would have to cause whose next one leaves behind all others, those to its
// own recipient too.
const BehindAll = mostCaused

// IsLast says whether a mail leaves behind all others.
func (p Precedence) IsLast() bool { return p.Waits && p.Caused >= BehindAll }

// ID makes an id of a number.
func (p Precedence) ID(number uint64) uint64 {
	id := uint64(min(p.Caused, mostCaused))<<numberBits | number
	if p.Waits {
		id |= 1 << 63
	}
	return id
}

// Of gives the Precedence of which an id was made.
func Of(id uint64) Precedence {
	return Precedence{Waits: id>>63 == 1, Caused: int(id >> numberBits & mostCaused)}
}

// Number gives the number of which an id was made.
func Number(id uint64) uint64 { return id & (1<<numberBits - 1) }
