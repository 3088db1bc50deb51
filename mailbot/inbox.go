package mailbot

import (
	"context"
	"errors"
	"time"

	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/process"
	"unlurbot/store"
)

// A Mailbox is where mails arrive, for as long as one connection lasts. Mails
// are named by their UIDs, which mean nothing under another UIDVALIDITY.
type Mailbox interface {
	UIDValidity() uint32
	List(ctx context.Context) ([]uint32, error)
	// Fetch gives the first mails of those asked for, as many as may be in memory
	// at a time, and the rest of the UIDs. What has vanished is in neither.
	Fetch(ctx context.Context, uids []uint32) (messages []imapbox.Message, rest []uint32, err error)
	File(ctx context.Context, folder imapbox.Folder, uids []uint32) error // may be repeated
	Wait(ctx context.Context, atMost time.Duration) error
	Close() error
}

// Mailboxes are the ways to open the mailboxes that the bot reads.
type Mailboxes struct {
	Inbox func(ctx context.Context) (Mailbox, error)
	// Done opens the mailbox of filed mails and lists those that arrived since a
	// time. It is read only after a backup was restored.
	Done func(ctx context.Context, since time.Time) (Mailbox, error)
}

// fileSet is how many mails are filed at a time: moving mails one by one is
// what mail servers are slowest at.
const fileSet = 500

// longestWait is how long one IDLE lasts at most: routers and providers drop
// connections that are quiet for longer, and only leaving IDLE shows it.
const longestWait = 9 * time.Minute

// Pauses between two attempts to reach the mailbox. They become longer until one
// was worth while: there are servers that end each connection at once.
const (
	firstRest = time.Second
	longRest  = 5 * time.Minute
)

// ReceiveLoop reads the mailbox until ctx ends: what is there, and then what
// comes, with a look at least every poll. It opens the mailbox anew whenever
// the connection ends.
//
// The error is nil at the end of ctx. Otherwise it is one that trying again
// does not mend: imapbox.ErrOtherBot or store.ErrBroken.
func (b *Bot) ReceiveLoop(ctx context.Context, boxes Mailboxes, poll time.Duration) error {
	rest := firstRest
	for {
		worked, err := b.receiveSession(ctx, boxes, poll, rest)
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, imapbox.ErrOtherBot) || errors.Is(err, store.ErrBroken) {
			return err
		}
		if worked {
			rest = firstRest
		}
		pause, advice := rest, ""
		if e := (*imapbox.Error)(nil); errors.As(err, &e) {
			pause, advice = max(rest, e.Wait()), e.Advice()
		}
		b.process.Log.Error("mailbox", "err", err, "advice", advice, "again_in", pause)
		process.Pass(ctx, pause)
		rest = min(2*rest, longRest)
	}
}

// receiveSession works on one connection until it ends; worked says whether
// mails were dealt with, or none had to be for longer than a time.
func (b *Bot) receiveSession(ctx context.Context, boxes Mailboxes, poll, longer time.Duration) (worked bool, err error) {
	box, err := boxes.Inbox(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	b.process.Log.Info("mailbox open", "uid_validity", box.UIDValidity())
	began := b.process.Now()
	r := &reader{bot: b, box: box, filed: map[uint32]bool{}}
	defer func() { worked = r.dealt || worked && b.process.Now().Sub(began) > longer }()
	for ctx.Err() == nil {
		listed := b.process.Now()
		err := b.readFiled(ctx, boxes)
		if err == nil {
			err = process.InStore(b.noteReading(listed))
		}
		if err == nil {
			err = r.read(ctx)
		}
		trouble := (*process.StoreError)(nil)
		if err != nil && !errors.As(err, &trouble) || errors.Is(err, store.ErrBroken) {
			return worked, err
		}
		if err != nil {
			process.Pass(ctx, process.StoreRest)
			continue
		}
		worked = true
		b.reading.caughtUp(listed)
		if err := box.Wait(ctx, min(poll, longestWait)); err != nil {
			return worked, err
		}
	}
	return worked, nil
}
