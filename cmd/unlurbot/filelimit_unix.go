//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreFileLimit lets a write beyond the limit for the size of files
// (ulimit -f) fail like one to a full disk. The signal would end the process.
func ignoreFileLimit() { signal.Ignore(syscall.SIGXFSZ) }
