package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"unlurbot/mailbot/testing/livebot"
)

var idle = flag.Duration("idle", 10*time.Second, "how long BenchmarkIdle watches a bot that has nothing to do")

// BenchmarkIdle starts the bot on an empty store, plays a game's first move, and then does
// nothing. It reports the resident memory at the end of that time, the part of it that is no
// file's, and how often a second the process gave up a processor of itself.
func BenchmarkIdle(b *testing.B) {
	released(b)
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
