package bottest

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/quoting"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
)

// Laws hold for each mail that a bot sends, and for its log, in each test.
type Laws struct {
	t     testing.TB
	view  func(func(*store.Tx) error) error // looks into the bot's store
	now   func() time.Time                  // the bot's clock
	typed map[string]string                 // what everybody wrote, by folded address
	left  int                               // mails that have left
}

// NewLaws gives those of one bot.
func NewLaws(t testing.TB, view func(func(*store.Tx) error) error, now func() time.Time) *Laws {
	return &Laws{t: t, view: view, now: now, typed: map[string]string{}}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Unseal reads a token with the keys that the store has now.
func (l *Laws) Unseal(text string) (t token.Token, ok bool) {
	check(l.t, l.view(func(tx *store.Tx) error {
		keys, err := tx.Keys()
		if err == nil {
			t, ok = token.NewRing(keys, l.now()).Unseal(text)
		}
		return err
	}))
	return t, ok
}

// OwnWordsNeverPlay is a law that every bot holds at its end: no mail that we
// sent, brought back to us in whatever way, holds a command. Package templates
// holds it for every kind of mail in every way, this for whatever players and their
// words make of them: each mail comes back in some ways, and over many mails all ways have their turn.
func (l *Laws) OwnWordsNeverPlay(mails map[string][]*store.Outgoing) {
	ways, turn := 32, 0 // a mail comes back in one way of so many
	if testing.Short() {
		ways *= apart
	}
	for _, address := range slices.Sorted(maps.Keys(mails)) { // so that a failure comes again
		for _, m := range mails[address] {
			if turn++; testing.Short() && turn%apart != 0 {
				continue
			}
			first := turn + len(m.Text) // or bots with few mails would all have the same ways
			mail := quoting.Mail{Subject: m.Subject, Text: m.Text, HTML: m.HTML.String()}
			for i := first % ways; i < len(quoting.Styles); i += ways {
				style := quoting.Styles[i]
				read := parser.ReadMail(style.Answer(mail, ""), parser.Options{})
				if orders := read.Orders(); len(orders.Commands) > 0 {
					l.t.Errorf("%s, our own words are %v:\n%s", style.Name, orders.Commands, read.Reply)
				}
				if c, ok := read.Wish(); ok {
					l.t.Errorf("%s, our own words wish for %s:\n%s", style.Name, c, read.Reply)
				}
			}
		}
	}
}

// LogIsDiscreet holds for every test with a bot: the log has no address and no
// token.
func (l *Laws) LogIsDiscreet(log string) {
	log = strings.ToLower(log)
	for _, address := range l.addresses() {
		if strings.Contains(log, address) {
			l.t.Errorf("the log knows %s:\n%s", address, LineWith(log, address))
		}
	}
	for word := range strings.FieldsFuncSeq(log, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '2' || r > '7') }) {
		if len(word) != token.Length {
			continue
		}
		if _, ok := l.Unseal(word); ok {
			l.t.Errorf("the log has a token:\n%s", LineWith(log, word))
		}
	}
}

// LineWith gives the first line of a log with a word.
func LineWith(log, word string) string {
	for line := range strings.Lines(log) {
		if strings.Contains(line, word) {
			return line
		}
	}
	return ""
}

// Clipped is where Gmail hides the rest of a mail, in bytes.
const Clipped = 102_000

// SentBytes is how long a mail is without its files and pictures.
func SentBytes(t testing.TB, m *store.Outgoing) int {
	t.Helper()
	alone := *m
	alone.Files, alone.Picture = nil, nil
	var wire bytes.Buffer
	check(t, smtpout.Write(&wire, &alone))
	return wire.Len()
}

// Sound holds a store to what holds for each: it has no faults, and its ratings are those
// of the results.
func Sound(t testing.TB, s *store.Store) {
	t.Helper()
	faults, err := s.Verify(nil)
	if err != nil || len(faults) > 0 {
		t.Errorf("the store is not sound: %v %q", err, faults)
	}
	if faults, err := s.VerifyRatings(club.Rate); err != nil || len(faults) > 0 {
		t.Errorf("the ratings are not those of the results: %v %q", err, faults)
	}
}
