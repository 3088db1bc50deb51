package mailbot

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/smtpout"
	"unlurbot/parser"
	"unlurbot/store"
)

// An Environment is what the process gives to Run.
type Environment struct {
	Now    func() time.Time
	Log    *slog.Logger
	Limits Limits
	Ready  func() // called when the mailbox is open for the first time; may be nil
}

// Run is the daemon: it opens the store, reads mail, plays and answers until
// ctx ends, and then stops with nothing half done. It fails at once if the
// store can't be opened (store.ErrLocked and others); a mailbox or a relay out
// of reach is logged and tried again for as long as it takes.
func Run(ctx context.Context, cfg *config.Config, env Environment) (err error) {
	s, err := store.Open(cfg.Store.Path, NewSecret)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	bot, err := New(Config{Address: cfg.Address, AuthservID: cfg.Trust.AuthservID, Limits: env.Limits}, s, env.Now, env.Log)
	if err != nil {
		return err
	}
	out, err := smtpout.New(SMTPConfig(cfg))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()

	var ready sync.Once
	open := func(ctx context.Context) (Mailbox, error) {
		box, err := imapbox.Dial(ctx, IMAPConfig(cfg))
		if err != nil {
			return nil, err // a nil *imapbox.Box must not become a Mailbox
		}
		if env.Ready != nil {
			ready.Do(env.Ready)
		}
		return box, nil
	}
	env.Log.Info("started", "address", cfg.Address, "store", cfg.Store.Path)
	var loops sync.WaitGroup
	loops.Go(func() { bot.ReceiveLoop(ctx, open, cfg.IMAP.PollInterval) })
	loops.Go(func() { bot.SendLoop(ctx, out) })
	loops.Wait()
	env.Log.Info("stopped")
	return nil
}

// NewSecret makes the key for reply tokens of a new store.
func NewSecret() ([]byte, error) {
	secret := make([]byte, 32)
	_, err := rand.Read(secret)
	return secret, err
}

// IMAPConfig says how to reach the mailbox of a configuration.
func IMAPConfig(c *config.Config) imapbox.Config {
	return imapbox.Config{
		Host: c.IMAP.Host, Port: c.IMAP.Port, Security: string(c.IMAP.Security),
		Username: c.IMAP.Username, Password: c.IMAP.Password,
		Mailbox: c.IMAP.Mailbox, DoneMailbox: c.IMAP.DoneMailbox, MaxSize: parser.MaxMail,
	}
}

// SMTPConfig says how to reach the relay of a configuration.
func SMTPConfig(c *config.Config) smtpout.Config {
	_, domain, _ := strings.Cut(c.Address, "@")
	return smtpout.Config{
		Host: c.SMTP.Host, Port: c.SMTP.Port, Security: string(c.SMTP.Security),
		Username: c.SMTP.Username, Password: c.SMTP.Password, Helo: domain,
	}
}
