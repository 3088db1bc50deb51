// Package sandbox runs a mail provider inside the process: an SMTP server
// that takes mail for every address of one domain, and an IMAP server that
// shows it. The sandbox and demo commands let people and the bot meet on it
// with any mail client, and tests use it as the real servers it is made of.
//
// It keeps mail in memory only, sends nothing out, knows no passwords and
// offers no TLS; it is meant for loopback and says yes to everybody there.
// It knows nothing of games or of the bot.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-smtp"
)

const (
	defaultDomain  = "sandbox.test"
	defaultAddr    = "127.0.0.1:0"
	defaultMaxSize = 25 << 20
)

// Config says where the servers listen and what they accept. The zero value
// listens on free loopback ports for the domain sandbox.test.
type Config struct {
	Domain   string           // the one domain that has mailboxes
	SMTPAddr string           // host:port; port 0 takes a free one
	IMAPAddr string           // likewise
	MaxSize  int64            // largest mail in bytes; 0 means 25 MiB
	Now      func() time.Time // for Received and INTERNALDATE; nil means time.Now
	Log      *slog.Logger     // nil logs nothing

	// Delivered is called with each mail that came by SMTP, once it is in the mailbox of
	// a name. Whoever sends it waits meanwhile. It may be nil.
	Delivered func(name, from string, mail []byte)

	// Tokens is for a mailbox that is opened with tokens; nil if there is none.
	Tokens *Tokens

	// Listen opens the ports; nil means (*net.ListenConfig).Listen.
	Listen func(ctx context.Context, network, address string) (net.Listener, error)
}

func (c Config) withDefaults() Config {
	if c.Domain == "" {
		c.Domain = defaultDomain
	}
	c.Domain = strings.ToLower(c.Domain)
	if c.SMTPAddr == "" {
		c.SMTPAddr = defaultAddr
	}
	if c.IMAPAddr == "" {
		c.IMAPAddr = defaultAddr
	}
	if c.MaxSize <= 0 {
		c.MaxSize = defaultMaxSize
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Listen == nil {
		c.Listen = new(net.ListenConfig).Listen
	}
	return c
}

// Servers are a running SMTP and IMAP server that share one post office.
type Servers struct {
	domain string
	log    *slog.Logger
	office *postOffice

	smtpListener, imapListener *announcingListener
	smtp                       *smtp.Server
	imap                       *imapserver.Server

	serving sync.WaitGroup
	closing sync.Once
	err     error // of the one Close that does the work
}

// Start opens both servers; both accept connections when it returns.
func Start(cfg Config) (*Servers, error) {
	cfg = cfg.withDefaults()
	smtpListener, err := listen(cfg, cfg.SMTPAddr)
	if err != nil {
		return nil, fmt.Errorf("sandbox: SMTP: %w", err)
	}
	imapListener, err := listen(cfg, cfg.IMAPAddr)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox: IMAP: %w", err), smtpListener.Close())
	}

	office := &postOffice{
		domain:   cfg.Domain,
		now:      cfg.Now,
		epoch:    uint32(cfg.Now().UnixMilli()), // a second is too coarse for a quick restart
		accounts: map[string]*account{},
	}
	s := &Servers{
		domain:       cfg.Domain,
		log:          cfg.Log,
		office:       office,
		smtpListener: smtpListener,
		imapListener: imapListener,
		smtp:         newSMTPServer(office, cfg),
		imap:         newIMAPServer(office, cfg),
	}
	s.serve("SMTP", smtpListener, s.smtp.Serve)
	s.serve("IMAP", imapListener, func(l net.Listener) error { return s.imap.Serve(patientListener{l}) })
	return s, nil
}

// serve runs one server and returns once it waits for connections: both
// libraries note a listener only when Serve has begun, and a Close before
// that would be lost on them.
func (s *Servers) serve(name string, l *announcingListener, serve func(net.Listener) error) {
	s.serving.Go(func() {
		if err := serve(l); err != nil && !errors.Is(err, net.ErrClosed) {
			s.log.Error("server stopped", "server", name, "err", err)
		}
	})
	<-l.accepting
}

// SMTPAddr is the host:port that takes mail.
func (s *Servers) SMTPAddr() string { return s.smtpListener.Addr().String() }

// IMAPAddr is the host:port that shows mail.
func (s *Servers) IMAPAddr() string { return s.imapListener.Addr().String() }

// Domain is the domain whose addresses all have a mailbox.
func (s *Servers) Domain() string { return s.domain }

// Mailboxes lists the mailboxes that somebody has used so far, by name.
func (s *Servers) Mailboxes() ([]Mailbox, error) {
	s.office.mu.Lock()
	accounts := maps.Clone(s.office.accounts)
	s.office.mu.Unlock()
	var list []Mailbox
	for _, name := range slices.Sorted(maps.Keys(accounts)) {
		status, err := accounts[name].Status(inbox, &imap.StatusOptions{NumUnseen: true})
		if err != nil {
			return nil, fmt.Errorf("sandbox: counting the mails of %s: %w", name, err)
		}
		list = append(list, Mailbox{Name: name, Unread: int(*status.NumUnseen)})
	}
	return list, nil
}

// Close ends all connections and frees both ports. The mail is gone with it.
func (s *Servers) Close() error {
	s.closing.Do(func() {
		s.err = errors.Join(s.smtp.Close(), s.imap.Close())
		s.serving.Wait()
	})
	return s.err
}

// announcingListener tells when somebody has begun to accept from it.
type announcingListener struct {
	net.Listener
	once      sync.Once
	accepting chan struct{}
}

func listen(cfg Config, addr string) (*announcingListener, error) {
	l, err := cfg.Listen(context.Background(), "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &announcingListener{Listener: l, accepting: make(chan struct{})}, nil
}

// Accept implements net.Listener.
func (l *announcingListener) Accept() (net.Conn, error) {
	l.once.Do(func() { close(l.accepting) })
	return l.Listener.Accept()
}
