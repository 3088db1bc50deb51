package imapbox

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

// Dial connects, logs in, makes sure that the mailbox for filed mails exists
// and selects the one where mail arrives. Its errors are of type *Error.
func Dial(ctx context.Context, cfg Config) (*Box, error) {
	cfg.CommandTimeout = cmp.Or(cfg.CommandTimeout, defaultCommandTimeout)
	b := &Box{cfg: cfg, arrived: make(chan struct{}, 1)}
	if err := b.open(ctx); err != nil {
		if b.conn != nil {
			_ = b.conn.Close() // the reason to give up is the error that matters
		}
		return nil, err
	}
	return b, nil
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
	if err := b.ensureDone(ctx); err != nil {
		return err
	}
	return b.do(ctx, OpSelect, func() error {
		data, err := b.client.Select(b.cfg.Mailbox, nil).Wait()
		b.uidValidity = data.UIDValidity
		return err
	})
}

func (b *Box) connect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, b.cfg.CommandTimeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", b.address())
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
	options := &imapclient.Options{
		TLSConfig:             b.tlsConfig(),
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: b.noteArrival},
	}
	switch b.cfg.Security {
	case SecurityTLS:
		conn := tls.Client(b.conn, options.TLSConfig)
		if err := b.do(ctx, OpTLS, func() error { return conn.HandshakeContext(ctx) }); err != nil {
			return err
		}
		b.client = imapclient.New(conn, options)
	case SecurityStartTLS:
		return b.do(ctx, OpTLS, func() (err error) {
			b.client, err = imapclient.NewStartTLS(b.conn, options)
			return err
		})
	case SecurityNone:
		b.client = imapclient.New(b.conn, options)
	default:
		return b.fail(OpConnect, fmt.Errorf("unknown security %q", b.cfg.Security))
	}
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

// ensureDone creates the mailbox for filed mails unless it is there. STATUS
// asks first because not every server says why a CREATE failed.
func (b *Box) ensureDone(ctx context.Context) error {
	name := b.cfg.DoneMailbox
	return b.do(ctx, OpCreate, func() error {
		_, err := b.client.Status(name, &imap.StatusOptions{UIDNext: true}).Wait()
		if !isAnswer(err) {
			return err
		}
		err = b.client.Create(name, nil).Wait()
		var answer *imap.Error
		if errors.As(err, &answer) && answer.Code == imap.ResponseCodeAlreadyExists {
			return nil
		}
		if err != nil {
			return err
		}
		// Many mail clients show the operator subscribed folders only. A server
		// that refuses this has the folder all the same.
		if err := b.client.Subscribe(name).Wait(); !isAnswer(err) {
			return err
		}
		return nil
	})
}

// noteArrival runs in the client's reader and must not block it.
func (b *Box) noteArrival(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
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
