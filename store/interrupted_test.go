//go:build linux && (amd64 || arm64)

package store

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"unlurbot/mailbot/testing/baddisk"
	"unlurbot/store/kv"
	"unlurbot/store/layout"
)

// limited runs f while no file may become longer than a few bytes, which is
// what writing meets on a disk with that much room.
func limited(size uint64, f func()) {
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	before := syscall.Rlimit{}
	check(syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	check(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: before.Max}))
	f()
	check(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))
}

// inChild runs a test in a process of its own, since go test writes to files from
// this one, and tells it of a file by NO_ROOM_AT.
func inChild(t *testing.T, path string) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), "NO_ROOM_AT="+path)
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Without room for the copy, or for what comes after it, an old file stays as
// it is, until there is room.
func TestMigrationWithoutRoom(t *testing.T) {
	if path := os.Getenv("NO_ROOM_AT"); path != "" {
		limited(10_000, func() {
			if _, err := Open(path, fixedSecret); !errors.Is(err, ErrNoRoom) || !strings.Contains(err.Error(), "the copy before") {
				t.Errorf("no room for the copy: %v", err)
			}
		})
		return
	}
	path := oldFile(t, nil)
	inChild(t, path)
	if names := beside(path); len(names) != 1 || schemaOf(path) != 2 {
		t.Errorf("schema %d, files %q", schemaOf(path), names)
	}
	noRoom := func(c baddisk.Call) syscall.Errno {
		if c.Number == unix.SYS_PWRITE64 {
			return syscall.ENOSPC
		}
		return 0
	}
	baddisk.Run(t, noRoom, func() {
		if _, err := Open(path, fixedSecret); !errors.Is(err, ErrNoRoom) {
			t.Errorf("no room for the rest: %v", err)
		}
	})
	if names := beside(path); len(names) != 2 || schemaOf(path) != 2 {
		t.Errorf("schema %d, files %q", schemaOf(path), names)
	}
	noFaults(t, open(t, path))
}

// A disk that is full keeps another version from noting that it writes the file, and
// from nothing else.
func TestOtherProgramWithoutRoom(t *testing.T) {
	other := "v1.0.0"
	path := spoiled(t, layout.Latest, func(tx *kv.Tx) error { return put(&Tx{tx: tx}, bucketMeta, layout.KeyProgram, &other) })
	noted := func(s *Store) (program string) {
		check(s.View(func(t *Tx) error { program = layout.Writer(t.tx); return nil }))
		return program
	}
	var s *Store
	var err error
	baddisk.Run(t, func(c baddisk.Call) syscall.Errno {
		if c.Number == unix.SYS_PWRITE64 {
			return syscall.ENOSPC
		}
		return 0
	}, func() { s, err = Open(path, fixedSecret) })
	check(err)
	if noted(s) != other {
		t.Errorf("noted without room: %s", noted(s))
	}
	noFaults(t, s)
	check(s.Close())
	if s := open(t, path); noted(s) != layout.Program() {
		t.Errorf("noted: %s", noted(s))
	}
}

// A process that is killed at any moment of the way leaves a file of the old
// schema or of the new one; the next process goes the way to its end.
func TestMigrationKilled(t *testing.T) {
	if at := os.Getenv("KILLED_AT"); at != "" {
		killedChild(t, at, os.Getenv("KILLED_ON"))
		return
	}
	golden, err := os.ReadFile("testdata/v2.txt")
	check(err)
	killed := 0
	for at := 1; ; at++ {
		path := oldFile(t, nil)
		child := exec.Command(os.Args[0], "-test.run=^TestMigrationKilled$")
		child.Env = append(os.Environ(), "KILLED_AT="+strconv.Itoa(at), "KILLED_ON="+path)
		out, err := child.CombinedOutput()
		if err == nil {
			break
		}
		status := child.ProcessState.Sys().(syscall.WaitStatus)
		if status.Signal() != syscall.SIGKILL {
			t.Fatalf("the process was not killed: %v\n%s", err, out)
		}
		killed++
		if schema := schemaOf(path); schema != 2 && schema != layout.Latest {
			t.Errorf("killed at %d: schema %d", at, schema)
		}
		s := open(t, path)
		noFaults(t, s)
		if diff := cmp.Diff(string(golden), dump(t, s)); diff != "" {
			t.Errorf("killed at %d: %s", at, diff)
		}
		if copies, _ := filepath.Glob(path + ".schema-2*"); len(copies) != 1 || schemaOf(copies[0]) != 2 {
			t.Errorf("killed at %d: copies %q", at, copies)
		}
	}
	if killed < 8 {
		t.Errorf("only %d moments", killed)
	}
}

func killedChild(t *testing.T, at, path string) {
	left, err := strconv.Atoi(at)
	check(err)
	baddisk.Run(t, func(baddisk.Call) syscall.Errno {
		if left--; left == 0 {
			check(syscall.Kill(os.Getpid(), syscall.SIGKILL))
			select {}
		}
		return 0
	}, func() { _, err = Open(path, fixedSecret) })
	check(err)
}

// Who may not write gets a clear answer, and nothing is changed.
func TestOpenWithoutPermission(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.db")
	check(open(t, path).Close())
	check(os.Chmod(path, 0o400))
	if os.Geteuid() == 0 {
		check(os.Chown(path, nobodyID, -1))
	}
	check(os.Chmod(filepath.Dir(dir), 0o755)) // that others can come in
	check(os.Chmod(dir, 0o555))
	t.Cleanup(func() { check(os.Chmod(dir, 0o755)) })
	asNobody(func() {
		for _, refused := range []string{path, filepath.Join(dir, "new.db")} {
			_, err := Open(refused, fixedSecret)
			if opening := (*OpenError)(nil); !errors.As(err, &opening) || !errors.Is(err, ErrReadOnly) {
				t.Errorf("%s: %v", refused, err)
			}
		}
		s, err := OpenToRead(path)
		check(err)
		if err := s.Update(func(*Tx) error { return nil }); !errors.Is(err, ErrReadOnly) {
			t.Errorf("writing to what is only read: %v", err)
		}
		check(s.Close())
	})
}

const nobodyID = 65534

// asNobody runs f without the rights of root, if it has them.
func asNobody(f func()) {
	done := make(chan struct{})
	baddisk.OnDyingThread(func() {
		defer close(done)
		if os.Geteuid() == 0 {
			check(unix.Setfsuid(nobodyID))
		}
		f()
	})
	<-done
}

// A disk that is full in the middle of a backup leaves nothing of it.
func TestBackupWithoutRoom(t *testing.T) {
	if os.Getenv("NO_ROOM_AT") == "" {
		inChild(t, "here")
		return
	}
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, fillAll)
	path := filepath.Join(t.TempDir(), "backup.db")
	limited(20_000, func() {
		_, err := SaveCopy(path, s.db.CopyTo)
		if !errors.Is(err, ErrNoRoom) || len(beside(path)) > 0 {
			t.Errorf("%v, left %q", err, beside(path))
		}
	})
}

// What must be on the disk before kv.MakeFile returns is on the disk: the bytes
// before the name, and the name.
func TestFileIsSyncedBeforeItsName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for n, want := range []string{"the bytes", "the name"} {
		left := n
		baddisk.Run(t, func(c baddisk.Call) syscall.Errno {
			if c.Number == unix.SYS_FSYNC {
				if left--; left < 0 {
					return syscall.EIO
				}
			}
			return 0
		}, func() {
			err := kv.MakeFile(path+strconv.Itoa(n), func(f *os.File) error {
				_, err := f.WriteString("x")
				return err
			})
			if !errors.Is(err, syscall.EIO) {
				t.Errorf("%s: %v", want, err)
			}
		})
	}
	if names := beside(path); len(names) > 0 {
		t.Errorf("left %q", names)
	}
}
