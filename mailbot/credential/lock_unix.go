//go:build unix && !aix && !solaris

package credential

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock locks a folder, or says that another process has it.
func tryLock(folder string) (release func(), busy bool) {
	f, err := os.Open(folder)
	if err != nil {
		return func() {}, false
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err != nil {
		_ = f.Close() // it was not written
		return func() {}, errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR)
	}
	return func() { _ = f.Close() }, false
}
