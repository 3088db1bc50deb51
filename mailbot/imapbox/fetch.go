package imapbox

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// What one Fetch gives at most, so that the memory stays flat: a mail is there
// several times while it is read.
const (
	maxBatch = 100
	maxBytes = 1 << 20
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

// Fetch gives the first of the mails with these UIDs, in the order in which
// they are asked for, without marking them as read: at most 100, and at most as many as fit
// into 1 MiB, but always one. The rest is for the next call. A mail that is no
// longer there is in neither, and neither is one that the server refuses to give
// while it gives others.
//
// All or nothing: with an error no mail was fetched. What the server sends
// without being asked is dropped. A mail whose length differs from its size is
// read twice, for some servers only estimate sizes; it must be the same twice.
func (b *Box) Fetch(ctx context.Context, uids []uint32) (messages []Message, rest []uint32, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.keepLease(ctx); err != nil { // a large mailbox can take long between two lists
		return nil, nil, err
	}
	batch, rest, err := b.nextBatch(ctx, uids)
	if err != nil {
		return nil, nil, err
	}
	messages, err = b.fetchBatch(ctx, batch)
	if err != nil {
		return nil, nil, err
	}
	if err := b.stillValid(OpFetch); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(messages, func(x, y Message) int { return cmp.Compare(slices.Index(batch, x.UID), slices.Index(batch, y.UID)) })
	return messages, rest, nil
}

// nextBatch decides by their sizes how many mails are fetched now.
func (b *Box) nextBatch(ctx context.Context, uids []uint32) (batch, rest []uint32, err error) {
	room := int64(maxBytes)
	for i, uid := range uids {
		m, known := b.measures[uid]
		if !known {
			if len(batch) > 0 {
				return batch, uids[i:], nil
			}
			if err := b.measure(ctx, uids[i:min(i+maxSet, len(uids))]); err != nil {
				return nil, nil, err
			}
			m = b.measures[uid]
		}
		size := m.size
		if size == vanished {
			continue
		}
		if b.tooBig(size) {
			size = min(size, maxHeader)
		}
		if len(batch) == maxBatch || len(batch) > 0 && size > room {
			return batch, uids[i:], nil
		}
		batch = append(batch, uid)
		room -= size
	}
	return batch, nil, nil
}

func (b *Box) tooBig(size int64) bool { return b.cfg.MaxSize > 0 && size > b.cfg.MaxSize }

// vanished stands for the size of a mail that is no longer there.
const vanished = -1

// measure asks for the sizes of more mails than one Fetch gives, because that
// costs a round trip less for each of the next ones, and forgets the last ones.
func (b *Box) measure(ctx context.Context, uids []uint32) error {
	found := make(map[uint32]measure, len(uids))
	err := askTwice(uids, func(uids []uint32) ([]uint32, error) { return b.measuresOf(ctx, uids, found) })
	for _, uid := range uids {
		if _, there := found[uid]; !there {
			found[uid] = measure{size: vanished}
		}
	}
	if err == nil {
		b.measures = found
	}
	return err
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

// measuresOf notes the measures of those mails that are there.
func (b *Box) measuresOf(ctx context.Context, uids []uint32, found map[uint32]measure) (answered []uint32, err error) {
	err = b.do(ctx, OpFetch, func() error {
		command := b.client.Fetch(setOf(uids), &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true})
		for data := command.Next(); data != nil; data = command.Next() {
			uid, m := uint32(0), measure{size: vanished}
			for item := data.Next(); item != nil; item = data.Next() {
				switch item := item.(type) {
				case imapclient.FetchItemDataUID:
					uid = uint32(item.UID)
				case imapclient.FetchItemDataRFC822Size:
					m.size = item.Size
				case imapclient.FetchItemDataInternalDate:
					m.arrived = item.Time
				}
			}
			if m.size >= 0 {
				found[uid] = m
				answered = append(answered, uid)
			}
		}
		return unlessVanished(command.Close())
	})
	return answered, err
}

// fetchBatch asks for whole mails, then for headers: one command after the
// other, because the library stalls for ever when two answers with bodies are
// collected in the wrong order.
func (b *Box) fetchBatch(ctx context.Context, uids []uint32) ([]Message, error) {
	var whole, tooBig []uint32
	for _, uid := range uids {
		if b.tooBig(b.measures[uid].size) {
			tooBig = append(tooBig, uid)
		} else {
			whole = append(whole, uid)
		}
	}
	messages, err := b.wholeMails(ctx, whole)
	if err != nil {
		return nil, err
	}
	headers, err := b.bodies(ctx, OpFetch, tooBig, &imap.FetchItemBodySection{
		Peek:      true,
		Specifier: imap.PartSpecifierHeader,
		Partial:   &imap.SectionPartial{Size: maxHeader},
	})
	if err != nil {
		return nil, err
	}
	for i := range headers {
		headers[i].HeaderOnly = true
	}
	return append(messages, headers...), nil
}

// wholeMails fetches mails and looks at their lengths.
func (b *Box) wholeMails(ctx context.Context, uids []uint32) ([]Message, error) {
	section := &imap.FetchItemBodySection{Peek: true}
	messages, err := b.bodies(ctx, OpFetch, uids, section)
	if err != nil {
		return nil, err
	}
	// Nothing is what some servers give of a mail that has just gone.
	messages = slices.DeleteFunc(messages, func(m Message) bool { return len(m.Raw) == 0 && m.Size > 0 })
	for _, m := range messages {
		if int64(len(m.Raw)) == m.Size {
			continue
		}
		again, err := b.bodies(ctx, OpFetch, []uint32{m.UID}, section)
		if err != nil {
			return nil, err
		}
		if len(again) != 1 || !bytes.Equal(again[0].Raw, m.Raw) {
			_ = b.conn.Close() // the error says it all
			return nil, b.fail(OpFetch, fmt.Errorf("the server gives %d bytes of a mail of %d, and something else when asked again", len(m.Raw), m.Size))
		}
	}
	return messages, nil
}

// bodies gives one section of each mail that is there. A mail that the server
// can't read, off a bad disk for instance, does not keep the others waiting: it
// is left out, for a later try, as long as others can be read.
func (b *Box) bodies(ctx context.Context, op string, uids []uint32, section *imap.FetchItemBodySection) (messages []Message, err error) {
	if len(uids) == 0 {
		return nil, nil // an empty set can't be written in IMAP
	}
	messages, err = b.together(ctx, op, uids, section)
	if failed := new(Error); len(uids) == 1 || !errors.As(err, &failed) || !failed.Refused() || failed.throttled() {
		return messages, err
	}
	messages = nil
	for _, uid := range uids {
		alone, refused := b.together(ctx, op, []uint32{uid}, section)
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
func (b *Box) together(ctx context.Context, op string, uids []uint32, section *imap.FetchItemBodySection) (messages []Message, err error) {
	err = askTwice(uids, func(uids []uint32) (answered []uint32, err error) {
		some, err := b.sectionOf(ctx, op, uids, section)
		for _, m := range some {
			answered = append(answered, m.UID)
		}
		messages = append(messages, some...)
		return answered, err
	})
	if err != nil {
		return nil, err
	}
	return messages, nil
}

// sectionOf gives one section of each mail in the answer to one command.
func (b *Box) sectionOf(ctx context.Context, op string, uids []uint32, section *imap.FetchItemBodySection) ([]Message, error) {
	var messages []Message
	err := b.do(ctx, op, func() error {
		command := b.client.Fetch(setOf(uids), &imap.FetchOptions{
			UID:         true,
			BodySection: []*imap.FetchItemBodySection{section},
		})
		for data := command.Next(); data != nil; data = command.Next() {
			m, err := b.readMessage(data, section)
			if err != nil {
				// The answer must not be drained, as Close and Collect would do:
				// they read on in the broken body while the client's reader does
				// the same.
				return err
			}
			b.watchdog.Reset(b.cfg.CommandTimeout) // a slow line is not a dead one
			if m.Raw != nil {                      // NIL is what some servers say of a vanished mail
				messages = append(messages, m)
			}
		}
		return unlessVanished(command.Close())
	})
	return messages, err
}

// readMessage reads one mail out of the answer to FETCH.
func (b *Box) readMessage(data *imapclient.FetchMessageData, section *imap.FetchItemBodySection) (Message, error) {
	var m Message
	for item := data.Next(); item != nil; item = data.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			m.UID = uint32(item.UID)
			m.Size, m.Arrived = b.measures[m.UID].size, b.measures[m.UID].arrived
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil || item.Section.Specifier != section.Specifier || len(item.Section.Part) > 0 {
				continue
			}
			var err error
			if section.Partial != nil {
				m.Raw, err = readStart(item.Literal, section.Partial.Size)
			} else {
				m.Raw, err = b.readBody(item.Literal, m.Size)
			}
			if err != nil {
				return Message{}, err
			}
		}
	}
	return m, nil
}

// readBody reads a whole mail, if it is about as large as it should be.
func (b *Box) readBody(literal imap.LiteralReader, size int64) ([]byte, error) {
	if length := literal.Size(); length < 0 || length > 2*size+maxHeader {
		// The client's reader waits for the end of the body, and a closed
		// connection is one.
		_ = b.conn.Close()
		_, _ = io.Copy(io.Discard, literal)
		return nil, fmt.Errorf("the server announces %d bytes of a mail of %d", length, size)
	}
	raw := make([]byte, literal.Size())
	if _, err := io.ReadFull(literal, raw); err != nil {
		_ = b.conn.Close()
		return nil, err
	}
	return raw, nil
}

// readStart reads the beginning of what may be longer than was asked for.
func readStart(literal imap.LiteralReader, atMost int64) ([]byte, error) {
	raw := make([]byte, min(max(literal.Size(), 0), atMost))
	if _, err := io.ReadFull(literal, raw); err != nil {
		return nil, err
	}
	_, err := io.Copy(io.Discard, literal)
	return raw, err
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
