package store

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
)

// The HTML part of a mail says nearly the same for each cell of a board: 30 kB, of
// which a tenth is left once it is compressed. That is what makes a long outbox
// small, on the disk and in memory.

// MarshalJSON writes a mail with its HTML part compressed.
func (o *Outgoing) MarshalJSON() ([]byte, error) {
	type fields Outgoing
	page, err := packPage(o.HTML)
	if err != nil {
		return nil, err
	}
	return encode(struct {
		*fields
		HTML string `json:"html"`
	}{(*fields)(o), page})
}

// UnmarshalJSON reads what MarshalJSON writes, and mails of before, in which the
// HTML part stands as it is.
func (o *Outgoing) UnmarshalJSON(raw []byte) error {
	type fields Outgoing
	var read struct {
		*fields
		HTML string `json:"html"`
	}
	read.fields = (*fields)(o)
	if err := json.Unmarshal(raw, &read); err != nil {
		return err
	}
	page, err := unpackPage(read.HTML)
	o.HTML = page
	return err
}

// MaxPage is how many bytes an HTML part has at most: what is longer is damaged.
const MaxPage = 1 << 20

// A packer is what it takes to compress a page, kept for the next one.
type packer struct {
	flate  *flate.Writer
	packed bytes.Buffer
	chunk  [4 << 10]byte // of the page: the compressor takes no strings
}

var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // there is such a level
	}
	return &packer{flate: w}
}}

var unpackers = sync.Pool{New: func() any { return flate.NewReader(nil) }}

func packPage(html string) (string, error) {
	if html == "" {
		return "", nil
	}
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.packed.Reset()
	p.flate.Reset(&p.packed)
	for rest := html; rest != ""; {
		n := copy(p.chunk[:], rest)
		if _, err := p.flate.Write(p.chunk[:n]); err != nil {
			return "", err
		}
		rest = rest[n:]
	}
	if err := p.flate.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(p.packed.Bytes()), nil
}

func unpackPage(packed string) (string, error) {
	if packed == "" || packed[0] == '<' {
		return packed, nil
	}
	r := unpackers.Get().(io.ReadCloser)
	defer unpackers.Put(r)
	err := r.(flate.Resetter).Reset(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed)), nil)
	if err != nil {
		return "", err
	}
	var html strings.Builder
	html.Grow(8 * len(packed)) // about
	n, err := io.Copy(&html, io.LimitReader(r, MaxPage+1))
	if err == nil && n > MaxPage {
		err = fmt.Errorf("it is longer than %d bytes", MaxPage)
	}
	if err != nil {
		return "", fmt.Errorf("store: the HTML part of a mail: %w", err)
	}
	return html.String(), nil
}
