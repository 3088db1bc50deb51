package mailbot

import (
	"context"
	"slices"
	"time"

	"unlurbot/mailbot/imapbox"
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
	uidValidity uint32
	failures    map[uint32]int
	restUntil   map[uint32]time.Time
}

// fetch is Mailbox.Fetch, but mails over which the connection ended before are
// asked for alone, or not at all.
func (r *reader) fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error) {
	hard := r.bot.hardIn(r.box)
	asked := uids
	for i, uid := range uids {
		if hard.failures[uid] == 0 {
			continue
		}
		if asked = uids[:max(i, 1)]; i == 0 && hard.restUntil[uid].After(r.bot.now()) {
			return nil, uids[1:], nil
		}
		break
	}
	messages, rest, err = r.box.Fetch(ctx, asked)
	after := uids[len(asked):]
	if err != nil {
		if ctx.Err() == nil {
			r.bot.noteHard(hard, asked[:min(len(asked), maxFetched)])
		}
		return nil, nil, err
	}
	for _, uid := range asked[:len(asked)-len(rest)] {
		delete(hard.failures, uid)
		delete(hard.restUntil, uid)
	}
	return messages, slices.Concat(rest, after), nil
}

// hardIn gives what is remembered of a mailbox; after its UIDs were renumbered,
// nothing.
func (b *Bot) hardIn(box Mailbox) *hardMails {
	if b.hard == nil || b.hard.uidValidity != box.UIDValidity() {
		b.hard = &hardMails{box.UIDValidity(), map[uint32]int{}, map[uint32]time.Time{}}
	}
	return b.hard
}

// noteHard notes that the connection ended over one of some mails.
func (b *Bot) noteHard(hard *hardMails, uids []uint32) {
	for _, uid := range uids {
		hard.failures[uid]++
		if len(uids) == 1 && hard.failures[uid] >= maxFailures {
			hard.restUntil[uid] = b.now().Add(hardRest)
			b.log.Error("a mail can't be fetched: the connection ends whenever it is tried", "uid", uid, "again_in", hardRest)
		}
	}
}
