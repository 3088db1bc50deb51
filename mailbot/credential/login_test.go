package credential_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
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

// code is what a provider gives to a device.
func code(pairs ...any) provider.Answer {
	return provider.Says(http.StatusOK, append([]any{
		"device_code", "device-c0de", "user_code", "ABCD-EFGH", "verification_uri", "https://example.org/device", "expires_in", 900, "interval", 5,
	}, pairs...)...)
}

// TestDeviceLogin waits for a person who takes some time, through all that a provider may say meanwhile.
func TestDeviceLogin(t *testing.T) {
	pending, slower := provider.Refuses("authorization_pending"), provider.Refuses("slow_down")
	down := provider.Answer{Status: http.StatusInternalServerError, Body: "device-c0de"}
	for _, c := range []struct {
		name    string
		answers []provider.Answer
		takes   time.Duration
		fails   string // empty: there is a token
		code    string
	}{
		{"at once", []provider.Answer{code(), provider.Gives("access-1", "refresh-1")}, 5 * time.Second, "", ""},
		{"pending", []provider.Answer{code(), pending, pending, provider.Gives("access-1", "refresh-1")}, 15 * time.Second, "", ""},
		{"slow down", []provider.Answer{code(), slower, pending, provider.Gives("access-1", "refresh-1")}, 25 * time.Second, "", ""},
		{"no interval", []provider.Answer{code("interval", 0), provider.Gives("access-1", "refresh-1")}, 5 * time.Second, "", ""},
		{"an interval of the past", []provider.Answer{code("interval", -5), provider.Gives("access-1", "refresh-1")}, 5 * time.Second, "", ""},
		{"down for a moment", []provider.Answer{code(), down, pending, provider.Gives("access-1", "refresh-1")}, 15 * time.Second, "", ""},
		{"denied", []provider.Answer{code(), provider.Refuses("access_denied")}, 5 * time.Second, "access_denied", "access_denied"},
		{"expired", []provider.Answer{code(), provider.Refuses("expired_token")}, 5 * time.Second, "expired_token", "expired_token"},
		{"nobody comes", []provider.Answer{code("expires_in", 60), pending}, time.Minute, "the code has expired", "expired_token"},
		{"nobody comes, without an end", []provider.Answer{code("expires_in", 0), pending}, 15 * time.Minute, "the code has expired", "expired_token"},
		{"no device flow", []provider.Answer{provider.Refuses("unauthorized_client")}, 0, "unauthorized_client", "unauthorized_client"},
		{"down", []provider.Answer{down}, 0, "the provider answers 500", ""},
		{"a page", []provider.Answer{{Status: http.StatusOK, Body: "<html>"}}, 0, "invalid character", ""},
		{"nothing to enter", []provider.Answer{provider.Says(http.StatusOK, "device_code", "device-c0de")}, 0, "no code to enter", ""},
		{"nothing at all", []provider.Answer{{Status: http.StatusOK, Body: "null"}}, 0, "no code to enter", ""},
		{"no refresh token", []provider.Answer{code(), provider.Gives("access-1", "")}, 5 * time.Second, "offline_access", ""},
	} {
		t.Run(c.name, bubble(func(t *testing.T) {
			p := provider.New(t, c.answers...)
			path := filepath.Join(t.TempDir(), "oauth.json")
			s := p.Settings(path)
			var out strings.Builder
			began := time.Now()
			err := s.LogInDevice(t.Context(), credential.Person{In: strings.NewReader(""), Out: &out})
			if took := time.Since(began); took != c.takes {
				t.Errorf("it took %v, want %v", took, c.takes)
			}
			if c.fails == "" {
				if err != nil {
					t.Fatal(err)
				}
				if got := onDisk(t, path); got.RefreshToken != "refresh-1" {
					t.Errorf("%+v", got)
				}
				if !strings.Contains(out.String(), "https://example.org/device") || !strings.Contains(out.String(), "ABCD-EFGH") {
					t.Error(&out)
				}
			} else {
				wrong, ok := errors.AsType[*credential.Error](err)
				if !ok || wrong.Code != c.code || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("%v, want %s", err, c.fails)
				}
				if _, err := os.Stat(path); err == nil {
					t.Error("there is a token file")
				}
				tellsNoSecret(t, err.Error())
			}
			tellsNoSecret(t, out.String())
		}))
	}
}

// TestDeviceLoginStopped ends when the person does.
func TestDeviceLoginStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := provider.New(t, code(), provider.Refuses("authorization_pending"))
		s := p.Settings(filepath.Join(t.TempDir(), "oauth.json"))
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, stop)
		if err := s.LogInDevice(ctx, credential.Person{Out: io.Discard}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// browserLogin is a login under way.
type browserLogin struct {
	asks  url.Values // what the person's browser asks the provider for
	paste io.Writer
	said  *bufio.Scanner // what the person reads after that
	ended chan error
	path  string
	p     *provider.Provider
}

// beginBrowser starts one up to where the person acts. The page to which the browser comes back is on the
// real loopback.
func beginBrowser(t *testing.T, answers ...provider.Answer) *browserLogin {
	t.Helper()
	l := &browserLogin{path: filepath.Join(t.TempDir(), "oauth.json"), p: provider.New(t, answers...), ended: make(chan error, 1)}
	in, paste := io.Pipe()
	said, out := io.Pipe()
	l.paste, l.said = paste, bufio.NewScanner(said)
	t.Cleanup(func() { paste.Close(); said.Close() })
	s := l.p.Settings(l.path)
	s.AuthParams = []string{"access_type", "offline"}
	go func() { l.ended <- s.LogInBrowser(t.Context(), credential.Person{In: in, Out: out}) }()
	for l.said.Scan() {
		if strings.HasPrefix(l.said.Text(), l.p.URL) {
			address, err := url.Parse(l.said.Text())
			if err != nil {
				t.Fatal(err)
			}
			l.asks = address.Query()
		}
		if strings.HasSuffix(l.said.Text(), "press Enter.") {
			return l
		}
	}
	t.Fatal("no address to open")
	return nil
}

// back is where the provider sends the browser.
func (l *browserLogin) back(pairs ...string) string {
	v := url.Values{"state": {l.asks.Get("state")}}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return l.asks.Get("redirect_uri") + "/?" + v.Encode()
}

// pastes hands over what the person has copied; a login that has ended takes no more.
func (l *browserLogin) pastes(line string) { _, _ = io.WriteString(l.paste, line) }

// visit opens a page as a browser does.
func visit(t *testing.T, address string) (status int, page string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.Replace(address, "localhost", "127.0.0.1", 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// wantLogin wants the token that the provider gives for the code of this login and of no other.
func (l *browserLogin) wantLogin(t *testing.T) {
	t.Helper()
	if err := <-l.ended; err != nil {
		t.Fatal(err)
	}
	asked := l.p.Asked()[0]
	verifier := asked.Get("code_verifier")
	if asked.Get("code") != "the-c0de" || oauth2.S256ChallengeFromVerifier(verifier) != l.asks.Get("code_challenge") || l.asks.Get("code_challenge_method") != "S256" {
		t.Errorf("asked %v after %v", asked, l.asks)
	}
	if asked.Get("redirect_uri") != l.asks.Get("redirect_uri") || l.asks.Get("access_type") != "offline" || l.asks.Get("scope") != "mail offline_access" {
		t.Errorf("asked %v after %v", asked, l.asks)
	}
	if got := onDisk(t, l.path); got.RefreshToken != "refresh-1" {
		t.Errorf("%+v", got)
	}
}

// TestBrowserLogin comes back to this machine. Pages that somebody else has the browser open do nothing.
func TestBrowserLogin(t *testing.T) {
	l := beginBrowser(t, provider.Gives("access-1", "refresh-1"))
	for _, forged := range []string{
		l.asks.Get("redirect_uri") + "/?code=mine&state=guessed", l.asks.Get("redirect_uri") + "/?code=mine", l.back(), l.asks.Get("redirect_uri"),
	} {
		if status, _ := visit(t, forged); status != http.StatusBadRequest {
			t.Errorf("%s: status %d", forged, status)
		}
	}
	if status, page := visit(t, l.back("code", "the-c0de")); status != http.StatusOK || strings.Contains(page, "c0de") {
		t.Errorf("status %d: %s", status, page)
	}
	l.wantLogin(t)
}

// TestPastedLogin is for a browser on another machine. What is no address of this login is asked for again.
func TestPastedLogin(t *testing.T) {
	l := beginBrowser(t, provider.Gives("access-1", "refresh-1"))
	for _, wrong := range []string{"", "hello", "http://localhost/?code=mine&state=old", "%zz"} {
		go l.pastes(wrong + "\n")
		if !l.said.Scan() || !strings.Contains(l.said.Text(), "Paste it again") {
			t.Errorf("%q: %s", wrong, l.said.Text())
		}
	}
	l.pastes("  " + l.back("code", "the-c0de") + " \r\n")
	l.wantLogin(t)
}

// TestBrowserLoginRefused tells what the provider has told the browser, or says of the code.
func TestBrowserLoginRefused(t *testing.T) {
	l := beginBrowser(t, provider.Refuses("invalid_grant"))
	visit(t, l.back("error", "access_denied", "error_description", "no\x1b[2J\nway"))
	err := <-l.ended
	if wrong, ok := errors.AsType[*credential.Error](err); !ok || wrong.Code != "access_denied" || err.Error() != "oauth: the provider says access_denied: no[2J way" {
		t.Error(err)
	}
	l = beginBrowser(t, provider.Refuses("invalid_grant"))
	visit(t, l.back("code", "the-c0de"))
	if err := <-l.ended; err == nil || !strings.Contains(err.Error(), "invalid_grant") || strings.Contains(err.Error(), "the-c0de") {
		t.Error(err)
	}
	if _, err := os.Stat(l.path); err == nil {
		t.Error("there is a token file")
	}
}

// TestFolderOfTokenIsMissing says so when the person has done everything.
func TestFolderOfTokenIsMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := provider.New(t, code(), provider.Gives("access-1", "refresh-1"))
		s := p.Settings(filepath.Join(t.TempDir(), "absent", "oauth.json"))
		err := s.LogInDevice(t.Context(), credential.Person{Out: io.Discard})
		if err == nil || !strings.Contains(err.Error(), "no such file or directory") {
			t.Error(err)
		}
	})
}
