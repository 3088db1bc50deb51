package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"unlurbot/mailbot"
)

type announceCommand struct {
	acting
	Lang   map[string]string `name:"lang" placeholder:"LANGUAGE=FILE" help:"The text for readers of a language, such as es=hola.txt; may be given several times."`
	Urgent bool              `help:"Announce it though the last announcement is not a week old, for an outage."`
	Send   bool              `help:"Send it. Without this, nothing is sent, and you see to whom it would go and what they would read."`
	File   string            `arg:"" name:"file" help:"The text, for readers in whose language there is none; - is standard input."`
}

// Run shows an announcement to all players, or makes it.
func (c *announceCommand) Run(p process) error {
	asked := url.Values{}
	texts := map[string]string{"text": c.File}
	for language, file := range c.Lang {
		texts["text-"+language] = file
	}
	for key, file := range texts {
		text, err := c.read(p, file)
		if err != nil {
			return err
		}
		asked.Set(key, text)
	}
	if c.Urgent {
		asked.Set("urgent", "yes")
	}
	if c.Send {
		asked.Set("send", "yes")
	}
	var done mailbot.Announced
	return c.tell(p, mailbot.RequestAnnounce, asked, &done, func() string { return announced(&done) })
}

// read gives the text in a file.
func (c *announceCommand) read(p process, file string) (string, error) {
	if file == "-" {
		text, err := io.ReadAll(io.LimitReader(p.in, mostAnnounced))
		return string(text), err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(f, mostAnnounced))
	return string(text), errors.Join(err, f.Close())
}

// mostAnnounced is how much of a file is read: more than fits, so that the bot can say so.
const mostAnnounced = 64 << 10

// announced says in sentences to whom an announcement goes, and what they read.
func announced(a *mailbot.Announced) string {
	var says strings.Builder
	for _, m := range a.Mails {
		fmt.Fprintf(&says, "To %s in %s:\n\nSubject: %s\n\n%s\n", counted(m.Readers, "reader"), m.Language, m.Subject, m.Text)
	}
	days := (a.Readers + a.ADay - 1) / a.ADay
	goes := "It goes"
	if a.Act == nil {
		goes = "Nothing is sent yet; with --send it goes"
	}
	fmt.Fprintf(&says, "%s to %s", goes, counted(a.Readers, "player"))
	if days > 1 {
		fmt.Fprintf(&says, ", at most %d a day, so the last ones get it in %s", a.ADay, counted(days, "day"))
	}
	says.WriteString(".")
	if a.Act != nil {
		fmt.Fprintf(&says, " The first mails leave now; it is act %d, of %s.", a.Act.Number, a.Act.At.Format(time.DateOnly))
	}
	if a.Paused {
		says.WriteString("\nThe bot is paused: nothing leaves before unlurbot resume.")
	}
	return says.String()
}

// counted writes a number of things.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
