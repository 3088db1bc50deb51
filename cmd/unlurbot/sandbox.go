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
	"unlurbot/mailbot/sandbox/web"
)

type sandboxCommand struct {
	SMTP string  `default:"127.0.0.1:2525" placeholder:"ADDR" help:"Where SMTP listens (${default})."`
	IMAP string  `default:"127.0.0.1:1143" placeholder:"ADDR" help:"Where IMAP listens (${default})."`
	HTTP *string `placeholder:"ADDR" help:"Where the web page listens (127.0.0.1:8025); off for none."`
	Data string  `placeholder:"DIR" help:"Keep the games in this directory; without it they go when the sandbox ends."`

	Limits bool `help:"Keep to the limits that a bot has in the open world. Without them you can try things again and again."`
}

// Help is the long text of --help.
func (*sandboxCommand) Help() string {
	return `In a browser, the web page shows every mailbox: write, answer, and click on boards as anybody. ` +
		`It listens on loopback only. If nothing is said of it and its port is taken, there is none.

` +
		`Every address NAME@sandbox.test has a mailbox: log in to IMAP as NAME with any password. ` +
		`SMTP takes mail from any of them without a password. The bot is unlur@sandbox.test. ` +
		`Nothing leaves this machine.

` +
		`Once all of them answer, a line "ready smtp=HOST:PORT imap=HOST:PORT bot=ADDRESS http=URL" is printed, ` +
		`without http= if there is no page.`
}

// noPage is what is written for --http to have none.
const noPage = "off"

// Validate is called by kong with the flags. Whether an address can be had is only
// seen when something listens there.
func (c *sandboxCommand) Validate() error {
	for _, f := range []struct{ flag, addr string }{{"--smtp", c.SMTP}, {"--imap", c.IMAP}} {
		if err := checkAddr(f.addr); err != nil {
			return fmt.Errorf("%s: %w", f.flag, err)
		}
	}
	if c.HTTP == nil || *c.HTTP == noPage || *c.HTTP == "" {
		return nil
	}
	if err := web.CheckAddr(*c.HTTP); err != nil {
		return fmt.Errorf("--http: %w", err)
	}
	return nil
}

// checkAddr says whether an address has the form HOST:PORT.
func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	_, err = net.LookupPort("tcp", port)
	return err
}

// Run keeps the sandbox running until a signal comes.
func (c *sandboxCommand) Run(p process) error {
	limits := mailbot.GenerousLimits
	if c.Limits {
		limits = mailbot.DefaultLimits
	}
	log := p.logger()
	house, err := openHouse(p, c.SMTP, c.IMAP, c.Data, limits, log)
	if err != nil {
		return err
	}
	if err := c.openPage(p, house, log); err != nil {
		return errors.Join(err, house.close())
	}
	if house.begun(p.ctx) {
		ready := fmt.Sprintf("ready smtp=%s imap=%s bot=%s", house.servers.SMTPAddr(), house.servers.IMAPAddr(), house.bot)
		if house.page != nil {
			ready += " http=" + house.page.URL()
			log.Info("to play both sides, open this page in a browser", "url", house.page.URL())
		}
		fmt.Fprintln(p.out, ready)
	}
	return house.wait(p.ctx)
}

// openPage opens the web page. Whoever asked for none, or for no particular
// address, can do without it.
func (c *sandboxCommand) openPage(p process, h *house, log *slog.Logger) error {
	addr := web.DefaultAddr
	if c.HTTP != nil {
		addr = *c.HTTP
	}
	if addr == noPage || addr == "" {
		return nil
	}
	page, err := web.Start(web.Config{Addr: addr, Servers: h.servers, Bot: h.bot, Now: p.now, Log: log})
	switch {
	case err != nil && c.HTTP == nil:
		log.Warn("there is no web page; --http gives it another address", "err", err)
	case err != nil:
		return err
	default:
		h.page = page
	}
	return nil
}

// A house is the bot with mail servers of its own, in this process.
type house struct {
	servers *sandbox.Servers
	page    *web.Page     // nil for none
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
	var pageErr error
	if h.page != nil {
		pageErr = h.page.Close()
	}
	return errors.Join(h.err, pageErr, h.servers.Close(), h.clean())
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
