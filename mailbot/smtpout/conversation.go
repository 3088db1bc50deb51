package smtpout

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail/smtp"

	"unlurbot/store"
)

// conversation is one SMTP connection after the login. It uses go-mail's SMTP
// client rather than its mail.Client on top: that one hides the server's
// answer in a text, reports an error for a mail that was delivered when the
// RSET behind it fails, and leaves connections open when a login fails.
type conversation struct {
	raw    net.Conn // under any TLS, so that closing it never waits for the peer
	client *smtp.Client
	cfg    Config
}

// dial connects, puts TLS on the connection and logs in.
func dial(ctx context.Context, cfg Config) (*conversation, *Failure) {
	address := net.JoinHostPort(cfg.Host, strconv.Itoa(cfg.Port))
	raw, err := cfg.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, cfg.failure(StepConnect, err)
	}
	c := &conversation{raw: raw, cfg: cfg}
	if f := c.do(ctx, c.greet, c.login); f != nil {
		c.drop()
		return nil, f
	}
	return c, nil
}

// step is one part of the conversation; it says which one when it fails.
type step func() (name string, err error)

// do runs steps under the watchdog. go-mail knows no context, but everything
// in it ends when the connection is closed.
func (c *conversation) do(ctx context.Context, steps ...step) *Failure {
	stop := context.AfterFunc(ctx, func() { _ = c.raw.Close() })
	defer stop()
	for _, step := range steps {
		name, err := step()
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx) // the rest is the echo of the closed connection
		}
		return c.cfg.failure(name, err)
	}
	return nil
}

// greet reads the greeting, introduces us and sees to TLS.
func (c *conversation) greet() (string, error) {
	conn := c.raw
	tlsConfig := &tls.Config{}
	if c.cfg.TLS != nil {
		tlsConfig = c.cfg.TLS.Clone()
	}
	tlsConfig.ServerName = cmp.Or(tlsConfig.ServerName, c.cfg.Host)
	tlsConfig.MinVersion = max(tlsConfig.MinVersion, tls.VersionTLS12)
	if c.cfg.Security == SecurityTLS {
		secured := tls.Client(c.raw, tlsConfig)
		if err := secured.Handshake(); err != nil {
			return StepTLS, err
		}
		conn = secured
	}
	var err error
	if c.client, err = smtp.NewClient(conn, c.cfg.Host); err != nil {
		return StepGreeting, err
	}
	if err := c.client.Hello(c.cfg.Helo); err != nil {
		return StepGreeting, err
	}
	if c.cfg.Security == SecurityStartTLS {
		if err := c.client.StartTLS(tlsConfig); err != nil {
			return StepTLS, err
		}
	}
	return "", nil
}

// login prefers PLAIN: behind TLS every server that offers it can check it,
// which is not so of the mechanisms that need the password in clear.
func (c *conversation) login() (string, error) {
	if c.cfg.Username == "" {
		return "", nil
	}
	_, extension := c.client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(extension))
	unencrypted := c.cfg.Security == SecurityNone // the caller keeps that to loopback
	user, password, host := c.cfg.Username, c.cfg.Password, c.cfg.Host
	for _, mechanism := range []struct {
		name string
		auth smtp.Auth
	}{
		{"PLAIN", smtp.PlainAuth("", user, password, host, unencrypted)},
		{"LOGIN", smtp.LoginAuth(user, password, host, unencrypted)},
		{"SCRAM-SHA-256", smtp.ScramSHA256Auth(user, password)},
		{"CRAM-MD5", smtp.CRAMMD5Auth(user, password)},
	} {
		if slices.Contains(offered, mechanism.name) {
			return StepLogin, c.client.Auth(mechanism.auth)
		}
	}
	return StepLogin, fmt.Errorf("%w: it has %q", errNoLogin, offered)
}

// send hands over one mail.
func (c *conversation) send(ctx context.Context, mail *store.Outgoing, content []byte) *Failure {
	// A mail that asks for SMTPUTF8 bounces at the first server without it,
	// and ours need it only for the addresses.
	c.client.SkipSMTPUTF8(isASCII(mail.EnvelopeFrom) && isASCII(mail.EnvelopeTo))
	return c.do(ctx,
		func() (string, error) { return StepSender, c.client.Mail("<" + mail.EnvelopeFrom + ">") },
		func() (string, error) { return StepRecipient, c.client.Rcpt("<" + mail.EnvelopeTo + ">") },
		func() (string, error) {
			w, err := c.client.Data()
			if err != nil {
				return StepData, err
			}
			if _, err := w.Write(content); err != nil {
				return StepContent, err
			}
			return StepContent, w.Close() // of all answers to the mail itself only this one counts
		},
	)
}

// quit says goodbye. The mails are handed over, so what the server thinks of
// it is nobody's concern.
func (c *conversation) quit(ctx context.Context) {
	_ = c.do(ctx, func() (string, error) { return "", c.client.Quit() })
	c.drop()
}

// drop ends the connection without a word.
func (c *conversation) drop() { _ = c.raw.Close() }

var errEnvelope = errors.New("an envelope address is empty or can't be written in SMTP")

// sendable is an envelope address that ends no SMTP command early: go-mail writes them
// as they are.
var sendable = regexp.MustCompile(`^[^ <>\x00-\x1f\x7f]+$`)

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' })
}
