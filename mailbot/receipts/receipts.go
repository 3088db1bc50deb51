// Package receipts keeps which mails the relay has taken and of which the store does not know it yet: while mails come in, that
// takes as long as a transaction with a hundred of them. They are noted in a small file beside the store, so that a process that
// is killed meanwhile sends none of them again, but those that it was just handing over. A kill does not take back what was
// written, and against a loss of power there is no need: the same mail is sent again then, with the same id.
//
// Package outbox notes them, and marks them in the store after the next start.
package receipts

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sync"

	"unlurbot/store"
)

// A File has those of one process. Its methods are safe for concurrent use.
type File struct {
	path string
	mu   sync.Mutex
	file *os.File // nil if it can't be had: then the mails are sent again
	open int      // how many are noted, and not marked in the store
	left []receipt
}

// A receipt is the place of a mail in the outbox, with a hash of its Message-ID: in a store that was restored another mail may
// have that place.
type receipt [16]byte

func of(id uint64, messageID string) (r receipt) {
	hash := sha256.Sum256([]byte(messageID))
	binary.BigEndian.PutUint64(r[:8], id)
	copy(r[8:], hash[:8])
	return r
}

// Beside gives the path of the file, by that of the store.
func Beside(store string) string { return store + ".sent" }

// Open opens the file, or makes it. With an error, too, there is a File, which keeps nothing.
func Open(path string) (r *File, err error) {
	r = &File{path: path}
	if r.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return r, err
	}
	for {
		var one receipt
		switch _, err := io.ReadFull(r.file, one[:]); {
		case errors.Is(err, io.EOF):
			return r, nil
		case errors.Is(err, io.ErrUnexpectedEOF): // it was killed as it wrote the last one
			return r, r.file.Truncate(int64(len(r.left) * len(one)))
		case err != nil:
			return r, err
		}
		r.left = append(r.left, one)
	}
}

// Note notes that the relay has taken a mail. One that can't be noted may be sent again.
func (r *File) Note(m *store.Outgoing) {
	one := of(m.ID, m.MessageID)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open++
	if r.file == nil {
		return
	}
	if _, err := r.file.Write(one[:]); err != nil { // and what is there may end in a part of one
		r.close()
	}
}

// Before gives the mails in a store that the relay has taken from the process before this one. They are still to be marked; the
// other receipts mean nothing.
func (r *File) Before(s *store.Store) (taken []*store.Outgoing, err error) {
	err = s.View(func(tx *store.Tx) error {
		for _, one := range r.left {
			if m, waits := tx.Mail(binary.BigEndian.Uint64(one[:8])); waits && of(m.ID, m.MessageID) == one {
				taken = append(taken, m)
			}
		}
		return nil
	})
	r.mu.Lock()
	r.open += len(taken)
	r.mu.Unlock()
	if err == nil {
		r.Marked(0)
	}
	return taken, err
}

// Marked says of how many mails the store knows now that they were taken. When it knows all, nothing of them is needed.
func (r *File) Marked(taken int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open -= taken; r.open > 0 || r.file == nil {
		return
	}
	if err := r.file.Truncate(0); err != nil {
		r.close()
	}
}

// close gives the file up.
func (r *File) close() {
	_ = r.file.Close()
	r.file = nil
}

// End closes the file, and removes it if nothing in it is needed.
func (r *File) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return
	}
	r.close()
	if r.open == 0 {
		_ = os.Remove(r.path)
	}
}
