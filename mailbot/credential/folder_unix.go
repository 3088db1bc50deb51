//go:build unix

package credential

import (
	"errors"
	"os"
	"syscall"
)

// giveToOwnerOf gives a new file to whom a folder belongs. Only root can.
func giveToOwnerOf(dir string, f *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return nil
	}
	return f.Chown(int(owner.Uid), int(owner.Gid))
}

// syncFolder puts the names in a folder on the disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
