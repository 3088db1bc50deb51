// Package credential is how the bot proves to a mail server who it is: by a password, or by a
// token that it gets from the provider with OAuth 2.0 (RFC 6749) and renews by itself.
//
// It knows SASL mechanisms, token endpoints and the file where a token lies between two runs. It
// leaves connections, and when to try again, to imapbox and smtpout, which ask a Source at
// each login and tell it when the server says no. The login command gets the first token here,
// and whoever watches over the bot asks Bearer.State. It knows no configuration: package
// config says what providers need.
package credential

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/wneessen/go-mail/smtp"
)

// A Source gives what a login needs. Its methods are safe for concurrent use.
type Source interface {
	// SASL gives the client of one login as a user, for the best mechanism of those that
	// the server offers, in capitals. The error is ErrNoMechanism, an *Error of the token,
	// or that of ctx.
	SASL(ctx context.Context, user string, offered []string) (sasl.Client, error)
	// Refused hears that the server has refused a login with such a client. It says whether
	// another one, at once, may do better.
	Refused(client sasl.Client) bool
	// Redact takes what is secret out of the words of a server.
	Redact(text string) string
}

// ErrNoMechanism is the error of a server that offers nothing that a Source can do.
var ErrNoMechanism = errors.New("the server offers no login method the bot knows")

// hidden stands for what is secret.
const hidden = "***"

// A Password is a Source that always gives the same.
type Password string

// SASL implements Source. It prefers PLAIN: behind TLS every server that offers it can check it, which
// is not so of the mechanisms that need the password in clear. That passwords don't go over the
// network without TLS is for the caller to see to.
func (p Password) SASL(_ context.Context, user string, offered []string) (sasl.Client, error) {
	const host = "" // go-mail compares it with what it is given below
	for _, mechanism := range []struct {
		name   string
		client sasl.Client
	}{
		{sasl.Plain, sasl.NewPlainClient("", user, string(p))},
		{sasl.Login, fromSMTP{smtp.LoginAuth(user, string(p), host, true)}},
		{"SCRAM-SHA-256", fromSMTP{smtp.ScramSHA256Auth(user, string(p))}},
		{"CRAM-MD5", fromSMTP{smtp.CRAMMD5Auth(user, string(p))}},
	} {
		if slices.Contains(offered, mechanism.name) {
			return mechanism.client, nil
		}
	}
	return nil, ErrNoMechanism
}

// Refused implements Source: what was wrong stays wrong.
func (p Password) Refused(sasl.Client) bool { return false }

// Redact implements Source.
func (p Password) Redact(text string) string {
	if p == "" {
		return text
	}
	return strings.ReplaceAll(text, string(p), hidden)
}

// fromSMTP makes a client of what go-mail has for SMTP and go-sasl doesn't have.
type fromSMTP struct{ smtp.Auth }

// Start implements sasl.Client.
func (c fromSMTP) Start() (mechanism string, initial []byte, err error) {
	return c.Auth.Start(&smtp.ServerInfo{TLS: true})
}

// Next implements sasl.Client.
func (c fromSMTP) Next(challenge []byte) ([]byte, error) { return c.Auth.Next(challenge, true) }

// The mechanisms for tokens, the best first. Google and Microsoft describe the first and only Google
// knows the second, which is the standard (RFC 7628).
const (
	xoauth2     = "XOAUTH2"
	oauthBearer = sasl.OAuthBearer
)

// A presented is a token in one login. go-sasl has no XOAUTH2, and its OAUTHBEARER ends in the middle
// of an exchange when the server refuses.
type presented struct{ mechanism, user, token string }

// Start implements sasl.Client.
func (p *presented) Start() (mechanism string, initial []byte, err error) {
	if p.mechanism == oauthBearer {
		name := strings.NewReplacer("=", "=3D", ",", "=2C").Replace(p.user) // RFC 5801
		return p.mechanism, []byte("n,a=" + name + ",\x01auth=Bearer " + p.token + "\x01\x01"), nil
	}
	return p.mechanism, []byte("user=" + p.user + "\x01auth=Bearer " + p.token + "\x01\x01"), nil
}

// Next implements sasl.Client. The server asks only in order to say why it refuses, and then waits for an
// answer before it says no. What is in that doesn't matter, but an empty one is written as "=" by go-imap, which is
// no answer for some servers.
func (p *presented) Next([]byte) ([]byte, error) { return []byte{1}, nil }
