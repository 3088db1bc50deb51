//go:build realservers

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"unlurbot/mailbot/testing/baddisk"
	"unlurbot/mailbot/testing/livebot"
)

// These tests mount file systems, for which they must be root, as those with real
// servers must.

// What the bot says when the store can't be written, and when it can again.
const (
	storeDown = "can't write to the store: until then, mails stay in the mailbox"
	storeUp   = "the store is writable again"
)

// Whatever the disk does, the correspondence is the same.
func TestNothingLostOnBadDisks(t *testing.T) {
	c := meet(t, livebot.Sandbox, pairs, 2)
	for name, disturb := range map[string]func(*testing.T, *circle){
		"full":                        onFullDisk,
		"full for files of this size": withinFileSize,
		"failing":                     onFailingDisk,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // most of the time the bot waits until it tries again
			disturb(t, c)
		})
	}
}

// onFullDisk fills the disk up before the bot starts. It goes on by itself when
// there is room.
func onFullDisk(t *testing.T, c *circle) {
	dir := tinyDisk(t)
	c.unharmedOn(livebot.NewIn(t, livebot.Sandbox(t), dir), func(r *round) *livebot.Process {
		makeSparse(t, r.Store())
		ballast := filepath.Join(dir, "ballast")
		fillDisk(t, ballast)
		bot := r.Start()
		r.starve(bot)
		check(t, os.Remove(ballast))
		r.revive(bot)
		return bot
	})
}

// withinFileSize lets nothing be written behind the first pages of a file, by a
// limit for the process. What is there may still be read.
func withinFileSize(t *testing.T, c *circle) {
	c.unharmed(t, func(r *round) *livebot.Process {
		limit := fmt.Sprintf("--fsize=%d:unlimited", 2*os.Getpagesize())
		bot := r.Launch((*exec.Cmd).Start, exec.Command("prlimit", limit, r.Program, "run", "--config", r.Config))
		r.starve(bot)
		out, err := exec.Command("prlimit", "--fsize=unlimited", fmt.Sprintf("--pid=%d", bot.Process.Pid)).CombinedOutput()
		if err != nil {
			t.Fatalf("prlimit: %v\n%s", err, out)
		}
		r.revive(bot)
		return bot
	})
}

// starve waits until a bot can't write its store: it must live, and leave the mails
// where they are. That it goes on like this however long it takes, and says it once, is
// shown in virtual time by TestFullDiskForDays of package mailbot.
func (r *round) starve(bot *livebot.Process) {
	r.T.Helper()
	bot.AwaitLog(r.Ctx, storeDown)
	if r.Unfiled() == 0 {
		r.T.Fatalf("no mail is in the mailbox:\n%s", bot.Said())
	}
	select {
	case <-bot.Ended:
		r.T.Fatalf("the bot has ended: %v\n%s", bot.Err, bot.Said())
	default:
	}
	if out, _, status := ranCheck(r.T, r.Config); status != exitFailure || !strings.Contains(out, "failed  bot: it runs and can't write its store, since ") {
		r.T.Errorf("check ends with status %d and says\n%s", status, out)
	}
}

// A first start on a full disk ends with a status after which a service manager tries again, and leaves nothing; once there
// is room, it begins.
func TestFirstStartOnAFullDisk(t *testing.T) {
	dir := tinyDisk(t)
	b := livebot.NewIn(t, livebot.Sandbox(t), dir)
	ballast := filepath.Join(dir, "ballast")
	fillDisk(t, ballast)
	out, err := exec.Command(b.Program, "run", "--config", b.Config).CombinedOutput()
	if ended := (*exec.ExitError)(nil); !errors.As(err, &ended) || ended.ExitCode() != exitFailure || !strings.Contains(string(out), "no space left") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(b.Store()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it has left a store: %v", err)
	}
	check(t, os.Remove(ballast))
	bot := b.Start()
	bot.AwaitLog(b.Ctx, "mailbox open")
	bot.Stop()
}

// revive waits until the bot can write its store again.
func (r *round) revive(bot *livebot.Process) {
	r.T.Helper()
	bot.AwaitLog(r.Ctx, storeUp)
}

// onFailingDisk lets a system call on the store fail in a way after which nobody
// knows what is on the disk. The bot ends, for its service manager to start it
// again: what it then reads is what is really there.
func onFailingDisk(t *testing.T, c *circle) {
	type fault struct {
		call int32
		nth  int
	}
	var faults []fault
	for _, n := range []int{2, 3, 5, 8} { // the first sync is that of opening the file
		faults = append(faults, fault{unix.SYS_FDATASYNC, n}, fault{unix.SYS_PWRITE64, 2 * n})
	}
	for met := 0; met < len(faults); {
		before := met
		c.unharmed(t, func(r *round) *livebot.Process {
			for ; met < len(faults); met++ {
				bot := r.Launch(func(cmd *exec.Cmd) error {
					return baddisk.Start(cmd, baddisk.NthFails(faults[met].call, faults[met].nth, syscall.EIO))
				}, exec.Command(r.Program, "run", "--config", r.Config))
				select {
				case <-r.done:
					bot.Stop()
					return r.Start()
				case <-bot.Ended:
					r.mustHaveFailed(bot, fmt.Sprint(faults[met]))
				}
			}
			return r.Start()
		})
		if met == before {
			t.Fatalf("the bot never met %v", faults[met])
		}
	}
}

// mustHaveFailed expects that the bot has ended because of its disk.
func (r *round) mustHaveFailed(bot *livebot.Process, fault string) {
	r.T.Helper()
	if got := bot.ProcessState.ExitCode(); got != exitFailure || !strings.Contains(bot.Said(), "input/output error") {
		r.T.Errorf("%s: %v\n%s", fault, bot.Err, bot.Said())
	}
}

// tinyDisk mounts a disk of a few megabytes.
func tinyDisk(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	check(t, syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"))
	t.Cleanup(func() { check(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	return dir
}

// fillDisk writes a file until there is no more room.
func fillDisk(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	check(t, err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	check(t, f.Close())
}

// makeSparse makes holes of the pages of a file that hold nothing: they take no
// room, and need it when they are written.
func makeSparse(t *testing.T, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	check(t, err)
	f, err := os.Create(path)
	check(t, err)
	check(t, f.Truncate(int64(len(raw))))
	for at := 0; at < len(raw); at += 4096 {
		page := raw[at:min(at+4096, len(raw))]
		if len(bytes.Trim(page, "\x00")) == 0 {
			continue
		}
		_, err := f.Seek(int64(at), io.SeekStart)
		check(t, err)
		_, err = f.Write(page)
		check(t, err)
	}
	check(t, f.Close())
}
