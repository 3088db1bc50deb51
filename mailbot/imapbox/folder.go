package imapbox

import (
	"context"
	"errors"

	"github.com/emersion/go-imap/v2"
)

// ensure makes sure that a folder exists. That it can't be created is no error
// here, for mails can be read all the same: refused says why.
func (b *Box) ensure(ctx context.Context, folder Folder) error {
	if b.there[folder] || b.refused[folder] != nil {
		return nil
	}
	err := b.create(ctx, b.nameOf(folder))
	if failed := new(Error); errors.As(err, &failed) && failed.Refused() {
		failed.key = keyOf(folder)
		b.refused[folder] = failed
		return nil
	}
	b.there[folder] = err == nil
	return err
}

// keyOf is the key of the configuration that names a folder.
func keyOf(folder Folder) string {
	if folder == Failed {
		return "imap.failed_mailbox"
	}
	return "imap.done_mailbox"
}

// create makes a folder unless it is there. STATUS asks first because not every
// server says why a CREATE failed.
func (b *Box) create(ctx context.Context, name string) error {
	err := b.do(ctx, OpCreate, func() error {
		_, err := b.client.Status(name, &imap.StatusOptions{UIDNext: true}).Wait()
		if !isAnswer(err) {
			return err
		}
		err = b.client.Create(name, nil).Wait()
		if answer := new(imap.Error); errors.As(err, &answer) && answer.Code == imap.ResponseCodeAlreadyExists {
			return nil
		}
		if err != nil {
			return err
		}
		// Many mail clients show the operator subscribed folders only. A server
		// that refuses this has the folder all the same.
		if err := b.client.Subscribe(name).Wait(); !isAnswer(err) {
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
func (b *Box) selectFolder(ctx context.Context, op, name string) (uidValidity uint32, err error) {
	err = b.do(ctx, op, func() error {
		data, err := b.client.Select(name, nil).Wait()
		if err == nil && data.UIDValidity == 0 {
			// Without it UIDs mean nothing beyond this connection.
			err = errors.New("the server names no UIDVALIDITY")
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
var errNewValidity = errors.New("the server has numbered all mails anew (UIDVALIDITY)")

// stillValid ends the connection when the server has said meanwhile that the
// UIDs are no longer those of before: what was just read or filed by them may
// have been another mail.
func (b *Box) stillValid(op string) error {
	if b.tap.uidValidity() == b.uidValidity {
		return nil
	}
	_ = b.conn.Close() // the error says it all
	return b.fail(op, errNewValidity)
}
