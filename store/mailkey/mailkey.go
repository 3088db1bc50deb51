// Package mailkey makes the keys by which a returning mail is recognised: where it
// is, what it says, or who sent it.
package mailkey

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"unlurbot/store/fold"
)

// A Key is one way to know a mail again.
type Key string

// Place knows a mail by its place in the mailbox, until the server
// renumbers it (RFC 9051 section 2.3.1.1).
func Place(uidValidity, uid uint32) Key {
	return Key(fmt.Sprintf("uid:%d:%d", uidValidity, uid))
}

// Filed knows a mail by its place in the mailbox of filed mails.
func Filed(uidValidity, uid uint32) Key {
	return Key(fmt.Sprintf("filed:%d:%d", uidValidity, uid))
}

// Content knows a mail by its sender, its Message-ID and its words: nobody
// can keep out somebody else's mail by using its id first, and a program that
// uses an id twice for different mails does no harm. A mail without an id is
// known by its bytes.
func Content(from, messageID, words string, raw []byte) Key {
	if messageID == "" {
		return Key(fmt.Sprintf("raw:%x", sha256.Sum256(raw)))
	}
	return beside(from, messageID, "mid", sha256.Sum256([]byte(fold.Address(from)+"\x00"+messageID+"\x00"+words)))
}

// Bytes knows a mail by its sender, its Message-ID, and its subject and body
// as they came. What Content takes for the words is what the program reads in
// a mail, which an update may change; bytes are what a gateway may change.
func Bytes(from, messageID string, raw []byte) Key {
	if messageID == "" {
		return Content(from, "", "", raw)
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
	return beside(from, messageID, "bytes", [sha256.Size]byte(h.Sum(nil)))
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

// Author knows a mail by its author and its Message-ID, whatever else was
// changed in it. It is for mails of which the author is certain: others may use an
// id that is not theirs.
func Author(from, messageID string) Key {
	return beside(from, messageID, "author", sha256.Sum256([]byte(fold.Address(from)+"\x00"+messageID)))
}

// mailHash is how many bytes of a hash all keys of one mail begin with.
const mailHash = 4

// beside gives the keys of one mail the same beginning. In the order of the store they stand beside each other then: hashes
// alone would spread the notes on each mail over as many pages of the file as it has keys.
func beside(from, messageID, kind string, hash [sha256.Size]byte) Key {
	mail := sha256.Sum256([]byte(fold.Address(from) + "\x00" + messageID))
	return Key(fmt.Sprintf("%x:%s:%x", mail[:mailHash], kind, hash))
}

// Former gives the key that stood for the same up to schema 8 of stores, where none was beside another. Most have always
// been what they are.
func (k Key) Former() Key {
	if mail, rest, _ := strings.Cut(string(k), ":"); len(mail) == 2*mailHash {
		return Key(rest)
	}
	return k
}

// Token knows the first mail with a token that did not prove whom it is from.
func Token(token string) Key {
	return Key(fmt.Sprintf("token:%x", sha256.Sum256([]byte(token))))
}

// The forms of keys: those of Place and Filed, and those of all others.
var (
	placeForm   = regexp.MustCompile(`^(uid|filed):[0-9]+:[0-9]+$`)
	contentForm = regexp.MustCompile(`^(raw|token|([0-9a-f]{8}:)?(mid|bytes|author)):[0-9a-f]{64}$`)
)

// IsPlace says whether something is a key that Place or Filed could give.
func IsPlace(key []byte) bool { return placeForm.Match(key) }

// IsKey says whether something is a key that one of these functions could give, or the former of one.
func IsKey(key []byte) bool { return placeForm.Match(key) || contentForm.Match(key) }
