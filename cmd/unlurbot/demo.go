package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/imapbox"
)

type demoCommand struct {
	All bool `help:"Print the confirmations too; they show the same boards as the other player's mails."`
}

// Help is the long text of --help.
func (*demoCommand) Help() string {
	return `Starts mail servers and the bot in one process, on free loopback ports. Two mail clients ` +
		`then play a game over SMTP and IMAP. Nothing is left behind.`
}

// demoPatience is how long a player of the demo waits for a mail.
const demoPatience = 30 * time.Second

// demoWords is what the players add to their moves.
var demoWords = map[int]string{
	0:  "Greetings from Girona, Bo!",
	4:  "Four stones are enough for me.",
	27: "I think I see where this leads.",
}

// demoMoves is the game of the demo, found by letting a simple program play
// against itself. Ana, who moves first, ends the contract and makes a Y.
var demoMoves = strings.Fields(
	"E5 G7 F6 D4 black B1 B7 A4 C1 B5 C7 B4 C6 B3 D5 B2 H7 F2 C2 A6 D3 D6 C5 F4 I7 H5 J7 F3 K7")

// Run plays the demo.
func (c *demoCommand) Run(p process) error {
	h, err := openInstance(p, instanceConfig{smtp: "127.0.0.1:0", imap: "127.0.0.1:0", limits: mailbot.GenerousLimits}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	d := &demo{out: p.out, all: c.All}
	err = d.play(ctx, h, p.now)
	for _, person := range d.people {
		if person != nil { // or the demo failed before it could sit down
			err = errors.Join(err, person.Close())
		}
	}
	return errors.Join(err, h.close())
}

// A demo is two mail clients and a place to print what they send and get.
type demo struct {
	out    io.Writer
	all    bool
	names  [2]string
	people [2]*correspondent.Person
	mails  int
}

// play opens the two mail clients, and is the whole correspondence: the players do
// nothing but answer the last mail that asks them to do something.
func (d *demo) play(ctx context.Context, h *instance, now func() time.Time) error {
	cfg, err := h.config("")
	if err != nil {
		return err
	}
	for i, name := range []string{"Ana", "Bo"} {
		address := strings.ToLower(name) + "@" + h.servers.Domain()
		d.names[i] = name
		d.people[i], err = correspondent.Open(ctx, correspondent.Config{
			Address: address, Bot: h.bot, SMTPAddr: h.servers.SMTPAddr(), Now: now,
			IMAP: imapbox.Config{
				Host: cfg.IMAP.Host, Port: cfg.IMAP.Port, Security: imapbox.SecurityNone,
				Username: address, Credential: credential.Password("any"), Mailbox: "INBOX", DoneMailbox: "Read",
			},
		})
		if err != nil {
			return err
		}
	}
	const ana, bo = 0, 1
	sent, err := d.people[ana].Write("A game?", "name Ana\nchallenge bo@sandbox.test first")
	if err != nil {
		return err
	}
	d.printSent(ana, sent)
	invitation, err := d.await(ctx, bo, "invite")
	if err != nil {
		return err
	}
	if err := d.reply(bo, invitation, "name Bo\naccept"); err != nil {
		return err
	}
	for ply, move := range demoMoves {
		who := ply % 2
		turn, err := d.await(ctx, who, "turn")
		if err != nil {
			return err
		}
		if words := demoWords[ply]; words != "" {
			move += "\n\n" + words
		}
		if err := d.reply(who, turn, move); err != nil {
			return err
		}
	}
	for who := range d.people {
		if _, err := d.await(ctx, who, "over"); err != nil {
			return err
		}
	}
	fmt.Fprintf(d.out, "%d mails went over SMTP and IMAP.\n", d.mails)
	return nil
}

func (d *demo) reply(who int, l *correspondent.Letter, body string) error {
	sent, err := d.people[who].Reply(l, body)
	d.printSent(who, sent)
	return err
}

// await reads a player's mails up to the one of a kind.
func (d *demo) await(ctx context.Context, who int, event string) (*correspondent.Letter, error) {
	ctx, cancel := context.WithTimeout(ctx, demoPatience)
	defer cancel()
	for {
		l, err := d.people[who].Next(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s is waiting for a mail (%s): %w", d.names[who], event, err)
		}
		d.mails++
		if d.all || l.Event() == event {
			fmt.Fprintf(d.out, "%s\nTo: %s\nSubject: %s\n\n%s\n", d.rule("The bot writes to "+d.names[who]), d.names[who], l.Subject, l.Text)
		} else {
			fmt.Fprintf(d.out, "(%s got a confirmation: %s)\n\n", d.names[who], l.Event())
		}
		if l.Event() == event {
			return l, nil
		}
	}
}

// printSent shows what a player wrote, without the mail that is quoted below.
func (d *demo) printSent(who int, raw string) {
	d.mails++
	header, body, _ := strings.Cut(strings.ReplaceAll(raw, "\r\n", "\n"), "\n\n")
	body, _, _ = strings.Cut(body, "\n\nUnlur wrote:\n")
	fmt.Fprintln(d.out, d.rule(d.names[who]+" writes"))
	for line := range strings.Lines(header) {
		if strings.HasPrefix(line, "To: ") || strings.HasPrefix(line, "Subject: ") {
			fmt.Fprint(d.out, line)
		}
	}
	fmt.Fprintf(d.out, "\n%s\n\n", strings.TrimSpace(body))
}

// rule is a line between two mails.
func (d *demo) rule(title string) string {
	return "---- " + title + " " + strings.Repeat("-", max(0, 66-len(title)))
}
