package intake

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/process"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A Mailbox is where mails arrive, for as long as one connection lasts. Mails
// are named by their UIDs, which mean nothing under another UIDVALIDITY.
type Mailbox interface {
	UIDValidity() uint32
	List(ctx context.Context) ([]uint32, error)
	// Fetch gives the first mails of those asked for, as many as may be in memory
	// at a time, and the rest of the UIDs. What has vanished is in neither. The mails may
	// be overwritten by the second Fetch after this one, though it may fail.
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

// Deal deals with mails in the order in which they arrived, and says where to file
// each. An error means that the store could not be written, or that ctx ended; then only
// the first mails were dealt with, as many as there are folders. So it is without an error if
// one of them has paused the bot.
type Deal func(ctx context.Context, mails []Mail) ([]imapbox.Folder, error)

// Hold looks at mails that are to stay where they are, while the bot is paused. It gets each of
// them once, and again after a restart.
type Hold func(ctx context.Context, mails []Mail) error

// An Intake reads the mailbox of the bot, from one connection to the next. Its methods
// are safe for concurrent use, but Loop, of which one runs at a time.
type Intake struct {
	process *process.Process
	deal    Deal
	hold    Hold
	folder  func(decision string) imapbox.Folder
	reread  func()

	caughtUp  atomic.Pointer[time.Time] // see CaughtUp
	wasReread atomic.Bool               // the filed mails were read again, at least those that the server gives
	life      life                      // of this process, and the end of the one before
	rereadAt  time.Time                 // before then, filed mails that could not be read again are left alone

	hard hard // what can't be read

	held map[mailkey.Key]bool // the mails that were looked at in this pause
}

// A life is what an intake knows of when mails could be read.
type life struct {
	alive  time.Time  // when that was last noted
	former *time.Time // and when by the process before; nil until this one has asked
	begun  bool       // the mailbox was read once
}

// New makes an Intake for a process. Where to file a mail that was dealt with before is
// told by folder from what the store knows of it; reread is called when filed mails were
// read again after a backup was restored.
func New(p *process.Process, deal Deal, hold Hold, folder func(decision string) imapbox.Folder, reread func()) *Intake {
	i := &Intake{
		process: p, deal: deal, hold: hold, folder: folder, reread: reread,
		hard: hard{failures: map[mailkey.Key]int{}, restUntil: map[mailkey.Key]time.Time{}}, held: map[mailkey.Key]bool{},
	}
	i.caughtUp.Store(&time.Time{})
	return i
}

// CaughtUp gives the time up to which all mails that arrived are dealt with, but for those
// that could not be read for as long as patience; the zero
// time if the mailbox was not read yet. Nothing that a mail can prevent may happen by
// itself before that: the mail may lie in the mailbox since the day before, because the
// bot was off.
func (i *Intake) CaughtUp() time.Time {
	return *i.caughtUp.Load()
}

// untilLook is how long Until waits before the next look.
const untilLook = 5 * time.Millisecond

// Until waits until all mails are dealt with that had arrived at a time. It fails if ctx
// ends.
func (i *Intake) Until(ctx context.Context, at time.Time) error {
	for i.CaughtUp().Before(at) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		process.Pass(ctx, untilLook)
	}
	return nil
}

// MustStay says whether no mail may leave, since a backup was restored and the filed
// mails were not read again yet: those in its outbox were perhaps taken back, as a
// reminder is by a move.
func (i *Intake) MustStay(tx *store.Tx) (bool, error) {
	since, err := tx.Restored()
	return !since.IsZero() && !i.wasReread.Load(), err
}

// longestWait is how long one IDLE lasts at most: routers and providers drop
// connections that are quiet for longer, and only leaving IDLE shows it.
const longestWait = 9 * time.Minute

// Pauses between two attempts to reach the mailbox. They become longer until one
// was worth while: there are servers that end each connection at once.
const (
	firstRest = time.Second
	longRest  = 5 * time.Minute
)

// Loop reads the mailbox until ctx ends: what is there, and then what
// comes, with a look at least every poll. It opens the mailbox anew whenever
// the connection ends.
//
// The error is nil at the end of ctx. Otherwise it is one that trying again
// does not mend: imapbox.ErrOtherBot or store.ErrBroken.
func (i *Intake) Loop(ctx context.Context, boxes Mailboxes, poll time.Duration) error {
	rest := firstRest
	for {
		worked, err := i.session(ctx, boxes, poll, rest)
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
		if !errors.Is(err, credential.ErrDead) { // of which the log tells once an hour
			i.process.Log.Error("mailbox", "err", err, "advice", advice, "again_in", pause)
		}
		now := i.process.Now()
		i.process.Mailbox.Fails(now, err, advice, now.Add(pause))
		process.Pass(ctx, pause)
		rest = min(2*rest, longRest)
	}
}

// session works on one connection until it ends; worked says whether
// mails were dealt with, or none had to be for longer than a time.
func (i *Intake) session(ctx context.Context, boxes Mailboxes, poll, longer time.Duration) (worked bool, err error) {
	box, err := boxes.Inbox(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	i.process.Log.Info("mailbox open", "uid_validity", box.UIDValidity())
	began := i.process.Now()
	r := &reader{intake: i, box: &patient{box, i, false}, filed: map[uint32]bool{}}
	defer func() { worked = r.dealt || worked && i.process.Now().Sub(began) > longer }()
	for ctx.Err() == nil {
		listed := i.process.Now()
		paused, err := i.round(ctx, r, boxes, listed)
		trouble := (*process.StoreError)(nil)
		if err != nil && !errors.As(err, &trouble) || errors.Is(err, store.ErrBroken) {
			return worked, err
		}
		if err != nil {
			if since, _ := i.process.StoreTrouble(); since.IsZero() { // or that is told: it can't be written
				i.trouble(err, process.StoreAdvice(err), true)
			}
			process.Pass(ctx, process.StoreRest)
			continue
		}
		worked = true
		wait := min(poll, longestWait)
		switch {
		case paused:
			wait = min(wait, pausedWait)
		case i.leftOver(r, listed):
		default:
			i.caughtUp.Store(&listed)
		}
		if err := box.Wait(ctx, wait); err != nil {
			return worked, err
		}
	}
	return worked, nil
}

// round reads what is there at a time, after all that has to be read before it, or looks at it
// while the bot is paused.
func (i *Intake) round(ctx context.Context, r *reader, boxes Mailboxes, listed time.Time) (paused bool, err error) {
	if paused, err = i.process.Paused(); err != nil {
		return paused, err
	}
	if paused {
		return paused, r.read(ctx, r.holdAll)
	}
	clear(i.held)
	if err := i.readFiled(ctx, boxes); err != nil {
		return false, err
	}
	if err := process.InStore(errors.Join(i.askFormer(), i.noteReading(listed))); err != nil {
		return false, err
	}
	if err := r.read(ctx, r.readAll); err != nil {
		return false, err
	}
	i.life.begun = true
	return i.process.Paused() // one of the mails may have paused the bot, and then those behind it are not read
}

// readFiled reads the filed mails once more after a backup was restored: what
// came after the backup was dealt with by a store that is gone. A mail that this
// store has seen changes nothing, and the answers to the others are the same
// mails as before, with the same ids.
//
// The store forgets that this is to be done only when every mail has been read:
// what the server did not give is asked for again after hardRest.
func (i *Intake) readFiled(ctx context.Context, boxes Mailboxes) error {
	var since time.Time
	err := i.process.Store.View(func(tx *store.Tx) (err error) {
		since, err = tx.Restored()
		return err
	})
	if err != nil || since.IsZero() || i.process.Now().Before(i.rereadAt) {
		return process.InStore(err)
	}
	i.process.Log.Info("rereading processed mails after a restored backup", "since", since)
	box, err := boxes.Done(ctx, since)
	if err != nil {
		return err
	}
	r := &reader{intake: i, box: &patient{box, i, true}, filed: map[uint32]bool{}}
	if err := errors.Join(r.read(ctx, r.readAll), box.Close()); err != nil {
		return err
	}
	i.wasReread.Store(true)
	i.reread()
	if len(r.unread) > 0 {
		i.rereadAt = i.process.Now().Add(hardRest)
		i.process.Log.Error("some processed mails could not be reread", "left", len(r.unread), "again_in", hardRest)
		return nil
	}
	return i.process.Update(func(tx *store.Tx) error {
		return errors.Join(tx.SetRestored(time.Time{}), aliveUntil(tx, r.latest))
	})
}
