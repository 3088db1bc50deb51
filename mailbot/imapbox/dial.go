package imapbox

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"unlurbot/mailbot/credential"
)

// Dial connects, logs in, sees to the mailbox for what is done and selects the
// one where mail arrives. That the first can't be created is not an error: see
// CanFile. With Config.Owner it first takes the lease, and fails with
// ErrOtherBot if another bot has it; where the server does not allow for one,
// see Unprotected. Errors are of type *Error.
func Dial(ctx context.Context, cfg Config) (*Box, error) {
	cfg.CommandTimeout = cmp.Or(cfg.CommandTimeout, defaultCommandTimeout)
	cfg.LogoutTimeout = cmp.Or(cfg.LogoutTimeout, defaultLogoutTimeout)
	if cfg.Credential == nil {
		cfg.Credential = credential.Password("")
	}
	if cfg.Dial == nil {
		cfg.Dial = new(net.Dialer).DialContext
	}
	b := newBox(cfg, nil)
	err := b.open(ctx)
	// A token may have been taken back before its end; another one is got at once. Dovecot says BAD of
	// one that it doesn't like.
	if failed := (*Error)(nil); errors.As(err, &failed) && failed.Op == OpLogin && failed.Refused() && !failed.throttled() && cfg.Credential.Refused(b.shown) {
		b.abandon()
		b = newBox(cfg, nil)
		err = b.open(ctx)
	}
	if impossible := b.lease.impossible; impossible != nil {
		// The library ends the connection when a mail is refused.
		b.abandon()
		b = newBox(cfg, impossible)
		err = b.open(ctx)
	}
	if err != nil {
		b.abandon()
		return nil, err
	}
	return b, nil
}

// newBox makes a Box without a connection; unprotected is why there is no lease.
func newBox(cfg Config, unprotected error) *Box {
	b := &Box{wire: wire{cfg: cfg, arrived: make(chan struct{}, 1)}}
	b.lease = lease{wire: &b.wire, impossible: unprotected}
	return b
}

// abandon ends a connection that came to nothing. What went wrong before is
// the error that matters.
func (b *Box) abandon() {
	switch {
	case b.lease.held != 0:
		_ = b.Close()
	case b.conn != nil:
		_ = b.conn.Close()
	}
}

// open is Dial on a Box that its caller clears away when it fails.
func (b *Box) open(ctx context.Context) error {
	connecting, cancel := context.WithTimeout(ctx, b.cfg.CommandTimeout)
	defer cancel()
	conn, err := b.cfg.Dial(connecting, "tcp", b.address())
	if err != nil {
		return b.fail(OpConnect, err)
	}
	b.conn = conn
	if err := b.secure(ctx); err != nil {
		return err
	}
	if err := b.do(ctx, OpGreeting, b.client.WaitGreeting); err != nil {
		return err
	}
	if err := b.login(ctx); err != nil {
		return err
	}
	if err := b.lease.take(ctx); err != nil {
		return err
	}
	if err := b.ensure(ctx, Done); err != nil {
		return err
	}
	b.uidValidity, err = b.selectFolder(ctx, OpSelect, b.cfg.Mailbox)
	return err
}

// login proves who we are. With a password, AUTHENTICATE PLAIN knows what to do with letters beyond
// ASCII; LOGIN is for where that is not offered. What the server can do is asked then: the
// library's own idea of that may still be the one from before the login, which lacks most of it.
func (b *Box) login(ctx context.Context) error {
	var caps imap.CapSet
	err := b.do(ctx, OpLogin, func() error {
		caps = b.client.Caps() // which may ask the server
		return nil
	})
	if err != nil {
		return err
	}
	password, has := b.cfg.Credential.(credential.Password)
	if !has || caps.Has(imap.AuthCap(sasl.Plain)) {
		var offered []string
		for _, mechanism := range caps.AuthMechanisms() {
			offered = append(offered, strings.ToUpper(mechanism))
		}
		if b.shown, err = b.cfg.Credential.SASL(ctx, b.cfg.Username, offered); err != nil {
			return b.fail(OpToken, err)
		}
	}
	return b.do(ctx, OpLogin, func() (err error) {
		switch {
		case b.shown != nil:
			err = b.client.Authenticate(b.shown)
		case caps.Has(imap.CapLoginDisabled):
			err = errLoginDisabled
		default:
			err = b.client.Login(b.cfg.Username, string(password)).Wait()
		}
		if err == nil {
			b.caps, err = b.client.Capability().Wait()
		}
		return err
	})
}

// secure puts TLS and the IMAP client on the connection.
func (w *wire) secure(ctx context.Context) error {
	conn := w.conn
	switch w.cfg.Security {
	case SecurityTLS, SecurityStartTLS:
		if w.cfg.Security == SecurityStartTLS {
			if err := w.askForTLS(ctx); err != nil {
				return err
			}
		}
		cfg := &tls.Config{}
		if w.cfg.TLS != nil {
			cfg = w.cfg.TLS.Clone()
		}
		cfg.ServerName = cmp.Or(cfg.ServerName, w.cfg.Host)
		cfg.MinVersion = max(cfg.MinVersion, tls.VersionTLS12)
		encrypted := tls.Client(conn, cfg)
		if err := w.do(ctx, OpTLS, func() error { return encrypted.HandshakeContext(ctx) }); err != nil {
			return err
		}
		conn = encrypted
		if w.cfg.Security == SecurityStartTLS {
			conn = greeted{conn, io.MultiReader(strings.NewReader("* OK\r\n"), conn)}
		}
	case SecurityNone:
	default:
		return w.fail(OpConnect, fmt.Errorf("unknown security %q", w.cfg.Security))
	}
	w.tap = &tap{Conn: conn}
	w.client = imapclient.New(w.tap, &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			// It runs in the client's reader and must not block it.
			Mailbox: func(data *imapclient.UnilateralDataMailbox) {
				if data.NumMessages != nil {
					w.announce()
				}
			},
		},
	})
	return nil
}
