package mailbot

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
)

// A house is a bot with its store and a clock of its own, for one test.
type house struct {
	t     testing.TB
	bot   *Bot
	store *store.Store
	path  string // of the store
	now   time.Time
	uid   uint32
	mails map[string][]*store.Outgoing // what everybody got, by address
	fresh []*store.Outgoing            // what was sent since the last look
	marks map[string]int               // the hashes in ids that were shown, numbered
	typed map[string]string            // what everybody wrote, by folded address
	zones map[string]string            // where their mails are written, by address

	waited    time.Duration // how long the next mail has lain in the mailbox
	relayDown bool          // nothing can be sent
	box       []Incoming    // all mails that were received
	brief     bool          // it ends without the law that takes longest
	citizens  int           // mails that came before goodCitizen
	log       bytes.Buffer  // all that the bot has logged
}

// apart is of how many cases one is tried where tests are short: under the race
// detector, which is slow, after a run of them all without it.
const apart = 4

// some gives all cases of a test, or a few where tests are short.
func some[T any](cases []T) (chosen []T) {
	if !testing.Short() {
		return cases
	}
	for i := 0; i < len(cases); i += apart {
		chosen = append(chosen, cases[i])
	}
	return chosen
}

// checkHouses is rapid.Check for laws of which each try needs a house: a store on the
// disk makes them slow, so there are fewer.
func checkHouses(t *testing.T, law func(*rapid.T)) {
	t.Helper()
	const fewer = 5
	checks := flag.Lookup("rapid.checks")
	saved := checks.Value.String()
	n, err := strconv.Atoi(saved)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = checks.Value.Set(saved) }()
	if err := checks.Value.Set(strconv.Itoa(max(1, n/fewer))); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, law)
}

// bubble is a test that runs in a bubble.
func bubble(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

const botAddress = "unlur@example.org"

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), mails: map[string][]*store.Outgoing{}, typed: map[string]string{}, zones: map[string]string{}, marks: map[string]int{}}
	h.path = filepath.Join(t.TempDir(), "house.db")
	s, err := store.Open(h.path, func() ([]byte, error) { return []byte("a key for tests"), nil })
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Address: botAddress, AuthservID: "mx.example.org", Limits: DefaultLimits}
	h.store = s
	h.bot, err = New(cfg, s, func() time.Time { return h.now }, slog.New(slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.close)
	return h
}

// close ends the test only when the house is quiet: nothing waits to be sent,
// every game replays to what is stored, and so do all results.
func (h *house) close() {
	h.post()
	if !h.brief {
		h.ownWordsNeverPlay()
	}
	h.logIsDiscreet()
	faults, err := h.store.Verify()
	if err != nil || len(faults) > 0 {
		h.t.Errorf("the store is not sound: %v %q", err, faults)
	}
	if faults, err := h.store.VerifyRatings(club.Rate); err != nil || len(faults) > 0 {
		h.t.Errorf("the ratings are not those of the results: %v %q", err, faults)
	}
	h.check(h.store.View(func(tx *store.Tx) error {
		due, next, err := tx.Due(h.now, 1, func(string) bool { return false })
		if len(due) > 0 || !next.IsZero() {
			h.t.Errorf("mails were left in the outbox: %v, %v", due, next)
		}
		return err
	}))
	h.check(h.store.Close())
}

func (h *house) check(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// post sends everything that is due, in order, but for what is held back.
func (h *house) post() {
	h.t.Helper()
	if h.relayDown {
		return
	}
	before := len(h.fresh)
	h.check(h.store.Update(func(tx *store.Tx) error {
		due, _, err := tx.Due(h.now, 1000, func(string) bool { return false })
		slices.SortFunc(due, func(a, b *store.Outgoing) int { return cmp.Compare(a.Number(), b.Number()) })
		for _, m := range due {
			h.mails[m.EnvelopeTo] = append(h.mails[m.EnvelopeTo], m)
			h.fresh = append(h.fresh, m)
			if err := tx.Sent(m.ID); err != nil {
				return err
			}
		}
		return err
	}))
	for _, m := range h.fresh[before:] {
		h.goodCitizen(m)
	}
}

// receive gives raw bytes to the bot, as the mailbox would.
func (h *house) receive(raw string) Decision {
	h.t.Helper()
	h.uid++
	h.noteTyped(raw)
	in := Incoming{UIDValidity: 1, UID: h.uid, Raw: []byte(raw), Arrived: h.now.Add(-h.waited)}
	h.waited = 0
	h.box = append(h.box, in)
	decisions, err := h.bot.Receive(h.t.Context(), in)
	h.check(err)
	h.post()
	h.now = h.now.Add(time.Minute)
	return decisions[0]
}

// A note is what a person writes; the mail program adds the rest.
type note struct {
	from    string
	to      string          // the bot's address if empty
	subject string          // "Re: ..." if empty and answers is not nil
	answers *store.Outgoing // the mail that is answered
	vouched bool            // our mail server is sure of the sender
	date    string          // as it stands in the header; now, where the writer lives, if empty
	extra   string          // more header lines
	body    string
}

// border is what our mail server writes above a mail from outside; its verdict
// goes above that.
const border = "Received: from mail.client.test (mail.client.test [203.0.113.7]) by mx.example.org with ESMTPS; Fri, 20 Nov 2026 12:00:00 +0000\n"

// write makes the mail that a plain client would send.
func (h *house) write(n note) Decision {
	h.t.Helper()
	if n.answers != nil {
		n.to, n.subject = n.answers.ReplyTo.Addr, "Re: "+n.answers.Subject
		n.extra += fmt.Sprintf("In-Reply-To: <%s>\nReferences: <%s>\n", n.answers.MessageID, strings.Join(append(n.answers.References, n.answers.MessageID), "> <"))
		n.body += "\n\nOn Friday, Unlur wrote:\n> " + strings.ReplaceAll(strings.TrimSpace(n.answers.Text), "\n", "\n> ")
	}
	if n.to == "" {
		n.to = botAddress
	}
	if n.vouched {
		_, domain, _ := strings.Cut(n.from, "@")
		n.extra += "Authentication-Results: mx.example.org; dmarc=pass header.from=" + domain + "\n" + border
	}
	return h.receive(fmt.Sprintf("Return-Path: <%s>\n%sFrom: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@client.test>\nDate: %s\n\n%s\n",
		n.from, n.extra, n.from, n.to, n.subject, h.uid, cmp.Or(n.date, h.now.In(zones.Of(h.zones[n.from])).Format(time.RFC1123Z)), n.body))
}

// live has the mails of somebody written in a time zone.
func (h *house) live(address, name string) {
	h.t.Helper()
	if !slices.Contains(zones.Names(), name) {
		h.t.Fatalf("there is no zone %s", name)
	}
	h.zones[address] = name
}

// last gives the last mail that somebody got.
func (h *house) last(address string) *store.Outgoing {
	h.t.Helper()
	got := h.mails[address]
	if len(got) == 0 {
		h.t.Fatalf("%s has got no mail", address)
	}
	return got[len(got)-1]
}

// reply answers the last mail that somebody got.
func (h *house) reply(address, body string) Decision {
	h.t.Helper()
	return h.write(note{from: address, answers: h.last(address), body: body})
}

// begin brings two players to the first move of a game; the first one begins.
func (h *house) begin(first, second string) {
	h.t.Helper()
	if d := h.write(note{from: first, vouched: true, body: "challenge " + second + " first"}); d != Challenged {
		h.t.Fatal(d)
	}
	if d := h.reply(second, "accept"); d != Started {
		h.t.Fatal(d)
	}
	h.fresh = nil
}

// game gives a game as it is stored.
func (h *house) game(n store.GameNumber) (g *store.Game) {
	h.t.Helper()
	h.check(h.store.View(func(tx *store.Tx) (err error) {
		g, err = tx.Game(n)
		return err
	}))
	return g
}

// record gives a game's record without its size.
func (h *house) record(n store.GameNumber) string {
	h.t.Helper()
	played, err := h.game(n).Replay()
	h.check(err)
	return strings.Join(played.Moves(), " ")
}

func field(m *store.Outgoing, name string) string {
	for _, f := range m.Header {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// line tells a mail in one line.
func line(m *store.Outgoing) string {
	parts := []string{m.EnvelopeTo + ":"}
	for _, name := range []string{"Event", "Game", "Ply", "Phase", "To-Move", "Result", "Reason"} {
		if v := field(m, "X-Unlur-"+name); v != "" {
			parts = append(parts, v)
		}
	}
	return strings.Join(parts, " ")
}

var (
	sealedPattern   = regexp.MustCompile(`[a-z2-7]{31}`)
	hashPattern     = regexp.MustCompile(`\.[0-9a-f]{16}@`)
	boundaryPattern = regexp.MustCompile(`boundary=(files-)?unlur-[0-9a-f]{24}`)
)

// unseal reads a token with the keys that the store has now.
func (h *house) unseal(text string) (t token.Token, ok bool) {
	h.check(h.store.View(func(tx *store.Tx) error {
		keys, err := tx.Keys()
		if err == nil {
			t, ok = token.NewRing(keys, h.now).Unseal(text)
		}
		return err
	}))
	return t, ok
}

// whole tells a mail as it goes out, but with the meaning of each token in its
// place, the hashes in ids numbered as they appear, and without the HTML part,
// which says the same. What is attached comes behind it.
func (h *house) whole(m *store.Outgoing) string {
	var b bytes.Buffer
	h.check(smtpout.Write(&b, m))
	header, _, _ := strings.Cut(strings.ReplaceAll(b.String(), "\r\n", "\n"), "\n\n")
	header = strings.ReplaceAll(header, "\n ", " ")
	header = sealedPattern.ReplaceAllStringFunc(header, func(s string) string {
		t, ok := h.unseal(s)
		if !ok {
			return s
		}
		switch t.Purpose {
		case token.ForGame:
			offers := ""
			if c, ok := orders.MeantBy(t.Asks); ok {
				offers = "-offers-" + c.String()
			}
			return fmt.Sprintf("{game-%d-%v-ply-%d%s}", t.Number, t.Seat, t.Ply, offers)
		case token.ForPlayer:
			return fmt.Sprintf("{player-%d}", t.Number)
		case token.ForRequest:
			return fmt.Sprintf("{request-%d}", t.Number)
		case token.ForForget:
			return fmt.Sprintf("{forget-%d-day-%d}", t.Number, t.Ply)
		case token.ForStranger:
			return "{unsubscribe-stranger}"
		case token.ForDigest:
			return fmt.Sprintf("{digest-%d}", t.Number)
		case token.ForNewcomer:
			return "{newcomer}"
		case token.ForBounce:
			return fmt.Sprintf("{bounce-%d-day-%d}", t.Number, t.Ply)
		}
		return fmt.Sprintf("{unsubscribe-%d}", t.Number)
	})
	header = hashPattern.ReplaceAllStringFunc(header, func(hash string) string {
		if h.marks[hash] == 0 {
			h.marks[hash] = len(h.marks) + 1
		}
		return fmt.Sprintf(".%d@", h.marks[hash])
	})
	header = boundaryPattern.ReplaceAllString(header, "boundary=${1}unlur-{hash}")
	text := m.Text
	for _, f := range m.Files {
		text += fmt.Sprintf("--- %s (%s)\n%s", f.Name, f.Type, f.Data)
	}
	if m.Picture != nil {
		text += fmt.Sprintf("--- pictures of %d moves\n", len(m.Picture.Events))
	}
	return fmt.Sprintf("Envelope: %s\n%s\n\n%s", m.EnvelopeTo, header, text)
}
