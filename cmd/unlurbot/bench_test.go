package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

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

// memoryMB reads what Linux says of a process: VmRSS is the resident memory,
// VmHWM the most that there ever was.
func memoryMB(b *testing.B, pid int, what string) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	check(b, err)
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, what+":"); ok {
			n, err := strconv.Atoi(strings.Fields(kb)[0])
			check(b, err)
			return float64(n) / 1024
		}
	}
	b.Fatal("the system does not tell")
	return 0
}
