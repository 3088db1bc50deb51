package store

import (
	"slices"
	"time"

	"unlurbot/game"
	"unlurbot/store/acts"
	"unlurbot/store/layout"
	"unlurbot/store/months"
)

// The keys of what lies in meta, beside those of package layout and the keys for tokens.
var (
	keyAlive         = []byte("alive")
	keyOutages       = []byte("outages")
	keyRestored      = []byte("restored")
	keyOperatorMails = []byte("operator-mails")
	keyMonths        = []byte("months")
	keyPaused        = []byte("paused")
	keyLadder        = []byte("ladder")
	keyPuzzles       = []byte("puzzles")
	keyHead          = []byte("head")
)

// metaTime gives a time that lies there, the zero time if there is none.
func (t *Tx) metaTime(key []byte) (time.Time, error) {
	noted := t.tx.Bucket(bucketMeta).Get(key)
	if noted == nil {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, string(noted))
}

func (t *Tx) setMetaTime(key []byte, at time.Time) error {
	return t.tx.Bucket(bucketMeta).Put(key, at.UTC().AppendFormat(nil, time.RFC3339))
}

// outagesKept is for how long outages are remembered: no clock runs for longer
// without being charged.
const outagesKept = 2 * 366 * 24 * time.Hour

// Alive tells when it was last noted that mails could be read; the zero time if it
// never was.
func (t *Tx) Alive() (time.Time, error) { return t.metaTime(keyAlive) }

// SetAlive notes that mails could be read at a time.
func (t *Tx) SetAlive(at time.Time) error { return t.setMetaTime(keyAlive, at) }

// Outages lists the times in which no mails could be read, the oldest first.
func (t *Tx) Outages() ([]game.Span, error) {
	spans, err := known[[]game.Span](t, bucketMeta, keyOutages)
	return *spans, err
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

// Restored tells since when this store may not know what happened, because it
// came from a backup: mails that arrived later may have been filed already and
// must be read again. It is the zero time for a store that knows everything.
func (t *Tx) Restored() (time.Time, error) { return t.metaTime(keyRestored) }

// SetRestored notes since when mails must be read again; the zero time takes
// the note away.
func (t *Tx) SetRestored(since time.Time) error {
	if since.IsZero() {
		return t.tx.Bucket(bucketMeta).Delete(keyRestored)
	}
	return t.setMetaTime(keyRestored, since)
}

// operatorMails counts the mails to the operator on one day.
type operatorMails struct {
	Day   string `json:"day"`
	Count int    `json:"count"`
}

// CountOperatorMail counts a mail to the operator and gives how many there
// were on that day (in UTC), this one included.
func (t *Tx) CountOperatorMail(now time.Time) (int, error) {
	day := now.UTC().Format(time.DateOnly)
	count, err := known[operatorMails](t, bucketMeta, keyOperatorMails)
	if err != nil {
		return 0, err
	}
	if count.Day != day {
		*count = operatorMails{Day: day}
	}
	count.Count++
	return count.Count, put(t, bucketMeta, keyOperatorMails, count)
}

// Months gives the counts of months; one that was never begun has no Since.
func (t *Tx) Months() (*months.Log, error) { return known[months.Log](t, bucketMeta, keyMonths) }

// SetMonths keeps the counts of months.
func (t *Tx) SetMonths(l *months.Log) error { return put(t, bucketMeta, keyMonths, l) }

// Paused gives the act by which the operator has paused the bot, one without a number while it is
// not paused. No mail is read then, no clock runs, and nothing happens by itself.
func (t *Tx) Paused() (*acts.Act, error) { return known[acts.Act](t, bucketMeta, keyPaused) }

// SetPaused keeps that act, which is in the log; nil when the bot goes on.
func (t *Tx) SetPaused(a *acts.Act) error {
	if a == nil {
		return t.tx.Bucket(bucketMeta).Delete(keyPaused)
	}
	return put(t, bucketMeta, keyPaused, a)
}

// A Head says up to where in the log of its club a replica holds what the leader has written. The
// zero value is that of a store that is no replica.
type Head struct {
	Club   string `json:"club"`   // names the log
	Number uint64 `json:"number"` // of the last entry, the first of all is 1; 0 for none
	ID     string `json:"id"`     // of that entry: two with one number are told apart
}

// Head tells how far a store is in the log.
func (t *Tx) Head() (h Head, err error) {
	found, err := known[Head](t, bucketMeta, keyHead)
	return *found, err
}

func (t *Tx) setHead(h Head) error {
	if h == (Head{}) {
		return t.tx.Bucket(bucketMeta).Delete(keyHead)
	}
	return put(t, bucketMeta, keyHead, &h)
}

func (v *verifier) meta() {
	v.keys()
	v.head()
	for key, raw := range v.tx.tx.Bucket(bucketMeta).Scan(nil) {
		var err error
		switch string(key) {
		case string(layout.KeySchema), string(keyKeys):
		case string(layout.KeyProgram):
			_, err = decode[string](bucketMeta, key, raw)
		case string(keyRestored):
			if since, err := v.tx.Restored(); err != nil || since.IsZero() {
				v.fault("meta: since when mails are to be read again is no time: %q", raw)
			}
		case string(keyAlive):
			if at, err := v.tx.Alive(); err != nil || at.IsZero() {
				v.fault("meta: when mails could be read is no time: %q", raw)
			}
		case string(keyOutages):
			v.outages()
		case string(keyOperatorMails):
			_, err = decode[operatorMails](bucketMeta, key, raw)
		case string(keyMonths):
			v.months(raw)
		case string(keyPaused), string(keyLadder), string(keyPuzzles), string(keyHead): // see acts, ladder, puzzles and head
		default:
			v.fault("meta: nobody knows the key %q", key)
		}
		if err != nil {
			v.fault("%v", err)
		}
	}
}

// head checks how far a replica is.
func (v *verifier) head() {
	h, err := v.tx.Head()
	if err != nil || h != (Head{}) && (h.Club == "" || (h.Number == 0) != (h.ID == "")) {
		v.fault("meta: how far it is in the log of its club can't be read: %+v, %v", h, err)
	}
}

func (v *verifier) months(raw []byte) {
	if l, err := v.tx.Months(); err != nil || l.Check() != nil {
		v.fault("meta: the counts of months are none: %q", raw)
	}
}

// outages checks that they come one after the other.
func (v *verifier) outages() {
	spans, err := v.tx.Outages()
	if err != nil {
		v.fault("%v", err)
	}
	for i, s := range spans {
		if !s.To.After(s.From) || i > 0 && s.From.Before(spans[i-1].To) {
			v.fault("meta: the outage from %v to %v is none, or out of order", s.From, s.To)
		}
	}
}
