// Package tempdir gives tests of the bot a place for their stores. It is in memory where the machine
// has such a place, since a test that waits for a disk does little else. Where disks matter, in the
// tests of package store and of the program as a process, stores lie on one.
package tempdir

import (
	"os"
	"testing"
)

// New gives an empty directory, which goes with the test.
func New(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "unlurbot-")
	if err != nil {
		return t.TempDir() // there is no such place
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
