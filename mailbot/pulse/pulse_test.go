package pulse

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/process"
	"unlurbot/store"
)

// A far server answers the heartbeat, or does not.
type far struct {
	asked int
	down  bool
}

// RoundTrip implements http.RoundTripper.
func (f *far) RoundTrip(*http.Request) (*http.Response, error) {
	f.asked++
	if f.down {
		return nil, errors.New("nobody is there")
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(""))}, nil
}

// A mailbox that can't be read is told to the service manager and in the log, and the
// heartbeat stops; when it is read again all of it comes back. A loop that says nothing any
// more loses the watchdog's patience. The heartbeat's URL is nowhere.
func TestPulse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(filepath.Join(t.TempDir(), "s.db"), func() ([]byte, error) { return []byte("a key for tests"), nil })
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		var log bytes.Buffer
		p := &process.Process{Store: s, Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))}
		cfg := &config.Config{Address: "unlur@example.org", Heartbeat: "https://far.example.org/secret"}
		cfg.IMAP.PollInterval, cfg.Store.Path = time.Minute, filepath.Join(t.TempDir(), "s.db")
		var told []string
		server := &far{}
		w := New(p, cfg, Manager{Notify: func(news string) { told = append(told, news) }, Watchdog: 4 * time.Minute}, func() *health.Backup { return nil }, func() *health.Site { return nil }, func() *health.Token { return nil })
		w.heart.Transport = server
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- w.Loop(ctx) }()
		time.Sleep(7 * time.Second) // what the loop and this test do never falls into one moment
		synctest.Wait()

		// after lets time go by, and gives what was told and logged meanwhile.
		after := func(d time.Duration, reads bool) (news, lines string, beats int) {
			told, server.asked = nil, 0
			log.Reset()
			for range d / time.Minute {
				if reads {
					p.Mailbox.Works(time.Now())
				}
				p.Alarms.Works(time.Now())
				time.Sleep(time.Minute)
				synctest.Wait()
			}
			return strings.Join(told, "\n"), log.String(), server.asked
		}
		want := func(what string, is bool) {
			t.Helper()
			if !is {
				t.Errorf("%s: told %d times, at last %q, beats %d, log:\n%s", what, len(told), told[max(0, len(told)-2):], server.asked, log.String())
			}
		}
		want("begun", strings.HasPrefix(strings.Join(told, "\n"), "READY=1\nSTATUS=good"))
		news, lines, beats := after(20*time.Minute, true)
		want("well", strings.HasPrefix(news, "STATUS=good") && strings.Count(news, "WATCHDOG=1") >= 20 && lines == "" && beats >= 4 && beats <= 5)
		news, lines, beats = after(10*time.Minute, false)
		want("unread", strings.Contains(news, "STATUS=bad: mailbox.") && strings.HasSuffix(news, "WATCHDOG=1") && beats <= 1 &&
			strings.Count(lines, "msg=unwell code=mailbox") == 1 && strings.Count(lines, "\n") == 1)
		news, _, beats = after(40*time.Minute, false)
		want("stuck", strings.Contains(news, "WATCHDOG=1") && !strings.HasSuffix(news, "WATCHDOG=1") && beats == 0)
		news, lines, beats = after(10*time.Minute, true)
		want("again", strings.HasSuffix(news, "WATCHDOG=1") && strings.Contains(lines, `msg="well again" code=mailbox`) && beats >= 2 && beats <= 3)
		server.down = true
		_, lines, beats = after(20*time.Minute, true)
		want("nobody takes the heartbeat", beats >= 4 && beats <= 5 && strings.Count(lines, "the heartbeat was not taken") == 1 && !strings.Contains(lines, "secret"))
		stop()
		if err := <-done; err != nil || told[len(told)-1] != "STOPPING=1" {
			t.Errorf("at the end %v, %q", err, told)
		}

		// Another one follows, with another configuration: the process is as old as before, and does not stop.
		told = nil
		begun := w.started
		other := *cfg
		for _, c := range []*config.Config{cfg, &other} { // or in another part of a cluster, with the same one
			next := New(p, c, w.manager, w.backup, w.site, w.token)
			next.Follow(w)
			if s, err := next.Status(); err != nil || !s.Started.Equal(begun) || s.Loaded.Equal(begun) != (c == cfg) || c != cfg && !s.Loaded.Equal(time.Now()) {
				t.Errorf("%v: started %v, loaded %v", err, s.Started, s.Loaded)
			}
		}
		anew := New(p, &other, w.manager, w.backup, w.site, w.token)
		anew.Follow(w)
		during, end := context.WithCancelCause(t.Context())
		go func() { done <- anew.Loop(during) }()
		synctest.Wait()
		anew.Reloading()
		end(ErrFollowed)
		if err := <-done; err != nil || told[0] != "READY=1" || !strings.HasPrefix(told[len(told)-1], "RELOADING=1") {
			t.Errorf("at its end %v, %q", err, told)
		}
	})
}
