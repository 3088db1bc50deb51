//go:build linux && (amd64 || arm64)

package baddisk

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Call is one that changes a file or waits for the disk.
type Call struct {
	Number int32 // such as unix.SYS_PWRITE64
	Args   [6]uint64
}

// IsMeta tells whether a call is the writing of one of bbolt's two meta pages.
func (c Call) IsMeta() bool {
	return c.Number == unix.SYS_PWRITE64 && c.Args[3] < uint64(2*syscall.Getpagesize())
}

// Write does what a call of pwrite in this process asks for, whatever it is told
// afterwards.
func (c Call) Write() error {
	memory, err := os.Open("/proc/self/mem")
	if err != nil {
		return err
	}
	bytes := make([]byte, c.Args[2])
	_, err = memory.ReadAt(bytes, int64(c.Args[1]))
	if err == nil {
		_, err = unix.Pwrite(int(c.Args[0]), bytes, int64(c.Args[3]))
	}
	return errors.Join(err, memory.Close())
}

// A Refusal decides what becomes of a call: what it gives is what the call fails
// with, and 0 lets it happen. It is asked about one call at a time.
type Refusal func(Call) syscall.Errno

// NthFails lets the nth call of a number fail, and all others happen.
func NthFails(number int32, n int, errno syscall.Errno) Refusal {
	return func(c Call) syscall.Errno {
		if c.Number == number {
			if n--; n == 0 {
				return errno
			}
		}
		return 0
	}
}

// The kernel's seccomp_notif and seccomp_notif_resp (seccomp_unotify(2)).
type (
	notice struct {
		id         uint64
		pid, flags uint32
		number     int32
		arch       uint32
		ip         uint64
		args       [6]uint64
	}
	answer struct {
		id    uint64
		value int64
		err   int32
		flags uint32
	}
)

// Run runs f on a thread of its own whose calls are put before refuse.
func Run(t testing.TB, refuse Refusal, f func()) {
	t.Helper()
	ready, done := make(chan int), make(chan struct{})
	OnDyingThread(func() {
		defer close(done)
		notices, err := watchThread()
		if err != nil {
			t.Errorf("seccomp: %v", err)
			notices = -1
		}
		ready <- notices
		if err == nil {
			f()
		}
	})
	notices := <-ready
	if notices < 0 {
		<-done
		return
	}
	answered := make(chan error)
	go func() { answered <- answerCalls(notices, refuse) }()
	<-done
	if err := <-answered; err != nil {
		t.Errorf("seccomp: %v", err)
	}
}

// Start starts a process the calls of which, of all its threads, are put before
// refuse until it ends.
func Start(cmd *exec.Cmd, refuse Refusal) error {
	type outcome struct {
		notices int
		err     error
	}
	watched, started := make(chan outcome), make(chan error)
	OnDyingThread(func() { // the process inherits what watches the thread that starts it
		notices, err := watchThread()
		watched <- outcome{notices, err}
		if err == nil {
			started <- cmd.Start()
		}
	})
	o := <-watched
	if o.err != nil {
		return fmt.Errorf("seccomp: %w", o.err)
	}
	go func() { _ = answerCalls(o.notices, refuse) }() // the end of the process shows what came of it
	return <-started
}

// OnDyingThread runs f on a thread that ends with it. The first thread of a
// process never ends.
func OnDyingThread(f func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			defer runtime.UnlockOSThread()
			OnDyingThread(f)
			return
		}
		f()
	}()
}

// watchThread makes the kernel ask before the calls of this thread.
func watchThread() (notices int, err error) {
	const number, fileOfMap = 0, 16 + 4*8 // where seccomp_data has them
	watched := []uint32{unix.SYS_PWRITE64, unix.SYS_FDATASYNC, unix.SYS_FSYNC, unix.SYS_FTRUNCATE, unix.SYS_FADVISE64}
	filter := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: number}}
	for i, nr := range watched {
		filter = append(filter, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: nr, Jt: uint8(len(watched) - i + 3)})
	}
	filter = append(filter,
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_MMAP, Jf: 2},
		unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: fileOfMap},
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: 1<<32 - 1, Jf: 1}, // memory, not a file
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
	)
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	fd, _, errno := syscall.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return 0, errno
	}
	return int(fd), nil
}

// answerCalls lets refuse decide until the watched thread has ended.
func answerCalls(notices int, refuse Refusal) error {
	defer unix.Close(notices)
	for {
		poll := []unix.PollFd{{Fd: int32(notices), Events: unix.POLLIN}}
		if _, err := unix.Poll(poll, -1); errors.Is(err, unix.EINTR) {
			continue
		} else if err != nil {
			return err
		}
		if poll[0].Revents&unix.POLLIN == 0 {
			return nil // nobody is left who could call
		}
		asked := notice{}
		if err := ioctl(notices, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&asked)); err != nil {
			return err
		}
		said := answer{id: asked.id}
		if errno := refuse(Call{asked.number, asked.args}); errno != 0 {
			said.err = -int32(errno)
		} else {
			said.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
		}
		if err := ioctl(notices, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&said)); err != nil {
			return err
		}
	}
}

func ioctl(fd int, request uintptr, arg unsafe.Pointer) error {
	for {
		_, _, errno := syscall.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(arg))
		if errno == 0 {
			return nil
		}
		if errno != syscall.EINTR {
			return errno
		}
	}
}
