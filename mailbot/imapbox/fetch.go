package imapbox

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

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
	Size       int64 // what the server says, also when only the header was fetched
	Raw        []byte
	HeaderOnly bool // larger than Config.MaxSize: Raw is its header, at most 256 KiB
}

// Fetch gives the mails with these UIDs in the order of their UIDs, without
// marking them as read. A mail that is no longer there is absent.
//
// All of them are in memory at once: at most Config.MaxSize, or 256 KiB where
// that is more, for each UID. The caller bounds the memory by how many it asks
// for; asking for some dozens at a time costs next to nothing in speed.
func (b *Box) Fetch(ctx context.Context, uids []uint32) (messages []Message, rest []uint32, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(100, len(uids))
	if n == 0 {
		return nil, nil, nil
	}
	if messages, err = b.fetchSet(ctx, uids[:n]); err != nil {
		return nil, nil, err
	}
	slices.SortFunc(messages, func(x, y Message) int { return cmp.Compare(x.UID, y.UID) })
	return messages, uids[n:], nil
}

// fetchSet asks for the sizes, then for whole mails, then for headers: one
// command after the other, because the library stalls for ever when two
// answers with bodies are collected in the wrong order.
func (b *Box) fetchSet(ctx context.Context, uids []uint32) ([]Message, error) {
	sizes, err := b.sizes(ctx, uids)
	if err != nil {
		return nil, err
	}
	var whole, tooBig []uint32
	for uid, size := range sizes {
		if b.cfg.MaxSize > 0 && size > b.cfg.MaxSize {
			tooBig = append(tooBig, uid)
		} else {
			whole = append(whole, uid)
		}
	}
	messages, err := b.bodies(ctx, whole, &imap.FetchItemBodySection{Peek: true})
	if err != nil {
		return nil, err
	}
	headers, err := b.bodies(ctx, tooBig, &imap.FetchItemBodySection{
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
	messages = append(messages, headers...)
	for i := range messages {
		messages[i].Size = sizes[messages[i].UID]
	}
	return messages, nil
}

// sizes gives the size of each mail that is there.
func (b *Box) sizes(ctx context.Context, uids []uint32) (map[uint32]int64, error) {
	sizes := make(map[uint32]int64, len(uids))
	err := b.do(ctx, OpFetch, func() error {
		found, err := b.client.Fetch(setOf(uids), &imap.FetchOptions{UID: true, RFC822Size: true}).Collect()
		for _, m := range found {
			sizes[uint32(m.UID)] = m.RFC822Size
		}
		return unlessVanished(err)
	})
	return sizes, err
}

// bodies gives one section of each mail that is there.
func (b *Box) bodies(ctx context.Context, uids []uint32, section *imap.FetchItemBodySection) ([]Message, error) {
	if len(uids) == 0 {
		return nil, nil // an empty set can't be written in IMAP
	}
	var messages []Message
	err := b.do(ctx, OpFetch, func() error {
		command := b.client.Fetch(setOf(uids), &imap.FetchOptions{
			UID:         true,
			BodySection: []*imap.FetchItemBodySection{section},
		})
		for data := command.Next(); data != nil; data = command.Next() {
			m, err := readMessage(data)
			if err != nil {
				// The connection has ended. The answer must not be drained, as
				// Close and Collect would do: they read on in the broken body
				// while the client's reader does the same.
				return err
			}
			if m.Raw != nil { // NIL, or nothing, is what some servers say of a vanished mail
				messages = append(messages, m)
			}
		}
		return unlessVanished(command.Close())
	})
	return messages, err
}

// readMessage reads one mail out of the answer to FETCH.
func readMessage(data *imapclient.FetchMessageData) (Message, error) {
	var m Message
	for item := data.Next(); item != nil; item = data.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			m.UID = uint32(item.UID)
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil {
				continue
			}
			var err error
			if m.Raw, err = io.ReadAll(item.Literal); err != nil {
				return Message{}, err
			}
		}
	}
	return m, nil
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
