//go:build realservers

package imapbox_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/provider"
	"unlurbot/mailbot/testing/realservers"
)

// sourceOf gives one whose first token is this, and the next what the provider says.
func sourceOf(t *testing.T, token string, answers ...provider.Answer) *credential.Bearer {
	t.Helper()
	file := filepath.Join(t.TempDir(), "oauth.json")
	if err := os.WriteFile(file, []byte(`{"access_token": "`+token+`", "refresh_token": "refresh-0"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := provider.NewForProcesses(t, answers...).Settings(file)
	settings.Transport = nil
	return credential.NewBearer(settings, slog.New(slog.DiscardHandler))
}

// TestTokensWithDovecot logs in to Dovecot, and to Postfix which asks Dovecot, with tokens that Dovecot checks by
// their signature. One that has ended, or is another's, is replaced at once; and again if that is no better, nothing.
func TestTokensWithDovecot(t *testing.T) {
	s := realservers.Start(t)
	good, old := s.Token(t, "unlur", time.Now().Add(time.Hour)), s.Token(t, "unlur", time.Now().Add(-time.Hour))
	another := s.Token(t, "ana", time.Now().Add(time.Hour))
	for name, c := range map[string]struct {
		first, second string
		fails         bool
	}{
		"good":       {good, "", false},
		"ended":      {old, good, false},
		"another's":  {another, good, false},
		"no token":   {"nonsense", good, false},
		"both ended": {old, old, true},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccount(t, s, "unlur")
			a.cfg.Credential = sourceOf(t, c.first, provider.Gives(c.second, "refresh-1"))
			box, err := imapbox.Dial(t.Context(), a.cfg)
			if err == nil {
				a.check(box.Close())
			}
			failed, _ := errors.AsType[*imapbox.Error](err)
			if (err != nil) != c.fails || c.fails && !strings.Contains(failed.Advice(), "refuses the token") {
				t.Errorf("Dovecot: %v", err)
			}
			out, err := smtpout.New(smtpout.Config{
				Host: "127.0.0.1", Port: portOf(t, s.SMTPAddr), Security: smtpout.SecurityNone, Username: "unlur@" + s.Domain,
				Credential: sourceOf(t, c.first, provider.Gives(c.second, "refresh-1")),
			})
			a.check(err)
			if err := out.Check(t.Context()); (err != nil) != c.fails {
				t.Errorf("Postfix: %v", err)
			}
		})
	}
}

// TestBothMechanismsOfDovecot tries the standard, where XOAUTH2 is not offered, too.
func TestBothMechanismsOfDovecot(t *testing.T) {
	s := realservers.Start(t)
	good, old := s.Token(t, "unlur", time.Now().Add(time.Hour)), s.Token(t, "unlur", time.Now().Add(-time.Hour))
	for _, mechanism := range []string{"XOAUTH2", "OAUTHBEARER"} {
		for token, fails := range map[string]bool{good: false, old: true} {
			a := newAccount(t, s, "unlur")
			a.cfg.Credential = only{sourceOf(t, token, provider.Refuses("invalid_grant")), mechanism}
			box, err := imapbox.Dial(t.Context(), a.cfg)
			if (err != nil) != fails {
				t.Errorf("%s: %v", mechanism, err)
			}
			if err == nil {
				a.check(box.Close())
			}
		}
	}
}

// An only is a Source where a server offers one mechanism.
type only struct {
	credential.Source
	mechanism string
}

// SASL implements credential.Source.
func (o only) SASL(ctx context.Context, user string, _ []string) (sasl.Client, error) {
	return o.Source.SASL(ctx, user, []string{o.mechanism})
}
