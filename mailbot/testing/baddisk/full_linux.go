package baddisk

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Fill makes every write of this process to a file that it has open fail as on a full
// disk, until room is called: behind the number of the file there is a device that is
// always full.
func Fill(path string) (room func() error, err error) {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return nil, err
	}
	number := -1
	for _, e := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && target == path {
			if _, err := fmt.Sscan(e.Name(), &number); err != nil {
				return nil, err
			}
		}
	}
	saved, err := syscall.Dup(number)
	if err != nil {
		return nil, err
	}
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	err = errors.Join(syscall.Dup3(int(full.Fd()), number, syscall.O_CLOEXEC), full.Close())
	return func() error {
		return errors.Join(syscall.Dup3(saved, number, syscall.O_CLOEXEC), syscall.Close(saved))
	}, err
}
