package mailbot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A reader deals with what lies in an open mailbox.
type reader struct {
	bot    *Bot
	box    Mailbox
	again  bool            // these are filed mails, read once more
	filed  map[uint32]bool // what File could only mark, not move, is listed again and again
	done   []uint32        // dealt with, to be filed in Done
	bad    []uint32        // to be filed in Failed
	dealt  bool            // with some mail, in the time of this connection
	left   int             // how many the server named and did not give
	latest time.Time       // arrival, of those that were read
}

// place is the key of a mail with this UID.
func (r *reader) place(uid uint32) mailkey.Key {
	return Incoming{UIDValidity: r.box.UIDValidity(), UID: uid, Filed: r.again}.place()
}

// read deals with every mail in the mailbox, in the order in which they
// arrived. A mail is filed only when what it changed is on the disk; one that
// was dealt with before, but not filed because we were interrupted, is filed
// now. If the store fails, the error is a *process.StoreError.
func (r *reader) read(ctx context.Context) error {
	present, err := r.box.List(ctx)
	if err != nil {
		return err
	}
	// Filed mails that are read again may be in another order than that of their
	// UIDs; they are listed once, while nothing is in r.filed.
	maps.DeleteFunc(r.filed, func(uid uint32, _ bool) bool {
		_, still := slices.BinarySearch(present, uid)
		return !still
	})
	present = slices.DeleteFunc(present, func(uid uint32) bool { return r.filed[uid] })
	unread, err := r.sortOut(present)
	if err != nil {
		return err
	}
	return r.readAll(ctx, unread)
}

// readAll deals with mails that were not dealt with before. While it works on
// some, the server files those before them and gives the next ones.
func (r *reader) readAll(ctx context.Context, unread []uint32) error {
	r.left = len(unread)
	var messages []imapbox.Message
	for len(messages)+len(unread) > 0 {
		ahead := make(chan portion, 1)
		go func() { ahead <- r.goAhead(ctx, unread) }()
		decisions, err := r.receive(ctx, messages)
		next := <-ahead
		r.left -= len(decisions)
		r.dealt = r.dealt || len(decisions) > 0
		for i, d := range decisions {
			r.settled(messages[i].UID, d)
		}
		if err != nil {
			return errors.Join(err, next.err, r.file(ctx))
		}
		if next.err != nil {
			return next.err
		}
		messages, unread = next.messages, next.rest
	}
	return r.file(ctx)
}

// A portion is what one Fetch gave.
type portion struct {
	messages []imapbox.Message
	rest     []uint32
	err      error
}

// goAhead files what is dealt with, when it is enough, and fetches what comes
// next.
func (r *reader) goAhead(ctx context.Context, unread []uint32) (p portion) {
	if len(r.done) >= fileSet {
		p.err = r.file(ctx)
	}
	if p.err == nil && len(unread) > 0 {
		p.messages, p.rest, p.err = r.fetch(ctx, unread)
	}
	return p
}

// sortOut parts the mails whose place is known, because they were dealt with,
// from the others.
func (r *reader) sortOut(uids []uint32) (unread []uint32, err error) {
	err = r.bot.process.Store.View(func(tx *store.Tx) error {
		for _, uid := range uids {
			switch seen, err := tx.WasSeen(r.place(uid)); {
			case err == nil:
				r.settled(uid, Decision(seen.Decision))
			case errors.Is(err, store.ErrNotFound):
				unread = append(unread, uid)
			default:
				return err
			}
		}
		return nil
	})
	return unread, process.InStore(err)
}

// receive deals with some mails: not with what the server named and then did
// not give. It tells what became of the first ones, of all if there is no error.
func (r *reader) receive(ctx context.Context, messages []imapbox.Message) ([]Decision, error) {
	group := make([]Incoming, len(messages))
	for i, m := range messages {
		if m.Arrived.After(r.latest) {
			r.latest = m.Arrived
		}
		group[i] = Incoming{UIDValidity: r.box.UIDValidity(), UID: m.UID, Arrived: m.Arrived, Raw: m.Raw, HeaderOnly: m.HeaderOnly, Filed: r.again}
	}
	decisions, err := r.bot.Receive(ctx, group...)
	if errors.Is(err, context.Canceled) {
		return decisions, err
	}
	return decisions, process.InStore(err)
}

// settled notes that a mail is to be filed.
func (r *reader) settled(uid uint32, d Decision) {
	if d.failed() {
		r.bad = append(r.bad, uid)
	} else {
		r.done = append(r.done, uid)
	}
}

// file moves away what is dealt with.
func (r *reader) file(ctx context.Context) error {
	for _, f := range []struct {
		folder imapbox.Folder
		uids   *[]uint32
	}{{imapbox.Done, &r.done}, {imapbox.Failed, &r.bad}} {
		if len(*f.uids) == 0 {
			continue
		}
		if !r.again || f.folder == imapbox.Failed { // the others lie where they belong
			if err := r.box.File(ctx, f.folder, *f.uids); err != nil {
				return err
			}
			r.bot.process.Reach(PointFiled)
		}
		for _, uid := range *f.uids {
			r.filed[uid] = true
		}
		*f.uids = (*f.uids)[:0]
	}
	return nil
}

// readFiled reads the filed mails once more after a backup was restored: what
// came after the backup was dealt with by a store that is gone. A mail that this
// store has seen changes nothing, and the answers to the others are the same
// mails as before, with the same ids.
//
// The store forgets that this is to be done only when every mail has been read:
// what the server did not give is asked for again after hardRest.
func (b *Bot) readFiled(ctx context.Context, boxes Mailboxes) error {
	var since time.Time
	err := b.process.Store.View(func(tx *store.Tx) (err error) {
		since, err = tx.Restored()
		return err
	})
	if err != nil || since.IsZero() || b.process.Now().Before(b.rereadAt) {
		return process.InStore(err)
	}
	b.process.Log.Info("reading filed mails again after a backup was restored", "since", since)
	box, err := boxes.Done(ctx, since)
	if err != nil {
		return err
	}
	r := &reader{bot: b, box: box, again: true, filed: map[uint32]bool{}}
	if err := errors.Join(r.read(ctx), box.Close()); err != nil {
		return err
	}
	b.reading.rereadOnce()
	b.outbox.Wake() // for what had to stay
	if r.left > 0 {
		b.rereadAt = b.process.Now().Add(hardRest)
		b.process.Log.Error("not all filed mails could be read", "left", r.left, "again_in", hardRest)
		return nil
	}
	return b.process.Update(func(tx *store.Tx) error {
		return errors.Join(tx.SetRestored(time.Time{}), aliveUntil(tx, r.latest))
	})
}

// mustStay says whether no mail may leave, since a backup was restored and the filed
// mails were not read again yet: those in its outbox were perhaps taken back, as a
// reminder is by a move.
func (b *Bot) mustStay(tx *store.Tx) (bool, error) {
	since, err := tx.Restored()
	return !since.IsZero() && !b.reading.wasReread(), err
}
