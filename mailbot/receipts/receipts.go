// Package receipts keeps which mails the relay has taken and of which the store does not know it yet: while mails come in, that
// takes as long as a transaction with a hundred of them. They are noted in a small file beside the store, so that a process that
// is killed meanwhile sends none of them again, but those that it was just handing over. Against a loss of power there is no need:
// the same mail is sent again then, with the same id.
//
// Package outbox notes them, and marks them in the store after the next start.
package receipts

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"unlurbot/mailbot/journal"
	"unlurbot/store"
)

// A File has those of one process. Its methods are safe for concurrent use.
type File struct {
	mu   sync.Mutex
	file *journal.File
	open int // how many are noted, and not marked in the store
}

// of gives the receipt for a mail: its place in the outbox, and a hash of its Message-ID, since in a store that was restored another
// mail may have that place.
func of(m *store.Outgoing) string {
	hash := sha256.Sum256([]byte(m.MessageID))
	return fmt.Sprintf("%d %x", m.ID, hash[:8])
}

// Beside gives the path of the file, by that of the store.
func Beside(store string) string { return store + ".sent" }

// Open opens the file, or makes it. With an error, too, there is a File, which keeps nothing: then mails are sent again.
func Open(path string) (*File, error) {
	file, err := journal.Open(path)
	return &File{file: file}, err
}

// Note notes that the relay has taken a mail. One that can't be noted may be sent again.
func (r *File) Note(m *store.Outgoing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open++
	r.file.Add(of(m))
}

// Before gives the mails in a store that the relay has taken from the process before this one. They are still to be marked; the
// other receipts mean nothing.
func (r *File) Before(s *store.Store) (taken []*store.Outgoing, err error) {
	err = s.View(func(tx *store.Tx) error {
		for _, receipt := range r.file.Left() {
			place, _, _ := strings.Cut(receipt, " ")
			id, err := strconv.ParseUint(place, 10, 64)
			if err != nil {
				continue
			}
			if m, waits := tx.Mail(id); waits && of(m) == receipt {
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
	if r.open -= taken; r.open <= 0 {
		r.file.Clear()
	}
}

// End closes the file, and removes it if nothing in it is needed.
func (r *File) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file.End(r.open > 0)
}
