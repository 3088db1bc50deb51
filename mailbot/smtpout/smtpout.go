// Package smtpout hands finished mails to an SMTP server, one at a time, and
// says of each what became of it: accepted, not now, or never.
//
// It has go-mail write the header of a mail, and talks through go-mail's SMTP client. It
// composes no mail, keeps no queue and repeats nothing, except that a kept
// connection which turns out to be dead is replaced before anything was sent.
//
// Package mailbot/outbox sends through it; the check command calls Check to try the
// configuration.
package smtpout

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"sync"
	"time"

	"unlurbot/mailbot/credential"
	"unlurbot/store"
)

// The values of Config.Security.
const (
	SecurityTLS      = "tls"      // TLS from the first byte, usually port 465
	SecurityStartTLS = "starttls" // TLS after a plain greeting, usually port 587
	SecurityNone     = "none"     // no encryption; the caller says by Dial where that may lead
)

const (
	// RFC 5321 section 4.5.3.2 asks for minutes at each step, ten of them for the
	// last dot: a server with a slow filter takes the mail after we hung up, and
	// would get it again.
	defaultTimeout = 10 * time.Minute
	connectTimeout = time.Minute
	checkTimeout   = 30 * time.Second // somebody is waiting for it
	quitTimeout    = 2 * time.Second
	defaultHelo    = "localhost"
	// largestKept is how much memory for a mail is kept for the next one: most mails
	// with a board fit.
	largestKept = 128 << 10
)

// Config says which server to hand mails to and how.
type Config struct {
	Host     string
	Port     int
	Security string // SecurityTLS, SecurityStartTLS or SecurityNone

	Username   string            // empty for a server that asks for no login
	Credential credential.Source // what is secret of it appears in no error; may be nil without Username

	Timeout time.Duration // for one mail, connecting included; 0 means ten minutes
	TLS     *tls.Config   // nil means the system's roots and Host as the name
	Helo    string        // what we call ourselves; empty means localhost
	DKIM    *DKIM         // nil: mails are not signed

	// Dial connects to Host and Port; nil means (*net.Dialer).DialContext.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// A Sender hands over mails on one connection, which it opens when it is
// needed and keeps for the next mail. Several goroutines may share it and then
// take turns; for more speed, use more Senders.
type Sender struct {
	cfg Config

	mu      sync.Mutex
	conn    *conversation // nil when there is none
	content bytes.Buffer  // the mail at hand, and room for the next one
}

// New makes a Sender. It does not connect.
func New(cfg Config) (*Sender, error) {
	switch cfg.Security {
	case SecurityTLS, SecurityStartTLS, SecurityNone:
	default:
		return nil, fmt.Errorf("smtpout: unknown security %q", cfg.Security)
	}
	if cfg.Host == "" || cfg.Port < 1 || cfg.Port > 65535 {
		return nil, fmt.Errorf("smtpout: no server %q with port %d", cfg.Host, cfg.Port)
	}
	cfg.Timeout = cmp.Or(cfg.Timeout, defaultTimeout)
	cfg.Helo = cmp.Or(cfg.Helo, defaultHelo)
	if cfg.Credential == nil {
		cfg.Credential = credential.Password("")
	}
	if cfg.Dial == nil {
		cfg.Dial = new(net.Dialer).DialContext
	}
	return &Sender{cfg: cfg}, nil
}

// Send hands over one mail. Nil means that the server has taken it. Any error
// is a *Failure; after a temporary one the outcome may be unknown, and the
// same mail, which carries the same Message-ID, is to be sent again.
func (s *Sender) Send(ctx context.Context, mail *store.Outgoing) error {
	for _, address := range []string{mail.EnvelopeFrom, mail.EnvelopeTo} {
		if !sendable.MatchString(address) {
			return permanent(StepMail, fmt.Errorf("%w: %q", errEnvelope, address))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// Built before the first command: a mail that can't be built must not end
	// as half a mail at the server.
	s.content.Reset()
	defer func() {
		if s.content.Cap() > largestKept { // few others need as much
			s.content = bytes.Buffer{}
		}
	}()
	if err := WriteSigned(ctx, &s.content, mail, s.cfg.DKIM); err != nil {
		if ctx.Err() != nil { // which says nothing of the mail
			return &Failure{Step: StepMail, Err: context.Cause(ctx)}
		}
		return permanent(StepMail, err)
	}

	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()

	kept := s.conn != nil
	f := s.attempt(ctx, mail, s.content.Bytes())
	// A connection that ended while it was not in use: nothing of the mail was sent, and the
	// server did not speak of the mail.
	stale := kept && f != nil && f.Step != StepContent && (f.Code == 0 || f.Code == codeClosing)
	if stale && ctx.Err() == nil {
		f = s.attempt(ctx, mail, s.content.Bytes())
	}
	if f != nil {
		return f
	}
	return nil
}

// attempt hands over one mail on the kept connection or on a new one.
func (s *Sender) attempt(ctx context.Context, mail *store.Outgoing, content []byte) *Failure {
	if s.conn == nil {
		// A server that does not answer is given up much earlier than one that thinks
		// about a mail.
		soon, cancel := context.WithTimeout(ctx, min(s.cfg.Timeout, connectTimeout))
		defer cancel()
		conn, f := dial(soon, s.cfg)
		if f != nil {
			return f
		}
		s.conn = conn
	}
	f := s.conn.send(ctx, mail, content)
	if f == nil {
		return nil
	}
	reset := func() (string, error) { return "", s.conn.client.Reset() }
	if f.Code == 0 || f.Code == codeClosing || s.conn.do(ctx, reset) != nil { // it takes no other mail
		s.conn.drop()
		s.conn = nil
	}
	return f
}

// Check connects, logs in and says goodbye, on a connection of its own. Any
// error is a *Failure.
func (s *Sender) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, min(s.cfg.Timeout, checkTimeout))
	defer cancel()
	conn, err := dial(ctx, s.cfg)
	if err != nil {
		return err
	}
	conn.quit(ctx)
	return nil
}

// Close says goodbye on the kept connection, for which the server gets a
// moment. The Sender may be used again and then connects anew.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), quitTimeout)
	defer cancel()
	s.conn.quit(ctx)
	s.conn = nil
	return nil
}
