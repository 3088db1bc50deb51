//go:build linux && (amd64 || arm64)

package store

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A call is one that changes a file or waits for the disk.
type call struct {
	number int32
	args   [6]uint64
}

// isMeta tells whether a call is the writing of one of bbolt's two meta pages.
func (c call) isMeta() bool {
	return c.number == unix.SYS_PWRITE64 && c.args[3] < uint64(2*syscall.Getpagesize())
}

// write does what a call of pwrite asks for, whatever it is told afterwards.
func (c call) write() {
	memory, err := os.Open("/proc/self/mem")
	check(err)
	defer memory.Close()
	bytes := make([]byte, c.args[2])
	_, err = memory.ReadAt(bytes, int64(c.args[1]))
	check(err)
	_, err = unix.Pwrite(int(c.args[0]), bytes, int64(c.args[3]))
	check(err)
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

// interfere runs f on a thread of its own whose calls the kernel puts before
// refuse, one after the other: what it gives is what the call fails with, and 0
// lets it happen. So f meets disks that fail as the kernel tells of them.
func interfere(t testing.TB, refuse func(call) syscall.Errno, f func()) {
	t.Helper()
	ready, done := make(chan int), make(chan struct{})
	onDyingThread(func() {
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

// onDyingThread runs f on a thread that ends with it. The first thread of a
// process never ends.
func onDyingThread(f func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			defer runtime.UnlockOSThread()
			onDyingThread(f)
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
func answerCalls(notices int, refuse func(call) syscall.Errno) error {
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
		if errno := refuse(call{asked.number, asked.args}); errno != 0 {
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
