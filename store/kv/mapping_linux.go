package kv

import "syscall"

// Release gives back the pages of the file that were read. bbolt maps the whole
// file, and what was ever looked at counts as this process's memory until the
// system needs room: after a month the bot would seem to be as big as its
// store. The pages stay in the system's cache, where the next look finds them;
// that the system may refuse is no loss. As long as the transaction lasts, the file
// stays mapped where it is.
func (t *Tx) Release() {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, t.bolt.DB().Info().Data, uintptr(t.Size()), syscall.MADV_DONTNEED)
}
