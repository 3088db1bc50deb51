package store

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"time"

	"unlurbot/store/fold"
)

// Seen notes what became of a mail.
type Seen struct {
	At       time.Time `json:"at"`
	Decision string    `json:"decision"`

	// Doubt says how uncertain it was who had sent the mail: 0 for not at all, as in
	// all notes of schema 2, and more for more. Whoever forges a mail has more of it,
	// so that a forged copy is not taken for the mail itself.
	Doubt int `json:"doubt,omitempty"`
	// Forms are those in which the mail came with that much doubt: a word each for all
	// that tells copies apart which have the same sender, id and words; none for any
	// form.
	Forms []string `json:"forms,omitempty"`
	// Request is what the mail has asked for and is to be confirmed, 0 for nothing.
	Request RequestID `json:"request,omitempty"`
}

// A MailKey is one way to know a mail again.
type MailKey string

// PlaceKey knows a mail by its place in the mailbox, until the server
// renumbers it (RFC 9051 section 2.3.1.1).
func PlaceKey(uidValidity, uid uint32) MailKey {
	return MailKey(fmt.Sprintf("uid:%d:%d", uidValidity, uid))
}

// FiledKey knows a mail by its place in the mailbox of filed mails.
func FiledKey(uidValidity, uid uint32) MailKey {
	return MailKey(fmt.Sprintf("filed:%d:%d", uidValidity, uid))
}

// ContentKey knows a mail by its sender, its Message-ID and its words: nobody
// can keep out somebody else's mail by using its id first, and a program that
// uses an id twice for different mails does no harm. A mail without an id is
// known by its bytes.
func ContentKey(from, messageID, words string, raw []byte) MailKey {
	if messageID == "" {
		return MailKey(fmt.Sprintf("raw:%x", sha256.Sum256(raw)))
	}
	return MailKey(fmt.Sprintf("mid:%x", sha256.Sum256([]byte(fold.Address(from)+"\x00"+messageID+"\x00"+words))))
}

// BytesKey knows a mail by its sender, its Message-ID, and its subject and body
// as they came. What ContentKey takes for the words is what the program reads in
// a mail, which an update may change; bytes are what a gateway may change.
func BytesKey(from, messageID string, raw []byte) MailKey {
	if messageID == "" {
		return ContentKey(from, "", "", raw)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00", fold.Address(from), messageID)
	head, body := parted(raw)
	field, inside := []byte("subject:"), false
	for line := range bytes.Lines(bytes.ReplaceAll(head, []byte("\r"), nil)) {
		if line[0] != ' ' && line[0] != '\t' {
			if inside = len(line) > len(field) && bytes.EqualFold(line[:len(field)], field); inside {
				line = line[len(field):]
			}
		}
		if inside {
			fmt.Fprintf(h, "%s\n", bytes.TrimSpace(line))
		}
	}
	fmt.Fprint(h, "\x00")
	for piece := range bytes.SplitSeq(bytes.TrimRight(body, "\r\n"), []byte("\r")) {
		h.Write(piece)
	}
	return MailKey(fmt.Sprintf("bytes:%x", h.Sum(nil)))
}

// parted parts the header of a mail from its body, at the first line after another
// one in which there is nothing.
func parted(raw []byte) (head, body []byte) {
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '\n') + 1
		if n == 0 {
			return raw, nil
		}
		if at > 0 && len(bytes.TrimRight(raw[at:at+n], "\r\n")) == 0 {
			return raw[:at-1], raw[at+n:]
		}
		at += n
	}
}

// AuthorKey knows a mail by its author and its Message-ID, whatever else was
// changed in it. It is for mails of which the author is certain: others may use an
// id that is not theirs.
func AuthorKey(from, messageID string) MailKey {
	return MailKey(fmt.Sprintf("author:%x", sha256.Sum256([]byte(fold.Address(from)+"\x00"+messageID))))
}

// TokenKey knows the first mail with a token that did not prove whom it is from.
func TokenKey(token string) MailKey {
	return MailKey(fmt.Sprintf("token:%x", sha256.Sum256([]byte(token))))
}

// WasSeen tells what became of a mail, or fails with ErrNotFound.
func (t *Tx) WasSeen(key MailKey) (*Seen, error) {
	return get[Seen](t, bucketSeen, []byte(key))
}

// MarkSeen notes what became of a mail under all keys by which it could come
// back.
func (t *Tx) MarkSeen(s Seen, keys ...MailKey) error {
	raw, err := encode(&s)
	if err != nil {
		return fmt.Errorf("store: %s: %w", bucketSeen, err)
	}
	for _, key := range keys {
		if err := t.tx.Bucket(bucketSeen).Put([]byte(key), raw); err != nil {
			return err
		}
	}
	return nil
}
