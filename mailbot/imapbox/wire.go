package imapbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"unlurbot/mailbot/credential"
)

// A wire is one connection to the server, and what is said over it.
type wire struct {
	cfg         Config
	conn        net.Conn // under any TLS, so that closing it never waits for the peer
	tap         *tap     // above any TLS
	client      *imapclient.Client
	watchdog    *time.Timer // of the command under way
	caps        imap.CapSet
	uidValidity uint32             // of the mailbox
	arrived     chan struct{}      // holds one token when the server has announced mail
	measures    map[uint32]measure // of the mails that were last asked about
	room, used  []byte             // where the mails of this Fetch lie, and those of the one before; see Config.Overwrite
}

func (w *wire) address() string {
	return net.JoinHostPort(w.cfg.Host, strconv.Itoa(w.cfg.Port))
}

// do runs one command under the watchdog. The library waits for ever on a
// silent server and knows no context, but everything in it ends at once when
// the connection is closed; so that is what the end of ctx, or of the time
// that one answer may take, does. The connection is then of no more use.
func (w *wire) do(ctx context.Context, op string, command func() error) error {
	limit := w.cfg.CommandTimeout
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.watchdog = time.AfterFunc(limit, func() {
		cancel(fmt.Errorf("no answer within %v: %w", limit, context.DeadlineExceeded))
	})
	defer w.watchdog.Stop()
	stop := context.AfterFunc(ctx, func() { _ = w.conn.Close() })
	err := command()
	if !stop() {
		// What the command saw is only the echo of the closed connection.
		return w.fail(op, context.Cause(ctx))
	}
	if err != nil {
		return w.fail(op, w.reason(err))
	}
	return nil
}

// reason is why a command failed: of a connection that has ended, the words of
// the server if it had any.
func (w *wire) reason(err error) error {
	if isAnswer(err) {
		return err
	}
	if w.tap != nil {
		if _, bye := w.tap.said(); bye != nil {
			return bye
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the server closed the connection: %w", err)
	}
	return err
}

// fail wraps what went wrong at a step. It keeps the password out of the log when a server
// echoes the command that it did not like.
func (w *wire) fail(op string, err error) *Error {
	if answer := new(imap.Error); w.cfg.Credential != nil && errors.As(err, &answer) {
		if text := w.cfg.Credential.Redact(answer.Text); text != answer.Text {
			clean := *answer
			clean.Text = text
			err = &clean
		}
	}
	_, withToken := w.cfg.Credential.(*credential.Bearer)
	return &Error{
		Op: op, Server: w.address(), Err: err,
		security: w.cfg.Security, mailbox: w.cfg.Mailbox, withToken: withToken,
	}
}

// announce makes the next Wait return at once.
func (w *wire) announce() {
	select {
	case w.arrived <- struct{}{}:
	default:
	}
}
