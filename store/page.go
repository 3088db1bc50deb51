package store

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A Page is the HTML part of a mail, compressed (RFC 1951): it says nearly the same
// for each cell of a board, 30 kB of which a tenth is left. It stays so until the
// mail is written for the relay, which makes a long outbox small, on the disk and in
// memory. An empty one is none.
type Page []byte

// MaxPage is how many bytes of HTML a Page has at most: what is longer is damaged.
const MaxPage = 1 << 20

// A packer is what it takes to compress a page, kept for the next one.
type packer struct {
	flate *flate.Writer
	chunk [4 << 10]byte // of the page: the compressor takes no strings
}

var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // there is such a level
	}
	return &packer{flate: w}
}}

// An unpacker is what it takes to read one again.
type unpacker struct {
	packed bytes.Reader
	flate  io.Reader
	chunk  [4 << 10]byte
}

var unpackers = sync.Pool{New: func() any { return &unpacker{flate: flate.NewReader(nil)} }}

// NewPage compresses HTML, of at most MaxPage bytes: what is longer gives none.
func NewPage(html string) Page {
	if html == "" || len(html) > MaxPage {
		return nil
	}
	p := packers.Get().(*packer)
	defer packers.Put(p)
	var packed bytes.Buffer
	packed.Grow(len(html) / 6) // about
	p.flate.Reset(&packed)
	for rest := html; rest != ""; {
		n := copy(p.chunk[:], rest)
		if _, err := p.flate.Write(p.chunk[:n]); err != nil {
			panic(err) // a buffer takes everything
		}
		rest = rest[n:]
	}
	if err := p.flate.Close(); err != nil {
		panic(err)
	}
	return packed.Bytes()
}

// MarshalText writes the page in base64.
func (p Page) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(make([]byte, 0, base64.StdEncoding.EncodedLen(len(p))), p), nil
}

// UnmarshalText reads what MarshalText writes, and the HTML parts of before, which
// stand in a mail as they are.
func (p *Page) UnmarshalText(text []byte) error {
	if len(text) > 0 && text[0] == '<' {
		*p = NewPage(string(text))
		return nil
	}
	packed, err := base64.StdEncoding.AppendDecode(nil, text)
	*p = packed
	return err
}

// WriteTo writes the HTML. It fails if the page is damaged.
func (p Page) WriteTo(w io.Writer) (n int64, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	u := unpackers.Get().(*unpacker)
	defer func() {
		u.packed.Reset(nil) // the page is not to be kept with it
		unpackers.Put(u)
	}()
	u.packed.Reset(p)
	if err = u.flate.(flate.Resetter).Reset(&u.packed, nil); err != nil {
		return 0, err
	}
	n, err = io.CopyBuffer(w, io.LimitReader(u.flate, MaxPage), u.chunk[:])
	if err == nil {
		if more, _ := u.flate.Read(u.chunk[:1]); more > 0 {
			err = fmt.Errorf("it is longer than %d bytes", MaxPage)
		}
	}
	if err != nil {
		return n, fmt.Errorf("store: the HTML part of a mail: %w", err)
	}
	return n, nil
}

// String gives the HTML, of a damaged page what can be read.
func (p Page) String() string {
	var html strings.Builder
	_, _ = p.WriteTo(&html)
	return html.String()
}
