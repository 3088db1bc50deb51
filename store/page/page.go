// Package page keeps the HTML part of a mail small until the mail leaves.
package page

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A Page is the HTML part of a mail, compressed (RFC 1950): it says nearly the same
// for each cell of a board, 30 kB of which a tenth is left. It stays so until the
// mail is written for the relay, which makes a long outbox small, on the disk and in
// memory. An empty one is none. It has a checksum: half of all wrong bits would
// otherwise give another page, with links to other cells.
type Page []byte

// ErrDamaged says that a Page can't be read. The rest of its mail can.
var ErrDamaged = errors.New("store: the HTML part of a mail is damaged")

// Max is how many bytes of HTML a Page has at most: what is longer is damaged.
const Max = 1 << 20

// packers are what it takes to compress a page, kept for the next one.
var packers = sync.Pool{New: func() any {
	w, err := zlib.NewWriterLevel(nil, zlib.BestSpeed)
	if err != nil {
		panic(err) // there is such a level
	}
	return w
}}

// An unpacker is what it takes to read one again.
type unpacker struct {
	packed bytes.Reader
	zlib   io.Reader // nil before the first page
	room   int       // bytes that the page at hand may still have
	chunk  [4 << 10]byte
}

var unpackers = sync.Pool{New: func() any { return &unpacker{} }}

// begin turns to another page.
func (u *unpacker) begin(p Page) (err error) {
	u.packed.Reset(p)
	u.room = Max
	if u.zlib == nil {
		u.zlib, err = zlib.NewReader(&u.packed)
	} else {
		err = u.zlib.(zlib.Resetter).Reset(&u.packed, nil)
	}
	return damaged(err)
}

// Read implements io.Reader.
func (u *unpacker) Read(b []byte) (n int, err error) {
	n, err = u.zlib.Read(b)
	if u.room -= n; u.room < 0 {
		n, err = n+u.room, fmt.Errorf("it is longer than %d bytes", Max)
	}
	return n, damaged(err)
}

// damaged tells that an error is one of a page, and not one of where it goes.
func damaged(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// New compresses HTML, of at most Max bytes: what is longer gives none.
func New(html []byte) Page {
	if len(html) == 0 || len(html) > Max {
		return nil
	}
	w := packers.Get().(*zlib.Writer)
	defer packers.Put(w)
	var packed bytes.Buffer
	packed.Grow(len(html) / 6) // about
	w.Reset(&packed)
	if _, err := w.Write(html); err != nil {
		panic(err) // a buffer takes everything
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return packed.Bytes()
}

// MarshalText writes the page in base64.
func (p Page) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(make([]byte, 0, base64.StdEncoding.EncodedLen(len(p))), p), nil
}

// UnmarshalText reads what MarshalText writes. It never fails: anything else is a
// damaged page, which must not make the mail one that can't be read.
func (p *Page) UnmarshalText(text []byte) error {
	packed, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		packed = bytes.Clone(text)
	}
	*p = packed
	return nil
}

// WriteTo writes the HTML. It fails with ErrDamaged if that can't be read, and
// may have written some of it by then.
func (p Page) WriteTo(w io.Writer) (n int64, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	u := unpackers.Get().(*unpacker)
	defer func() {
		u.packed.Reset(nil) // the page is not to be kept with it
		unpackers.Put(u)
	}()
	if err := u.begin(p); err != nil {
		return 0, err
	}
	return io.CopyBuffer(w, u, u.chunk[:])
}

// String gives the HTML, of a damaged page what can be read.
func (p Page) String() string {
	var html strings.Builder
	_, _ = p.WriteTo(&html)
	return html.String()
}
