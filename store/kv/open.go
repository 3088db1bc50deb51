package kv

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// What Open fails with, beside the errors of the system.
var (
	// ErrLocked says that another process has the file open.
	ErrLocked = errors.New("store: the file is in use by another process")
	// ErrForeign says that some other program wrote the file.
	ErrForeign = errors.New("store: the file is from another program")
	// ErrDamaged says that the file is cut off or can't be made sense of.
	ErrDamaged = errors.New("store: the file is damaged")
)

// Options say how a file is opened.
type Options struct {
	Patience time.Duration // how long to wait for another process that has it open; 0 for as long as it takes
	ReadOnly bool          // others may look too, but nobody can write
}

// growStep is by how many bytes the file grows at a time. Each growing costs
// an fsync more.
const growStep = 1 << 20

// Open opens a file, and without ReadOnly makes it if it is missing, readable by its
// owner only.
func Open(path string, o Options) (_ *DB, err error) {
	options := &bbolt.Options{Timeout: o.Patience, ReadOnly: o.ReadOnly}
	if info, err := os.Stat(path); !o.ReadOnly && err == nil {
		options.InitialMmapSize = roomFor(int(info.Size()))
	}
	var file *os.File
	options.OpenFile = func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
		file, err = os.OpenFile(name, flag, mode)
		return file, err
	}
	var bolt *bbolt.DB
	if p := Guarded(func() { bolt, err = bbolt.Open(path, 0o600, options) }); p != nil { // it leaves the file open and locked
		return nil, errors.Join(fmt.Errorf("%w: %v", ErrDamaged, p), file.Close())
	}
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil, ErrLocked
	case errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrVersionMismatch), errors.Is(err, bbolterrors.ErrChecksum):
		return nil, fmt.Errorf("%w, or damaged: %w", ErrForeign, err)
	case err != nil:
		return nil, fmt.Errorf("store: %w", err)
	}
	bolt.AllocSize = growStep
	return &DB{bolt: bolt}, nil
}

// roomFor gives how much address space to map for a file. While somebody makes
// a copy the map can't be changed, and whoever writes would have to wait; so
// there is room for years from the beginning. It costs no memory.
func roomFor(size int) int {
	if strconv.IntSize < 64 || runtime.GOOS == "windows" { // where mapping makes the file longer
		return 0
	}
	return size + 1<<30
}

// Guarded runs a function that may meet damage, and gives what it panicked with, nil
// as a rule. bbolt reads through a map of the file: where a file that was cut off has
// no more bytes the processor faults, and on nonsense bbolt panics.
func Guarded(f func()) (panicked any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { panicked = recover() }()
	f()
	return nil
}
