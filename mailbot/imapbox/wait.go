package imapbox

import (
	"context"
	"io"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Wait returns when the server has announced mail since the last List, or
// after atMost, with nil in both cases. It uses IDLE where the server offers it
// and only lets the time pass where it does not. A few minutes are good:
// providers and routers drop connections that are quiet for longer, and a
// dead one is noticed only when IDLE is left.
//
// The end of ctx ends the waiting with its cause and leaves the Box usable,
// so that it can still be closed politely.
func (b *Box) Wait(ctx context.Context, atMost time.Duration) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.caps.Has(imap.CapIdle) {
		return b.pause(ctx, atMost)
	}
	polite, cancel := context.WithCancel(context.WithoutCancel(ctx)) // it ends some time after ctx does
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(b.cfg.LogoutTimeout, cancel) })
	defer stop()
	var idle *imapclient.IdleCommand
	err := b.do(polite, OpWait, func() (err error) {
		idle, err = b.client.Idle()
		return err
	})
	if isAnswer(err) {
		return b.pause(ctx, atMost) // offered, and yet refused
	}
	if err != nil {
		return err
	}
	paused := b.pause(ctx, atMost)
	left := b.do(polite, OpWait, func() error {
		if err := idle.Close(); err != nil {
			return err
		}
		return idle.Wait()
	})
	if paused != nil {
		return paused
	}
	return left
}

// pause lets time pass until atMost, an announcement, or the end of ctx or of
// the connection.
func (w *wire) pause(ctx context.Context, atMost time.Duration) error {
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-w.arrived:
		return nil
	case <-timer.C:
		return nil
	case <-w.client.Closed():
		return w.fail(OpWait, w.reason(io.ErrUnexpectedEOF))
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
