package mailbot

import (
	"context"
	"errors"
	"slices"
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
	// maxFailures is so many, some four minutes with the pauses of ReceiveLoop,
	// because a network that is bad for a moment must not let a mail be overtaken:
	// a move that comes before the sender's earlier one makes that one stale.
	maxFailures = 8 // the first of them among others
	hardRest    = time.Hour
	maxFetched  = 100 // how many mails one Fetch gives at most
)

// hardMails remembers fetches that failed, from one connection to the next.
type hardMails struct {
	failures  map[mailkey.Key]int
	restUntil map[mailkey.Key]time.Time
}

// fetch is Mailbox.Fetch, but mails over which the connection ended before are
// asked for alone, or not at all.
func (r *reader) fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	hard := r.bot.hard
	asked := uids
	for i, uid := range uids {
		if hard.failures[r.place(uid)] == 0 {
			continue
		}
		if asked = uids[:max(i, 1)]; i == 0 && hard.restUntil[r.place(uid)].After(r.bot.process.Now()) {
			return nil, uids[1:], nil
		}
		break
	}
	messages, rest, err = r.box.Fetch(ctx, asked)
	after := uids[len(asked):]
	if err != nil {
		if ctx.Err() == nil && isOfMail(err) {
			r.noteHard(asked[:min(len(asked), maxFetched)])
		}
		return nil, nil, err
	}
	for _, uid := range asked[:len(asked)-len(rest)] {
		delete(hard.failures, r.place(uid))
		delete(hard.restUntil, r.place(uid))
	}
	return messages, slices.Concat(rest, after), nil
}

// isOfMail tells a fetch that a mail may have ended from one that would have
// failed with any: another bot has come, or the server asks for patience.
func isOfMail(err error) bool {
	e := (*imapbox.Error)(nil)
	return !errors.As(err, &e) || e.Op == imapbox.OpFetch && e.Wait() == 0
}

// noteHard notes that the connection ended over one of some mails.
func (r *reader) noteHard(uids []uint32) {
	b := r.bot
	for _, uid := range uids {
		key := r.place(uid)
		b.hard.failures[key]++
		if len(uids) == 1 && b.hard.failures[key] >= maxFailures {
			b.hard.restUntil[key] = b.process.Now().Add(hardRest)
			b.process.Log.Error("a mail can't be fetched: the connection ends whenever it is tried", "uid", uid, "again_in", hardRest)
		}
	}
}
