package main

import (
	"bytes"
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/control"
	"unlurbot/mailbot/correspondent"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/store"
)

// A target is a bot in this process, with the limits that it has in the open
// world, between mail servers that are real to it. Ana and Bo play game 1, and it
// is Ana's turn; Cem plays too. Mal is out to harm them, or Vic, who has never
// heard of the bot. Each has a mailbox, and Mal can write to the bot's server
// whatever SMTP allows. Each story ends with quiet, and then with what everybody
// has got and with what became of the games.
type target struct {
	*livebot.Bot
	ahead   atomic.Int64   // how far the bot's clock is ahead
	relay   *smtp.Client   // to the server
	seen    map[string]int // mails in the mailboxes that receive has looked at
	written int
	turn    *correspondent.Letter            // the mail to Ana that says that it is her turn
	latest  map[string]*correspondent.Letter // the last mail that receive saw for each
	played  string                           // the moves of game 1
}

// newTarget starts a target that ends with the test.
func newTarget(t testing.TB, servers livebot.Servers) *target {
	t.Helper()
	s := &target{Bot: livebot.NewIn(t, servers, tempdir.New(t)), seen: map[string]int{}, latest: map[string]*correspondent.Letter{}}
	cfg, err := config.Load(s.Config, os.Getenv)
	check(t, err)
	s.relay, err = smtp.Dial(servers.SMTPAddr)
	check(t, err)
	ready := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		if err := mailbot.Run(s.Ctx, cfg, mailbot.Environment{
			Now: s.now, Log: func(config.Log) *slog.Logger { return slog.New(slog.DiscardHandler) }, Ready: func() { close(ready) },
		}); err != nil {
			t.Errorf("the bot has ended: %v", err)
		}
	})
	t.Cleanup(func() {
		s.GiveUp()
		running.Wait()
		_ = s.relay.Close()
	})
	select {
	case <-ready:
	case <-s.Ctx.Done():
		t.Fatal("the bot is not ready")
	}
	s.awaitSocket()
	s.turn = s.begin("ana", "bo", 1)
	return s
}

// awaitSocket waits until the bot can be asked for copies of its store; it may read
// its mailbox before.
func (s *target) awaitSocket() {
	s.T.Helper()
	for range livebot.Polls(s.Ctx) {
		if alive, err := control.Alive(s.Ctx, control.Path(s.Store())); err == nil && alive {
			return
		}
	}
	s.T.Fatal("the bot gives no copies")
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
func (s *target) begin(first, second string, n int) *correspondent.Letter {
	s.T.Helper()
	writes, answers := s.Servers.PersonAt(s.T, s.Ctx, first, s.now), s.Servers.PersonAt(s.T, s.Ctx, second, s.now)
	defer writes.Close()
	defer answers.Close()
	livebot.Begin(writes, answers)
	turn := writes.Gets("turn")
	s.quiet()
	s.expect(n, "playing ")
	s.forget()
	return turn
}

// at is the address of somebody.
func (s *target) at(name string) string { return s.Servers.At(name) }

// A note is a mail to the bot. What is empty is what an honest mail program writes.
type note struct {
	from    string                // a name
	sender  string                // who it is from for SMTP, a name
	author  string                // the From field, without its name; may hold more fields
	answers *correspondent.Letter // the mail that is answered
	to      string                // the address for SMTP, and in the To field if that is not in extra
	extra   string                // more fields, each with its line end
	id      string                // the Message-ID
	subject string
	body    string // with an empty line after fields of its own, if it begins with "MIME-Version"
}

// send posts a note and waits until the bot has dealt with it.
func (s *target) send(n note) {
	s.T.Helper()
	s.post(n)
	s.quiet()
}

// sendTogether posts notes that arrive in their order, and waits until the bot has
// dealt with them.
func (s *target) sendTogether(notes ...note) {
	s.T.Helper()
	for _, n := range notes {
		s.post(n)
		s.delivered()
	}
	s.quiet()
}

// delivered waits until the server has delivered all that it has taken.
func (s *target) delivered() {
	s.T.Helper()
	for range livebot.Polls(s.Ctx) {
		if s.Servers.Idle() {
			return
		}
	}
	s.T.Fatal("the server does not deliver what it has taken")
}

// post hands a note to the server.
func (s *target) post(n note) { s.deliver(n, s.write(n)) }

// deliver hands a mail to the server as it is.
func (s *target) deliver(n note, raw string) {
	s.T.Helper()
	sender := s.at(cmp.Or(n.sender, n.from))
	if n.sender == "<>" {
		sender = ""
	}
	check(s.T, s.relay.SendMail(sender, []string{s.to(n)}, strings.NewReader(raw)))
}

// to is where a note goes.
func (s *target) to(n note) string {
	if n.to == "" && n.answers != nil {
		return n.answers.ReplyTo()
	}
	return cmp.Or(n.to, s.at("unlur"))
}

// write makes the mail of a note.
func (s *target) write(n note) string {
	s.written++
	n.author = cmp.Or(n.author, s.at(n.from))
	n.id = cmp.Or(n.id, fmt.Sprintf("%d.%d@client.test", s.written, time.Now().UnixNano()))
	if n.answers != nil {
		n.subject = cmp.Or(n.subject, "Re: "+n.answers.Subject)
		n.extra += fmt.Sprintf("In-Reply-To: <%s>\r\n", n.answers.ID())
	}
	if !strings.Contains("\n"+n.extra, "\nTo:") {
		n.extra += "To: " + s.to(n) + "\r\n"
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
	s.T.Helper()
	for range livebot.Polls(s.Ctx) {
		if s.Servers.Idle() && s.Servers.Count(s.T, "unlur", "INBOX") == 0 && s.nothingDue() && s.Servers.Idle() {
			return
		}
	}
	s.T.Fatal("the bot has not come to rest")
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
	s.T.Helper()
	copied := filepath.Join(s.Dir, "copy.db")
	var raw bytes.Buffer
	check(s.T, control.Copy(s.Ctx, control.Path(s.Store()), &raw))
	check(s.T, os.WriteFile(copied, raw.Bytes(), 0o600))
	db, err := store.OpenToRead(copied)
	check(s.T, err)
	check(s.T, db.View(f))
	check(s.T, db.Close())
}

// addressIn gives the one address in a field, with all that a token needs.
func addressIn(l *correspondent.Letter, field string) string {
	address, _, _ := strings.Cut(strings.Trim(l.Header.Get(field), "<>"), "?")
	return strings.TrimPrefix(address, "mailto:")
}

// got gives what somebody has got since forget.
func (s *target) got(name string) (letters []*correspondent.Letter) {
	s.T.Helper()
	all := s.Servers.Folder(s.T, name, "INBOX")
	for _, raw := range all[s.seen[name]:] {
		l, err := correspondent.Read([]byte(raw))
		check(s.T, err)
		letters = append(letters, l)
	}
	return letters
}

// last gives the last mail with an event that somebody has got since forget.
func (s *target) last(name, event string) *correspondent.Letter {
	s.T.Helper()
	letters := s.got(name)
	for i := len(letters) - 1; i >= 0; i-- {
		if letters[i].Event() == event {
			return letters[i]
		}
	}
	s.T.Fatalf("%s has got no %q, but %s", name, event, events(letters))
	return nil
}

// everybody has a mailbox at the server of a target.
var everybody = []string{"ana", "bo", "cem", "mal", "vic"}

// forget leaves aside what everybody has got so far.
func (s *target) forget() {
	s.T.Helper()
	for _, name := range everybody {
		s.seen[name] = len(s.Servers.Folder(s.T, name, "INBOX"))
	}
}

// receive expects exactly these mails since forget, as "ana: turn, vic: help". Who
// is not named has got nothing; of Mal only what is named is looked at, for what
// Mal asks for in his own name he may get.
func (s *target) receive(want string) {
	s.T.Helper()
	var got []string
	for _, name := range everybody {
		letters := s.got(name)
		s.seen[name] += len(letters)
		if len(letters) > 0 && (name != "mal" || strings.Contains(want, "mal:")) {
			got = append(got, name+": "+events(letters))
		}
		for _, l := range letters {
			s.latest[name] = l
			if name == "mal" && l.Header.Get("X-Unlur-Game") == "1" {
				s.T.Errorf("Mal has got a board:\n%s", l.Raw)
			}
		}
	}
	if joined := strings.Join(got, ", "); joined != want {
		s.T.Errorf("mails went to %q, want %q", joined, want)
	}
}

// doubt is what somebody gets who writes without a token of his own: the event if
// the server vouches for him, and otherwise a question.
func (s *target) doubt(name, event string) string {
	if !s.Servers.Vouched {
		event = "confirm"
	}
	return name + ": " + event
}

// events names what letters tell, in alphabetical order: servers on the way may change
// the order in which mails of one moment arrive.
func events(letters []*correspondent.Letter) string {
	names := make([]string, len(letters))
	for i, l := range letters {
		names[i] = l.Event()
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// expect holds a game to its state and its moves.
func (s *target) expect(n int, want string) {
	s.T.Helper()
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
			s.T.Errorf("game %d is %q, want %q", n, got, want)
		}
		return nil
	})
}

// try makes a story of its own of one attack, on another day.
func (s *target) try(name string, attack func()) {
	s.T.Helper()
	s.later(25 * time.Hour)
	whole := s.T
	defer func() { s.T = whole }()
	whole.(*testing.T).Run(name, func(t *testing.T) {
		s.T = t
		attack()
		s.expect(1, "playing "+s.played)
	})
}

// stillPlays lets Ana play as if nothing had been, by an answer to the last mail
// about the game that she had before the attacks.
func (s *target) stillPlays() {
	s.T.Helper()
	s.played = "C4"
	s.send(note{from: "ana", answers: s.turn, body: "C4"})
	s.receive("ana: moved, bo: turn")
	s.expect(1, "playing C4")
}
