package imapbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// maxHeader is how much of the header of a too large mail is fetched: a
// header can be as large as any mail.
const maxHeader = 256 << 10

// maxSet is how many UIDs go into one command. UIDs with gaps take up to
// eleven bytes each, and servers need not take lines over 8,000.
const maxSet = 500

// A Message is one mail as it lies in the mailbox.
type Message struct {
	UID        uint32
	Size       int64     // what the server says, also when only the header was fetched
	Arrived    time.Time // INTERNALDATE, which stays when a mail is filed (RFC 6851 section 3.3); zero if unknown
	Raw        []byte
	HeaderOnly bool // larger than Config.MaxSize: Raw is its header, at most 256 KiB
}

// A measure is what is asked about a mail before it is fetched.
type measure struct {
	size    int64 // vanished for a mail that is no longer there
	arrived time.Time
}

// bodies gives one section of each mail that is there. A mail that the server
// can't read, off a bad disk for instance, does not keep the others waiting: it
// is left out, for a later try, as long as others can be read.
func (w *wire) bodies(ctx context.Context, op string, uids []uint32, section *imap.FetchItemBodySection) (messages []Message, err error) {
	if len(uids) == 0 {
		return nil, nil // an empty set can't be written in IMAP
	}
	messages, err = w.together(ctx, op, uids, section)
	if failed := new(Error); len(uids) == 1 || !errors.As(err, &failed) || !failed.Refused() || failed.throttled() {
		return messages, err
	}
	messages = nil
	for _, uid := range uids {
		alone, refused := w.together(ctx, op, []uint32{uid}, section)
		if failed := new(Error); errors.As(refused, &failed) && !failed.Refused() {
			return nil, refused
		}
		messages = append(messages, alone...)
	}
	if len(messages) > 0 {
		return messages, nil
	}
	return nil, err
}

// together asks for all mails with one command.
func (w *wire) together(ctx context.Context, op string, uids []uint32, section *imap.FetchItemBodySection) (messages []Message, err error) {
	err = askTwice(uids, func(uids []uint32) (answered []uint32, err error) {
		err = w.do(ctx, op, func() error {
			command := w.client.Fetch(setOf(uids), &imap.FetchOptions{
				UID:         true,
				BodySection: []*imap.FetchItemBodySection{section},
			})
			for data := command.Next(); data != nil; data = command.Next() {
				m, err := w.readMessage(data, section)
				if err != nil {
					// The answer must not be drained, as Close and Collect would do:
					// they read on in the broken body while the client's reader does
					// the same.
					return err
				}
				w.watchdog.Reset(w.cfg.CommandTimeout) // a slow line is not a dead one
				if m.Raw != nil {                      // NIL is what some servers say of a vanished mail
					answered, messages = append(answered, m.UID), append(messages, m)
				}
			}
			return unlessVanished(command.Close())
		})
		return answered, err
	})
	if err != nil {
		return nil, err
	}
	return messages, nil
}

// readMessage reads one mail out of the answer to FETCH.
func (w *wire) readMessage(data *imapclient.FetchMessageData, section *imap.FetchItemBodySection) (Message, error) {
	var m Message
	for item := data.Next(); item != nil; item = data.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			m.UID = uint32(item.UID)
			m.Size, m.Arrived = w.measures[m.UID].size, w.measures[m.UID].arrived
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil || item.Section.Specifier != section.Specifier || len(item.Section.Part) > 0 {
				continue
			}
			length, whole := item.Literal.Size(), section.Partial == nil
			if whole && (length < 0 || length > 2*m.Size+maxHeader) { // not about as large as it should be
				// The client's reader waits for the end of the body, and a closed connection
				// is one.
				_ = w.conn.Close()
				_, _ = io.Copy(io.Discard, item.Literal)
				return Message{}, fmt.Errorf("the server announced %d bytes for a mail of %d", length, m.Size)
			}
			if !whole {
				length = min(max(length, 0), section.Partial.Size) // it may be longer than was asked for
			}
			m.Raw = w.space(length)
			_, err := io.ReadFull(item.Literal, m.Raw)
			if err != nil && whole {
				_ = w.conn.Close()
			}
			if err == nil {
				_, err = io.Copy(io.Discard, item.Literal)
			}
			if err != nil {
				return Message{}, err
			}
		}
	}
	return m, nil
}

// space gives so many bytes, of the room if that has them; never nil.
func (w *wire) space(n int64) []byte {
	at := int64(len(w.room))
	if w.room == nil || int64(cap(w.room))-at < n {
		return make([]byte, n)
	}
	w.room = w.room[:at+n]
	return w.room[at : at+n : at+n]
}

// unlessVanished forgives the refusal with which a server may end an answer
// that lacks mails another client has just removed.
func unlessVanished(err error) error {
	var answer *imap.Error
	if errors.As(err, &answer) && answer.Code == "EXPUNGEISSUED" {
		return nil
	}
	return err
}

func setOf(uids []uint32) imap.UIDSet {
	var set imap.UIDSet
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	return set
}

// askTwice asks once more for what an answer lacks. The mail may be gone; but
// a server may also have spoken of it unasked, of a new flag for instance, and
// the library takes that for the answer and drops the one that follows.
func askTwice(uids []uint32, ask func(uids []uint32) (answered []uint32, err error)) error {
	answered, err := ask(uids)
	if err != nil || len(answered) == len(uids) {
		return err
	}
	slices.Sort(answered)
	missing := slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
		_, found := slices.BinarySearch(answered, uid)
		return found
	})
	if len(missing) > 0 { // none are when uids has the same one twice
		_, err = ask(missing)
	}
	return err
}
