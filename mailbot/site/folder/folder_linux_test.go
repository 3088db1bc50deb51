package folder

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"unlurbot/mailbot/site/manifest"
)

// Whatever the mask of the process, as that of the package's systemd unit: the web server's user can
// read all that is written. What is there already stays as its owner wants it.
func TestOthersCanRead(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	dir := filepath.Join(t.TempDir(), "site")
	sheet := Sheet{
		Entry: manifest.Entry{Base: "a/b/c", Ends: []string{"txt"}, Mark: 1},
		Make:  func(context.Context) ([][]byte, error) { return [][]byte{[]byte("text")}, nil },
	}
	for range 2 {
		if _, err := (&Folder{Dir: dir}).Update(t.Context(), []Sheet{sheet}); err != nil {
			t.Fatal(err)
		}
		seen := 0
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			want := fs.FileMode(0o644)
			if d.IsDir() {
				want = 0o755
			}
			if seen++; info.Mode().Perm() != want {
				t.Errorf("%s has the mode %v", path, info.Mode())
			}
			return err
		})
		if err != nil || seen != 5 {
			t.Errorf("%d files and directories (%v)", seen, err)
		}
		sheet.Mark++
	}
	if err := os.Chmod(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Folder{Dir: dir}).Update(t.Context(), []Sheet{sheet}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o750 {
		t.Errorf("the directory has the mode %v (%v)", info.Mode(), err)
	}
}
