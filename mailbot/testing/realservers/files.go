//go:build realservers

package realservers

import (
	"os"
	"os/user"
	"strconv"
	"testing"
)

// makeTempDir makes the directory that holds all that the servers write. It is
// not t.TempDir, whose path contains the name of the test: the servers put
// sockets there, and the name of a socket has at most 107 bytes.
func makeTempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "realmail-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("removing what the mail servers wrote: %v", err)
		}
	})
	// The servers' unprivileged processes must get through to their own parts.
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// makeDir makes a directory for the given user and the user's own group. The
// mode holds whatever the umask of the tester is: other users depend on it.
func makeDir(dir, owner string, mode os.FileMode) error {
	if err := os.Mkdir(dir, mode); err != nil {
		return err
	}
	if err := chown(dir, owner); err != nil {
		return err
	}
	return os.Chmod(dir, mode)
}

// chown gives a file or directory to a user and the user's own group.
func chown(path, owner string) error {
	u, err := user.Lookup(owner)
	if err != nil {
		return err
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return err
	}
	return os.Chown(path, uid, gid)
}

// writeFile writes a new file, again with exactly that mode.
func writeFile(path string, content []byte, mode os.FileMode) error {
	if err := os.WriteFile(path, content, mode); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}
