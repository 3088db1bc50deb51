package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/smtp"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"unlurbot/mailbot"
	"unlurbot/parser"
	"unlurbot/parser/sender"
)

// A clock goes as another one does, and can be put forward. How far ahead it is lies
// beside the store, so that no later start is before what the store knows of.
type clock struct {
	real func() time.Time
	file string

	mu    sync.Mutex
	ahead time.Duration
}

// openClock gives the clock of a directory.
func openClock(real func() time.Time, dir string) (*clock, error) {
	c := &clock{real: real, file: filepath.Join(dir, "clock")}
	text, err := os.ReadFile(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		c.ahead, err = time.ParseDuration(strings.TrimSpace(string(text)))
	}
	if err != nil || c.ahead < 0 {
		return nil, fmt.Errorf("%s does not hold the clock's offset: %w", c.file, err)
	}
	return c, nil
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.real().Add(c.ahead)
}

// set puts the clock forward to a time; it never goes back.
func (c *clock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = max(c.ahead, to.Sub(c.real()))
}

// keep writes down how far ahead the clock will be at a time to which it is about to be
// put.
func (c *clock) keep(to time.Time) error {
	c.mu.Lock()
	ahead := max(c.ahead, to.Sub(c.real()))
	c.mu.Unlock()
	fresh := c.file + ".new"
	if err := os.WriteFile(fresh, []byte(ahead.String()+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, c.file)
}

const (
	// clockName is whose mails put the clock forward.
	clockName = "clock"
	// farthestSkip is how far one can go at a time, and lastYear until when at all.
	farthestSkip = 400 * 24 * time.Hour
	lastYear     = 9000
	// skipTime is how long the bot may take for what happens meanwhile.
	skipTime = 5 * time.Minute
)

var errTooFar = errors.New("the clock can't be moved that far forward")

// A timekeeper puts the clock of an instance forward, for one after the other.
type timekeeper struct {
	clock *clock
	bot   *mailbot.Bot
	tell  func(now time.Time)
	turn  sync.Mutex
}

// forward puts the clock forward, and lets happen what comes by itself meanwhile.
func (k *timekeeper) forward(ctx context.Context, by time.Duration) error {
	k.turn.Lock()
	defer k.turn.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), skipTime) // whoever asked may have gone
	defer cancel()
	to := k.clock.now().Add(by)
	if by <= 0 || by > farthestSkip || to.Year() > lastYear {
		return errTooFar
	}
	if err := k.clock.keep(to); err != nil {
		return err
	}
	err := k.bot.Skip(ctx, to, k.clock.set)
	k.tell(k.clock.now())
	return err
}

// obeyLetters does what mails to the clock say, one after the other, and answers them.
// Programs are not answered.
func (h *instance) obeyLetters(ctx context.Context, log *slog.Logger) {
	if !h.begun(ctx) {
		return
	}
	for {
		var l clockMail
		select {
		case <-ctx.Done():
			return
		case l = <-h.letters:
		}
		m := parser.ReadMail(l.mail, parser.Options{})
		if m.Class != sender.Person || !strings.HasSuffix(strings.ToLower(l.from), "@"+h.servers.Domain()) {
			continue
		}
		said := strings.TrimSpace(m.Reply)
		if said == "" {
			said = m.Subject
		}
		said, _, _ = strings.Cut(said, "\n")
		said = strings.TrimSpace(said)
		answer := "I don't understand that. Write how far to move the clock forward, such as +3d, +1h or +1d12h; +90m is an hour and a half."
		if by, ok := readStep(said); ok {
			switch err := h.keeper.forward(ctx, by); {
			case errors.Is(err, errTooFar):
				answer = fmt.Sprintf("That is too far: at most +%dd at a time.", farthestSkip/(24*time.Hour))
			case err != nil:
				answer = "That did not work: " + err.Error() + "."
			default:
				answer = "It is now " + stamp(h.clock.now()) + "."
			}
		}
		self := clockName + "@" + h.servers.Domain()
		head := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: The clock\r\nDate: %s\r\nAuto-Submitted: auto-replied\r\n", self, l.from, h.clock.now().Format(time.RFC1123Z))
		if m.MessageID != "" && !strings.ContainsAny(m.MessageID, "\r\n<> ") {
			head += "In-Reply-To: <" + m.MessageID + ">\r\n"
		}
		if err := smtp.SendMail(h.servers.SMTPAddr(), nil, self, []string{l.from}, []byte(head+"\r\n"+answer+"\r\n")); err != nil {
			log.Error("no reply to a mail to the clock", "err", err)
		}
	}
}

// readStep reads how far to put the clock forward: "+3d", "+1h", "+90m", "+1d12h".
func readStep(text string) (by time.Duration, ok bool) {
	units := map[byte]time.Duration{'w': 7 * 24 * time.Hour, 'd': 24 * time.Hour, 'h': time.Hour, 'm': time.Minute}
	text, ok = strings.CutPrefix(strings.ToLower(strings.ReplaceAll(text, " ", "")), "+")
	for ok && text != "" {
		digits := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if digits < 1 || digits > 6 || units[text[digits]] == 0 {
			return 0, false
		}
		n, _ := strconv.Atoi(text[:digits])
		by += time.Duration(n) * units[text[digits]]
		text = text[digits+1:]
	}
	return by, ok && by > 0
}

// stamp writes a time as programs read it.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
