//go:build realservers

package realservers

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

// Queued says whether Postfix has mails that are not delivered yet. It is false
// only after what was taken before is where it belongs.
func (s *Servers) Queued(t testing.TB) (queued bool) {
	t.Helper()
	// In the order in which mails pass, so that none slips by.
	for _, queue := range []string{"maildrop", "incoming", "active", "deferred"} {
		err := filepath.WalkDir(filepath.Join(s.queueDir, queue), func(_ string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it has just gone on, to a place that comes later
			}
			queued = queued || err == nil && !entry.IsDir()
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return queued
}
