package intake

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/store/mailkey"
)

// A mail can be such that the connection ends whenever it is fetched: by a
// fault of the server, or of the IMAP library. Such a mail must not keep all
// others waiting. So the mails of a fetch over which the connection ended are
// fetched one by one, and one that fails alone as well, again and again, is left
// alone for a time.
const (
	// maxFailures is so many, some four minutes with the pauses of Loop,
	// because a network that is bad for a moment must not let a mail be overtaken:
	// a move that comes before the sender's earlier one makes that one stale.
	maxFailures = 8 // the first of them among others
	hardRest    = time.Hour
	maxFetched  = 100 // how many mails one Fetch gives at most
)

// A hard has the mails that can't be read.
type hard struct {
	failures  map[mailkey.Key]int       // of fetches, see patient
	restUntil map[mailkey.Key]time.Time // when they are asked for again
	leftSince map[mailkey.Key]time.Time // since when the server names them and does not give them
	told      string                    // what keeps mails in the mailbox, as it was logged
}

// A patient Mailbox remembers fetches that failed, from one connection to the next.
type patient struct {
	Mailbox
	intake *Intake
	filed  bool // its mails were filed before
}

// place is the key of a mail with this UID.
func (p *patient) place(uid uint32) mailkey.Key {
	return Mail{UIDValidity: p.UIDValidity(), UID: uid, Filed: p.filed}.Place()
}

// Fetch is Mailbox.Fetch, but mails over which the connection ended before are
// asked for alone, or not at all.
func (p *patient) Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	i := p.intake
	asked := uids
	for at, uid := range uids {
		if len(i.hard.failures) == 0 { // as nearly always, and there may be ten thousand
			break
		}
		if i.hard.failures[p.place(uid)] == 0 {
			continue
		}
		if asked = uids[:max(at, 1)]; at == 0 && i.hard.restUntil[p.place(uid)].After(i.process.Now()) {
			return nil, uids[1:], nil
		}
		break
	}
	messages, rest, err = p.Mailbox.Fetch(ctx, asked)
	if err == nil {
		for _, uid := range asked[:len(asked)-len(rest)] {
			delete(i.hard.failures, p.place(uid))
			delete(i.hard.restUntil, p.place(uid))
		}
		return messages, slices.Concat(rest, uids[len(asked):]), nil
	}
	// It may be for one of the mails, unless it would have come with any others too:
	// another bot has come, or the server asks for patience.
	e := (*imapbox.Error)(nil)
	if ctx.Err() != nil || errors.As(err, &e) && (e.Op != imapbox.OpFetch || e.Wait() > 0) {
		return nil, nil, err
	}
	asked = asked[:min(len(asked), maxFetched)]
	for _, uid := range asked {
		key := p.place(uid)
		i.hard.failures[key]++
		if len(asked) == 1 && i.hard.failures[key] >= maxFailures {
			i.hard.restUntil[key] = i.process.Now().Add(hardRest)
			i.process.Log.Error("can't fetch a mail: each attempt ends the connection", "uid", uid, "again_in", hardRest)
		}
	}
	return nil, nil, err
}

// patience is how long what mails can prevent waits for one that the server names and does not give.
const patience = 15 * time.Minute

// An unreadMails error names mails that lie in the mailbox and can't be read.
type unreadMails []uint32

// Error implements error.
func (u unreadMails) Error() string {
	const most = 10
	uids := strings.Trim(fmt.Sprint([]uint32(u[:min(len(u), most)])), "[]")
	return fmt.Sprintf("the server lists mails that it does not give, or the store has a damaged note on them: %d, the first with UID %s", len(u), uids)
}

// leftOver notes what the last look has left in the mailbox: mails that could not be read, or the refusal to move some away.
// It says whether to wait for the former, because they have not been there for long.
func (i *Intake) leftOver(r *reader, now time.Time) (wait bool) {
	left := map[mailkey.Key]time.Time{}
	for _, uid := range r.unread {
		key := r.box.place(uid)
		if left[key] = i.hard.leftSince[key]; left[key].IsZero() {
			left[key] = now
		}
		wait = wait || now.Sub(left[key]) < patience
	}
	i.hard.leftSince = left
	switch {
	case r.refusal != nil:
		i.trouble(r.refusal, r.refusal.Advice(), true)
	case len(r.unread) > 0:
		i.trouble(r.unread, "Look at them with a mail program; one that is moved out of the mailbox and back is read anew. See also unlurbot verify.", !wait)
	default:
		i.trouble(nil, "", true)
	}
	return wait
}

// trouble notes what keeps mails in the mailbox, nil for nothing, and logs it once.
func (i *Intake) trouble(err error, advice string, tell bool) {
	now := i.process.Now()
	if err == nil {
		i.process.Inbox.Works(now)
		i.hard.told = ""
		return
	}
	i.process.Inbox.Fails(now, err, advice, time.Time{})
	if said := err.Error(); tell && said != i.hard.told {
		i.hard.told = said
		i.process.Log.Error("mails stay in the mailbox", "err", err, "advice", advice)
	}
}
