package mailbot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/parser"
	"unlurbot/store"
)

// A Mailbox is where mails arrive, for as long as one connection lasts. Mails
// are named by their UIDs, which mean nothing under another UIDVALIDITY.
type Mailbox interface {
	UIDValidity() uint32
	List(ctx context.Context) ([]uint32, error)
	Fetch(ctx context.Context, uids []uint32) ([]imapbox.Message, error)
	File(ctx context.Context, uids []uint32) error // may be repeated
	Wait(ctx context.Context, atMost time.Duration) error
	Close() error
}

// fetchSet is how many mails are in memory at a time: at most 8 MiB of them.
const fetchSet = 8 << 20 / parser.MaxMail

// longestWait is how long one IDLE lasts at most: routers and providers drop
// connections that are quiet for longer, and only leaving IDLE shows it.
const longestWait = 9 * time.Minute

// Pauses between two attempts to reach the mailbox.
const (
	firstRest = time.Second
	longRest  = 5 * time.Minute
)

// ReceiveLoop reads the mailbox until ctx ends: what is there, and then what
// comes, with a look at least every poll. It opens the mailbox anew whenever
// the connection ends.
func (b *Bot) ReceiveLoop(ctx context.Context, open func(context.Context) (Mailbox, error), poll time.Duration) {
	rest := firstRest
	for ctx.Err() == nil {
		worked, err := b.receiveSession(ctx, open, poll)
		if ctx.Err() != nil {
			break
		}
		if worked {
			rest = firstRest
		}
		advice := ""
		if e := (*imapbox.Error)(nil); errors.As(err, &e) {
			advice = e.Advice()
		}
		b.log.Error("mailbox", "err", err, "advice", advice, "again_in", rest)
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
		rest = min(2*rest, longRest)
	}
}

// receiveSession works on one connection until it ends; worked says whether
// the mailbox could be read at all.
func (b *Bot) receiveSession(ctx context.Context, open func(context.Context) (Mailbox, error), poll time.Duration) (worked bool, err error) {
	box, err := open(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	b.log.Info("mailbox open", "uid_validity", box.UIDValidity())
	filed := map[uint32]bool{} // what File could only mark, not move, is listed again and again
	for {
		if err := b.readBox(ctx, box, filed); err != nil {
			return worked, err
		}
		worked = true
		if err := box.Wait(ctx, min(poll, longestWait)); err != nil {
			return worked, err
		}
	}
}

// readBox deals with every mail in the mailbox, in the order in which they
// arrived. A mail is filed only when what it changed is on the disk; one that
// was dealt with before, but not filed because we were interrupted, is filed
// now.
func (b *Bot) readBox(ctx context.Context, box Mailbox, filed map[uint32]bool) error {
	present, err := box.List(ctx)
	if err != nil {
		return err
	}
	maps.DeleteFunc(filed, func(uid uint32, _ bool) bool {
		_, still := slices.BinarySearch(present, uid)
		return !still
	})
	present = slices.DeleteFunc(present, func(uid uint32) bool { return filed[uid] })
	for set := range slices.Chunk(present, fetchSet) {
		done, err := b.readSet(ctx, box, set)
		if err != nil {
			return err
		}
		for _, uid := range done {
			filed[uid] = true
		}
	}
	return nil
}

// readSet deals with some mails and files those that are dealt with: not what
// the server named and then did not give.
func (b *Bot) readSet(ctx context.Context, box Mailbox, set []uint32) (done []uint32, err error) {
	done, unread, err := b.known(box.UIDValidity(), set)
	if err != nil {
		return nil, err
	}
	messages, err := box.Fetch(ctx, unread)
	if err != nil {
		return nil, err
	}
	for _, m := range messages {
		in := Incoming{UIDValidity: box.UIDValidity(), UID: m.UID, Raw: m.Raw, HeaderOnly: m.HeaderOnly}
		if _, err := b.Receive(in); err != nil {
			return nil, err
		}
		done = append(done, m.UID)
	}
	return done, box.File(ctx, done)
}

// known parts the mails whose place in the mailbox is known, because they were
// dealt with, from the others.
func (b *Bot) known(uidValidity uint32, uids []uint32) (known, unread []uint32, err error) {
	err = b.store.View(func(tx *store.Tx) error {
		for _, uid := range uids {
			switch _, err := tx.WasSeen(store.PlaceKey(uidValidity, uid)); {
			case err == nil:
				known = append(known, uid)
			case errors.Is(err, store.ErrNotFound):
				unread = append(unread, uid)
			default:
				return err
			}
		}
		return nil
	})
	return known, unread, err
}
