package mailbot

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"strings"
	"time"

	"unlurbot/mailbot/backups"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/keep"
	"unlurbot/mailbot/monthly"
	"unlurbot/mailbot/pulse"
	"unlurbot/mailbot/site"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// A session is the bot at work with one configuration. When that is read anew the session ends, as the whole
// process does when it is stopped, and another one begins on the same store. So every key can be changed
// while the bot runs but that of the store, and no part of the bot has to know that anything can change.
type session struct {
	cfg      *config.Config
	env      Environment
	store    *store.Store
	bot      *Bot
	proof    Credentials
	beat     *pulse.Pulse
	month    *monthly.Monthly
	public   *site.Publisher
	loops    []func(context.Context) error // which run until their context ends
	requests control.Requests
}

// newSession makes a session, which does nothing yet.
func newSession(cfg *config.Config, env Environment, s *store.Store) (*session, error) {
	bot, err := New(BotConfig(cfg, env), s, env.Now, env.Log(cfg.Log))
	if err != nil {
		return nil, err
	}
	proof := NewCredentials(cfg, bot.process.Log)
	boxes, err := bot.mailboxes(cfg, proof, env.Ready)
	if err != nil {
		return nil, err
	}
	var senders []*smtpout.Sender
	for range connections {
		out, err := smtpout.New(SMTPConfig(cfg, proof))
		if err != nil {
			return nil, err
		}
		senders = append(senders, out)
	}
	saved := backups.New(bot.process, cfg.Store.Path, cfg.Backup)
	filed := keep.Mailbox{
		Expire: func(ctx context.Context, before time.Time) (deleted int, err error) {
			c := IMAPConfig(cfg, proof)
			c.Mailbox = c.DoneMailbox
			box, err := imapbox.Dial(ctx, c)
			if err != nil {
				return 0, err
			}
			deleted, err = box.Expire(ctx, before)
			return deleted, errors.Join(err, box.Close())
		},
		Needed: saved.Needed,
	}
	public := site.NewPublisher(bot.process, cfg)
	beat := pulse.New(bot.process, cfg, env.Manager, saved.State, public.State, proof.State)
	month := bot.Monthly(cfg, proof, saved.State)
	requests := control.Requests{
		RequestStatus:    func(context.Context, url.Values) (any, error) { return beat.Status() },
		RequestRotateKey: bot.requestedKey,
		RequestAnnounce:  requestedAnnouncement(bot),
	}
	desk := AdminDesk(cfg, proof, env, s)
	bot.Operate(desk, beat.Status)
	maps.Copy(requests, desk.Requests())
	maps.Copy(requests, env.Requests)
	return &session{
		cfg: cfg, env: env, store: s, bot: bot, proof: proof, beat: beat, month: month, public: public, requests: requests,
		loops: []func(context.Context) error{
			func(ctx context.Context) error {
				return bot.ReceiveLoop(ctx, boxes, cfg.IMAP.PollInterval)
			},
			func(ctx context.Context) error { return bot.send(ctx, senders) },
			bot.WakeLoop,
			bot.robots.Loop,
			func(ctx context.Context) error { return bot.keeper.Loop(ctx, filed) },
			saved.Loop,
			public.Loop,
			month.Loop,
			beat.Loop,
			beat.ServeMetrics,
		},
	}, nil
}

// next makes the session that can follow, with the configuration as it is now, and says for the log what is new in it.
func (n *session) next() (next *session, news []any, err error) {
	cfg, err := n.env.Load()
	if err != nil {
		return nil, nil, err
	}
	var waits []any
	if cfg.Store != n.cfg.Store { // which is open and locked, and beside which commands find the bot
		cfg.Store, waits = n.cfg.Store, []any{"needs_restart", "store.path"}
	}
	taken := "nothing has changed"
	if changes := n.cfg.Changes(cfg); len(changes) > 0 {
		taken = strings.Join(changes, " ")
	}
	env := n.env
	env.Ready = nil // it was
	next, err = newSession(cfg, env, n.store)
	return next, append([]any{"taken_over", taken}, waits...), err
}
