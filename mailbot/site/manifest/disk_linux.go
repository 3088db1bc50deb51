package manifest

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock keeps other processes out of a directory until it is unlocked, or the process ends. Where
// the file system knows no locks there is none.
func Lock(dir string) (unlock func() error, err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(d.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return nil, errors.Join(ErrBusy, d.Close())
	}
	return d.Close, nil
}

// settle waits until all that was written is on the disk. That each file waits for itself would
// take hours with a hundred thousand of them.
func settle(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(unix.Syncfs(int(d.Fd())), d.Close())
}
