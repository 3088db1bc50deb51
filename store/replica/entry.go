package replica

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"

	"unlurbot/store"
)

// An entry is what lies in the log under a number.
type entry struct {
	Previous string // the id of the entry before; empty for the first
	Term     int64  // of the leader that has written it
	Set      store.WriteSet
}

// The first byte of a value in the log says what the rest is.
const (
	isEntry = 1 // an entry: compressed by package flate, encoded by package gob
	isParts = 2 // the id of an entry that lies in parts
)

var errUnknownForm = errors.New("replica: an entry of the log has a form that this version doesn't know")

// encode gives an entry as it lies in the log, and its id. Each id depends on all entries before.
func (e *entry) encode() (raw []byte, id string, err error) {
	var b bytes.Buffer
	b.WriteByte(isEntry)
	packed, err := flate.NewWriter(&b, flate.BestSpeed)
	if err == nil {
		err = errors.Join(gob.NewEncoder(packed).Encode(e), packed.Close())
	}
	return b.Bytes(), idOf(b.Bytes()), err
}

// decode reads one.
func decode(raw []byte) (e *entry, err error) {
	if len(raw) == 0 || raw[0] != isEntry {
		return nil, errUnknownForm
	}
	e = &entry{}
	if err := gob.NewDecoder(flate.NewReader(bytes.NewReader(raw[1:]))).Decode(e); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnknownForm, err)
	}
	return e, nil
}

// idOf gives the id of an entry by its bytes.
func idOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}
