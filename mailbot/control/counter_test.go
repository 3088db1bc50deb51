package control

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Who answers changes between two requests: the one that is being answered is waited for, the next ones wait, and those that
// come while there is still something to wait for are answered as before.
func TestChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		by := func(name string, takes time.Duration) (Requests, *slog.Logger) {
			return Requests{"who": func(context.Context, url.Values) (any, error) {
				time.Sleep(takes)
				return name, nil
			}}, slog.New(slog.NewTextHandler(&log, nil)).With("by", name)
		}
		c := NewCounter(by("first", time.Second))
		answers := make(chan any)
		ask := func() {
			go func() {
				answer, err := c.answer(t.Context(), "who", nil)
				if err != nil {
					t.Error(err)
				}
				answers <- answer
			}()
		}
		wants := func(who string) {
			t.Helper()
			if got := <-answers; got != who {
				t.Errorf("%v answers, not %s", got, who)
			}
		}
		ask()
		time.Sleep(time.Second / 2)
		changed := make(chan error)
		go func() {
			changed <- c.Change(t.Context(), func() (Requests, *slog.Logger) {
				ask() // this one waits
				return by("second", 0)
			})
		}()
		ask() // this one doesn't
		wants("first")
		wants("first")
		wants("second")
		check(t, <-changed)
		if _, err := c.Write([]byte("a fault\n")); err != nil || !strings.Contains(log.String(), `err="a fault" by=second`) && !strings.Contains(log.String(), `by=second err="a fault"`) {
			t.Errorf("%v: %s", err, log.String())
		}

		// Whoever is stopped meanwhile changes nothing.
		c = NewCounter(by("third", time.Hour))
		ask()
		synctest.Wait()
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		err := c.Change(ctx, func() (Requests, *slog.Logger) {
			t.Error("it is called")
			return nil, nil
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		wants("third")
		if _, err := c.answer(t.Context(), "what", nil); err == nil {
			t.Error("an unknown request is answered")
		}
	})
}
