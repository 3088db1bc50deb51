package kv

import (
	"encoding/binary"
	"fmt"
	"iter"
)

// A pageCheck holds the pages of a bbolt file against each other: each is free
// or has exactly one that leads to it. It does what bbolt's own Check does, in
// one bit where that has an entry of a map, and without following what a
// damaged page says. It reads the file and not the map of it, so that a disk
// that can't be read gives an error and no signal.
//
// The layout is that of bbolt's internal/common: a page begins with its number
// (8 bytes), its kind (2), the number of its elements (2) and of the pages that
// it has beyond the first (4), all in the byte order of the machine.
type pageCheck struct {
	size     int    // of a page in bytes
	count    uint64 // of the pages in the file
	root     uint64
	freelist uint64
	free     bits
	begins   bits // a page in use begins here
	led      bits // something leads here
	fault    func(format string, args ...any)
}

const (
	pageHeader  = 16
	pageElement = 16 // of branches and leaves

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10

	bucketElement = 0x01 // the kind of a leaf's element whose value is a bucket
)

type bits []uint64

func (b bits) has(n uint64) bool { return b[n/64]&(1<<(n%64)) != 0 }
func (b bits) set(n uint64)      { b[n/64] |= 1 << (n % 64) }

// Check reports what is wrong with the pages of the file, its list of free ones, and
// the order of the keys of each bucket.
func (t *Tx) Check(fault func(format string, args ...any)) {
	whole := true
	report := func(format string, args ...any) {
		whole = false
		fault(format, args...)
	}
	if err := t.checkPages(report); err != nil {
		report("file: %v", err)
	}
	if !whole {
		return // bbolt would follow what leads nowhere
	}
	if p := Guarded(func() { t.checkOrder(report) }); p != nil {
		report("file: the pages can't be read: %v", p)
	}
}

func (t *Tx) checkOrder(fault func(format string, args ...any)) {
	passed := 0
	inOrder := func(name string, all iter.Seq2[[]byte, []byte]) {
		var last []byte
		for key := range all {
			if passed++; passed%ReleaseStep == 0 {
				t.Release()
			}
			if last != nil && string(last) >= string(key) {
				fault("file: %s: the key %x comes after %x", name, key, last)
			}
			last = key
		}
	}
	inOrder("the list of buckets", scan(t.bolt.Cursor(), nil))
	for name := range t.Names() {
		inOrder(name, t.Bucket(name).Scan(nil))
	}
}

// ReleaseStep is after how many entries whoever goes through the whole file gives back
// what was read: a few megabytes of games, some more of mails.
const ReleaseStep = 1 << 10

// SlowCheck reports what bbolt itself finds wrong. It takes an entry of a map for each
// page, and follows damage; tests hold Check against it.
func (t *Tx) SlowCheck(fault func(format string, args ...any)) {
	for err := range t.bolt.Check() {
		fault("bbolt: %v", err)
	}
}

// checkPages checks the pages and the list. The error is that of reading them.
func (t *Tx) checkPages(fault func(format string, args ...any)) error {
	size := t.bolt.DB().Info().PageSize
	count := uint64(t.Size()) / uint64(size)
	empty := func() bits { return make(bits, count/64+1) }
	c := &pageCheck{size: size, count: count, free: empty(), begins: empty(), led: empty(), fault: fault}
	// The list of free pages may be anywhere, and says which pages not to read.
	if _, err := t.WriteTo(&pageStream{size: size, length: c.lengthOfList, take: c.takeList}); err != nil {
		return fmt.Errorf("reading the pages: %w", err)
	}
	c.lead(c.root, "the file")
	if _, err := t.WriteTo(&pageStream{size: size, length: c.length, take: c.take}); err != nil {
		return fmt.Errorf("reading the pages: %w", err)
	}
	for id := uint64(2); id < count; id++ {
		switch {
		case c.led.has(id) && !c.begins.has(id):
			fault("file: page %d is free or part of another, but in use", id)
		case c.begins.has(id) && !c.led.has(id):
			fault("file: nothing leads to page %d", id)
		}
	}
	return nil
}

// lengthOfList lets the list of free pages come in one piece.
func (c *pageCheck) lengthOfList(id uint64, first []byte) uint64 {
	if id > 1 && id == c.freelist {
		return c.pages(id, first)
	}
	return 1
}

// takeList learns from the first page where things are, and from the list
// which pages are free.
func (c *pageCheck) takeList(id uint64, page []byte) {
	switch {
	case id == 0:
		c.root = binary.NativeEndian.Uint64(page[pageHeader+16:])
		c.freelist = binary.NativeEndian.Uint64(page[pageHeader+32:])
		c.lead(c.freelist, "the file")
	case id > 1 && id == c.freelist:
		entries, ids := uint64(binary.NativeEndian.Uint16(page[10:])), page[pageHeader:]
		if entries == 0xffff { // too many for the header
			entries, ids = binary.NativeEndian.Uint64(ids), ids[8:]
		}
		if binary.NativeEndian.Uint16(page[8:]) != freelistPage || entries > uint64(len(ids)/8) {
			c.fault("file: page %d is no list of free pages", id)
			return
		}
		for i := range entries {
			switch free := binary.NativeEndian.Uint64(ids[8*i:]); {
			case free < 2 || free >= c.count:
				c.fault("file: the free page %d is none of the file", free)
			case c.free.has(free):
				c.fault("file: page %d is free twice", free)
			default:
				c.free.set(free)
			}
		}
	}
}

// length gives how many pages belong together.
func (c *pageCheck) length(id uint64, first []byte) uint64 {
	if id < 2 || c.free.has(id) {
		return 1
	}
	return c.pages(id, first)
}

func (c *pageCheck) pages(id uint64, first []byte) uint64 {
	more := uint64(binary.NativeEndian.Uint32(first[12:]))
	if id+more >= c.count {
		c.fault("file: page %d goes on beyond the end", id)
		return 1
	}
	return 1 + more
}

// take looks at a page in use, with all that belongs to it.
func (c *pageCheck) take(id uint64, page []byte) {
	if id < 2 || c.free.has(id) {
		return
	}
	c.begins.set(id)
	for part := id + 1; part < id+uint64(len(page)/c.size); part++ {
		if c.free.has(part) {
			c.fault("file: page %d is part of page %d, but free", part, id)
		}
	}
	kind, elements := binary.NativeEndian.Uint16(page[8:]), int(binary.NativeEndian.Uint16(page[10:]))
	if said := binary.NativeEndian.Uint64(page); said != id {
		c.fault("file: page %d says that it is page %d", id, said)
		return
	}
	switch {
	case id == c.freelist:
	case kind != branchPage && kind != leafPage:
		c.fault("file: page %d is of no known kind (%x)", id, kind)
	case pageHeader+elements*pageElement > len(page):
		c.fault("file: page %d has no room for its %d elements", id, elements)
	default:
		for at := pageHeader; at < pageHeader+elements*pageElement; at += pageElement {
			c.element(id, kind, page[at:])
		}
	}
}

// element follows an element of a page, which begins rest and whose key and
// value are in rest.
func (c *pageCheck) element(id uint64, kind uint16, rest []byte) {
	word := func(n int) uint64 { return uint64(binary.NativeEndian.Uint32(rest[4*n:])) }
	if kind == branchPage {
		if word(0)+word(1) > uint64(len(rest)) {
			c.fault("file: a key of page %d is not in it", id)
			return
		}
		c.lead(binary.NativeEndian.Uint64(rest[8:]), fmt.Sprintf("page %d", id))
		return
	}
	value, length := word(1)+word(2), word(3)
	isBucket := word(0)&bucketElement != 0
	switch {
	case value+length > uint64(len(rest)), isBucket && length < 16:
		c.fault("file: a value of page %d is not in it", id)
	case isBucket:
		if root := binary.NativeEndian.Uint64(rest[value:]); root != 0 { // a small bucket is inside the value
			c.lead(root, fmt.Sprintf("page %d", id))
		}
	}
}

// lead notes that something leads to a page.
func (c *pageCheck) lead(id uint64, from string) {
	switch {
	case id < 2 || id >= c.count:
		c.fault("file: %s leads to page %d, which is none", from, id)
	case c.led.has(id):
		c.fault("file: %s leads to page %d, as another does", from, id)
	default:
		c.led.set(id)
	}
}

// A pageStream cuts what is written to it into pages.
type pageStream struct {
	size    int
	length  func(id uint64, first []byte) uint64 // how many pages belong together
	take    func(id uint64, page []byte)
	next    uint64 // the number of the page with which waiting begins
	waiting []byte
}

// Write implements io.Writer.
func (s *pageStream) Write(b []byte) (int, error) {
	s.waiting = append(s.waiting, b...)
	rest := s.waiting
	for len(rest) >= s.size {
		pages := s.length(s.next, rest[:s.size])
		if uint64(len(rest)) < pages*uint64(s.size) {
			break
		}
		s.take(s.next, rest[:pages*uint64(s.size)])
		rest = rest[pages*uint64(s.size):]
		s.next += pages
	}
	if len(rest) < len(s.waiting) {
		s.waiting = append(s.waiting[:0], rest...)
	}
	return len(b), nil
}
