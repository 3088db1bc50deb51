package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/testing/bigclub"
	"unlurbot/mailbot/testing/livebot"
)

var idle = flag.Duration("idle", 10*time.Second, "how long BenchmarkIdle watches a bot that has nothing to do")

// BenchmarkDemo is the demo as a process, from its start to its end.
func BenchmarkDemo(b *testing.B) {
	for b.Loop() {
		if err := exec.Command("unlurbot", "demo").Run(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSandboxMemory starts the sandbox on an empty store and reports its
// resident memory once both servers and the bot answer.
func BenchmarkSandboxMemory(b *testing.B) {
	for b.Loop() {
		p := startSandbox(b, "--data", b.TempDir())
		ana, _ := p.people()
		ana.Writes("help")
		ana.Gets("help")
		b.ReportMetric(memoryMB(b, p.Process.Process.Pid, "VmRSS"), "MB-resident")
		p.Stop()
	}
}

// BenchmarkAnswer is the time from handing a mail to the sandbox to having the
// answer in hand, over SMTP and IMAP both ways.
func BenchmarkAnswer(b *testing.B) {
	p := startSandbox(b, "--data", b.TempDir())
	ana, _ := p.people()
	for b.Loop() {
		ana.Writes("help")
		ana.Gets("help")
	}
	p.Stop()
}

// BenchmarkStatus is the command as a process, from its start to its end, while a bot runs on
// a store with a million finished games.
func BenchmarkStatus(b *testing.B) {
	bot := livebot.New(b, livebot.Sandbox(b))
	check(b, bigclub.Make(bot.Store(), bigclub.Size{Players: 1000, Finished: bigclub.Big.Finished}, club.Rate))
	p := bot.Start()
	for b.Loop() {
		if said, err := bot.Command("status"); err != nil {
			b.Fatal(err, said)
		}
	}
	p.Stop()
}

// BenchmarkIdle starts the bot on an empty store, plays a game's first move, and then does
// nothing. It reports the resident memory at the end of that time, the part of it that is no
// file's, and how often a second the process gave up a processor of itself.
func BenchmarkIdle(b *testing.B) {
	for b.Loop() {
		servers := livebot.Sandbox(b)
		servers.Poll = "60s" // as by default
		bot := livebot.New(b, servers)
		p := bot.Start()
		ana, bo := bot.Servers.Person(b, "ana"), bot.Servers.Person(b, "bo")
		livebot.Begin(ana, bo)
		ana.Gets("turn")
		pid := p.Process.Pid
		before := switches(b, pid)
		<-time.After(*idle)
		b.ReportMetric(float64(switches(b, pid)-before)/idle.Seconds(), "switches/s")
		b.ReportMetric(memoryMB(b, pid, "VmRSS"), "MB-resident")
		b.ReportMetric(memoryMB(b, pid, "RssAnon"), "MB-anonymous")
		b.ReportMetric(0, "ns/op")
		p.Stop()
	}
}

// switches counts the voluntary context switches of all threads of a process.
func switches(b *testing.B, pid int) (n int) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	check(b, err)
	for _, file := range files {
		n += int(field(b, file, "voluntary_ctxt_switches"))
	}
	return n
}

// memoryMB reads what Linux says of a process: VmRSS is the resident memory,
// VmHWM the most that there ever was.
func memoryMB(b *testing.B, pid int, what string) float64 {
	return field(b, fmt.Sprintf("/proc/%d/status", pid), what) / 1024
}

// field reads a number that Linux tells of a process.
func field(b *testing.B, file, name string) float64 {
	status, err := os.ReadFile(file)
	check(b, err)
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			n, err := strconv.Atoi(strings.Fields(value)[0])
			check(b, err)
			return float64(n)
		}
	}
	b.Fatal("the system does not tell")
	return 0
}
