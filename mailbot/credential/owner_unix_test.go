//go:build unix

package credential_test

import (
	"io/fs"
	"syscall"
)

// owns tells whether a file belongs to a user.
func owns(info fs.FileInfo, user uint32) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && owner.Uid == user && owner.Gid == user
}
