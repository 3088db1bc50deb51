package imapbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// do runs one command under the watchdog. The library waits for ever on a
// silent server and knows no context, but everything in it ends at once when
// the connection is closed; so that is what the end of ctx, or of the time
// that one answer may take, does. The connection is then of no more use.
func (b *Box) do(ctx context.Context, op string, command func() error) error {
	limit := b.cfg.CommandTimeout
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b.watchdog = time.AfterFunc(limit, func() {
		cancel(fmt.Errorf("no answer within %v: %w", limit, context.DeadlineExceeded))
	})
	defer b.watchdog.Stop()
	stop := context.AfterFunc(ctx, func() { _ = b.conn.Close() })
	err := command()
	if !stop() {
		// What the command saw is only the echo of the closed connection.
		return b.fail(op, context.Cause(ctx))
	}
	if err != nil {
		return b.fail(op, b.reason(err))
	}
	return nil
}

// reason is why a command failed: of a connection that has ended, the words of
// the server if it had any.
func (b *Box) reason(err error) error {
	if isAnswer(err) {
		return err
	}
	if b.tap != nil {
		if bye := b.tap.bye(); bye != nil {
			return bye
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the server closed the connection: %w", err)
	}
	return err
}
