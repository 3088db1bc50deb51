package mailbot

import (
	"fmt"
	"os"
	"syscall"
)

// fillDisk makes every write to the house's store fail as on a full disk, until
// room is called: behind the number of its file there is a device that is always
// full.
func (h *house) fillDisk() (room func()) {
	h.t.Helper()
	number := -1
	entries, err := os.ReadDir("/proc/self/fd")
	h.check(err)
	for _, e := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && target == h.path {
			_, err := fmt.Sscan(e.Name(), &number)
			h.check(err)
		}
	}
	saved, err := syscall.Dup(number)
	h.check(err)
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	h.check(err)
	h.check(syscall.Dup3(int(full.Fd()), number, syscall.O_CLOEXEC))
	h.check(full.Close())
	return func() {
		h.check(syscall.Dup3(saved, number, syscall.O_CLOEXEC))
		h.check(syscall.Close(saved))
	}
}
