package intake

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/process"
	"unlurbot/store"
)

// fileSet is how many mails are filed at a time: moving mails one by one is
// what mail servers are slowest at.
const fileSet = 500

// A reader deals with what lies in an open mailbox.
type reader struct {
	intake  *Intake
	box     *patient
	filed   map[uint32]bool // what File could only mark, not move, is listed again and again
	done    []uint32        // dealt with, to be filed in Done
	bad     []uint32        // to be filed in Failed
	dealt   bool            // with some mail, in the time of this connection
	unread  unreadMails     // those that the server named in the last look and did not give, or of which nobody knows whether they were dealt with
	refusal *imapbox.Error  // the server's, in that look, to move mails away
	latest  time.Time       // arrival, of those that were read
}

// read lists what is in the mailbox, and goes one way with the mails in it that were not dealt with:
// readAll, or holdAll. One that was dealt with before, but not filed because we were interrupted, is
// filed now. If the store fails, the error is a *process.StoreError.
func (r *reader) read(ctx context.Context, way func(ctx context.Context, unread []uint32) error) error {
	present, err := r.box.List(ctx)
	if err != nil {
		return err
	}
	r.intake.process.Mailbox.Works(r.intake.process.Now())
	// Filed mails that are read again may be in another order than that of their
	// UIDs; they are listed once, while nothing is in r.filed.
	maps.DeleteFunc(r.filed, func(uid uint32, _ bool) bool {
		_, still := slices.BinarySearch(present, uid)
		return !still
	})
	present = slices.DeleteFunc(present, func(uid uint32) bool { return r.filed[uid] })
	r.unread, r.refusal = nil, nil
	var unread []uint32
	err = r.intake.process.Store.View(func(tx *store.Tx) error {
		for _, uid := range present {
			switch seen, err := tx.WasSeen(r.box.place(uid)); {
			case err == nil:
				r.settled(uid, r.intake.folder(seen.Decision))
				r.logLate(uid, seen)
			case errors.Is(err, store.ErrNotFound):
				unread = append(unread, uid)
			default: // the note is damaged, which keeps no other mail from being read
				r.unread = append(r.unread, uid)
			}
		}
		return nil
	})
	if err != nil {
		return process.InStore(err)
	}
	return way(ctx, unread)
}

// logLate logs a mail that the process before this one has dealt with in its last moments, but not filed: it may have been killed
// before it could log it. What a server only marks, and never moves, lies there after each start, and is older.
func (r *reader) logLate(uid uint32, seen *store.Seen) {
	i := r.intake
	if i.life.begun || r.box.filed || i.life.former == nil || seen.At.Before(i.life.former.Add(-time.Second)) {
		return
	}
	i.process.Log.Info("dealt with before the last end", "decision", seen.Decision, "uid", uid, "at", seen.At)
}

// A portion is what one Fetch gave.
type portion struct {
	messages []imapbox.Message
	rest     []uint32
	err      error
}

// readAll deals with mails in the order in which they arrived. A mail is filed only when what it
// changed is on the disk. While it works on
// some, the server files those before them and gives the next ones. What the server
// named and then did not give is not dealt with.
func (r *reader) readAll(ctx context.Context, unread []uint32) error {
	given := 0
	now := portion{rest: unread}
	for len(now.messages)+len(now.rest) > 0 {
		ahead := make(chan portion, 1)
		go func() {
			var next portion
			if len(r.done) >= fileSet {
				next.err = r.file(ctx)
			}
			if next.err == nil && len(now.rest) > 0 {
				next.messages, next.rest, next.err = r.box.Fetch(ctx, now.rest)
			}
			ahead <- next
		}()
		mails := r.mails(now.messages)
		folders, err := r.intake.deal(ctx, mails)
		next := <-ahead
		if next.err == nil {
			r.intake.process.Mailbox.Works(r.intake.process.Now())
		}
		given += len(folders)
		r.dealt = r.dealt || len(folders) > 0
		for i, f := range folders {
			r.settled(mails[i].UID, f)
		}
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				err = process.InStore(err)
			}
			return errors.Join(err, next.err, r.file(ctx))
		}
		if next.err != nil {
			return next.err
		}
		now = next
	}
	if given < len(unread) { // those of which the store still knows nothing
		err := r.intake.process.Store.View(func(tx *store.Tx) error {
			for _, uid := range unread {
				if _, err := tx.WasSeen(r.box.place(uid)); err != nil {
					r.unread = append(r.unread, uid)
				}
			}
			return nil
		})
		if err != nil {
			return process.InStore(err)
		}
	}
	return r.file(ctx)
}

// mails gives what one Fetch gave.
func (r *reader) mails(messages []imapbox.Message) []Mail {
	mails := make([]Mail, len(messages))
	for i, m := range messages {
		if m.Arrived.After(r.latest) {
			r.latest = m.Arrived
		}
		mails[i] = Mail{
			UIDValidity: r.box.UIDValidity(), UID: m.UID, Arrived: m.Arrived, Raw: m.Raw, HeaderOnly: m.HeaderOnly, Filed: r.box.filed,
		}
	}
	return mails
}

// settled notes that a mail is to be filed.
func (r *reader) settled(uid uint32, f imapbox.Folder) {
	if f == imapbox.Failed {
		r.bad = append(r.bad, uid)
	} else {
		r.done = append(r.done, uid)
	}
}

// file moves away what is dealt with. What the server refuses to move stays, and is listed again in the next look.
func (r *reader) file(ctx context.Context) error {
	for _, f := range []struct {
		folder imapbox.Folder
		uids   *[]uint32
	}{{imapbox.Done, &r.done}, {imapbox.Failed, &r.bad}} {
		if len(*f.uids) == 0 {
			continue
		}
		if !r.box.filed || f.folder == imapbox.Failed { // the others lie where they belong
			err := r.box.File(ctx, f.folder, *f.uids)
			if refusal := (*imapbox.Error)(nil); errors.As(err, &refusal) && refusal.Refused() && !refusal.Passes() {
				r.refusal, *f.uids = refusal, (*f.uids)[:0]
				continue
			}
			if err != nil {
				return err
			}
			r.intake.process.Reach(process.PointFiled)
		}
		for _, uid := range *f.uids {
			r.filed[uid] = true
		}
		*f.uids = (*f.uids)[:0]
	}
	return nil
}
