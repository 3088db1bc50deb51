package kv

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// ForgetCache makes the kernel drop what it holds of a file in memory, so that
// whoever opens it next reads the disk. After a failed fsync the two differ:
// pages that could not be written are kept, and called clean.
func ForgetCache(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED), f.Close())
}
