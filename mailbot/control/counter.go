package control

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"
)

// A Counter is where requests are answered. Who answers them can change while the socket is open: each is
// answered by one of them, and none is turned away. Its methods are safe for concurrent use.
type Counter struct {
	mu       sync.RWMutex // held to read while something is answered
	requests Requests
	log      *slog.Logger
}

// NewCounter makes a Counter. What goes wrong at it is logged.
func NewCounter(requests Requests, log *slog.Logger) *Counter {
	return &Counter{requests: requests, log: log}
}

// untilFree is how long to wait before the next look at whether all requests are answered.
const untilFree = 20 * time.Millisecond

// Change waits until no request is being answered, and lets a function say who answers the next ones. Requests that come
// while it runs wait for it; those that come before don't. They must be for the same names. The error is that of ctx, if it ends before the function is
// called.
func (c *Counter) Change(ctx context.Context, change func() (Requests, *slog.Logger)) error {
	for !c.mu.TryLock() {
		timer := time.NewTimer(untilFree)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	defer c.mu.Unlock()
	c.requests, c.log = change()
	return nil
}

// answer makes a request.
func (c *Counter) answer(ctx context.Context, name string, values url.Values) (answer any, err error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	request, known := c.requests[name]
	if !known {
		return nil, errors.New("there is no such request")
	}
	return request(ctx, values)
}

// tell tells the log.
func (c *Counter) tell(level slog.Level, what string, more ...any) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.log.Log(context.Background(), level, what, more...)
}

// Write implements io.Writer, for what the server has to say of itself.
func (c *Counter) Write(said []byte) (int, error) {
	c.tell(slog.LevelWarn, "control socket", "err", strings.TrimSpace(string(said)))
	return len(said), nil
}
