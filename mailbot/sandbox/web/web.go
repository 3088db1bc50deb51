// Package web shows the mailboxes of a sandbox in a browser: who has mail, each
// mail as text and as HTML, and a form to answer it. Links of a mail that begin
// another mail, such as the cells of a board, fill in the form. So one person
// plays both sides of a game without a mail program.
//
// Everybody's mailbox is open to whoever asks, and mails are not to be trusted, so:
//
//   - It listens on loopback alone, and answers only to loopback names, so that no
//     web site can reach it by a name of its own (DNS rebinding).
//   - What changes something is a POST that comes from a page of its own.
//   - No page has a script. A Content-Security-Policy allows the own style sheet and
//     nothing else.
//   - The HTML of a mail is shown twice locked up. What is not on a closed list
//     is taken out (package sanitise), and what is left runs in a sandboxed frame whose
//     policy lets it load nothing at all: pictures that came with the mail are data
//     URLs. Either would do; a browser that errs about one of them has the other.
//
// It is a mail program like any other: it reads over IMAP and writes over SMTP.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"unlurbot/mailbot/sandbox"
)

// DefaultAddr is where the page listens unless something else is said.
const DefaultAddr = "127.0.0.1:8025"

const (
	defaultPatience = 3 * time.Second
	requestTime     = 17 * time.Second // for one page, beside the answer that it waits for
	maxHeader       = 64 << 10         // of a request; a link can carry a whole mail
	maxForm         = 256 << 10
)

// Config says what is shown and where.
type Config struct {
	Addr     string // host:port on loopback; port 0 takes a free one
	Servers  *sandbox.Servers
	Bot      string           // its address; nobody opens its mailbox
	Patience time.Duration    // how long a page waits for an answer to what was sent; 0 means 3 s
	Now      func() time.Time // for Date; nil means time.Now
	Log      *slog.Logger     // nil logs nothing

	// Forward puts the clock of Now forward; nil for a clock that nobody can set.
	Forward func(ctx context.Context, by time.Duration) error
}

// A Page is the running web server.
type Page struct {
	cfg      Config
	listener net.Listener
	server   *http.Server
	stop     context.CancelFunc
	serving  sync.WaitGroup
}

// Start opens the page; it answers when Start returns. An address that is not
// of the loopback is an error.
func Start(cfg Config) (*Page, error) {
	if cfg.Patience <= 0 {
		cfg.Patience = defaultPatience
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	at, err := resolve(cfg.Addr) // what is refused was never open
	if err != nil {
		return nil, fmt.Errorf("sandbox: web page: %w", err)
	}
	listener, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("sandbox: web page: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &Page{cfg: cfg, listener: listener, stop: stop}
	p.server = &http.Server{
		Handler:           p.handler(),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      cfg.Patience + requestTime + 10*time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
	}
	p.serving.Go(func() {
		if err := p.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			cfg.Log.Error("server stopped", "server", "HTTP", "err", err)
		}
	})
	return p, nil
}

// CheckAddr says whether the page can listen at an address: only if nobody but
// this machine can reach it there.
func CheckAddr(addr string) error {
	_, err := resolve(addr)
	return err
}

func resolve(addr string) (*net.TCPAddr, error) {
	at, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, err
	}
	if at.IP == nil || !at.IP.IsLoopback() {
		return nil, fmt.Errorf("%q can be reached from other machines, and the page shows everyone's mail: "+
			"use a loopback address, such as %s", addr, DefaultAddr)
	}
	return at, nil
}

// URL is where a browser finds the page.
func (p *Page) URL() string { return "http://" + p.listener.Addr().String() + "/" }

// Close ends all connections and frees the port.
func (p *Page) Close() error {
	p.stop()
	err := p.server.Close()
	p.serving.Wait()
	return err
}

// isLoopback says whether a Host field (RFC 9110 section 7.2) names this machine
// in a way that no name server has a say in.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
