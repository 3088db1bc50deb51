package imapbox

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// What one Fetch gives at most, so that the memory stays flat: a mail is there
// several times while it is read, and all that it leads to until it is committed. Twice the bytes
// take 10 MB more in a backlog of replies that quote a page, for 6 % less CPU.
const (
	maxBatch = 100
	maxBytes = 512 << 10
)

// Fetch gives the first of the mails with these UIDs, in the order in which
// they are asked for, without marking them as read: at most 100, and at most as many as fit
// into 512 KiB, but always one. The rest is for the next call. A mail that is no
// longer there is in neither, and neither is one that the server refuses to give
// while it gives others.
//
// All or nothing: with an error no mail was fetched. What the server sends
// without being asked is dropped. A mail whose length differs from its size is
// read twice, for some servers only estimate sizes; it must be the same twice.
// With Config.Overwrite, Raw is valid until the second Fetch after this one, though it may fail.
func (b *Box) Fetch(ctx context.Context, uids []uint32) (messages []Message, rest []uint32, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.lease.keep(ctx); err != nil { // a large mailbox can take long between two lists
		return nil, nil, err
	}
	batch, rest, err := b.nextBatch(ctx, uids)
	if err != nil {
		return nil, nil, err
	}
	// Whole mails, then headers: one command after the other, because the library stalls for
	// ever when two answers with bodies are collected in the wrong order.
	var whole, tooBig []uint32
	var size int64
	for _, uid := range batch {
		if b.tooBig(b.measures[uid].size) {
			tooBig = append(tooBig, uid)
		} else {
			whole, size = append(whole, uid), size+b.measures[uid].size
		}
	}
	if b.cfg.Overwrite {
		b.room, b.used = slices.Grow(b.used[:0], int(min(size, maxBytes))), b.room
	}
	messages, err = b.wholeMails(ctx, whole)
	if err != nil {
		return nil, nil, err
	}
	headers, err := b.bodies(ctx, OpFetch, tooBig, &imap.FetchItemBodySection{
		Peek:      true,
		Specifier: imap.PartSpecifierHeader,
		Partial:   &imap.SectionPartial{Size: maxHeader},
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range headers {
		headers[i].HeaderOnly = true
	}
	messages = append(messages, headers...)
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
	err := askTwice(uids, func(uids []uint32) (answered []uint32, err error) {
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
	})
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
			return nil, b.fail(OpFetch, fmt.Errorf("the server sent %d of %d bytes of a mail, and something different the second time", len(m.Raw), m.Size))
		}
	}
	return messages, nil
}
