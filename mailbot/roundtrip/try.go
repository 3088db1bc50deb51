package roundtrip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot/address"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/voucher"
	"unlurbot/store"
)

// Means are the ways to the servers of a configuration.
type Means struct {
	Config *config.Config
	Trust  voucher.Trust  // whom the bot believes by it
	IMAP   imapbox.Config // how the mailbox is reached
	Send   func(ctx context.Context, mail *store.Outgoing) error
	Now    func() time.Time
	Say    func(words string) // tells somebody who waits, without a line end
}

const (
	// Arrival is how long Try waits for the mail.
	Arrival = 2 * time.Minute
	// handOver is how long the relay may take to take it.
	handOver = 30 * time.Second
	// tidy is how long it may take to remove it, or to look for it in all folders.
	tidy = 20 * time.Second
	// Longest is how long Try takes at most.
	Longest = handOver + Arrival + 2*tidy
	// look is how often folders are looked into in which the server announces no mails.
	look = 2 * time.Second
	// sayEvery is how often Try says that it waits.
	sayEvery = 15 * time.Second
	// mostFolders is how many there are at most.
	mostFolders = 500
)

// A Failure is the error of a mail that came not, or not as the bot needs it.
type Failure struct{ what, advice string }

// Error implements error.
func (e *Failure) Error() string { return e.what }

// Advice is what to do about it, in one or more sentences.
func (e *Failure) Advice() string { return e.advice }

// Try has the bot write to itself, and tells what became of the mail: lines, of which the first
// one says that it arrived. It fails if the bot would not get it, or not see what it answers. The
// mail is removed; that goes on for a moment when ctx ends.
func Try(ctx context.Context, m Means) (said string, err error) {
	l := write(address.Own(m.Config.Address), !m.Config.PlusAddressing, m.Now())
	m.IMAP.Subject = l.token // no other mail is seen
	box, err := imapbox.Dial(ctx, m.IMAP)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	if err := m.send(ctx, l); err != nil {
		return "", err
	}
	m.Say(fmt.Sprintf("sent to %s; waiting %v for it at most", l.to(), Arrival))
	sent := m.Now()
	at, err := l.await(ctx, box, m)
	if ctx.Err() != nil {
		m.Say("no longer waiting; if the mail arrives, the bot files it")
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", err
	}
	lines := []string{fmt.Sprintf("a mail to %s arrived in %s after %v", l.to(), at.folder, m.Now().Sub(sent).Round(100*time.Millisecond))}
	for _, find := range findings {
		lines = append(lines, find(ctx, l, m, at)...)
	}
	afterwards, done := context.WithTimeout(context.WithoutCancel(ctx), tidy)
	defer done()
	left, err := l.remove(afterwards, box, append([]string{at.folder}, m.folders()...))
	if err != nil {
		return "", err
	}
	said = strings.Join(append(lines, left...), "\n")
	if advice := m.misses(l, at); advice != "" {
		return "", &Failure{said, advice}
	}
	return said, nil
}

// folders are those in which the mail is the bot's business: where it should arrive, and where a
// bot files it.
func (m Means) folders() []string {
	return []string{m.Config.IMAP.Mailbox, m.Config.IMAP.DoneMailbox, m.Config.IMAP.FailedMailbox}
}

// send gives the letter to the relay.
func (m Means) send(ctx context.Context, l *letter) error {
	ctx, done := context.WithTimeoutCause(ctx, handOver, fmt.Errorf("the relay did not take the mail within %v", handOver))
	defer done()
	err := m.Send(ctx, l.mail)
	if failed := (*smtpout.Failure)(nil); errors.As(err, &failed) && failed.Step == smtpout.StepRecipient && failed.Code/100 == 5 && !l.isBare() {
		return &Failure{err.Error(), fmt.Sprintf("The relay refuses %s. If it takes mails to %s, its server doesn't know addresses with a +: write plus_addressing: false.", l.to(), l.own)}
	}
	return err
}

// misses says what to do if the bot would not get a mail that came like this, or not know what
// it answers.
func (m Means) misses(l *letter, at found) (advice string) {
	switch {
	case at.junk:
		return fmt.Sprintf("That folder is for spam, and the bot does not read it: have the server take mails of %s for none. Others may take them for spam too: see docs/deliverability.md.", l.own)
	case !slices.Contains(m.folders(), at.folder):
		return fmt.Sprintf("The bot does not read that folder. A rule of the server files mails there, perhaps by what is behind the +: have it leave them in %s, or write plus_addressing: false.", m.Config.IMAP.Mailbox)
	case !l.isBare() && !slices.ContainsFunc(l.read(at.Raw).Recipients, l.hasDetail):
		return "Without it the bot can't tell what a reply answers, unless it knows that it must look at the subject: write plus_addressing: false."
	}
	return ""
}

// A found is the letter in the mailbox; without a UID it is not there.
type found struct {
	imapbox.Message
	folder string
	junk   bool // what lies in the folder was taken for spam
}

// await waits for the letter in the folders where it may well come, and in the end looks into all.
func (l *letter) await(ctx context.Context, box *imapbox.Box, m Means) (found, error) {
	begun := m.Now()
	for said := begun; ; {
		late := m.Now().Sub(begun) >= Arrival
		listed, err := box.Folders(ctx)
		if err != nil {
			return found{}, err
		}
		var folders []imapbox.Listed
		for _, f := range listed[:min(mostFolders, len(listed))] { // some servers deliver into a folder that is called like the +detail
			if late || f.Junk || strings.Contains(strings.ToLower(f.Name), l.token) {
				folders = append(folders, f)
			}
		}
		for _, name := range slices.Backward(m.folders()) { // what is announced is of the last one
			folders = append(folders, imapbox.Listed{Name: name})
		}
		for _, f := range folders {
			at, err := l.lookInto(ctx, box, f)
			if err != nil || at.UID != 0 {
				return at, err
			}
		}
		if c := m.Config.IMAP; late {
			advice := fmt.Sprintf("The relay took it: look into its log, and for a bounce in %s or %s. If mails to %s arrive elsewhere, imap.username is not the one of its mailbox.",
				c.Mailbox, c.DoneMailbox, l.own)
			if !l.isBare() {
				advice += " If they arrive here, its server drops what has a + in the address: write plus_addressing: false."
			}
			return found{}, &Failure{fmt.Sprintf("a mail to %s did not arrive within %v, in no folder of the mailbox of %s", l.to(), Arrival, c.Username), advice}
		}
		if now := m.Now(); now.Sub(said) >= sayEvery {
			said = now
			m.Say(fmt.Sprintf("not there after %v", now.Sub(begun).Round(time.Second)))
		}
		if err := box.Wait(ctx, look); err != nil {
			return found{}, err
		}
	}
}

// lookInto gives the letter if it is in a folder. In one that can't be opened it is not.
func (l *letter) lookInto(ctx context.Context, box *imapbox.Box, f imapbox.Listed) (found, error) {
	err := box.Turn(ctx, f.Name)
	if refused := (*imapbox.Error)(nil); errors.As(err, &refused) && refused.Refused() {
		return found{}, nil
	}
	var uids []uint32
	if err == nil {
		uids, err = box.List(ctx)
	}
	for len(uids) > 0 && err == nil {
		var some []imapbox.Message
		some, uids, err = box.Fetch(ctx, uids)
		for _, m := range some {
			if strings.Contains(strings.ToLower(l.read(m.Raw).Subject), l.token) { // servers may find what was not asked for
				return found{m, f.Name, f.Junk}, nil
			}
		}
	}
	return found{}, err
}

// remove takes the letter out of folders: a bot may just be filing it. It tells what is left.
func (l *letter) remove(ctx context.Context, box *imapbox.Box, folders []string) (left []string, err error) {
	for _, f := range folders {
		at, err := l.lookInto(ctx, box, imapbox.Listed{Name: f})
		if err != nil {
			return nil, err
		}
		if at.UID == 0 {
			continue
		}
		gone, err := box.Remove(ctx, []uint32{at.UID})
		if err != nil {
			return nil, err
		}
		if !gone {
			left = append(left, fmt.Sprintf("the server can't delete single mails, so it stays in %s, marked as deleted", f))
		}
	}
	return left, nil
}
