package mailbot

import (
	"context"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/telling"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// What the tests in package mailbot_test need of the inside of a bot: to let it meet
// faults in the middle of its work, and a few limits.

const (
	Connections    = connections
	InvitationTime = invitationTime
)

var Together = together

// BeforeHandling has something happen before each mail is dealt with, such as a panic;
// nil is nothing.
func (b *Bot) BeforeHandling(f func(Incoming)) { b.ways[0] = before(f, handle) }

// BeforeApology does the same before somebody is told of a fault.
func (b *Bot) BeforeApology(f func(Incoming)) { b.ways[1] = before(f, apologize) }

func before(f func(Incoming), then way) way {
	if f == nil {
		return then
	}
	return func(t *task) (decision.Decision, error) {
		f(t.in.Incoming)
		return then(t)
	}
}

// AroundWaking has something done in place of what a wake-up is for, which is handed to it.
func (b *Bot) AroundWaking(kind store.WakeKind, f func(tx *store.Tx, happen func() error) error) {
	happen := b.wakings[kind]
	b.wakings[kind] = func(w work, due store.WakeUp, upTo time.Time) error {
		return f(w.u.Tx, func() error { return happen(w, due, upTo) })
	}
}

// MendWaking undoes it.
func (b *Bot) MendWaking(kind store.WakeKind) { b.wakings[kind] = newWakings()[kind] }

// WithoutLook leaves a command to nobody, and WithBrokenLook lets it panic.
func (b *Bot) WithoutLook(verb string) { delete(b.looks, verb) }

func (b *Bot) WithBrokenLook(verb string) {
	b.looks[verb] = func(*dispatch.Dispatch, parser.Command) (telling.Line, error) { panic("in a command") }
}

// SetReached is Config.Reached for a running bot.
func (b *Bot) SetReached(f func(Point)) { b.process.Reached = f }

// Pseudonym is what the log calls an address.
func (b *Bot) Pseudonym(address string) string { return b.who.Of(address) }

// Send is SendLoop with connections that it closes.
func (b *Bot) Send(ctx context.Context, connections []*smtpout.Sender) error {
	return b.send(ctx, connections)
}

// Handle deals with a mail in a transaction, and writes nothing down of it.
func (b *Bot) Handle(tx *store.Tx, in Incoming) (decision.Decision, error) {
	return handle(b.take(tx, taken{Incoming: in}))
}

// UnitOf is a unit of work without a mail.
func (b *Bot) UnitOf(tx *store.Tx) *unit.Unit { return b.begin(tx, letters.Occasion{}).u }

// ContentKey is by what a mail is known, wherever it lies.
func ContentKey(raw []byte) mailkey.Key {
	bot := &Bot{cfg: Config{Address: "unlur@example.org"}, process: &process.Process{Now: time.Now}}
	return bot.take(nil, taken{Incoming: Incoming{Raw: raw}}).known.Keys[1]
}
