package kv

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pageOf gives a page of a file to read and to spoil.
func pageOf(file []byte, id uint64) []byte {
	size := os.Getpagesize()
	return file[int(id)*size : (int(id)+1)*size]
}

func word(b []byte) uint64             { return binary.NativeEndian.Uint64(b) }
func setWord(b []byte, n uint64)       { binary.NativeEndian.PutUint64(b, n) }
func listOf(file []byte) (page []byte) { return pageOf(file, word(file[pageHeader+32:])) }

// inUse gives the pages of a kind that are not free.
func inUse(file []byte, kind uint16) (ids []uint64) {
	free := map[uint64]bool{}
	list := listOf(file)
	for i := range int(binary.NativeEndian.Uint16(list[10:])) {
		free[word(list[pageHeader+8*i:])] = true
	}
	for id := uint64(2); id < uint64(len(file)/os.Getpagesize()); id++ {
		if page := pageOf(file, id); !free[id] && word(page) == id && binary.NativeEndian.Uint16(page[8:]) == kind {
			ids = append(ids, id)
		}
	}
	return ids
}

// Damage to the pages that leaves each of them well formed.
func TestCheckFindsDamagedPages(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "s.db"))
	for round := range uint64(3) {
		update(t, db, func(tx *Tx) {
			players, names := made(tx, "players"), made(tx, "names")
			for i := range uint64(300) {
				n := 1000*round + i
				check(players.Put(number(n), fmt.Appendf(nil, "player %d of a town with a long name", n)))
				check(names.Put(fmt.Appendf(nil, "p%d@example.org", n), number(n)))
			}
		})
	}
	if faults := faultsOf(db); len(faults) > 0 {
		t.Fatal(faults)
	}
	var file bytes.Buffer
	check(db.CopyTo(&file))
	whole := file.Bytes()
	for name, damage := range map[string]struct {
		do   func(file []byte)
		want string
	}{
		"a page that is lost": {func(file []byte) {
			list := listOf(file)
			binary.NativeEndian.PutUint16(list[10:], binary.NativeEndian.Uint16(list[10:])-1)
		}, "nothing leads to page"},
		"a page in use that is free": {func(file []byte) {
			setWord(listOf(file)[pageHeader:], inUse(file, leafPage)[0])
		}, "but in use"},
		"a page that is free twice": {func(file []byte) {
			list := listOf(file)
			copy(list[pageHeader+8:pageHeader+16], list[pageHeader:])
		}, "is free twice"},
		"a free page beyond the end": {func(file []byte) { setWord(listOf(file)[pageHeader:], 1<<40) }, "is none of the file"},
		"no list of free pages":      {func(file []byte) { listOf(file)[8] = leafPage }, "no list of free pages"},
		"a page with two above it": {func(file []byte) {
			branch := pageOf(file, inUse(file, branchPage)[0])
			copy(branch[pageHeader+pageElement+8:pageHeader+2*pageElement], branch[pageHeader+8:])
		}, "as another does"},
		"a page beyond the end": {func(file []byte) {
			setWord(pageOf(file, inUse(file, branchPage)[0])[pageHeader+8:], 1<<40)
		}, "which is none"},
		"keys out of order": {func(file []byte) {
			branch := pageOf(file, inUse(file, branchPage)[0])
			first, second := branch[pageHeader+8:][:8], branch[pageHeader+pageElement+8:][:8]
			a, b := word(first), word(second)
			setWord(first, b)
			setWord(second, a)
		}, "comes after"},
	} {
		t.Run(name, func(t *testing.T) {
			file := bytes.Clone(whole)
			damage.do(file)
			path := filepath.Join(t.TempDir(), "d.db")
			check(os.WriteFile(path, file, 0o600))
			damaged, err := Open(path, Options{ReadOnly: true})
			check(err)
			defer damaged.Close()
			if faults := faultsOf(damaged); !strings.Contains(strings.Join(faults, "\n"), damage.want) {
				t.Errorf("found %q, want %q", faults, damage.want)
			}
		})
	}
}

func faultsOf(db *DB) (faults []string) {
	check(db.View(func(tx *Tx) error {
		tx.Check(func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) })
		return nil
	}))
	return faults
}
