//go:build unix

package main

import "syscall"

// A machine stands still for as long as another one needs to take over, and goes on with whatever it was about.
func init() {
	signal := func(m *pair, i int, s syscall.Signal) { check(m.t, m.runs[i].Process.Signal(s)) }
	failing = append(failing, failure{"stood still", func(m *pair, i int) { signal(m, i, syscall.SIGSTOP) }, func(m *pair, i int) {
		signal(m, i, syscall.SIGCONT)
		m.runs[i].AwaitLog(m.bots[i].Ctx, `msg="this machine follows"`)
		m.runs[i].Stop()
	}})
}
