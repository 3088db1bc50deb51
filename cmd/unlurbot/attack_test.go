package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-smtp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/parser"
	"unlurbot/store"
)

// A target is a bot in this process, with the limits that it has in the open
// world, between mail servers that are real to it. Ana and Bo play game 1, and it
// is Ana's turn; Cem plays too. Mal is out to harm them, or Vic, who has never
// heard of the bot. Each has a mailbox, and Mal can write to the bot's server
// whatever SMTP allows. Each story ends with quiet, and then with what everybody
// has got and with what became of the games.
type target struct {
	t       testing.TB
	ctx     context.Context
	servers livebot.Servers
	bot     string         // its address
	ahead   atomic.Int64   // how far the bot's clock is ahead
	store   string         // the path of the store
	dir     string         // for copies of it
	relay   *smtp.Client   // to the server
	seen    map[string]int // mails in the mailboxes that receive has looked at
	written int
	turn    *letter            // the mail to Ana that says that it is her turn
	latest  map[string]*letter // the last mail that receive saw for each
	played  string             // the moves of game 1
}

// newTarget starts a target that ends with the test.
func newTarget(t testing.TB, servers livebot.Servers) *target {
	t.Helper()
	ctx, cancel := livebot.UntilDeadline(t)
	s := &target{t: t, ctx: ctx, servers: servers, bot: servers.At("unlur"), dir: tempdir.New(t), seen: map[string]int{}, latest: map[string]*letter{}}
	file := filepath.Join(s.dir, "unlurbot.yaml")
	servers.WriteConfig(t, file)
	cfg, err := config.Load(file, os.Getenv)
	check(t, err)
	s.store = cfg.Store.Path
	s.relay, err = smtp.Dial(servers.SMTPAddr)
	check(t, err)
	ready := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		if err := mailbot.Run(ctx, cfg, mailbot.Environment{
			Now: s.now, Log: slog.New(slog.DiscardHandler), Limits: mailbot.NewLimits(cfg.Limits), Ready: func() { close(ready) },
		}); err != nil {
			t.Errorf("the bot has ended: %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
		_ = s.relay.Close()
	})
	select {
	case <-ready:
	case <-ctx.Done():
		t.Fatal("the bot is not ready")
	}
	s.awaitSocket(ctx)
	s.turn = s.begin("ana", "bo", 1)
	return s
}

// awaitSocket waits until the bot can be asked for copies of its store; it may read
// its mailbox before.
func (s *target) awaitSocket(ctx context.Context) {
	s.t.Helper()
	for range livebot.Polls(ctx) {
		if alive, err := control.Alive(ctx, control.Path(s.store)); err == nil && alive {
			return
		}
	}
	s.t.Fatal("the bot gives no copies")
}

// now is the bot's clock.
func (s *target) now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

// later lets time pass for the bot.
func (s *target) later(d time.Duration) { s.ahead.Add(int64(d)) }

// atNoon lets time pass until the next noon but one, far from where counts of hours
// and days begin anew.
func (s *target) atNoon() {
	now := s.now()
	s.later(now.Truncate(24 * time.Hour).Add(60 * time.Hour).Sub(now))
}

// begin brings two players to the first move of game n, and gives the mail with
// which it is the first one's turn.
func (s *target) begin(first, second string, n int) *letter {
	s.t.Helper()
	s.send(note{from: first, subject: "challenge " + s.at(second) + " first"})
	if !s.servers.Vouched {
		s.send(note{from: first, answers: s.last(first, "confirm"), body: "yes"})
	}
	s.send(note{from: second, answers: s.last(second, "invite"), body: "accept"})
	s.expect(n, "playing ")
	turn := s.last(first, "turn")
	s.forget()
	return turn
}

// at is the address of somebody.
func (s *target) at(name string) string { return s.servers.At(name) }

// A note is a mail to the bot. What is empty is what an honest mail program writes.
type note struct {
	from    string  // a name
	sender  string  // who it is from for SMTP, a name
	author  string  // the From field, without its name; may hold more fields
	answers *letter // the mail that is answered
	to      string  // the address for SMTP, and in the To field if that is not in extra
	extra   string  // more fields, each with its line end
	id      string  // the Message-ID
	subject string
	body    string // with an empty line after fields of its own, if it begins with "MIME-Version"
}

// send posts a note and waits until the bot has dealt with it.
func (s *target) send(n note) {
	s.t.Helper()
	s.post(n)
	s.quiet()
}

// sendTogether posts notes that arrive in their order, and waits until the bot has
// dealt with them.
func (s *target) sendTogether(notes ...note) {
	s.t.Helper()
	for _, n := range notes {
		s.post(n)
		s.delivered()
	}
	s.quiet()
}

// delivered waits until the server has delivered all that it has taken.
func (s *target) delivered() {
	s.t.Helper()
	for range livebot.Polls(s.ctx) {
		if s.servers.Idle() {
			return
		}
	}
	s.t.Fatal("the server does not deliver what it has taken")
}

// post hands a note to the server.
func (s *target) post(n note) { s.deliver(n, s.write(n)) }

// deliver hands a mail to the server as it is.
func (s *target) deliver(n note, raw string) {
	s.t.Helper()
	to := n.to
	switch {
	case to != "":
	case n.answers != nil:
		to = n.answers.replyTo()
	default:
		to = s.bot
	}
	sender := n.sender
	if sender == "" {
		sender = n.from
	}
	if sender != "<>" {
		sender = s.at(sender)
	} else {
		sender = ""
	}
	check(s.t, s.relay.SendMail(sender, []string{to}, strings.NewReader(raw)))
}

// write makes the mail of a note.
func (s *target) write(n note) string {
	s.written++
	if n.author == "" {
		n.author = s.at(n.from)
	}
	if n.id == "" {
		n.id = fmt.Sprintf("%d.%d@client.test", s.written, time.Now().UnixNano())
	}
	to := n.to
	if n.answers != nil {
		if to == "" {
			to = n.answers.replyTo()
		}
		if n.subject == "" {
			n.subject = "Re: " + n.answers.subject()
		}
		n.extra += fmt.Sprintf("In-Reply-To: %s\r\n", n.answers.Get("Message-Id"))
	}
	if to == "" {
		to = s.bot
	}
	if !strings.Contains("\n"+n.extra, "\nTo:") {
		n.extra += "To: " + to + "\r\n"
	}
	if !strings.HasPrefix(n.body, "MIME-Version") {
		n.body = "\r\n" + n.body
	}
	return fmt.Sprintf("From: %s\r\n%sSubject: %s\r\nDate: %s\r\nMessage-ID: <%s>\r\n%s\r\n",
		n.author, n.extra, n.subject, s.now().Format(time.RFC1123Z), n.id, n.body)
}

// quiet waits until the bot has dealt with every mail, and every answer has
// arrived.
func (s *target) quiet() {
	s.t.Helper()
	box, err := s.servers.Login("unlur")
	check(s.t, err)
	defer box.Close()
	for range livebot.Polls(s.ctx) {
		if !s.servers.Idle() {
			continue
		}
		status, err := box.Status("INBOX", &imap.StatusOptions{NumMessages: true}).Wait()
		check(s.t, err)
		if *status.NumMessages == 0 && s.nothingDue() && s.servers.Idle() {
			return
		}
	}
	s.t.Fatal("the bot has not come to rest")
}

// nothingDue says that no mail in the outbox can be sent now.
func (s *target) nothingDue() (empty bool) {
	s.view(func(tx *store.Tx) error {
		due, _, err := tx.Due(s.now(), 1, func(string) bool { return false })
		empty = len(due) == 0
		return err
	})
	return empty
}

// view looks into a copy of the store, which the bot gives.
func (s *target) view(f func(*store.Tx) error) {
	s.t.Helper()
	copied := filepath.Join(s.dir, "copy.db")
	var raw bytes.Buffer
	check(s.t, control.Copy(s.ctx, control.Path(s.store), &raw))
	check(s.t, os.WriteFile(copied, raw.Bytes(), 0o600))
	db, err := store.OpenToRead(copied)
	check(s.t, err)
	check(s.t, db.View(f))
	check(s.t, db.Close())
}

// A letter is a mail that somebody has got.
type letter struct {
	mail.Header
	raw string
}

func (l *letter) event() string { return l.Get("X-Unlur-Event") }

func (l *letter) subject() string { return parser.ReadMail([]byte(l.raw), parser.Options{}).Subject }

func (l *letter) text() string { return parser.ReadMail([]byte(l.raw), parser.Options{}).Text }

// address gives the one address in a field, with all that a token needs.
func (l *letter) address(field string) string {
	_, value, _ := strings.Cut(l.Get(field), "<")
	value, _, _ = strings.Cut(value, ">")
	value, _, _ = strings.Cut(strings.TrimPrefix(value, "mailto:"), "?")
	return value
}

func (l *letter) replyTo() string { return l.address("Reply-To") }

// got gives what somebody has got since forget.
func (s *target) got(name string) (letters []*letter) {
	s.t.Helper()
	all := s.servers.Folder(s.t, name, "INBOX")
	for _, raw := range all[s.seen[name]:] {
		m, err := mail.ReadMessage(strings.NewReader(raw))
		check(s.t, err)
		letters = append(letters, &letter{m.Header, raw})
	}
	return letters
}

// last gives the last mail with an event that somebody has got since forget.
func (s *target) last(name, event string) *letter {
	s.t.Helper()
	letters := s.got(name)
	for i := len(letters) - 1; i >= 0; i-- {
		if letters[i].event() == event {
			return letters[i]
		}
	}
	s.t.Fatalf("%s has got no %q, but %s", name, event, events(letters))
	return nil
}

// everybody has a mailbox at the server of a target.
var everybody = []string{"ana", "bo", "cem", "mal", "vic"}

// forget leaves aside what everybody has got so far.
func (s *target) forget() {
	s.t.Helper()
	for _, name := range everybody {
		s.seen[name] = len(s.servers.Folder(s.t, name, "INBOX"))
	}
}

// receive expects exactly these mails since forget, as "ana: turn, vic: help". Who
// is not named has got nothing; of Mal only what is named is looked at, for what
// Mal asks for in his own name he may get.
func (s *target) receive(want string) {
	s.t.Helper()
	var got []string
	for _, name := range everybody {
		letters := s.got(name)
		s.seen[name] += len(letters)
		if len(letters) > 0 && (name != "mal" || strings.Contains(want, "mal:")) {
			got = append(got, name+": "+events(letters))
		}
		for _, l := range letters {
			s.latest[name] = l
			if name == "mal" && l.Get("X-Unlur-Game") == "1" {
				s.t.Errorf("Mal has got a board:\n%s", l.raw)
			}
		}
	}
	if joined := strings.Join(got, ", "); joined != want {
		s.t.Errorf("mails went to %q, want %q", joined, want)
	}
}

// doubt is what somebody gets who writes without a token of his own: the event if
// the server vouches for him, and otherwise a question.
func (s *target) doubt(name, event string) string {
	if !s.servers.Vouched {
		event = "confirm"
	}
	return name + ": " + event
}

// events names what letters tell, in alphabetical order: servers on the way may change
// the order in which mails of one moment arrive.
func events(letters []*letter) string {
	names := make([]string, len(letters))
	for i, l := range letters {
		names[i] = l.event()
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// expect holds a game to its state and its moves.
func (s *target) expect(n int, want string) {
	s.t.Helper()
	s.view(func(tx *store.Tx) error {
		g, err := tx.Game(store.GameNumber(n))
		if err != nil {
			return err
		}
		played, err := g.Replay()
		if err != nil {
			return err
		}
		if got := fmt.Sprintf("%s %s", g.State, strings.Join(played.Moves(), " ")); got != want {
			s.t.Errorf("game %d is %q, want %q", n, got, want)
		}
		return nil
	})
}

// try makes a story of its own of one attack, on another day.
func (s *target) try(name string, attack func()) {
	s.t.Helper()
	s.later(25 * time.Hour)
	whole := s.t
	defer func() { s.t = whole }()
	whole.(*testing.T).Run(name, func(t *testing.T) {
		s.t = t
		attack()
		s.expect(1, "playing "+s.played)
	})
}

// stillPlays lets Ana play as if nothing had been, by an answer to the last mail
// about the game that she had before the attacks.
func (s *target) stillPlays() {
	s.t.Helper()
	s.played = "C4"
	s.send(note{from: "ana", answers: s.turn, body: "C4"})
	s.receive("ana: moved, bo: turn")
	s.expect(1, "playing C4")
}
