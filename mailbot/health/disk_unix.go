//go:build linux || darwin

package health

import "golang.org/x/sys/unix"

// DiskOf looks at the disk on which a file or directory lies.
func DiskOf(path string) Disk {
	var fs unix.Statfs_t
	if err := unix.Statfs(path, &fs); err != nil || fs.Bsize <= 0 {
		return Disk{}
	}
	return Disk{Free: fs.Bavail * uint64(fs.Bsize), Size: fs.Blocks * uint64(fs.Bsize)}
}
