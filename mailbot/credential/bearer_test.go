package credential_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/oauth2"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/testing/provider"
)

// bubble is a test that runs in a bubble.
func bubble(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

// secrets must never be told.
var secrets = []string{"client-s3cret", "refresh-", "access-", "device-c0de"}

// tellsNoSecret looks for them.
func tellsNoSecret(t *testing.T, text string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("%q is told in %q", secret, text)
		}
	}
}

// stored writes a token file as it was an hour after the login.
func stored(t *testing.T, refresh string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "oauth.json")
	store(t, path, &oauth2.Token{AccessToken: "access-0", RefreshToken: refresh, Expiry: time.Now()})
	return path
}

func store(t *testing.T, path string, token *oauth2.Token) {
	t.Helper()
	data, err := json.Marshal(token)
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// onDisk gives what is in the token file.
func onDisk(t *testing.T, path string) *oauth2.Token {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	token, err := credential.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// login gives what a server is shown.
func login(ctx context.Context, s credential.Source, offered ...string) (mechanism, shown string, err error) {
	client, err := s.SASL(ctx, "unlur@example.org", offered)
	if err != nil {
		return "", "", err
	}
	mechanism, initial, err := client.Start()
	return mechanism, string(initial), err
}

// wantToken wants a login with a token.
func wantToken(t *testing.T, s credential.Source, token string) {
	t.Helper()
	_, shown, err := login(t.Context(), s, "PLAIN", "XOAUTH2")
	if want := "user=unlur@example.org\x01auth=Bearer " + token + "\x01\x01"; err != nil || shown != want {
		t.Errorf("shown %q, %v, want %q", shown, err, want)
	}
}

// TestMechanisms shows what is chosen of what servers offer. A token never goes where a password would.
func TestMechanisms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		store(t, path, &oauth2.Token{AccessToken: "access-1", RefreshToken: "refresh-1", Expiry: time.Now().Add(time.Hour)})
		bearer := credential.NewBearer(credential.Settings{TokenFile: path}, slog.New(slog.DiscardHandler))
		password := credential.Password("secret")
		for _, c := range []struct {
			source  credential.Source
			offered string
			want    string
		}{
			{bearer, "PLAIN LOGIN XOAUTH2 OAUTHBEARER", "XOAUTH2 user=unlur@example.org\x01auth=Bearer access-1\x01\x01"},
			{bearer, "PLAIN LOGIN OAUTHBEARER", "OAUTHBEARER n,a=unlur@example.org,\x01auth=Bearer access-1\x01\x01"},
			{bearer, "PLAIN LOGIN CRAM-MD5 SCRAM-SHA-256", ""},
			{password, "XOAUTH2 LOGIN PLAIN", "PLAIN \x00unlur@example.org\x00secret"},
			{password, "CRAM-MD5 LOGIN", "LOGIN "},
			{password, "CRAM-MD5 SCRAM-SHA-256", "SCRAM-SHA-256 "},
			{password, "CRAM-MD5", "CRAM-MD5 "},
			{password, "XOAUTH2 OAUTHBEARER NTLM", ""},
		} {
			mechanism, shown, err := login(t.Context(), c.source, strings.Fields(c.offered)...)
			switch {
			case c.want == "" && !errors.Is(err, credential.ErrNoMechanism):
				t.Errorf("%s: %s %q, %v", c.offered, mechanism, shown, err)
			case c.want != "" && (err != nil || mechanism+" "+shown != c.want):
				t.Errorf("%s: %s %q, %v, want %q", c.offered, mechanism, shown, err, c.want)
			}
		}
	})
}

// TestSASLConversations has both kinds of clients answer what servers ask.
func TestSASLConversations(t *testing.T) {
	password := credential.Password("secret")
	for _, c := range []struct{ mechanism, questions, answers string }{
		{"LOGIN", "Username:|Password:", "unlur@example.org|secret"},
		{"CRAM-MD5", "<1896.697170952@postoffice.example.net>", "unlur@example.org 0c1b5b7a"},
	} {
		client, err := password.SASL(t.Context(), "unlur@example.org", []string{c.mechanism})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := client.Start(); err != nil {
			t.Error(err)
		}
		answers := strings.Split(c.answers, "|")
		for i, question := range strings.Split(c.questions, "|") {
			got, err := client.Next([]byte(question))
			want, _, _ := strings.Cut(answers[i], " ")
			if name, _, _ := strings.Cut(string(got), " "); err != nil || name != want {
				t.Errorf("%s: to %s the answer is %q, %v", c.mechanism, question, got, err)
			}
		}
	}
}

// TestRenewal goes through a day: a token is renewed five minutes before its end, and the file has
// each new refresh token.
func TestRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		p := provider.New(t, provider.Gives("access-1", "refresh-2"))
		b := credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler))
		wantToken(t, b, "access-1")
		if got := p.Asked()[0]; got.Get("refresh_token") != "refresh-1" || got.Get("client_id") != "unlurbot" || got.Get("client_secret") != "client-s3cret" {
			t.Errorf("asked %v", got)
		}
		if got := onDisk(t, path); got.RefreshToken != "refresh-2" {
			t.Errorf("on the disk: %+v", got)
		}
		if until := time.Until(b.State().Expiry); b.State().Err != nil || until != time.Hour {
			t.Errorf("%+v", b.State())
		}
		p.Next(provider.Gives("access-2", "")) // the provider changes only the access token
		time.Sleep(54 * time.Minute)
		wantToken(t, b, "access-1")
		time.Sleep(2 * time.Minute)
		wantToken(t, b, "access-2")
		if n := len(p.Asked()); n != 2 || p.Asked()[1].Get("refresh_token") != "refresh-2" || onDisk(t, path).RefreshToken != "refresh-2" {
			t.Errorf("%d requests, on the disk %+v", n, onDisk(t, path))
		}
		// The next process begins with what is there.
		wantToken(t, credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler)), "access-2")
		if n := len(p.Asked()); n != 2 {
			t.Errorf("%d requests", n)
		}
	})
}

// TestOnDiskBeforeUse refuses to use a token that could not be written: the provider has forgotten
// the former one, and a process that dies now would leave nothing. Once it can be written, it is, and
// used; nobody asks for another one meanwhile.
func TestOnDiskBeforeUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		away := filepath.Dir(path) + "-away"
		vanish := provider.Gives("access-1", "refresh-2")
		vanish.Before = func() { // the disk goes while the provider answers
			if err := os.Rename(filepath.Dir(path), away); err != nil {
				t.Error(err)
			}
		}
		p := provider.New(t, vanish, provider.Refuses("invalid_grant"))
		b := credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler))
		for range 2 {
			_, shown, err := login(t.Context(), b, "XOAUTH2")
			if err == nil || errors.Is(err, credential.ErrDead) || !strings.Contains(err.Error(), "could not be written") {
				t.Errorf("shown %q, %v", shown, err)
			}
		}
		if err := os.Rename(away, filepath.Dir(path)); err != nil {
			t.Fatal(err)
		}
		wantToken(t, b, "access-1")
		if n := len(p.Asked()); n != 1 || onDisk(t, path).RefreshToken != "refresh-2" || b.State().Err != nil {
			t.Errorf("%d requests, %+v on the disk, state %+v", n, onDisk(t, path), b.State())
		}
	})
}

// TestRefusedToken gets another token at once when a server says no before the end of the one in use,
// and no third one while that is new.
func TestRefusedToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		p := provider.New(t, provider.Gives("access-1", "refresh-2"), provider.Gives("access-2", "refresh-3"), provider.Gives("access-3", "refresh-4"))
		b := credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler))
		use := func(token string) (refused func() bool) {
			wantToken(t, b, token)
			client, err := b.SASL(t.Context(), "unlur@example.org", []string{"XOAUTH2"})
			if err != nil {
				t.Fatal(err)
			}
			return func() bool { return b.Refused(client) }
		}
		first, same := use("access-1"), use("access-1")
		if !first() {
			t.Error("no other try")
		}
		second := use("access-2")
		if !same() {
			t.Error("another connection that was refused with the first token does not try the second one")
		}
		wantToken(t, b, "access-2")
		if second() {
			t.Error("a token that is new is replaced")
		}
		wantToken(t, b, "access-2")
		time.Sleep(6 * time.Minute)
		if !second() {
			t.Error("no other try, later")
		}
		use("access-3")
		if b.Refused(nil) || credential.Password("secret").Refused(nil) {
			t.Error("what is no token is replaced")
		}
	})
}

// TestDeadToken logs once an hour what only the operator can mend, and asks the provider as often. A new login
// ends it, while the bot runs.
func TestDeadToken(t *testing.T) {
	for _, code := range []string{"invalid_grant", "invalid_client", "interaction_required", "invalid_scope"} {
		t.Run(code, bubble(func(t *testing.T) {
			path := stored(t, "refresh-1")
			p := provider.New(t, provider.Refuses(code))
			var log bytes.Buffer
			b := credential.NewBearer(p.Settings(path), slog.New(slog.NewTextHandler(&log, nil)))
			began := time.Now()
			for range 5*60/5 + 1 { // for five hours, with a try every five minutes
				_, _, err := login(t.Context(), b, "XOAUTH2")
				wrong, ok := errors.AsType[*credential.Error](err)
				if !ok || !errors.Is(err, credential.ErrDead) || wrong.Code != code || wrong.Advice() == "" {
					t.Fatal(err)
				}
				time.Sleep(5 * time.Minute)
			}
			if n := strings.Count(log.String(), "level=ERROR"); n != 6 || len(p.Asked()) != 6 {
				t.Errorf("%d lines and %d requests in five hours:\n%s", n, len(p.Asked()), &log)
			}
			if s := b.State(); !s.Dead() || !s.Since.Equal(began) {
				t.Errorf("%+v", s)
			}
			tellsNoSecret(t, log.String())
			for _, want := range []string{code, "AADSTS70000: because.  Trace ID: 1", "again_in=1h"} {
				if !strings.Contains(log.String(), want) {
					t.Errorf("no %q in\n%s", want, &log)
				}
			}
			store(t, path, &oauth2.Token{AccessToken: "access-2", RefreshToken: "refresh-2", Expiry: time.Now().Add(time.Hour)})
			wantToken(t, b, "access-2")
			if s := b.State(); s.Dead() || s.Err != nil || !s.Since.IsZero() {
				t.Errorf("%+v", s)
			}
			if !strings.Contains(log.String(), "accepted again") {
				t.Errorf("the log does not say that all is well:\n%s", &log)
			}
		}))
	}
}

// TestNoTokenFile is as a token that is dead.
func TestNoTokenFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		var log bytes.Buffer
		b := credential.NewBearer(credential.Settings{TokenFile: path}, slog.New(slog.NewTextHandler(&log, nil)))
		for _, c := range []struct {
			spoil func() error
			says  string
		}{
			{func() error { return os.Chmod(path, 0o644) }, "other users"},
			{func() error { return os.Remove(path) }, "does not exist"},
			{func() error { return os.WriteFile(path, []byte(`{"refresh_token": ["refresh-1"]}`), 0o600) }, "holds no token"},
			{func() error { return os.Truncate(path, 1<<20) }, "is too large"},
		} {
			if err := c.spoil(); err != nil {
				t.Fatal(err)
			}
			_, _, err := login(t.Context(), b, "XOAUTH2")
			if wrong, ok := errors.AsType[*credential.Error](err); !ok || !errors.Is(err, credential.ErrDead) || !strings.Contains(err.Error(), c.says) || !strings.Contains(wrong.Advice(), "unlurbot login") {
				t.Errorf("%s: %v", c.says, err)
			}
		}
		tellsNoSecret(t, log.String())
	})
}

// TestPassingTrouble is what comes right by itself: it is not logged here, and the next login asks again.
func TestPassingTrouble(t *testing.T) {
	for name, trouble := range map[string]provider.Answer{
		"500":                {Status: http.StatusInternalServerError, Body: "refresh-1 access-0 client-s3cret"},
		"500 with a code":    provider.Says(http.StatusInternalServerError, "error", "invalid_grant"),
		"503":                provider.Says(http.StatusServiceUnavailable, "error", "temporarily_unavailable", "error_description", "refresh-1 again\n\x1b[2J"),
		"a page":             {Status: http.StatusOK, Body: "<html>refresh-1</html>"},
		"null":               {Status: http.StatusOK, Body: "null"},
		"a list":             {Status: http.StatusOK, Body: `["access-1"]`},
		"no token":           provider.Says(http.StatusOK, "expires_in", 3600),
		"another kind":       provider.Says(http.StatusOK, "access_token", "access-1", "token_type", "mac"),
		"a token of two":     provider.Says(http.StatusOK, "access_token", "access-1\x01auth=Bearer access-2"),
		"somewhere else":     {Status: http.StatusTemporaryRedirect, Body: "refresh-1"},
		"429":                provider.Says(http.StatusTooManyRequests, "error", "slow_down"),
		"too long":           provider.Says(http.StatusBadGateway, "error", "x", "error_description", strings.Repeat("refresh-1 ", 10_000)),
		"an unknown refusal": provider.Says(http.StatusBadRequest, "error", "refresh-1"),
	} {
		t.Run(name, bubble(func(t *testing.T) {
			path := stored(t, "refresh-1")
			p := provider.New(t, trouble, provider.Gives("access-1", "refresh-2"))
			var log bytes.Buffer
			b := credential.NewBearer(p.Settings(path), slog.New(slog.NewTextHandler(&log, nil)))
			_, shown, err := login(t.Context(), b, "XOAUTH2")
			wrong, ok := errors.AsType[*credential.Error](err)
			if !ok || errors.Is(err, credential.ErrDead) || !strings.Contains(wrong.Advice(), "retry") {
				t.Fatalf("shown %q, %v", shown, err)
			}
			said := err.Error() + log.String()
			tellsNoSecret(t, said)
			if log.Len() > 0 || strings.ContainsAny(said, "\n\r\x1b") || len(said) > 600 {
				t.Errorf("it says %q", said)
			}
			if s := b.State(); s.Dead() || s.Err == nil || s.Since.IsZero() {
				t.Errorf("%+v", s)
			}
			if onDisk(t, path).RefreshToken != "refresh-1" {
				t.Error("the file has changed")
			}
			wantToken(t, b, "access-1")
		}))
	}
}

// TestSilentProvider gives up after half a minute, and at once when the bot is stopped.
func TestSilentProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		long := provider.Gives("access-1", "refresh-2")
		long.Before = func() { time.Sleep(2 * time.Minute) }
		p := provider.New(t, long, long, provider.Gives("access-2", "refresh-2"))
		b := credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler))
		began := time.Now()
		if _, _, err := login(t.Context(), b, "XOAUTH2"); err == nil || time.Since(began) != 30*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		began = time.Now()
		others := make(chan error)
		go func() { _, _, err := login(ctx, b, "XOAUTH2"); others <- err }()
		_, _, err := login(ctx, b, "XOAUTH2")
		if other := <-others; !errors.Is(err, context.Canceled) || !errors.Is(other, context.Canceled) || time.Since(began) != time.Second {
			t.Errorf("%v and %v after %v", err, other, time.Since(began))
		}
		wantToken(t, b, "access-2")
		time.Sleep(2 * time.Minute) // for the answers that nobody waits for
	})
}

// TestOneRenewalForAll has many connections wait for one new token.
func TestOneRenewalForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := provider.Gives("access-1", "refresh-2")
		slow.Before = func() { time.Sleep(time.Second) }
		p := provider.New(t, slow, provider.Refuses("invalid_grant"))
		b := credential.NewBearer(p.Settings(stored(t, "refresh-1")), slog.New(slog.DiscardHandler))
		done := make(chan error)
		for range 5 {
			go func() { _, _, err := login(t.Context(), b, "XOAUTH2"); done <- err }()
		}
		for range 5 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
}

// TestRedact takes tokens out of what servers say.
func TestRedact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := provider.New(t, provider.Gives("access-1", "refresh-2"))
		b := credential.NewBearer(p.Settings(stored(t, "refresh-1")), slog.New(slog.DiscardHandler))
		wantToken(t, b, "access-1")
		client, err := b.SASL(t.Context(), "unlur", []string{"XOAUTH2"})
		if err != nil {
			t.Fatal(err)
		}
		b.Refused(client)
		if got := b.Redact("no, access-1 is not good"); got != "no, *** is not good" {
			t.Error(got)
		}
		if got := credential.Password("").Redact("all"); got != "all" {
			t.Error(got)
		}
	})
}

// TestClientCredentials keeps no token: the next one comes for the secret.
func TestClientCredentials(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := provider.New(t, provider.Gives("access-1", ""), provider.Gives("access-2", ""), provider.Refuses("invalid_client"))
		s := p.Settings("")
		if err := s.LogInClient(t.Context()); err != nil {
			t.Fatal(err)
		}
		b := credential.NewBearer(s, slog.New(slog.DiscardHandler))
		wantToken(t, b, "access-2")
		if got := p.Asked()[1]; got.Get("grant_type") != "client_credentials" || got.Get("client_secret") != "client-s3cret" || got.Get("scope") != "mail offline_access" {
			t.Errorf("asked %v", got)
		}
		time.Sleep(time.Hour)
		_, _, err := login(t.Context(), b, "XOAUTH2")
		if !b.State().Dead() || !strings.Contains(err.Error(), "invalid_client") {
			t.Error(err)
		}
		tellsNoSecret(t, err.Error())
	})
}
