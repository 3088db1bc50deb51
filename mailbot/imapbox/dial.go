package imapbox

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

// Dial connects, logs in, sees to the mailbox for what is done and selects the
// one where mail arrives. That the first can't be created is not an error: see
// CanFile. With Config.Owner it first takes the lease, and fails with
// ErrOtherBot if another bot has it; where the server does not allow for one,
// see Unprotected. Errors are of type *Error.
func Dial(ctx context.Context, cfg Config) (*Box, error) {
	cfg.CommandTimeout = cmp.Or(cfg.CommandTimeout, defaultCommandTimeout)
	cfg.LogoutTimeout = cmp.Or(cfg.LogoutTimeout, defaultLogoutTimeout)
	if cfg.Dial == nil {
		cfg.Dial = new(net.Dialer).DialContext
	}
	b := &Box{cfg: cfg, arrived: make(chan struct{}, 1)}
	err := b.open(ctx)
	if impossible := b.lease.impossible; impossible != nil {
		// The library ends the connection when a mail is refused.
		b.abandon()
		b = &Box{cfg: cfg, arrived: make(chan struct{}, 1), lease: lease{impossible: impossible}}
		err = b.open(ctx)
	}
	if err != nil {
		b.abandon()
		return nil, err
	}
	return b, nil
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
	if err := b.connect(ctx); err != nil {
		return err
	}
	if err := b.secure(ctx); err != nil {
		return err
	}
	if err := b.do(ctx, OpGreeting, b.client.WaitGreeting); err != nil {
		return err
	}
	if err := b.login(ctx); err != nil {
		return err
	}
	if err := b.takeLease(ctx); err != nil {
		return err
	}
	if err := b.ensure(ctx, Done); err != nil {
		return err
	}
	var err error
	b.uidValidity, err = b.selectFolder(ctx, OpSelect, b.cfg.Mailbox)
	return err
}

func (b *Box) connect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, b.cfg.CommandTimeout)
	defer cancel()
	conn, err := b.cfg.Dial(ctx, "tcp", b.address())
	if err != nil {
		return b.fail(OpConnect, err)
	}
	b.conn = conn
	return nil
}

func (b *Box) address() string {
	return net.JoinHostPort(b.cfg.Host, strconv.Itoa(b.cfg.Port))
}

// secure puts TLS and the IMAP client on the connection.
func (b *Box) secure(ctx context.Context) error {
	conn := b.conn
	switch b.cfg.Security {
	case SecurityTLS, SecurityStartTLS:
		if b.cfg.Security == SecurityStartTLS {
			if err := b.askForTLS(ctx); err != nil {
				return err
			}
		}
		encrypted := tls.Client(conn, b.tlsConfig())
		if err := b.do(ctx, OpTLS, func() error { return encrypted.HandshakeContext(ctx) }); err != nil {
			return err
		}
		conn = encrypted
		if b.cfg.Security == SecurityStartTLS {
			conn = greeted{conn, io.MultiReader(strings.NewReader("* OK\r\n"), conn)}
		}
	case SecurityNone:
	default:
		return b.fail(OpConnect, fmt.Errorf("unknown security %q", b.cfg.Security))
	}
	b.tap = &tap{Conn: conn}
	b.client = imapclient.New(b.tap, &imapclient.Options{
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: b.noteArrival},
	})
	return nil
}

func (b *Box) tlsConfig() *tls.Config {
	cfg := &tls.Config{}
	if b.cfg.TLS != nil {
		cfg = b.cfg.TLS.Clone()
	}
	cfg.ServerName = cmp.Or(cfg.ServerName, b.cfg.Host)
	cfg.MinVersion = max(cfg.MinVersion, tls.VersionTLS12)
	return cfg
}

// login prefers AUTHENTICATE PLAIN, which knows what to do with letters
// beyond ASCII, and takes LOGIN where that is not offered. It then asks what
// the server can do: the library's own idea of that may still be the one from
// before the login, which lacks most of it.
func (b *Box) login(ctx context.Context) error {
	return b.do(ctx, OpLogin, func() (err error) {
		caps := b.client.Caps()
		switch {
		case caps.Has(imap.AuthCap(sasl.Plain)):
			err = b.client.Authenticate(sasl.NewPlainClient("", b.cfg.Username, b.cfg.Password))
		case caps.Has(imap.CapLoginDisabled):
			err = errLoginDisabled
		default:
			err = b.client.Login(b.cfg.Username, b.cfg.Password).Wait()
		}
		if err == nil {
			b.caps, err = b.client.Capability().Wait()
		}
		return err
	})
}

// noteArrival runs in the client's reader and must not block it.
func (b *Box) noteArrival(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
	b.announce()
}

// announce makes the next Wait return at once.
func (b *Box) announce() {
	select {
	case b.arrived <- struct{}{}:
	default:
	}
}

func (b *Box) forgetArrivals() {
	select {
	case <-b.arrived:
	default:
	}
}
