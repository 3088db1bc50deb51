package voucher

import (
	"context"
	"errors"
	"sync"
	"time"

	"unlurbot/mailbot/process"
)

// Whether an author's domain has signed a mail is asked before the transaction
// that deals with the mail, because the key comes from the DNS, which may take
// its time. It is asked once for each mail, whatever becomes of the transaction.
//
// A resolver that does not answer must not stop the reading of mails. So all
// mails that are asked about together share one limit, which is short after it was
// reached: then few are vouched for, the others are kept until they are confirmed, and
// nothing is lost.
const (
	patience      = 5 * time.Second
	shortPatience = 500 * time.Millisecond
	hurryRest     = time.Minute
	maxChecks     = 8 // at a time
)

// A Signature is what came of asking whether a mail is signed; the zero Signature is of one
// about which nobody was asked.
type Signature struct {
	asked   bool
	refusal error
}

// Asked says whether anybody was asked.
func (s Signature) Asked() bool { return s.asked }

// IsGood says whether the author's domain has signed the mail.
func (s Signature) IsGood() bool { return s.asked && s.refusal == nil }

// String tells the log.
func (s Signature) String() string {
	if s.refusal != nil {
		return s.refusal.Error()
	}
	return "good"
}

// A Question is whether a mail is signed by the domain of its author.
type Question struct {
	UID    uint32 // for the log
	Raw    []byte
	Author string
}

// An Asker asks about signatures, one Ask at a time, and remembers how that went.
type Asker struct {
	Process *process.Process

	hurryUntil time.Time // before then, little time is spent
}

// Ask asks about some mails by Trust.Signed and gives what came of it, in their order. The
// error is that of ctx, whose end is no reason to take a mail for unproven.
func (a *Asker) Ask(ctx context.Context, t Trust, questions []Question) ([]Signature, error) {
	if len(questions) == 0 {
		return nil, nil
	}
	most := patience
	if a.Process.Now().Before(a.hurryUntil) {
		most = shortPatience
	}
	asking, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	signatures := make([]Signature, len(questions))
	slots := make(chan struct{}, maxChecks)
	var checks sync.WaitGroup
	for i, q := range questions {
		slots <- struct{}{}
		checks.Go(func() {
			defer func() { <-slots }()
			s := &signatures[i]
			s.asked = true
			if fault := process.Catch(func() error {
				s.refusal = t.Signed(asking, q.Raw, q.Author)
				return nil
			}); fault != nil {
				a.Process.Log.Error("signature check crashed", "uid", q.UID, "err", fault.Err, "stack", fault.Stack)
				s.refusal = errors.New("the check crashed")
			}
		})
	}
	checks.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if asking.Err() != nil {
		a.hurryUntil = a.Process.Now().Add(hurryRest)
		a.Process.Log.Warn("DKIM key lookups timed out", "waited", most)
	}
	return signatures, nil
}
