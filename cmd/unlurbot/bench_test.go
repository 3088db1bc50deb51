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
		p := start(b, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--data", b.TempDir())
		people := p.people()
		people.write(0, "help", "")
		people.await(0, "help")
		b.ReportMetric(memoryMB(b, p.cmd.Process.Pid, "VmRSS"), "MB-resident")
		people.close()
		p.stop()
	}
}

// BenchmarkAnswer is the time from handing a mail to the sandbox to having the
// answer in hand, over SMTP and IMAP both ways.
func BenchmarkAnswer(b *testing.B) {
	p := start(b, nil, "sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--data", b.TempDir())
	people := p.people()
	for b.Loop() {
		people.write(0, "help", "")
		people.await(0, "help")
	}
	people.close()
	p.stop()
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
