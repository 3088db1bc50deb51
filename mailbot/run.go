package mailbot

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/intake"
	"unlurbot/mailbot/keep"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/monthly"
	"unlurbot/mailbot/outbox"
	"unlurbot/mailbot/process"
	"unlurbot/mailbot/pulse"
	"unlurbot/mailbot/puzzles"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/transport"
	"unlurbot/store"
	"unlurbot/templates"
)

// An Environment is what the process gives to Run.
type Environment struct {
	Now       func() time.Time
	Log       func(config.Log) *slog.Logger
	Limits    func(config.Limits) Limits // nil for NewLimits
	LookupTXT dkimcheck.Lookup           // asks the DNS; may be nil without trust.dkim
	Ready     func()                     // called when the mailbox is open for the first time; may be nil
	Manager   pulse.Manager              // who has started the process
	Reached   func(Point)                // see Config.Reached; may be nil
	Made      func(*Bot)                 // called with the bot before it begins to work, with each new configuration; may be nil

	Requests control.Requests // more of what can be asked for at the control socket; may be nil
	Cluster  *Cluster         // nil for a bot that is alone

	// Reload asks for the configuration to be read anew, which Load does; both are nil if it can't be.
	Reload <-chan struct{}
	Load   func() (*config.Config, error)
}

// A Point is a place on the way of a mail, see process.Point.
type Point = process.Point

// The points, in the order in which a mail passes them, and those of a wake-up.
const (
	PointNoted     = process.PointNoted
	PointHandled   = process.PointHandled
	PointCommitted = process.PointCommitted
	PointFiled     = process.PointFiled
	PointSending   = process.PointSending
	PointAccepted  = process.PointAccepted
	PointMarked    = process.PointMarked
	PointWaking    = process.PointWaking
	PointThought   = process.PointThought
	PointWoken     = process.PointWoken
)

// nightly is in how many games of a night puzzles are looked for.
func nightly(c config.Club) int {
	if !c.Robots {
		return 0
	}
	return puzzles.Games
}

// BotConfig gives what a Bot needs to know of the operator's configuration.
func BotConfig(cfg *config.Config, env Environment) Config {
	var signed func(context.Context, []byte, string) error
	if cfg.Trust.DKIM {
		signed = dkimcheck.New(env.LookupTXT, env.Now).Check
	}
	limits := NewLimits
	if env.Limits != nil {
		limits = env.Limits
	}
	return Config{
		Address: cfg.Address, BareAddress: !cfg.PlusAddressing,
		AuthservID: cfg.Trust.AuthservID, BelowReceived: cfg.Trust.BelowReceived, Networks: cfg.Trust.Networks, Signed: signed,
		Operator: cfg.Operator, RunBy: cfg.RunBy, LogAddresses: cfg.Log.Addresses,
		Limits: limits(cfg.Limits), UndoGrace: cfg.UndoGrace, Language: cfg.Language, Net: cfg.Club.Net, Cups: cfg.Club.Cups, Ladder: cfg.Club.Ladder, Robots: cfg.Club.Robots, Puzzles: nightly(cfg.Club), FairPlay: cfg.Club.FairPlay,
		Keep:    keep.Policy{Seen: cfg.Keep.Seen, GivenUp: cfg.Keep.GivenUp, Done: cfg.Keep.Done},
		Reached: env.Reached, Tidied: debug.FreeOSMemory,
	}
}

// RequestStatus asks a bot for its health.Status.
const RequestStatus = "status"

// AdminDesk answers an operator's questions about a store.
func AdminDesk(cfg *config.Config, proof Credentials, env Environment, s *store.Store) *admin.Desk {
	return &admin.Desk{Store: s, Now: env.Now, Read: BotConfig(cfg, env).Trust().Read, Archive: func(ctx context.Context, messageID string) (found []admin.Found, err error) {
		for _, folder := range []string{cfg.IMAP.Mailbox, cfg.IMAP.DoneMailbox, cfg.IMAP.FailedMailbox} {
			c := IMAPConfig(cfg, proof)
			c.Mailbox, c.MessageID = folder, messageID
			some, err := lookInto(ctx, c)
			if refused := (*imapbox.Error)(nil); errors.As(err, &refused) && refused.Op == imapbox.OpSelect && refused.Refused() {
				continue // the folder for failures is made when it is first needed
			}
			if err != nil {
				return nil, err
			}
			found = append(found, some...)
		}
		return found, nil
	}}
}

// lookInto gives the mails of a folder.
func lookInto(ctx context.Context, c imapbox.Config) (found []admin.Found, err error) {
	box, err := imapbox.Dial(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	uids, err := box.List(ctx)
	for len(uids) > 0 && err == nil && len(found) < mostFound {
		var some []imapbox.Message
		some, uids, err = box.Fetch(ctx, uids)
		for _, m := range some {
			found = append(found, admin.Found{Folder: c.Mailbox, UIDValidity: box.UIDValidity(), Message: m})
		}
	}
	return found, err
}

// Monthly gives what tells the operator of each month. Nobody is told without an operator.
func (b *Bot) Monthly(cfg *config.Config, proof Credentials, backup func() *health.Backup) *monthly.Monthly {
	m := monthly.Means{CaughtUp: b.intake.CaughtUp, Backup: backup, DoneFolder: cfg.IMAP.DoneMailbox, Invitation: b.cfg.Limits.InvitationTime}
	if cfg.Keep.Done == 0 {
		m.Done = func(ctx context.Context) (int, error) {
			c := IMAPConfig(cfg, proof)
			c.Mailbox = cfg.IMAP.DoneMailbox
			box, err := imapbox.Dial(ctx, c)
			if err != nil {
				return 0, err
			}
			uids, err := box.List(ctx)
			return len(uids), errors.Join(err, box.Close())
		}
	}
	if cfg.Monthly && cfg.Operator != "" {
		m.Tell = func(tx *store.Tx, cause string, month *templates.Month) error {
			w := b.begin(tx, letters.Occasion{Cause: cause})
			return errors.Join(w.desk.TellOperatorOfMonth(month), w.end())
		}
		m.Told = b.outbox.Wake
	}
	return monthly.New(b.process, m)
}

// mostFound is more mails than have one id by accident.
const mostFound = 20

// connections is how many SMTP connections there are at most. They are opened
// when there is something to send and kept.
const connections = 4

// Run is the daemon: it opens the store, reads mail, plays and answers until
// ctx ends, and then stops with nothing half done. It fails if the store can't
// be opened (store.ErrLocked and others) or its disk fails (store.ErrBroken), or
// if another bot reads the mailbox (imapbox.ErrOtherBot). A mailbox or a relay
// out of reach, or a full disk, is logged and tried again for as long as it takes.
//
// When env.Reload asks for it, Run takes another configuration over, all of it but the path of the store, without ending: what was
// under way is finished as at the end of ctx, and goes on with the new one. A configuration that is wrong
// is logged, and changes nothing.
func Run(ctx context.Context, cfg *config.Config, env Environment) (err error) {
	n, err := begin(cfg, env)
	if err != nil {
		return err
	}
	if env.Cluster == nil {
		defer func() { err = errors.Join(err, n.store.Close()) }()
	}
	n.process.Log.Info("started", "address", cfg.Address, "store", cfg.Store.Path)
	counter, s := control.NewCounter(n.requests, n.process.Log), n.store // the same in all sessions
	serving, shut := context.WithCancel(ctx)
	var served sync.WaitGroup
	served.Go(func() { control.Serve(serving, s, control.Path(cfg.Store.Path), counter) })
	if env.Cluster != nil {
		served.Go(func() { control.ServeCopies(serving, s, env.Cluster.Copies, counter) })
	}
	defer func() {
		n.term.over()
		shut()
		served.Wait()
		n.process.Log.Info("stopped")
		err = ending(ctx, err)
	}()
	for {
		if env.Made != nil && n.bot != nil {
			env.Made(n.bot)
		}
		during, end := context.WithCancelCause(ctx)
		ended := make(chan error, 1)
		go func() { ended <- together(during, n.loops...) }()
		next, news, err := n.untilNext(ctx, ended)
		if next == nil {
			end(nil)
			return err
		}
		// Whoever asks for something meanwhile waits for the session that follows.
		stopped := counter.Change(ctx, func() (control.Requests, *slog.Logger) {
			end(pulse.ErrFollowed)
			if err = <-ended; err != nil { // it ended by itself, and what follows is another one than was meant
				next, err = n.after(ctx, err)
			}
			if next != nil {
				next.goOn(n)
				n = next
			}
			return n.requests, n.process.Log
		})
		if stopped != nil {
			end(nil)
			return <-ended
		}
		if next == nil {
			return err
		}
		if news != nil {
			n.process.Log.Info("reloaded", news...)
		}
	}
}

// ending gives what Run ends with. A machine that was stopped just when it began or ceased to lead has ended well: whoever leads
// does what is left.
func ending(ctx context.Context, err error) error {
	changed := errors.Is(err, pulse.ErrFollowed) || errors.Is(err, store.ErrDeposed)
	if ctx.Err() != nil && changed && !errors.Is(err, store.ErrBroken) {
		return nil
	}
	return err
}

// untilNext waits until a session has ended, or the configuration has been read anew, and gives the session that follows,
// nil for none. After news, which is for the log, the session still has to be ended; after its end ended
// gives nil.
func (n *session) untilNext(ctx context.Context, ended chan error) (next *session, news []any, err error) {
	for {
		select {
		case err := <-ended:
			ended <- nil
			next, err = n.after(ctx, err)
			return next, nil, err
		case <-n.env.Reload:
		}
		n.beat.Reloading()
		if next, news, err = n.next(); err == nil {
			return next, news, nil
		}
		n.process.Log.Error("not reloaded: the bot goes on with the configuration that it has", "err", err)
		n.beat.Ready()
	}
}

// begin gives the session with which the bot begins.
func begin(cfg *config.Config, env Environment) (*session, error) {
	if env.Cluster != nil {
		return newStandby(cfg, env, false), nil
	}
	s, err := store.Open(cfg.Store.Path, NewSecret)
	if err != nil {
		return nil, err
	}
	n, err := newSession(cfg, env, s)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if m, done := s.Migrated(); done {
		n.process.Log.Info("store upgraded", "from_schema", m.From, "to_schema", m.To, "copy", m.Copy)
	}
	return n, nil
}

type (
	// An Incoming is one mail as it lies in a mailbox.
	Incoming = intake.Mail
	// A Mailbox is where mails arrive, see intake.Mailbox.
	Mailbox = intake.Mailbox
	// Mailboxes are the ways to open those that the bot reads, see intake.Mailboxes.
	Mailboxes = intake.Mailboxes
	// A Sender hands one mail to the outside, see outbox.Sender.
	Sender = outbox.Sender
)

// ReceiveLoop reads the mailbox until ctx ends, see intake.Intake.Loop.
func (b *Bot) ReceiveLoop(ctx context.Context, boxes Mailboxes, poll time.Duration) error {
	err := b.intake.Loop(ctx, boxes, poll)
	b.receiving.Lock() // but not after a panic, which may come of a mail
	defer b.receiving.Unlock()
	b.receiving.trials.End()
	return err
}

// SendLoop sends what the outbox holds until ctx ends, see outbox.Outbox.Loop.
func (b *Bot) SendLoop(ctx context.Context, senders []Sender) error {
	return b.outbox.Loop(ctx, senders)
}

// send is SendLoop, with connections that it closes afterwards: all at once,
// since each waits a moment for an answer that may never come.
func (b *Bot) send(ctx context.Context, connections []*smtpout.Sender) error {
	var senders []Sender
	var closes []func(context.Context) error
	for _, c := range connections {
		senders = append(senders, c)
		closes = append(closes, func(context.Context) error { return c.Close() })
	}
	err := b.SendLoop(ctx, senders)
	return errors.Join(together(context.Background(), closes...), err)
}

// together runs functions at the same time until all have ended; the failure
// of one ends the others.
func together(ctx context.Context, parts ...func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	errs := make([]error, len(parts))
	var running sync.WaitGroup
	for i, part := range parts {
		running.Go(func() {
			if errs[i] = part(ctx); errs[i] != nil {
				stop(errs[i])
			}
		})
	}
	running.Wait()
	return errors.Join(errs...)
}

// mailboxes gives the ways to open the mailboxes of a configuration; ready is
// called when the first one is open.
func (b *Bot) mailboxes(cfg *config.Config, proof Credentials, ready func()) (Mailboxes, error) {
	var once sync.Once
	// The owner names this process to other bots that might read the same mailbox: the
	// first half is the same for one store for ever, the second one new each time.
	var owner string
	err := b.process.Store.View(func(tx *store.Tx) error {
		key, err := tx.FixedKey(keyOfOwner)
		if err == nil {
			owner = hex.EncodeToString(key[:8]) + "." + strings.ToLower(rand.Text())
		}
		return err
	})
	if err != nil {
		return Mailboxes{}, err
	}
	dial := func(ctx context.Context, c imapbox.Config) (Mailbox, error) {
		c.Now, c.Overwrite = b.process.Now, true
		box, err := imapbox.Dial(ctx, c)
		if err != nil {
			return nil, err // a nil *imapbox.Box must not become a Mailbox
		}
		if err := box.Unprotected(); err != nil {
			b.process.Log.Warn("mailbox not locked: a second bot could use it too", "err", err)
		}
		if err := box.CanFile(); err != nil {
			b.process.Log.Warn("can't move mails: they stay in place, marked as read", "err", err)
		}
		return box, nil
	}
	return Mailboxes{
		Inbox: func(ctx context.Context) (Mailbox, error) {
			c := IMAPConfig(cfg, proof)
			c.Owner = owner
			box, err := dial(ctx, c)
			if err == nil && ready != nil {
				once.Do(ready)
			}
			return box, err
		},
		Done: func(ctx context.Context, since time.Time) (Mailbox, error) {
			c := IMAPConfig(cfg, proof)
			c.Mailbox, c.Since = c.DoneMailbox, since
			return dial(ctx, c)
		},
	}, nil
}

// Credentials are how the bot proves to its servers who it is.
type Credentials struct {
	IMAP, SMTP credential.Source
	Token      *credential.Bearer // nil if both are passwords; what Token.State says is for whoever watches over the bot
}

// NewCredentials gives those of a configuration, for all connections of a process.
func NewCredentials(c *config.Config, log *slog.Logger) Credentials {
	proof := Credentials{IMAP: credential.Password(c.IMAP.Password), SMTP: credential.Password(c.SMTP.Password)}
	if c.OAuth.Provider == "" {
		return proof
	}
	proof.Token = credential.NewBearer(c.OAuth.Settings(), log)
	if c.IMAP.Auth == config.OAuthLogin {
		proof.IMAP = proof.Token
	}
	if c.SMTP.Auth == config.OAuthLogin {
		proof.SMTP = proof.Token
	}
	return proof
}

// State tells how things stand with the token, nil if there is none.
func (c Credentials) State() *health.Token {
	if c.Token == nil {
		return nil
	}
	s := c.Token.State()
	t := &health.Token{Expires: s.Expiry, Since: s.Since, Dead: s.Dead()}
	if e := (*credential.Error)(nil); errors.As(s.Err, &e) {
		t.Says = e.Error() + ". " + e.Advice()
	}
	return t
}

// IMAPConfig says how to reach the mailbox of a configuration.
func IMAPConfig(c *config.Config, proof Credentials) imapbox.Config {
	box := imapbox.Config{
		Host: c.IMAP.Host, Port: c.IMAP.Port, Security: string(c.IMAP.Security),
		Username: c.IMAP.Username, Credential: proof.IMAP,
		Mailbox: c.IMAP.Mailbox, DoneMailbox: c.IMAP.DoneMailbox, FailedMailbox: c.IMAP.FailedMailbox,
		MaxSize: int64(c.Limits.MailSize) << 10,
		TLS:     transport.TLS(c.IMAP.Roots, string(c.IMAP.TLSFingerprint)),
	}
	if c.IMAP.Security == config.None {
		box.Dial = transport.Within(c.PrivateNetworks)
	}
	return box
}

// SMTPConfig says how to reach the relay of a configuration.
func SMTPConfig(c *config.Config, proof Credentials) smtpout.Config {
	_, domain, _ := strings.Cut(c.Address, "@")
	relay := smtpout.Config{
		Host: c.SMTP.Host, Port: c.SMTP.Port, Security: string(c.SMTP.Security),
		Username: c.SMTP.Username, Credential: proof.SMTP, Helo: domain,
		TLS: transport.TLS(c.SMTP.Roots, string(c.SMTP.TLSFingerprint)),
	}
	if c.SMTP.Security == config.None {
		relay.Dial = transport.Within(c.PrivateNetworks)
	}
	if sign := c.SMTP.DKIM; sign.Key != nil {
		relay.DKIM = &smtpout.DKIM{Domain: sign.Domain, Selector: sign.Selector, Key: sign.Key}
	}
	return relay
}

// folderOf is where a mail is filed.
func folderOf(d decision.Decision) imapbox.Folder {
	if d.Failed() {
		return imapbox.Failed
	}
	return imapbox.Done
}
