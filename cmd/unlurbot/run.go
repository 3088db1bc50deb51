package main

import (
	"net"
	"runtime/debug"
	"strconv"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/pulse"
)

type runCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration; config.example.yaml explains every key."`
}

// Run is the daemon.
func (c *runCommand) Run(p process) error {
	if p.getenv("GOGC") == "" { // or else the operator has said how the collector should work
		debug.SetGCPercent(garbagePercent)
	}
	if p.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	cfg, err := config.Load(c.Config, p.getenv)
	if err != nil {
		return err
	}
	return mailbot.Run(p.ctx, cfg, mailbot.Environment{
		Now: p.now, Log: p.logger(cfg.Log), Limits: mailbot.NewLimits(cfg.Limits), LookupTXT: dkimcheck.Lookup(p.lookupTXT), Reached: p.reached,
		Manager: systemd(p.getenv),
	})
}

// deafAfter is how long systemd may not read what it is told before that is dropped.
const deafAfter = 200 * time.Millisecond

// systemd gives what has started this process, if that wants to hear from it: a socket, and how
// many microseconds without a word are too many (sd_notify(3), sd_watchdog_enabled(3)). It must
// not be able to stop the bot by not reading, as it would that of package daemon of go-systemd.
func systemd(getenv func(string) string) (m pulse.Manager) {
	socket := getenv("NOTIFY_SOCKET")
	if socket == "" {
		return m
	}
	if usec, err := strconv.ParseInt(getenv("WATCHDOG_USEC"), 10, 64); err == nil && usec > 0 {
		m.Watchdog = time.Duration(usec) * time.Microsecond
	}
	m.Notify = func(news string) {
		conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"})
		if err != nil {
			return // it has gone, and says nothing back
		}
		defer func() { _ = conn.Close() }()
		if conn.SetWriteDeadline(time.Now().Add(deafAfter)) == nil {
			_, _ = conn.Write([]byte(news))
		}
	}
	return m
}

// The daemon holds little between two mails, and makes and drops a third of a
// megabyte with each. Left to itself the collector would run dozens of times a
// second through a backlog, to keep ten megabytes from becoming twenty.
const (
	garbagePercent = 400
	memoryLimit    = 48 << 20 // near it, the collector works as hard as it must
)
