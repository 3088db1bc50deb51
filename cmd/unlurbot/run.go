package main

import (
	"context"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/pulse"
)

type runCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration; config.example.yaml explains every key."`
}

// Help is what kong shows below the line on the command.
func (*runCommand) Help() string {
	return "SIGHUP makes the bot read the configuration anew, with the passwords, and take it over without a restart, all but store.path and store.cluster. " +
		"If something is wrong with it, the log says what, and the bot goes on with the one that it has."
}

// Run is the daemon.
func (c *runCommand) Run(p process) error {
	if p.getenv("GOMEMLIMIT") == "" { // or else the operator has said what the bot may have
		debug.SetMemoryLimit(memoryLimit)
	}
	ctx, reload, done := hangups(p.ctx)
	defer done()
	cfg, err := config.Load(c.Config, p.getenv)
	if err == nil {
		err = mayCluster(cfg)
	}
	if err != nil {
		return err
	}
	env := mailbot.Environment{
		Now: p.now, Log: p.logger, LookupTXT: dkimcheck.Lookup(p.lookupTXT), Reached: p.reached, Manager: systemd(p.getenv),
		Requests: control.Requests{requestCheck: p.answerCheck},
		Reload:   reload, Load: func() (*config.Config, error) { return config.Load(c.Config, p.getenv) },
	}
	if cfg.Store.Cluster.On() {
		return machines.run(ctx, cfg, env)
	}
	return mailbot.Run(ctx, cfg, env)
}

// hangups gives what asks for the configuration to be read anew, which is SIGHUP. The same signal comes when the terminal
// is closed in which the bot was started: then the context ends, or a bot would stay that nobody sees.
func hangups(ctx context.Context) (_ context.Context, reload <-chan struct{}, done func()) {
	ctx, end := context.WithCancel(ctx)
	signals, asked := make(chan os.Signal, 1), make(chan struct{}, 1)
	inTerminal := hasTerminal()
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-signals:
			}
			if inTerminal && !hasTerminal() {
				end()
				return
			}
			select {
			case asked <- struct{}{}:
			default: // the one that waits is read after this
			}
		}
	}()
	return ctx, asked, func() { signal.Stop(signals); end() }
}

// hasTerminal tells whether the process can be reached from a terminal.
func hasTerminal() bool {
	f, err := os.Open("/dev/tty")
	return err == nil && f.Close() == nil
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

// memoryLimit is more than the bot needs in a backlog. Near it, the collector works as hard as it must.
const memoryLimit = 48 << 20
