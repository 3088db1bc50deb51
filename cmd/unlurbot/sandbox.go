package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/sandbox"
)

type sandboxCommand struct {
	SMTP string `default:"127.0.0.1:2525" placeholder:"ADDR" help:"Where SMTP listens (${default})."`
	IMAP string `default:"127.0.0.1:1143" placeholder:"ADDR" help:"Where IMAP listens (${default})."`
	Data string `placeholder:"DIR" help:"Keep the games in this directory; without it they go when the sandbox ends."`

	Limits bool `help:"Keep to the limits that a bot has in the open world. Without them you can try things again and again."`
}

// Help is the long text of --help.
func (*sandboxCommand) Help() string {
	return `Every address NAME@sandbox.test has a mailbox: log in to IMAP as NAME with any password. ` +
		`SMTP takes mail from any of them without a password. The bot is unlur@sandbox.test. ` +
		`Nothing leaves this machine.`
}

// Run keeps the sandbox running until a signal comes.
func (c *sandboxCommand) Run(p process) error {
	limits := mailbot.GenerousLimits
	if c.Limits {
		limits = mailbot.DefaultLimits
	}
	house, err := openHouse(p, c.SMTP, c.IMAP, c.Data, limits, p.logger())
	if err != nil {
		return err
	}
	if house.begun(p.ctx) {
		fmt.Fprintf(p.out, "ready smtp=%s imap=%s bot=%s\n", house.servers.SMTPAddr(), house.servers.IMAPAddr(), house.bot)
	}
	return house.wait(p.ctx)
}

// A house is the bot with mail servers of its own, in this process.
type house struct {
	servers *sandbox.Servers
	bot     string        // its address
	stop    func()        // asks the bot to end
	ended   chan struct{} // closed when the bot has ended
	err     error         // its last word, once it has
	ready   chan struct{} // closed when the bot reads its mailbox
	dir     string        // to be removed at the end; empty for none
}

// openHouse starts the servers and the bot. Data is where the store lies,
// empty for a place that is removed at the end.
func openHouse(p process, smtpAddr, imapAddr, data string, limits mailbot.Limits, log *slog.Logger) (*house, error) {
	h := &house{ended: make(chan struct{}), ready: make(chan struct{})}
	if data == "" {
		dir, err := os.MkdirTemp("", "unlurbot-")
		if err != nil {
			return nil, err
		}
		h.dir, data = dir, dir
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	servers, err := sandbox.Start(sandbox.Config{SMTPAddr: smtpAddr, IMAPAddr: imapAddr, Now: p.now, Log: log})
	if err != nil {
		return nil, errors.Join(err, h.clean())
	}
	h.servers = servers
	h.bot = "unlur@" + servers.Domain()
	cfg, err := h.config(data)
	if err != nil {
		return nil, errors.Join(err, servers.Close(), h.clean())
	}
	ctx, stop := context.WithCancel(p.ctx)
	h.stop = stop
	go func() {
		defer close(h.ended)
		h.err = mailbot.Run(ctx, cfg, mailbot.Environment{Now: p.now, Log: log, Limits: limits, Ready: func() { close(h.ready) }})
	}()
	return h, nil
}

// config is what an operator would write for these servers.
func (h *house) config(data string) (*config.Config, error) {
	imapHost, imapPort, err := hostPort(h.servers.IMAPAddr())
	if err != nil {
		return nil, err
	}
	smtpHost, smtpPort, err := hostPort(h.servers.SMTPAddr())
	if err != nil {
		return nil, err
	}
	return &config.Config{
		Address: h.bot, PlusAddressing: true,
		IMAP: config.IMAP{
			Host: imapHost, Port: imapPort, Security: "none", Username: h.bot, Password: "any",
			Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", PollInterval: 10 * time.Second,
		},
		SMTP:  config.SMTP{Host: smtpHost, Port: smtpPort, Security: "none"},
		Store: config.Store{Path: filepath.Join(data, "unlurbot.db")},
		Trust: config.Trust{AuthservID: h.servers.Domain()}, Limits: config.DefaultLimits,
	}, nil
}

func hostPort(addr string) (string, int, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, err
	}
	n, err := strconv.Atoi(port)
	return host, n, err
}

// begun waits until the bot reads its mailbox; it says no if the bot or ctx
// ends before.
func (h *house) begun(ctx context.Context) bool {
	select {
	case <-h.ready:
		return true
	case <-h.ended:
	case <-ctx.Done():
	}
	return false
}

// wait stays until the bot ends, by itself or because ctx has ended, and
// leaves nothing behind.
func (h *house) wait(ctx context.Context) error {
	select {
	case <-h.ended:
	case <-ctx.Done():
		h.stop()
		<-h.ended
	}
	return errors.Join(h.err, h.servers.Close(), h.clean())
}

// close ends the bot and the servers.
func (h *house) close() error {
	h.stop()
	return h.wait(context.Background())
}

func (h *house) clean() error {
	if h.dir == "" {
		return nil
	}
	return os.RemoveAll(h.dir)
}
