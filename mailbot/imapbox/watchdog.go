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
// that one command may take, does. The connection is then of no more use.
func (b *Box) do(ctx context.Context, op string, command func() error) error {
	return b.within(ctx, b.cfg.CommandTimeout, op, command)
}

func (b *Box) within(ctx context.Context, limit time.Duration, op string, command func() error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit,
		fmt.Errorf("no answer within %v: %w", limit, context.DeadlineExceeded))
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = b.conn.Close() })
	err := command()
	if !stop() {
		// What the command saw is only the echo of the closed connection.
		return b.fail(op, context.Cause(ctx))
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("the server closed the connection: %w", err)
	}
	if err != nil {
		return b.fail(op, err)
	}
	return nil
}
