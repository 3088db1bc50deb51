package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/providers"
	"unlurbot/mailbot/smtpout"
)

// A process is what the operating system gives to a subcommand.
type process struct {
	ctx    context.Context // ends with SIGTERM or SIGINT
	in     io.Reader
	out    io.Writer // data
	talk   io.Writer // everything else
	now    func() time.Time
	getenv func(string) string

	lookupTXT smtpout.LookupTXT // asks the DNS
	servers   providers.Finder  // asks the DNS and the web

	// dial is how check reaches the mail servers; nil in the program itself, which does it as
	// the configuration says.
	dial func(ctx context.Context, network, address string) (net.Conn, error)

	reached func(mailbot.Point) // see mailbot.Config; nil in the program itself
}

// errSaid is the error of a subcommand that has told everything already.
var errSaid = errors.New("failed")

// A refusal is why a command did nothing, which the same command again won't change.
type refusal string

// Error implements error.
func (r refusal) Error() string { return string(r) }

// logger writes the daemon's log, as service managers and people read it, or programs.
func (p process) logger(c config.Log) *slog.Logger {
	options := &slog.HandlerOptions{}
	var level slog.Level
	if level.UnmarshalText([]byte(c.Level)) == nil { // the configuration has been checked; else it is info
		options.Level = level
	}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(p.talk, options))
	}
	return slog.New(slog.NewTextHandler(p.talk, options))
}

// input opens the file that a command reads, or standard input for "" and "-".
func (p process) input(path string) (io.ReadCloser, error) {
	if path == "" || path == "-" {
		return io.NopCloser(p.in), nil
	}
	return os.Open(path)
}
