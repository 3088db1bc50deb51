// Package page keeps the HTML part of a mail small until the mail leaves.
package page

import (
	"bytes"
	"compress/zlib"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/s2"
)

// A Page is the HTML part of a mail, compressed: it says nearly the same for each cell of a board, and for each mail: of 38 kB
// some 3 are left. It stays so until the mail is written for the relay, which makes a long outbox small, on the disk
// and in memory. An empty one is none.
//
// It is the letter d, the CRC-32C of the HTML, four bytes, big end first, and the HTML as a block of S2
// (github.com/klauspost/compress/s2) with a dictionary. Half of all wrong bits would otherwise give another page, with links to other
// cells. In schema 8 of stores it was the letter s, and a block without a dictionary; up to schema 7 it was the HTML in the
// format of zlib (RFC 1950). Both are still read.
type Page []byte

// ErrDamaged says that a Page can't be read. The rest of its mail can.
var ErrDamaged = errors.New("store: the HTML part of a mail is damaged")

// Max is how many bytes of HTML a Page has at most: what is longer is damaged.
const Max = 1 << 20

const (
	letter       = 'd'
	formerLetter = 's'
	head         = 1 + crc32.Size
)

// sample is a page as there are many: a block says where it agrees with it. It stays as it is, whatever pages will look
// like, for the pages that wait in stores. For much better ones there would be another, with a letter of its own.
//
//go:embed dictionary.html
var sample []byte

// dictionary reads blocks that were made without one, too.
var dictionary = sync.OnceValue(func() *s2.Dict { return s2.MakeDictManual(sample, 0) })

var errTooLong = fmt.Errorf("it is longer than %d bytes", Max)

var sums = crc32.MakeTable(crc32.Castagnoli)

// rooms are for pages on their way, in either form, kept for the next one: one is longer than all else that a mail takes.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// New compresses HTML, of at most Max bytes: what is longer gives none.
func New(html []byte) Page {
	if len(html) == 0 || len(html) > Max {
		return nil
	}
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	*room = dictionary().Encode((*room)[:cap(*room)], html)
	p := make(Page, 0, head+len(*room))
	return append(binary.BigEndian.AppendUint32(append(p, letter), crc32.Checksum(html, sums)), *room...)
}

// Open hands over the HTML, which the function must not keep, and fails as that does. It fails with ErrDamaged, and does
// not call it, if the HTML can't be read.
func (p Page) Open(use func(html []byte) error) (err error) {
	if len(p) == 0 {
		return use(nil)
	}
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	if *room, err = p.unpack((*room)[:cap(*room)]); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return use(*room)
}

// unpack gives the HTML, in a room if that is large enough.
func (p Page) unpack(room []byte) ([]byte, error) {
	if p[0] != letter && p[0] != formerLetter || len(p) < head {
		return p.inflate(room)
	}
	sum, block := binary.BigEndian.Uint32(p[1:]), p[head:]
	switch n, err := s2.DecodedLen(block); {
	case err != nil:
		return room, err
	case n > Max:
		return room, errTooLong
	}
	html, err := dictionary().Decode(room, block)
	if err == nil && crc32.Checksum(html, sums) != sum {
		err = errors.New("its sum is wrong")
	}
	return html, err
}

// inflate is unpack for a page of schema 7 or before.
func (p Page) inflate(room []byte) ([]byte, error) {
	out := bytes.NewBuffer(room[:0])
	r, err := zlib.NewReader(bytes.NewReader(p))
	if err == nil {
		_, err = io.CopyN(out, r, Max+1)
	}
	switch {
	case errors.Is(err, io.EOF):
		err = nil
	case err == nil:
		err = errTooLong
	}
	return out.Bytes(), err
}

// UnmarshalText reads the base64 that encoding/json writes of bytes. It never fails: anything else is a
// damaged page, which must not make the mail one that can't be read.
func (p *Page) UnmarshalText(text []byte) error {
	packed, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		packed = bytes.Clone(text)
	}
	*p = packed
	return nil
}

// String gives the HTML, empty if the page is damaged.
func (p Page) String() (html string) {
	_ = p.Open(func(opened []byte) error {
		html = string(opened)
		return nil
	})
	return html
}
