package mailbot

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"unlurbot/mailbot/alarms"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/intake"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/outbox"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/shares"
	"unlurbot/parser/sender"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/store/mailkey"
	"unlurbot/templates"
)

// Config is what a Bot needs to know.
type Config struct {
	// Address is the bot's own, without +detail.
	Address string
	// BareAddress says that mail to Address with a +detail does not arrive, so that
	// tokens stand in subjects.
	BareAddress bool
	// AuthservID names the server whose Authentication-Results are believed
	// (RFC 8601); empty for none. BelowReceived says that it writes them below its
	// own Received line, see parser.AtBorder.
	AuthservID    string
	BelowReceived bool
	// Networks are those of our own mail servers, see parser.Options.
	Networks []netip.Prefix
	// Signed returns nil if the domain of author has signed a mail, and otherwise
	// why it is not believed; see package dkimcheck. It may be nil: then no
	// signature counts.
	Signed func(ctx context.Context, mail []byte, author string) error
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
	// Reached is called at every Point, by several goroutines; it may be nil.
	Reached func(Point)
}

// A Bot turns incoming mails into moves and outgoing mails. It has no
// connections of its own; its methods are safe for concurrent use.
type Bot struct {
	cfg     Config
	process *process.Process
	words   *templates.Set
	who     *discreet.Pseudonyms
	alarms  *alarms.Alarms
	intake  *intake.Intake
	outbox  *outbox.Outbox

	ways    [2]way // with a mail: the second one if the first met a fault
	wakings map[store.WakeKind]waking
	actions map[string]action // by verb

	receiving receiving
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
		process: &process.Process{Store: s, Now: now, Reached: cfg.Reached},
		ways:    [2]way{handle, apologize}, wakings: newWakings(), actions: newActions(),
	}
	b.receiving = receiving{process: b.process, noted: map[mailkey.Key]int{}}
	b.intake = intake.New(b.process, b.deal, func(d string) imapbox.Folder { return folderOf(Decision(d)) },
		func() { b.outbox.Wake() }) // for what had to stay
	b.outbox = outbox.New(b.process, b.intake.MustStay, b.lostTouch)
	b.alarms = alarms.New(b.process, b.intake.CaughtUp, b.happen, b.outbox.Wake)
	err = s.View(func(tx *store.Tx) (err error) {
		b.who, err = discreet.NewPseudonyms(tx)
		return err
	})
	b.process.Log = b.discreet(log)
	return b, err
}

// discreet gives a logger that tells nobody anything.
func (b *Bot) discreet(log *slog.Logger) *slog.Logger {
	return discreet.Logger(log, b.cfg.Address, b.who, b.cfg.LogAddresses)
}

// house gives what all mails have from this bot.
func (b *Bot) house() letters.House {
	c := b.cfg
	return letters.House{
		Address: c.Address, Bare: c.BareAddress, Language: c.Language, RunBy: c.RunBy, Operator: c.Operator, UndoGrace: c.UndoGrace,
		Limits: letters.Limits{
			ToAddress: c.Limits.OutToAddress, ToDomain: c.Limits.OutToDomain, InAll: c.Limits.Out, PerPlayer: c.Limits.OutPerPlayer,
			Unproven: c.Limits.UnprovenAnswers, UnprovenInAll: c.Limits.UnprovenInAll,
		},
		Words: b.words, Log: b.process.Log,
	}
}

// detailOf finds the detail in an address, if it is one of the bot's.
func (c *Config) detailOf(address string) (string, bool) {
	own := strings.LastIndexByte(c.Address, '@')
	at := strings.LastIndexByte(address, '@')
	if at <= own || !sameAddress(address[at:], c.Address[own:]) {
		return "", false
	}
	plus := own // the address may have one of its own, if it is bare
	return address[plus+1 : at], address[plus] == '+' && sameAddress(address[:plus], c.Address[:own])
}

// sameAddress compares addresses, or parts of them, as the store does: letters
// beyond ASCII that strings.EqualFold takes for others make another address.
func sameAddress(a, b string) bool { return fold.Address(a) == fold.Address(b) }

// refuses says why nobody can be challenged at an address, whoever it is: it is of a program,
// by its name, or of an account on the machine that sends our mails, or the bot's.
func (c *Config) refuses(address string) facts.InviteRefusal {
	_, domain, _ := strings.Cut(address, "@")
	out := strings.Contains(domain, ".") && !strings.HasPrefix(domain, "[") || sameAddress(domain, shares.Domain(c.Address))
	switch {
	case !out || sender.IsProgram(address):
		return facts.Nobody
	case c.isOwn(address):
		return facts.InvitesBot
	}
	return 0
}
