package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	SMTP string  `default:"127.0.0.1:2525" placeholder:"ADDR" help:"SMTP address (${default})."`
	IMAP string  `default:"127.0.0.1:1143" placeholder:"ADDR" help:"IMAP address (${default})."`
	HTTP *string `placeholder:"ADDR" help:"Address of the web page (127.0.0.1:8025); off for none."`
	Data string  `placeholder:"DIR" help:"Keep the games in this directory (default: they are lost when the sandbox ends)."`

	Clock  bool `help:"Allow moving the clock forward: with buttons on the web page, or a mail such as +3d to clock@sandbox.test."`
	Limits bool `help:"Apply the rate limits of a real bot. Without this, you can try things as often as you like."`
}

// Help is the long text of --help.
func (*sandboxCommand) Help() string {
	return `The web page shows every mailbox: write, reply, and click on boards as anyone. ` +
		`It listens on loopback only. Without --http, a busy port just means no web page.

` +
		`Every address NAME@sandbox.test has a mailbox: log in to IMAP as NAME with any password. ` +
		`SMTP takes mail from any of them without a password. The bot is unlur@sandbox.test. ` +
		`Nothing leaves this machine.

` +
		`Once all of them answer, a line "ready smtp=HOST:PORT imap=HOST:PORT bot=ADDRESS http=URL" is printed, ` +
		`without http= if there is no page.

` +
		`With --clock, time runs normally and can be moved forward, by +1h, +90m, +3d or +2w: scheduled events in between, such as ` +
		`reminders, the ends of games and daily mails, happen in order. A line "clock NOW" is printed after that line, and after each ` +
		`change; NOW is in UTC (RFC 3339).`
}

// noPage is what is written for --http to have none.
const noPage = "off"

// Validate is called by kong with the flags. Whether an address can be had is only
// seen when something listens there.
func (c *sandboxCommand) Validate() error {
	for _, f := range []struct{ flag, addr string }{{"--smtp", c.SMTP}, {"--imap", c.IMAP}} {
		_, port, err := net.SplitHostPort(f.addr)
		if err == nil {
			_, err = net.LookupPort("tcp", port)
		}
		if err != nil {
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

// Run keeps the sandbox running until a signal comes.
func (c *sandboxCommand) Run(p process) error {
	limits := mailbot.GenerousLimits
	if c.Limits {
		limits = mailbot.DefaultLimits
	}
	log := p.logger(config.Log{})
	instance, err := openInstance(p, instanceConfig{smtp: c.SMTP, imap: c.IMAP, data: c.Data, limits: limits, clock: c.Clock}, log)
	if err != nil {
		return err
	}
	if err := c.openPage(p, instance, log); err != nil {
		return errors.Join(err, instance.close())
	}
	if instance.begun(p.ctx) {
		ready := fmt.Sprintf("ready smtp=%s imap=%s bot=%s", instance.servers.SMTPAddr(), instance.servers.IMAPAddr(), instance.bot)
		if instance.page != nil {
			ready += " http=" + instance.page.URL()
			log.Info("open this page in a browser to play both sides", "url", instance.page.URL())
		}
		fmt.Fprintln(p.out, ready)
		instance.tellTime()
	}
	return instance.wait(p.ctx)
}

// openPage opens the web page. Whoever asked for none, or for no particular
// address, can do without it.
func (c *sandboxCommand) openPage(p process, h *instance, log *slog.Logger) error {
	addr := web.DefaultAddr
	if c.HTTP != nil {
		addr = *c.HTTP
	}
	if addr == noPage || addr == "" {
		return nil
	}
	cfg := web.Config{Addr: addr, Servers: h.servers, Bot: h.bot, Now: h.clock.now, Log: log}
	if h.keeper != nil {
		cfg.Forward = func(ctx context.Context, by time.Duration) error {
			if !h.begun(ctx) {
				return errors.New("the bot has stopped")
			}
			return h.keeper.forward(ctx, by)
		}
	}
	page, err := web.Start(cfg)
	switch {
	case err != nil && c.HTTP == nil:
		log.Warn("no web page; choose another address with --http", "err", err)
	case err != nil:
		return err
	default:
		h.page = page
	}
	return nil
}

// An instance is the bot with mail servers of its own, in this process.
type instance struct {
	servers *sandbox.Servers
	page    *web.Page     // nil for none
	bot     string        // its address
	stop    func()        // asks the bot to end
	ended   chan struct{} // closed when the bot has ended
	err     error         // its last word, once it has
	ready   chan struct{} // closed when the bot reads its mailbox
	dir     string        // to be removed at the end; empty for none

	clock   *clock
	keeper  *timekeeper    // nil if the clock can't be put forward
	letters chan clockMail // to the clock
	out     io.Writer
}

// A clockMail is a mail to the clock.
type clockMail struct {
	from string
	mail []byte
}

// An instanceConfig says where the servers of an instance listen and where the store lies, empty
// for a place that is removed at the end.
type instanceConfig struct {
	smtp, imap, data string
	limits           mailbot.Limits
	clock            bool // can be put forward
}

// openInstance starts the servers and the bot.
func openInstance(p process, c instanceConfig, log *slog.Logger) (*instance, error) {
	const mostLetters = 10 // that wait
	h := &instance{ended: make(chan struct{}), ready: make(chan struct{}), letters: make(chan clockMail, mostLetters), out: p.out}
	data := c.data
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
	var err error
	if h.clock, err = openClock(p.now, data); err != nil {
		return nil, errors.Join(err, h.clean())
	}
	env := mailbot.Environment{
		Now: h.clock.now, Ready: func() { close(h.ready) },
		Log:    func(config.Log) *slog.Logger { return log },
		Limits: func(config.Limits) mailbot.Limits { return c.limits },
	}
	mail := sandbox.Config{SMTPAddr: c.smtp, IMAPAddr: c.imap, Now: h.clock.now, Log: log}
	if c.clock {
		h.keeper = &timekeeper{clock: h.clock, tell: func(time.Time) { h.tellTime() }}
		env.Made = func(b *mailbot.Bot) { h.keeper.bot = b }
		mail.Delivered = func(name, from string, mail []byte) {
			if name != clockName {
				return
			}
			select {
			case h.letters <- clockMail{from, mail}: // whose sender must not wait for what comes of it
			default: // somebody writes faster than time can go by
			}
		}
	}
	servers, err := sandbox.Start(mail)
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
		h.err = mailbot.Run(ctx, cfg, env)
	}()
	if c.clock {
		go h.obeyLetters(ctx, log)
	}
	return h, nil
}

// tellTime prints the time, if it can be changed.
func (h *instance) tellTime() {
	if h.keeper != nil {
		fmt.Fprintln(h.out, "clock", stamp(h.clock.now()))
	}
}

// config is what an operator would write for these servers.
func (h *instance) config(data string) (*config.Config, error) {
	imapHost, imapPort, err := hostPort(h.servers.IMAPAddr())
	if err != nil {
		return nil, err
	}
	smtpHost, smtpPort, err := hostPort(h.servers.SMTPAddr())
	if err != nil {
		return nil, err
	}
	poll := 10 * time.Second // beside IDLE
	if h.keeper != nil {
		poll = 100 * time.Millisecond // a clock is put forward only after the bot has looked for mails
	}
	return &config.Config{
		Address: h.bot, PlusAddressing: true,
		IMAP: config.IMAP{
			Host: imapHost, Port: imapPort, Security: "none", Username: h.bot, Password: "any",
			Mailbox: "INBOX", DoneMailbox: "Unlur-Done", FailedMailbox: "Unlur-Failed", PollInterval: poll,
		},
		SMTP:  config.SMTP{Host: smtpHost, Port: smtpPort, Security: "none"},
		Store: config.Store{Path: filepath.Join(data, "unlurbot.db")},
		Trust: config.Trust{AuthservID: h.servers.Domain()}, Limits: config.DefaultLimits,
		Club: config.Club{Net: true, Cups: true, Ladder: true, Robots: true},
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
func (h *instance) begun(ctx context.Context) bool {
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
func (h *instance) wait(ctx context.Context) error {
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
func (h *instance) close() error {
	h.stop()
	return h.wait(context.Background())
}

func (h *instance) clean() error {
	if h.dir == "" {
		return nil
	}
	return os.RemoveAll(h.dir)
}
