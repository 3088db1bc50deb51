package outbox

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sync"

	"unlurbot/mailbot/process"
	"unlurbot/store"
)

// Receipts are the mails that the relay has taken and of which the store does not know it yet: while mails come in, that takes
// as long as a transaction with a hundred of them. They are noted in a small file beside the store, so that a process that is killed
// meanwhile sends none of them again, but those that it was just handing over. A kill does not take back what was written,
// and against a loss of power there is no need: the same mail is sent again then, with the same id.
type receipts struct {
	mu   sync.Mutex
	file *os.File // nil if it can't be had: then the mails are sent again
	open int      // how many are noted, and not marked in the store
}

// A receipt is the place of a mail in the outbox, with a hash of its Message-ID: in a store that was restored another mail may
// have that place.
type receipt [16]byte

func receiptOf(id uint64, messageID string) (r receipt) {
	hash := sha256.Sum256([]byte(messageID))
	binary.BigEndian.PutUint64(r[:8], id)
	copy(r[8:], hash[:8])
	return r
}

func (r receipt) id() uint64 { return binary.BigEndian.Uint64(r[:8]) }

// receiptsBeside gives the path of the file, by that of the store.
func receiptsBeside(store string) string { return store + ".sent" }

// openReceipts opens the file, or makes it, and gives those that a process before this one has left.
func openReceipts(path string) (r *receipts, left []receipt, err error) {
	r = &receipts{}
	if r.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return &receipts{}, nil, err
	}
	for {
		var one receipt
		switch _, err := io.ReadFull(r.file, one[:]); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF): // it was killed as it wrote the last one
			return r, left, nil
		case err != nil:
			return r, left, err
		}
		left = append(left, one)
	}
}

// note notes that the relay has taken a mail. One that can't be noted may be sent again.
func (r *receipts) note(m *store.Outgoing) {
	one := receiptOf(m.ID, m.MessageID)
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

// marked says of how many mails the store knows now that they were taken. When it knows all, nothing of them is needed.
func (r *receipts) marked(taken int) {
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
func (r *receipts) close() {
	_ = r.file.Close()
	r.file = nil
}

// end closes the file, and removes it if nothing in it is needed.
func (r *receipts) end(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return
	}
	r.close()
	if r.open == 0 {
		_ = os.Remove(path)
	}
}

// settle marks the mails in the store that the process before this one has handed over.
func (o *Outbox) settle(left []receipt) error {
	taken := 0
	err := o.process.Update(func(tx *store.Tx) error {
		taken = 0
		for _, one := range left {
			messageID, waits := tx.MessageID(one.id())
			if !waits || receiptOf(one.id(), messageID) != one {
				continue
			}
			if err := tx.Sent(one.id()); err != nil {
				return err
			}
			taken++
		}
		return nil
	})
	if err == nil && taken > 0 {
		o.process.Log.Info("sent before the last end", "mails", taken)
		o.process.Tally.Note(func(c *process.Counts) { c.Sent += taken })
	}
	return err
}
