package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/testing/bigclub"
	"unlurbot/mailbot/testing/livebot"
)

// released has the program run as it is handed out, under its name. Most tests run the test
// binary in its place, which would count the memory of what tests import as the program's.
func released(b *testing.B) {
	b.Helper()
	dir := b.TempDir()
	b.Setenv("CGO_ENABLED", "0")
	output(b, "go", "build", "-o", filepath.Join(dir, "unlurbot"), ".")
	b.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// BenchmarkDemo is the demo as a process, from its start to its end.
func BenchmarkDemo(b *testing.B) {
	released(b)
	for b.Loop() {
		if err := exec.Command("unlurbot", "demo").Run(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSandboxMemory starts the sandbox on an empty store and reports its
// resident memory once both servers and the bot answer.
func BenchmarkSandboxMemory(b *testing.B) {
	released(b)
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
	released(b)
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
	released(b)
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
