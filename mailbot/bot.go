package mailbot

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"unlurbot/mailbot/address"
	"unlurbot/mailbot/alarms"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/departure"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/intake"
	"unlurbot/mailbot/keep"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/outbox"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/reports"
	"unlurbot/mailbot/robots"
	"unlurbot/mailbot/trials"
	"unlurbot/mailbot/voucher"
	"unlurbot/store"
	"unlurbot/templates"
)

// Config is what a Bot needs to know.
type Config struct {
	// Address is the bot's own, without +detail.
	Address string
	// BareAddress says that mail to Address with a +detail does not arrive, so that
	// tokens stand in subjects.
	BareAddress bool
	// Whom the bot believes about authors, see voucher.Trust.
	AuthservID    string
	BelowReceived bool
	Networks      []netip.Prefix
	Signed        func(ctx context.Context, mail []byte, author string) error
	// Operator is who is told by mail what the bot can't mend itself; empty for
	// nobody.
	Operator string
	// RunBy is whom mails name as who runs the bot; empty for nobody.
	RunBy string
	// LogAddresses puts addresses of players into the log, not pseudonyms.
	LogAddresses bool
	Limits       Limits
	// Language is the one of mails to somebody of whom no other is known; empty for
	// templates.Default.
	Language string
	// UndoGrace is how much later the mail leaves that tells a player of a move, so
	// that the move can be taken back at once until then.
	UndoGrace time.Duration
	// Net says that a player whose time is up may be away by itself.
	Net bool
	// Cups says that there are small cups.
	Cups bool
	// Ladder says that there is a ladder.
	Ladder bool
	// Robots says that there are robots to play against.
	Robots bool
	// Puzzles is in how many games of a night puzzles are looked for; 0 for none.
	Puzzles int
	// FairPlay is what the operator says about fair play; empty for what the bot says.
	FairPlay string
	// Keep is for how long things are kept that are needed for a time only.
	Keep keep.Policy
	// Reached is called at every Point, by several goroutines; it may be nil.
	Reached func(Point)
	// Tidied is called when memory was used that nobody needs for now, by several goroutines; it may be nil.
	Tidied func()
}

// A Bot turns incoming mails into moves and outgoing mails. It has no
// connections of its own; its methods are safe for concurrent use.
type Bot struct {
	cfg     Config
	process *process.Process
	words   *templates.Set
	who     *discreet.Pseudonyms
	workers

	ways    [2]way // with a mail: the second one if the first met a fault
	wakings map[store.WakeKind]waking
	looks   map[string]dispatch.Look

	receiving receiving
}

// The workers have a loop each, or are worked by whoever calls the methods of a Bot.
type workers struct {
	alarms *alarms.Alarms
	robots *robots.Robots
	intake *intake.Intake
	outbox *outbox.Outbox
	keeper *keep.Keeper
}

// New makes a Bot on an open store, which stays the caller's to close.
func New(cfg Config, s *store.Store, now func() time.Time, log *slog.Logger) (*Bot, error) {
	local, domain, ok := strings.Cut(cfg.Address, "@")
	if !ok || local == "" || domain == "" {
		return nil, errors.New("mailbot: the bot's address is not an address")
	}
	words, err := templates.Load()
	if err != nil {
		return nil, err
	}
	b := &Bot{
		cfg: cfg, words: words,
		process: &process.Process{Store: s, Now: now, Reached: cfg.Reached, Tidied: cfg.Tidied},
		ways:    [2]way{handle, apologize}, wakings: newWakings(), looks: dispatch.Looks(),
	}
	b.receiving.trials, b.receiving.signatures.Process = trials.New(b.process), b.process
	deal := func(ctx context.Context, mails []intake.Mail) (folders []imapbox.Folder, err error) {
		decisions, err := b.Receive(ctx, mails...)
		for _, d := range decisions {
			folders = append(folders, folderOf(d))
		}
		return folders, err
	}
	hold := func(ctx context.Context, mails []intake.Mail) error { return b.Hold(ctx, mails...) }
	b.intake = intake.New(b.process, deal, hold, func(d string) imapbox.Folder { return folderOf(decision.Decision(d)) },
		func() { b.outbox.Wake() }) // for what had to stay
	b.outbox = outbox.New(b.process, b.intake.MustStay, func(tx *store.Tx, m *store.Outgoing, reason string) error {
		w := b.begin(tx, letters.Occasion{Cause: "given up " + m.MessageID})
		return errors.Join(w.tell(reports.GivenUp(w.u, m, reason)), w.end())
	})
	b.keeper = keep.New(b.process, cfg.Keep, b.intake.CaughtUp)
	b.alarms = alarms.New(b.process, b.intake.CaughtUp, b.happen, b.outbox.Wake)
	b.robots = robots.New(b.process, cfg.Puzzles, func(tx *store.Tx, t robots.Thought, again bool) error { return conclude(b, tx, t, again) }, b.outbox.Wake)
	err = s.View(func(tx *store.Tx) (err error) {
		b.who, err = discreet.NewPseudonyms(tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	b.process.Log = b.discreet(log)
	return b, nil
}

// discreet gives a logger that tells no tokens, and addresses only if the operator wants them.
func (b *Bot) discreet(log *slog.Logger) *slog.Logger {
	return discreet.Logger(log, b.cfg.Address, b.who, b.cfg.LogAddresses)
}

// forLetters gives what all mails have from this bot.
func (b *Bot) forLetters() letters.Config {
	c := b.cfg
	return letters.Config{
		Address: c.Address, Bare: c.BareAddress, Language: c.Language, RunBy: c.RunBy, Ladder: c.Ladder, Robots: c.Robots, Operator: c.Operator, UndoGrace: c.UndoGrace,
		Limits: departure.Limits{
			ToAddress: c.Limits.OutToAddress, ToDomain: c.Limits.OutToDomain, InAll: c.Limits.Out, PerPlayer: c.Limits.OutPerPlayer,
			Unproven: c.Limits.UnprovenAnswers, UnprovenInAll: c.Limits.UnprovenInAll,
		},
		Words: b.words, Log: b.process.Log,
	}
}

// own is the bot's own address.
func (c *Config) own() address.Own { return address.Own(c.Address) }

// Trust says whom the bot believes about authors.
func (c Config) Trust() voucher.Trust {
	return voucher.Trust{Own: c.own(), AuthservID: c.AuthservID, BelowReceived: c.BelowReceived, Networks: c.Networks, Signed: c.Signed, Remembers: c.Keep.Seen}
}
