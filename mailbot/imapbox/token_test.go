package imapbox_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/testing/loopback"
	"unlurbot/mailbot/testing/provider"
)

// tokenServer is a sandbox that takes tokens, and what it was shown.
func tokenServer(t *testing.T, good string, mechanisms ...string) (port int, shown *[]string) {
	t.Helper()
	shown = new([]string)
	s, err := sandbox.Start(sandbox.Config{Listen: loopback.Listen, Tokens: &sandbox.Tokens{
		User: "unlur", Mechanisms: mechanisms,
		Accept: func(mechanism, token string) bool {
			*shown = append(*shown, mechanism+" "+token)
			return token == good
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return portOf(t, s.IMAPAddr()), shown
}

// withTokens is a configuration for what a provider gives. The first token is from before.
func withTokens(t *testing.T, port int, answers ...provider.Answer) imapbox.Config {
	t.Helper()
	file := filepath.Join(t.TempDir(), "oauth.json")
	end := time.Now().Add(time.Hour).Format(time.RFC3339)
	if err := os.WriteFile(file, []byte(`{"access_token": "access-0", "refresh_token": "refresh-0", "expiry": "`+end+`"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := config(port)
	cfg.Credential = credential.NewBearer(provider.New(t, answers...).Settings(file), slog.New(slog.DiscardHandler))
	return cfg
}

// TestTokens logs in with either mechanism. A token that is refused is replaced at once, and once; Dovecot
// answers BAD instead of NO. A password is never tried.
func TestTokens(t *testing.T) {
	bad := func(line string, _ <-chan struct{}) (string, bool) {
		return strings.Replace(line, " NO [AUTHENTICATIONFAILED] Authentication failed", " BAD Invalid base64 data in continued response", 1), false
	}
	for name, c := range map[string]struct {
		good, mechanism string
		script          script
		shown           []string
		fails           string
	}{
		"XOAUTH2":           {"access-0", "XOAUTH2", nil, []string{"access-0"}, ""},
		"OAUTHBEARER":       {"access-0", "OAUTHBEARER", nil, []string{"access-0"}, ""},
		"in two lines":      {"access-0", "XOAUTH2", without("SASL-IR"), []string{"access-0"}, ""},
		"refused":           {"access-1", "XOAUTH2", nil, []string{"access-0", "access-1"}, ""},
		"refused, standard": {"access-1", "OAUTHBEARER", nil, []string{"access-0", "access-1"}, ""},
		"BAD":               {"access-1", "XOAUTH2", bad, []string{"access-0", "access-1"}, ""},
		"refused again":     {"another", "XOAUTH2", nil, []string{"access-0", "access-1"}, "refuses the token"},
		"no mechanism":      {"access-0", "", nil, nil, "XOAUTH2 or OAUTHBEARER"},
	} {
		t.Run(name, bubble(func(t *testing.T) {
			var mechanisms []string
			if c.mechanism != "" {
				mechanisms = []string{c.mechanism}
			}
			port, shown := tokenServer(t, c.good, mechanisms...)
			if c.script != nil {
				port = proxy(t, fmt.Sprintf("127.0.0.1:%d", port), c.script)
			}
			cfg := withTokens(t, port, provider.Gives("access-1", "refresh-1"), provider.Gives("access-2", "refresh-2"))
			box, err := imapbox.Dial(t.Context(), cfg)
			if err == nil {
				wantList(t, box)
				t.Cleanup(func() { box.Close() })
			}
			failed, _ := errors.AsType[*imapbox.Error](err)
			switch {
			case c.fails == "" && err != nil:
				t.Error(err)
			case c.fails != "" && (failed == nil || !strings.Contains(failed.Advice(), c.fails)):
				t.Errorf("%v: no advice %q", err, c.fails)
			case failed != nil && strings.Contains(failed.Error()+failed.Advice(), "access-"):
				t.Errorf("a token is told: %v", failed)
			}
			for i, token := range c.shown {
				if i >= len(*shown) || (*shown)[i] != c.mechanism+" "+token {
					t.Errorf("the server was shown %q, want %q", *shown, c.shown)
				}
			}
			if len(*shown) != len(c.shown) {
				t.Errorf("the server was shown %q, want %q", *shown, c.shown)
			}
		}))
	}
}

// TestNoToken says at which step it failed and what to do, and doesn't knock at the server.
func TestNoToken(t *testing.T) {
	for code, hint := range map[string]string{"invalid_grant": "unlurbot login", "temporarily_unavailable": "will retry"} {
		t.Run(code, bubble(func(t *testing.T) {
			port, shown := tokenServer(t, "access-1", "XOAUTH2")
			cfg := withTokens(t, port, provider.Refuses(code))
			time.Sleep(time.Hour)
			_, err := imapbox.Dial(t.Context(), cfg)
			failed, ok := errors.AsType[*imapbox.Error](err)
			if !ok || failed.Op != imapbox.OpToken || !strings.Contains(failed.Advice(), hint) || failed.Wait() != 0 {
				t.Errorf("%v, %+v", err, failed)
			}
			if errors.Is(err, credential.ErrDead) != (code == "invalid_grant") || len(*shown) != 0 {
				t.Errorf("%v; the server was shown %q", err, *shown)
			}
		}))
	}
}

// TestPasswordWhereTokensAreWanted is refused as ever.
func TestPasswordWhereTokensAreWanted(t *testing.T) {
	bubble(func(t *testing.T) {
		port, _ := tokenServer(t, "access-0", "XOAUTH2")
		_, err := imapbox.Dial(t.Context(), config(port))
		if failed, ok := errors.AsType[*imapbox.Error](err); !ok || failed.Op != imapbox.OpLogin || !strings.Contains(failed.Advice(), "app password") {
			t.Error(err)
		}
	})(t)
}
