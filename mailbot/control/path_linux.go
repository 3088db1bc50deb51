package control

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// longestName is how long the path in the address of a socket can be
// (sun_path has 108 bytes, the last of them zero; unix(7)). Longer ones are
// reached through /proc, by what is open already.
const longestName = 107

// through gives a path that is short enough to be a socket's address, good until done is
// called: by way of open, which is the path or its directory, and the rest behind that.
func through(path, open, rest string) (short string, done func(), err error) {
	if len(path) <= longestName {
		return path, func() {}, nil
	}
	f, err := os.OpenFile(open, unix.O_PATH, 0)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d%s", f.Fd(), rest), func() { _ = f.Close() }, nil
}
