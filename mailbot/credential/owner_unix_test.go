//go:build unix

package credential_test

import (
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/testing/provider"
)

// owns tells whether a file belongs to a user.
func owns(info fs.FileInfo, user uint32) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && owner.Uid == user && owner.Gid == user
}

// TestTokenFileIsPrivate wants mode 0600, the owner of the folder, and nothing left beside the file.
func TestTokenFileIsPrivate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := stored(t, "refresh-1")
		const somebody = 12345
		asRoot := os.Geteuid() == 0
		if asRoot { // as an administrator does for the bot's user
			if err := os.Chown(filepath.Dir(path), somebody, somebody); err != nil {
				t.Fatal(err)
			}
		}
		p := provider.New(t, provider.Gives("access-1", "refresh-2"))
		wantToken(t, credential.NewBearer(p.Settings(path), slog.New(slog.DiscardHandler)), "access-1")
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if asRoot != owns(info, somebody) {
			t.Errorf("the file belongs to somebody else than the folder: %+v", info.Sys())
		}
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil || len(entries) != 1 {
			t.Errorf("%v, %v", entries, err)
		}
	})
}
