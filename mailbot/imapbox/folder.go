package imapbox

import (
	"context"
	"errors"

	"github.com/emersion/go-imap/v2"
)

// create makes a folder unless it is there. STATUS asks first because not every
// server says why a CREATE failed.
func (w *wire) create(ctx context.Context, name string) error {
	err := w.do(ctx, OpCreate, func() error {
		_, err := w.client.Status(name, &imap.StatusOptions{UIDNext: true}).Wait()
		if !isAnswer(err) {
			return err
		}
		err = w.client.Create(name, nil).Wait()
		if answer := new(imap.Error); errors.As(err, &answer) && answer.Code == imap.ResponseCodeAlreadyExists {
			return nil
		}
		if err != nil {
			return err
		}
		// Many mail clients show the operator subscribed folders only. A server
		// that refuses this has the folder all the same.
		if err := w.client.Subscribe(name).Wait(); !isAnswer(err) {
			return err
		}
		return nil
	})
	if failed := new(Error); errors.As(err, &failed) {
		failed.folder = name
	}
	return err
}

// selectFolder opens a folder and gives its UIDVALIDITY.
func (w *wire) selectFolder(ctx context.Context, op, name string) (uidValidity uint32, err error) {
	err = w.do(ctx, op, func() error {
		data, err := w.client.Select(name, nil).Wait()
		if err == nil && data.UIDValidity == 0 {
			// Without it UIDs mean nothing beyond this connection.
			err = errors.New("the server sent no UIDVALIDITY")
		}
		uidValidity = data.UIDValidity
		return err
	})
	if failed := new(Error); errors.As(err, &failed) {
		failed.folder = name
	}
	return uidValidity, err
}

// errNewValidity says that all UIDs have lost their meaning under our feet.
var errNewValidity = errors.New("the server has renumbered all mails (UIDVALIDITY)")

// stillValid ends the connection when the server has said meanwhile that the
// UIDs are no longer those of before: what was just read or filed by them may
// have been another mail.
func (w *wire) stillValid(op string) error {
	if now, _ := w.tap.said(); now == w.uidValidity {
		return nil
	}
	_ = w.conn.Close() // the error says it all
	return w.fail(op, errNewValidity)
}

// remove deletes mails of the selected mailbox, and no others: it needs UIDPLUS.
func (w *wire) remove(ctx context.Context, op string, set imap.UIDSet) error {
	if err := w.flag(ctx, op, set, imap.FlagDeleted); err != nil {
		return err
	}
	return w.do(ctx, op, func() error { return w.client.UIDExpunge(set).Close() })
}

func (w *wire) flag(ctx context.Context, op string, set imap.UIDSet, flag imap.Flag) error {
	return w.do(ctx, op, func() error {
		return w.client.Store(set, &imap.StoreFlags{
			Op:     imap.StoreFlagsAdd,
			Silent: true,
			Flags:  []imap.Flag{flag},
		}, nil).Close()
	})
}
