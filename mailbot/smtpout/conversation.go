package smtpout

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/wneessen/go-mail/smtp"

	"unlurbot/mailbot/credential"
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
	shown  sasl.Client // what the login went with; nil before
}

// dial connects, puts TLS on the connection and logs in. A token may have been taken back
// before its end; another one is got at once.
func dial(ctx context.Context, cfg Config) (*conversation, *Failure) {
	c, f := dialOnce(ctx, cfg)
	if f != nil && f.Step == StepLogin && f.Code/100 == 5 && cfg.Credential.Refused(c.shown) {
		c, f = dialOnce(ctx, cfg)
	}
	return c, f
}

// dialOnce is dial; the conversation that it gives with a failure has ended.
func dialOnce(ctx context.Context, cfg Config) (*conversation, *Failure) {
	address := net.JoinHostPort(cfg.Host, strconv.Itoa(cfg.Port))
	raw, err := cfg.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, cfg.failure(StepConnect, err)
	}
	c := &conversation{raw: raw, cfg: cfg}
	f := c.do(ctx, c.greet, func() (string, error) { return c.login(ctx) })
	if f != nil {
		c.drop()
	}
	return c, f
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

// login proves who we are. The password goes over an unencrypted connection only to where
// Config.Dial connects.
func (c *conversation) login(ctx context.Context) (string, error) {
	if c.cfg.Username == "" {
		return "", nil
	}
	_, extension := c.client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(extension))
	var err error
	c.shown, err = c.cfg.Credential.SASL(ctx, c.cfg.Username, offered)
	switch {
	case errors.Is(err, credential.ErrNoMechanism):
		return StepLogin, fmt.Errorf("%w: it has %q", err, offered)
	case err != nil:
		return StepToken, err
	}
	return StepLogin, c.client.Auth(toSMTP{c.shown})
}

// toSMTP is a login as go-mail wants it.
type toSMTP struct{ sasl.Client }

// Start implements smtp.Auth.
func (a toSMTP) Start(*smtp.ServerInfo) (string, []byte, error) { return a.Client.Start() }

// Next implements smtp.Auth.
func (a toSMTP) Next(challenge []byte, more bool) ([]byte, error) {
	if !more {
		return nil, nil
	}
	answer, err := a.Client.Next(challenge)
	if answer == nil {
		answer = []byte{} // nil would be the end
	}
	return answer, err
}

// send hands over one mail, and may write behind the end of its content.
func (c *conversation) send(ctx context.Context, mail *store.Outgoing, content []byte) *Failure {
	return c.do(ctx, func() (string, error) { return c.envelope(mail) }, func() (string, error) {
		// A dot goes before each dot that begins a line, and one alone ends the mail (RFC 5321 section 4.5.2). The writer
		// of textproto does so too, but looks at each byte, which takes as long as to write the mail. bufio keeps an error until
		// it is flushed. The end goes into the spare room of the Sender's buffer, so that it leaves in one write with the mail.
		lines, out, end := content, c.client.Text.W, ".\r\n"
		if bytes.HasPrefix(lines, []byte(".")) {
			_ = out.WriteByte('.')
		}
		for at := bytes.Index(lines, []byte("\n.")); at >= 0; at = bytes.Index(lines, []byte("\n.")) {
			_, _ = out.Write(lines[:at+2])
			_ = out.WriteByte('.')
			lines = lines[at+2:]
		}
		if !bytes.HasSuffix(content, []byte("\r\n")) {
			end = "\r\n" + end
		}
		_, _ = out.Write(append(lines, end...))
		if err := out.Flush(); err != nil {
			return StepContent, err
		}
		_, _, err := c.client.Text.ReadResponse(250) // of all answers to the mail itself only this one counts
		return StepContent, err
	})
}

// envelope tells the server from whom a mail is and to whom, and begins DATA. A server that knows PIPELINING (RFC 2920) gets all that in one
// go, which saves two ways there and back with each mail; go-mail waits for each answer.
func (c *conversation) envelope(mail *store.Outgoing) (refused string, refusal error) {
	from := "MAIL FROM:<" + mail.EnvelopeFrom + ">"
	if ok, _ := c.client.Extension("8BITMIME"); ok {
		from += " BODY=8BITMIME"
	}
	// A mail that asks for SMTPUTF8 bounces at the first server without it,
	// and ours need it only for the addresses.
	beyondASCII := func(r rune) bool { return r > '~' }
	if ok, _ := c.client.Extension("SMTPUTF8"); ok && strings.ContainsFunc(mail.EnvelopeFrom+mail.EnvelopeTo, beyondASCII) {
		from += " SMTPUTF8"
	}
	lines := []string{from, "RCPT TO:<" + mail.EnvelopeTo + ">", "DATA"}
	ahead, _ := c.client.Extension("PIPELINING")
	if ahead {
		lines = []string{strings.Join(lines, "\r\n")}
	}
	for i, want := range []struct {
		step string
		code int // 25 is any that begins with that
	}{{StepSender, 250}, {StepRecipient, 25}, {StepData, 354}} {
		if i < len(lines) {
			if err := c.client.Text.PrintfLine("%s", lines[i]); err != nil {
				return want.step, err
			}
		}
		_, _, err := c.client.Text.ReadResponse(want.code)
		switch {
		case err != nil && !ahead:
			return want.step, err
		case err != nil && refusal == nil: // the other answers come all the same
			refused, refusal = want.step, err
		case err == nil && refusal != nil && want.step == StepData: // it waits for a mail to nobody, which it has to refuse
			_ = c.client.Text.PrintfLine(".")
			_, _, _ = c.client.Text.ReadResponse(0)
		}
	}
	return refused, refusal
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

// sendable is an envelope address that ends no SMTP command early: they are written
// as they are.
var sendable = regexp.MustCompile(`^[^ <>\x00-\x1f\x7f]+$`)
