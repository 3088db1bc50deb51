// Package bottest is a bot for tests, with a store, a clock that is set, and people who
// write to it. Mails go in as bytes and come out of the outbox, so a test says what people
// write and what they get. When the test is over the laws are held that every bot keeps:
// those of each mail that it has sent, of its store and of its log.
//
//	b := bottest.New(t)
//	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
//	b.Begin(ana, bo)
//	ana.Replies("C4").Is(decision.Played)
//	b.Pass(36 * time.Hour)
//	if bo.Last().Subject == "" { ... }
//
// There is no goroutine and no server here: after each mail all is done that comes of it.
// Where the bot is a process and its mail goes over servers, package livebot has the same words.
package bottest

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/address"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
)

// Address is the bot's, and Server the mail server that it believes.
const (
	Address             = "unlur@example.org"
	Own     address.Own = Address
	Server              = "mx.example.org"
)

// Start is when every bot begins.
var Start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Secret is what the keys of every bot are made of, so that its mails are the same each time.
func Secret() ([]byte, error) { return []byte("a key for tests"), nil }

// A Bot is one with all that is around it, for one test.
type Bot struct {
	T testing.TB
	Running
	Post
	Now   time.Time
	Brief bool // it ends without the law that takes longest

	people map[string]*Person
	marks  map[string]int // the hashes in ids that were shown, numbered
	laws   *Laws
}

// Running is the bot itself.
type Running struct {
	Mailbot *mailbot.Bot
	Config  mailbot.Config
	Store   *store.Store
	Path    string       // of the store
	Log     bytes.Buffer // all that the bot has logged

	clock func() time.Time
	log   slog.Handler
}

// Post is the mail that came and left.
type Post struct {
	Box   []mailbot.Incoming           // all mails that were received
	UID   uint32                       // of the last one
	Mails map[string][]*store.Outgoing // what everybody got, by address
	Fresh []*store.Outgoing            // what was sent since the last look

	Waited    time.Duration // how long the next mail has lain in the mailbox
	RelayDown bool          // nothing can be sent

	paused  bool               // by the operator
	waiting []mailbot.Incoming // mails that have come since then
}

// New gives a bot with nothing in its store; its configuration can be another one than
// that of most tests.
func New(t testing.TB, configure ...func(*mailbot.Config)) *Bot {
	t.Helper()
	b := &Bot{T: t, Now: Start, people: map[string]*Person{}, marks: map[string]int{}}
	b.Path, b.Mails = filepath.Join(tempdir.New(t), "bot.db"), map[string][]*store.Outgoing{}
	b.Config = mailbot.Config{Address: Address, AuthservID: Server, Limits: mailbot.DefaultLimits}
	b.clock = func() time.Time { return b.Now }
	b.log = slog.NewTextHandler(&b.Log, &slog.HandlerOptions{Level: slog.LevelDebug})
	b.laws = NewLaws(t, func(look func(*store.Tx) error) error { return b.Store.View(look) }, func() time.Time { return b.Now })
	for _, f := range configure {
		f(&b.Config)
	}
	b.open()
	t.Cleanup(b.close)
	return b
}

// open opens the store and starts the bot on it.
func (b *Bot) open() {
	b.T.Helper()
	s, err := store.Open(b.Path, Secret)
	b.Check(err)
	b.Store = s
	b.Restart()
}

// Restart gives the store a bot that knows nothing else.
func (b *Bot) Restart() {
	b.T.Helper()
	var err error
	b.Mailbot, err = mailbot.New(b.Config, b.Store, func() time.Time { return b.clock() }, slog.New(b.log))
	b.Check(err)
}

// Configure changes the bot's configuration, as an operator does who starts it again.
func (b *Bot) Configure(change func(*mailbot.Config)) {
	b.T.Helper()
	change(&b.Config)
	b.Restart()
}

// UseClock has the bot follow another clock than Now, which no test sets then.
func (b *Bot) UseClock(now func() time.Time) { b.clock = now }

// LogTo has the bot log elsewhere, where nothing looks for addresses and tokens.
func (b *Bot) LogTo(h slog.Handler) {
	b.T.Helper()
	b.log = h
	b.Restart()
}

// Check ends the test if something failed that never should.
func (b *Bot) Check(err error) {
	b.T.Helper()
	check(b.T, err)
}

// Receive gives raw bytes to the bot, as the mailbox would. While the bot is paused the mail stays
// there, see Bot.Operator, and nothing is decided.
func (b *Bot) Receive(raw string) Mail {
	b.T.Helper()
	b.UID++
	b.laws.Came(raw)
	in := mailbot.Incoming{UIDValidity: 1, UID: b.UID, Raw: []byte(raw), Arrived: b.Now.Add(-b.Waited)}
	b.Waited = 0
	b.Box = append(b.Box, in)
	if b.paused {
		return Mail{b.T, hold(b, in)}
	}
	var decisions []decision.Decision
	deaths := survives(b, func() (err error) {
		decisions, err = b.Mailbot.Receive(b.T.Context(), in)
		return err
	})
	if deaths > 0 {
		decisions[0] = decided(b, in)
	}
	think(b)
	b.Quiet()
	b.Now = b.Now.Add(time.Minute)
	b.paused = isPaused(b) // by the mail
	return Mail{b.T, decisions[0]}
}

// Quiet sends all that is due, in order, but for what is held back: then there is nothing
// left to do until time passes or somebody writes.
func (b *Bot) Quiet() {
	b.T.Helper()
	if b.RelayDown {
		return
	}
	before := len(b.Fresh)
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		due, _, err := tx.Due(b.Now, math.MaxInt, func(string) bool { return false })
		slices.SortFunc(due, func(a, b *store.Outgoing) int { return cmp.Compare(a.Number(), b.Number()) })
		for _, m := range due {
			b.Mails[m.EnvelopeTo] = append(b.Mails[m.EnvelopeTo], m)
			b.Fresh = append(b.Fresh, m)
			if err := tx.Sent(m.ID); err != nil {
				return err
			}
		}
		return err
	}))
	for _, m := range b.Fresh[before:] {
		b.laws.Left(m)
	}
}

// Pass lets time go by, and then happen what is due.
func (b *Bot) Pass(d time.Duration) {
	b.T.Helper()
	b.Now = b.Now.Add(d)
	b.Wake()
}

// Wake lets happen what is due, unless mails are to be read again before, or the bot is paused.
func (b *Bot) Wake() {
	b.T.Helper()
	var since time.Time
	b.Check(b.Store.View(func(tx *store.Tx) (err error) {
		since, err = tx.Restored()
		return err
	}))
	if since.IsZero() && !b.paused {
		survives(b, func() error { return b.Mailbot.Wake(b.T.Context()) })
	}
	b.Quiet()
}

// think has the robots answer what waits for them.
func think(b *Bot) {
	b.T.Helper()
	survives(b, func() error { return mailbot.Think(b.T.Context(), b.Mailbot) })
}

// Outage lets time go by in which the bot reads no mails. What was due has not
// happened yet when it reads again.
func (b *Bot) Outage(d time.Duration) {
	b.T.Helper()
	b.lives()
	b.Now = b.Now.Add(d)
	b.Look()
}

// lives notes that the bot has read its mails until now.
func (b *Bot) lives() {
	b.T.Helper()
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		last, err := tx.Alive()
		if now := b.Now.UTC().Truncate(time.Second); err == nil && now.After(last) {
			return tx.SetAlive(now)
		}
		return err
	}))
}

// Look has the bot look at its mailbox, in which nothing is.
func (b *Bot) Look() {
	b.T.Helper()
	ctx, end := context.WithCancel(b.T.Context())
	empty := func(context.Context) (mailbot.Mailbox, error) { return emptyBox{end: end}, nil }
	b.Check(b.Mailbot.ReceiveLoop(ctx, mailbot.Mailboxes{Inbox: empty}, time.Minute))
}

// An emptyBox ends the loop.
type emptyBox struct {
	mailbot.Mailbox
	end func()
}

// UIDValidity is any.
func (emptyBox) UIDValidity() uint32 { return 1 }

// List gives no mails.
func (emptyBox) List(context.Context) ([]uint32, error) { return nil, nil }

// Close does nothing.
func (emptyBox) Close() error { return nil }

// Wait ends the loop at once.
func (e emptyBox) Wait(context.Context, time.Duration) error { e.end(); return nil }

// Backup makes a copy of the store and gives its path.
func (b *Bot) Backup() string {
	b.T.Helper()
	path := filepath.Join(tempdir.New(b.T), "backup.db")
	b.Check(b.Store.View(func(tx *store.Tx) error {
		_, err := store.SaveCopy(path, func(w io.Writer) error {
			_, err := tx.WriteTo(w)
			return err
		})
		return err
	}))
	return path
}

// GoBackTo loses the store and goes on with a backup.
func (b *Bot) GoBackTo(backup string) {
	b.T.Helper()
	b.Check(b.Store.Close())
	b.Check(os.Remove(b.Path))
	_, err := store.Restore(backup, b.Path, nil)
	b.Check(err)
	b.open()
}

// Reopen starts the bot on its store again, of which something may have changed the file.
func (b *Bot) Reopen() {
	b.T.Helper()
	b.open()
}

// Game gives a game as it is stored.
func (b *Bot) Game(n store.GameNumber) (g *store.Game) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) (err error) {
		g, err = tx.Game(n)
		return err
	}))
	return g
}

// Record gives a game's moves.
func (b *Bot) Record(n store.GameNumber) string {
	b.T.Helper()
	played, err := b.Game(n).Replay()
	b.Check(err)
	return strings.Join(played.Moves(), " ")
}

// Shed lets go of the mails and of the log so far, once they are held to the laws: those of a test that
// goes on for months would fill the memory.
func Shed(b *Bot) {
	b.T.Helper()
	if !b.Brief {
		b.laws.OwnWordsNeverPlay(b.Mails)
	}
	b.laws.LogIsDiscreet(b.Log.String())
	clear(b.Mails)
	b.Box, b.Fresh = nil, nil
	b.Log.Reset()
}

// close ends the test only when nothing waits to be sent, every game replays to what is
// stored, and so do all results.
func (b *Bot) close() {
	b.Quiet()
	Shed(b)
	Sound(b.T, b.Store)
	b.Check(b.Store.View(func(tx *store.Tx) error {
		due, next, err := tx.Due(b.Now, 1, func(string) bool { return false })
		if len(due) > 0 || !next.IsZero() {
			b.T.Errorf("mails were left in the outbox: %v, %v", due, next)
		}
		return err
	}))
	b.Check(b.Store.Close())
}
