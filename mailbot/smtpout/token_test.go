package smtpout_test

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/mailbot/testing/provider"
)

// TestTokens logs in with either mechanism. A token that is refused is replaced at once, and once. A password
// is never tried.
func TestTokens(t *testing.T) {
	another := []provider.Answer{provider.Gives("access-1", "refresh-1"), provider.Gives("access-2", "refresh-2")}
	for name, c := range map[string]struct {
		good, mechanism string
		answers         []provider.Answer
		waits           time.Duration
		shown           []string
		step, hint      string // where it fails, if it does
		code            int
	}{
		"XOAUTH2":       {"access-0", "XOAUTH2", another, 0, []string{"access-0"}, "", "", 0},
		"OAUTHBEARER":   {"access-0", "OAUTHBEARER", another, 0, []string{"access-0"}, "", "", 0},
		"refused":       {"access-1", "XOAUTH2", another, 0, []string{"access-0", "access-1"}, "", "", 0},
		"standard":      {"access-1", "OAUTHBEARER", another, 0, []string{"access-0", "access-1"}, "", "", 0},
		"refused again": {"another", "XOAUTH2", another, 0, []string{"access-0", "access-1"}, smtpout.StepLogin, "refuses the token", 535},
		"no mechanism":  {"access-0", "", another, 0, nil, smtpout.StepLogin, "XOAUTH2 or OAUTHBEARER", 0},
		"dead":          {"access-0", "XOAUTH2", []provider.Answer{provider.Refuses("invalid_grant")}, time.Hour, nil, smtpout.StepToken, "unlurbot login", 0},
		"provider down": {"access-0", "XOAUTH2", []provider.Answer{{Status: 500}}, time.Hour, nil, smtpout.StepToken, "will retry", 0},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			var shown []string
			tokens := &sandbox.Tokens{User: "unlur", Accept: func(mechanism, token string) bool {
				shown = append(shown, token)
				return mechanism == c.mechanism && token == c.good
			}}
			if c.mechanism != "" {
				tokens.Mechanisms = []string{c.mechanism}
			}
			box, err := sandbox.Start(sandbox.Config{Listen: loopback.Listen, Tokens: tokens})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { box.Close() })
			file := filepath.Join(t.TempDir(), "oauth.json")
			end := time.Now().Add(time.Hour).Format(time.RFC3339)
			if err := os.WriteFile(file, []byte(`{"access_token": "access-0", "refresh_token": "refresh-0", "expiry": "`+end+`"}`), 0o600); err != nil {
				t.Fatal(err)
			}
			_, port, _ := net.SplitHostPort(box.SMTPAddr())
			number, _ := strconv.Atoi(port)
			cfg := config(number)
			cfg.Username = "unlur@sandbox.test"
			cfg.Credential = credential.NewBearer(provider.New(t, c.answers...).Settings(file), slog.New(slog.DiscardHandler))
			time.Sleep(c.waits)
			err = sender(t, cfg).Check(t.Context())
			if c.step == "" {
				if err != nil {
					t.Error(err)
				}
			} else {
				f := failed(t, err, c.step, false, c.code)
				if !strings.Contains(f.Advice(), c.hint) || !f.OfRelay() || strings.Contains(f.Error(), "access-") {
					t.Errorf("%v: %s", f, f.Advice())
				}
				if errors.Is(f, credential.ErrDead) != (name == "dead") {
					t.Errorf("%v", f)
				}
			}
			if !slices.Equal(shown, c.shown) {
				t.Errorf("the server was shown %q, want %q", shown, c.shown)
			}
		}))
	}
}
