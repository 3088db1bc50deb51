package credential_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/oauth2"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/testing/provider"
)

// A strict provider takes each refresh token once. One that is spent is a theft, and ends the login, as at
// Microsoft for some clients and at others by default (RFC 9700).
type strict struct {
	mu      sync.Mutex
	good    map[string]bool // the refresh tokens that are not spent
	given   int
	byLogin string // the refresh token of the person who has logged in
	stolen  bool
}

// RoundTrip implements http.RoundTripper. It takes its time, so that others ask meanwhile.
func (s *strict) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body, r.Form = io.NopCloser(strings.NewReader(string(body))), nil
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	status := http.StatusOK
	var values map[string]any
	refresh := r.Form.Get("refresh_token")
	switch {
	case r.URL.Path == "/device":
		values = map[string]any{"device_code": "device-c0de", "user_code": "ABCD", "verification_uri": "https://example.org/device", "expires_in": 900, "interval": 1}
	case refresh != "" && (s.stolen || !s.good[refresh]):
		s.stolen = true
		status, values = http.StatusBadRequest, map[string]any{"error": "invalid_grant"}
	default:
		s.given++
		delete(s.good, refresh)
		next := "refresh-" + strconv.Itoa(s.given)
		if s.good[next] = true; refresh == "" {
			s.byLogin = next
		}
		values = map[string]any{"access_token": "access-" + strconv.Itoa(s.given), "token_type": "Bearer", "expires_in": 3600, "refresh_token": next}
	}
	answer, err := json.Marshal(values)
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(string(answer))), Request: r,
	}, err
}

// settings are those of a client of a strict provider.
func (s *strict) settings(file string) credential.Settings {
	return credential.Settings{
		TokenURL: "https://example.org/token", DeviceURL: "https://example.org/device", ClientID: "unlurbot", TokenFile: file, Transport: s,
	}
}

// TestTwoProcesses has the bot and a check beside it use one token file for a day: when the token ends both need
// a new one at once, and one of them gets it. No refresh token is spent twice.
func TestTwoProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-0")
		far := &strict{good: map[string]bool{"refresh-0": true}}
		processes := []*credential.Bearer{
			credential.NewBearer(far.settings(path), slog.New(slog.DiscardHandler)), credential.NewBearer(far.settings(path), slog.New(slog.DiscardHandler)),
		}
		const hours = 24
		for hour := range hours {
			var all sync.WaitGroup
			for _, p := range processes {
				all.Go(func() { wantToken(t, p, "access-"+strconv.Itoa(hour+1)) })
			}
			all.Wait()
			time.Sleep(time.Hour)
		}
		if far.given != hours || far.stolen || !far.good[onDisk(t, path).RefreshToken] {
			t.Errorf("%d renewals in %d hours, a spent token shown: %v; on the disk %+v", far.given, hours, far.stolen, onDisk(t, path))
		}
	})
}

// TestLoginWhileTheBotRenews leaves the token of the person who has logged in, whichever of the two is the first.
func TestLoginWhileTheBotRenews(t *testing.T) {
	for _, later := range []time.Duration{0, 1500 * time.Millisecond, 2500 * time.Millisecond, 3500 * time.Millisecond} {
		t.Run(later.String(), bubble(func(t *testing.T) {
			path := stored(t, "refresh-0")
			far := &strict{good: map[string]bool{"refresh-0": true}}
			s := far.settings(path)
			done := make(chan error)
			go func() { done <- s.LogInDevice(t.Context(), credential.Person{Out: io.Discard}) }()
			time.Sleep(later) // while the person is asked, and while the provider answers
			bot := credential.NewBearer(far.settings(path), slog.New(slog.DiscardHandler))
			_, _, err := login(t.Context(), bot, "XOAUTH2")
			if login := <-done; err != nil || login != nil {
				t.Errorf("the bot: %v, the person: %v", err, login)
			}
			if got := onDisk(t, path).RefreshToken; far.stolen || got != far.byLogin {
				t.Errorf("a spent token was shown: %v; on the disk is %s, not %s", far.stolen, got, far.byLogin)
			}
			time.Sleep(time.Minute) // the library leaves the answer for a device open until its time is up
		}))
	}
}

// TestFollow keeps a token that could not be written when another configuration is taken over: the provider has
// forgotten the former one.
func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		lost := provider.Gives("access-2", "refresh-2")
		lost.Before = func() {
			if err := os.Rename(filepath.Dir(path), filepath.Dir(path)+"-away"); err != nil {
				t.Error(err)
			}
		}
		p := provider.New(t, lost, provider.Refuses("invalid_grant"))
		former, next := credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler)), credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler))
		if _, shown, err := login(t.Context(), former, "XOAUTH2"); err == nil {
			t.Errorf("shown %q", shown)
		}
		next.Follow(former)
		if err := os.Rename(filepath.Dir(path)+"-away", filepath.Dir(path)); err != nil {
			t.Fatal(err)
		}
		wantToken(t, next, "access-2")
	})
}

// TestLoginWhileNothingCanBeWritten: a token that the bot could not write down is not put in the place of
// a newer one.
func TestLoginWhileNothingCanBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		folder := filepath.Dir(path)
		move := func(from, to string) {
			if err := os.Rename(from, to); err != nil {
				t.Error(err)
			}
		}
		lost := provider.Gives("access-2", "refresh-2")
		lost.Before = func() { move(folder, folder+"-away") }
		p := provider.New(t, lost, provider.Refuses("invalid_grant"))
		b := credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler))
		if _, shown, err := login(t.Context(), b, "XOAUTH2"); err == nil {
			t.Errorf("shown %q", shown)
		}
		move(folder+"-away", folder)
		store(t, path, &oauth2.Token{AccessToken: "access-3", RefreshToken: "refresh-3", Expiry: time.Now().Add(time.Hour)})
		wantToken(t, b, "access-3")
		if got := onDisk(t, path); got.RefreshToken != "refresh-3" {
			t.Errorf("on the disk: %+v", got)
		}
	})
}
