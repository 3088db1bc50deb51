package mailbot

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/author"
	"unlurbot/store"
	"unlurbot/store/kv"
	"unlurbot/templates"
)

// entries gives all that stands in the buckets of a store, as text.
func (h *house) entries() string {
	h.t.Helper()
	path := filepath.Join(h.t.TempDir(), "copy.db")
	_, err := store.SaveCopy(path, func(out io.Writer) error {
		return h.store.View(func(tx *store.Tx) error {
			_, err := tx.WriteTo(out)
			return err
		})
	})
	h.check(err)
	db, err := kv.Open(path, kv.Options{ReadOnly: true})
	h.check(err)
	var all bytes.Buffer
	h.check(db.View(func(tx *kv.Tx) error {
		for name := range tx.Names() {
			for key, value := range tx.Bucket(name).Scan(nil) {
				fmt.Fprintf(&all, "%s\n%s\n", key, value)
			}
		}
		return nil
	}))
	h.check(db.Close())
	return strings.ToLower(all.String())
}

// forgetting is somebody who leaves a club in the midst of everything.
func forgetting(t *testing.T) *house {
	h := newHouse(t)
	h.bot.cfg.Operator = "club@example.org"
	h.vouched("ana@example.org", "name Ana")
	h.vouched("zebedee@example.net", "name Zebedee")
	h.vouched("ana@example.org", "challenge Zebedee first")     // 1, to be played
	h.vouched("zebedee@example.net", "accept")                  //
	h.vouched("ana@example.org", "C4 #1")                       //
	h.vouched("zebedee@example.net", "D5 #1")                   //
	h.vouched("carla@example.org", "challenge Zebedee")         // 2, to be finished
	h.vouched("zebedee@example.net", "accept #2\nresign #2")    //
	h.vouched("dan@example.org", "challenge Zebedee")           // 3, open
	h.vouched("zebedee@example.net", "challenge eve@here.test") // 4, open
	h.vouched("zebedee@example.net", "challenge Ana")           // 5, open
	h.vouched("fay@example.org", "challenge zebedee@example.net\nsay #1 Hello, Zebedee!")
	h.vouched("carla@example.org", "challenge Zebedee") // 7, with somebody out of reach
	h.vouched("zebedee@example.net", "accept #7")
	h.receive(returned(h.last("carla@example.org"), "failed", "5.1.1"))
	h.vouched("zebedee@example.net", "say #7 It is Zebedee.\nname Zebedee")
	h.write(note{from: "zebedee@example.net", body: "resign #1\n\nZebedee says farewell."})
	h.receive(returned(h.last("zebedee@example.net"), "failed", "5.1.1"))
	h.vouched("zebedee@example.net", "games")
	h.check(h.store.Update(func(tx *store.Tx) error { // what could not be sent
		for _, m := range []store.Outgoing{
			{EnvelopeTo: "ana@example.org", Player: 1, Text: "Zebedee played C4."},
			{EnvelopeTo: "zebedee@example.net", Player: 2, Text: "It is your turn."},
			{EnvelopeTo: "club@example.org", Text: "Mails to zebedee@example.net come back."},
		} {
			m.MessageID = "m@example.org"
			h.check(tx.Enqueue(&m))
			h.check(tx.GiveUp(m.ID, h.now, "550 5.1.1 <zebedee@example.net>: unknown"))
		}
		return nil
	}))
	return h
}

// After "forget me" and the "yes" nothing in the store tells who it was; running
// games are lost, or cancelled if they had hardly begun, challenges come to an end, and whom it concerns is told.
func TestForgetMe(t *testing.T) {
	h := forgetting(t)
	const zebedee = "zebedee@example.net"
	if d := h.vouched(zebedee, "Forget me!"); d != Answered {
		t.Fatalf("asked, it is %s", d)
	}
	if !strings.Contains(h.entries(), "zebedee@example.net") {
		t.Error("it was done without a question")
	}
	h.fresh = nil
	old := h.mails[zebedee]
	if d := h.reply(zebedee, "yes"); d != Forgotten {
		t.Fatalf("confirmed, it is %s", d)
	}
	if all := h.entries(); strings.Contains(all, "zebedee") {
		at := strings.Index(all, "zebedee")
		t.Errorf("something is left: %q", all[max(0, at-300):at+100])
	}
	want := map[string]string{
		"ana@example.org":     "over 1 2 over won resign, withdrawn 5 0",
		"dan@example.org":     "declined 3 0",
		"fay@example.org":     "declined 6 0",
		"zebedee@example.net": "forgotten",
	}
	got := map[string]string{}
	for _, m := range h.fresh {
		who, what, _ := strings.Cut(line(m), ": ")
		got[who] = strings.TrimPrefix(got[who]+", "+what, ", ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for n, want := range map[store.GameNumber]store.State{1: store.Finished, 2: store.Cancelled, 3: store.Declined, 4: store.Withdrawn, 5: store.Withdrawn, 6: store.Declined, 7: store.Cancelled} {
		if g := h.game(n); g.State != want || strings.Count(g.Title, templates.FormerPlayer) != 1 {
			t.Errorf("game %d is %s: %s", n, g.State, g.Title)
		}
	}

	// Late answers to old mails do nothing and are not answered.
	got2 := len(h.mails[zebedee])
	for _, m := range old {
		for _, body := range []string{"C4", "show", "games", "yes", "accept", "name Zebedee", "what?"} {
			if d := h.write(note{from: zebedee, answers: m, body: body}); d != IgnoredStranger {
				t.Errorf("%q to %s is %s", body, tell(m), d)
			}
		}
	}
	h.receive(returned(old[0], "failed", "5.1.1"))
	if len(h.mails[zebedee]) > got2 {
		t.Errorf("a late answer is answered: %s", h.last(zebedee).Text)
	}

	// The others see what is left of it.
	h.vouched("carla@example.org", "games\nshow #7")
	h.reply("carla@example.org", "say goodbye")
	h.vouched("ana@example.org", "show #1\nhistory #1")
	for _, m := range h.fresh {
		if strings.Contains(strings.ToLower(m.Text), "zebedee") && m.Date.After(h.mails[zebedee][len(h.mails[zebedee])-1].Date) {
			t.Errorf("%s tells of somebody who is forgotten:\n%s", tell(m), m.Text)
		}
	}
	if d := h.vouched(zebedee, "name Zebedee\nchallenge Ana"); d != Challenged {
		t.Errorf("coming back is %s", d)
	}
}

// Who leaves takes along what nobody has taken yet of the games that were offered to
// everybody, and the name of what was offered before.
func TestForgetMeWithOffers(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin(anaAddress, boAddress)
	h.vouched(boAddress, "name Zebedee")
	h.vouched(boAddress, "seek size 8 count 2")
	h.vouched(boAddress, "seek size 7")
	h.vouched(boAddress, "withdraw #3")
	h.vouched(boAddress, "forget me")
	if d := h.reply(boAddress, "yes"); d != Forgotten {
		t.Fatal(d)
	}
	h.vouched(anaAddress, "seeks")
	if all := h.entries() + h.last(anaAddress).Text; strings.Contains(all, "zebedee") {
		t.Errorf("the name is still known:\n%s", all)
	}
	if d := h.vouched(anaAddress, "accept #2"); d != Refused {
		t.Errorf("what was offered is still there: %s", d)
	}
	h.fresh = nil
}

// Only a fresh question can be confirmed, and only by the one who was asked; an
// answer that is read again after a backup was restored came in time.
func TestForgetMeIsAsked(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	here := func() bool { return h.game(1).State == store.Playing }
	h.write(note{from: "bo@example.net", body: "forget me"}) // forged, perhaps
	if last := h.last("bo@example.net"); field(last, "X-Unlur-Event") != "confirm" {
		t.Errorf("Bo gets %s", tell(last))
	}
	h.reply("bo@example.net", "forget me")
	question := h.last("bo@example.net")
	if field(question, "X-Unlur-Event") != "forget" {
		t.Fatalf("Bo gets %s", tell(question))
	}
	h.write(note{from: "ana@example.org", answers: question, body: "yes"})
	h.write(note{from: "eve@example.com", answers: question, body: "yes"})
	h.write(note{from: "bo@example.net", answers: question, body: "no"})
	h.vouched("bo@example.net", "yes")
	h.now = h.now.AddDate(0, 0, author.ForgetPatience+1)
	h.write(note{from: "bo@example.net", answers: question, body: "yes"})
	if !here() {
		t.Error("Bo is forgotten")
	}
	h.reply("bo@example.net", "forget me")
	question = h.last("bo@example.net")
	h.now = h.now.AddDate(0, 1, 0)
	_, err := h.bot.Receive(t.Context(), Incoming{UIDValidity: 1, UID: 1, Filed: true, Raw: fmt.Appendf(nil,
		"From: bo@example.net\nTo: %s\nMessage-ID: <filed@client.test>\n\nyes\n", question.ReplyTo.Addr)})
	h.check(err)
	h.post()
	if here() {
		t.Error("Bo plays on")
	}
	h.reply("ana@example.org", "say goodbye")
	if last := h.last("ana@example.org"); !strings.Contains(last.Text, "were not passed on to anybody") {
		t.Errorf("words to nobody:\n%s", last.Text)
	}
}

// Somebody whose name is a word like any other takes nothing of other people's
// away: what they have said to each other, and what they are asked to confirm.
func TestForgottenWithAWordForAName(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.write(note{from: "eve@example.com", vouched: true, body: "name you"})
	h.write(note{from: "ana@example.org", body: "C4\n\nI thank you."})
	question := h.last("ana@example.org")
	lost := h.last("bo@example.net")
	h.receive("From: mailer-daemon@example.net\nTo: " + lost.EnvelopeFrom + "\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
		"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.net\n\nFinal-Recipient: rfc822; bo@example.net\nAction: failed\nStatus: 5.1.1\n\n--b--\n")
	h.write(note{from: "ana@example.org", answers: h.last("ana@example.org"), body: "say Are you there?"})
	h.write(note{from: "eve@example.com", vouched: true, body: "forget me"})
	if d := h.reply("eve@example.com", "yes"); d != Forgotten {
		t.Fatal(d)
	}
	if d := h.write(note{from: "ana@example.org", answers: question, body: "yes"}); d != Played {
		t.Errorf("the move that ana confirmed: %s", d)
	}
	h.write(note{from: "bo@example.net", vouched: true, body: "games"})
	if !slices.ContainsFunc(h.mails["bo@example.net"], func(m *store.Outgoing) bool { return strings.Contains(m.Text, "Are you there?") }) {
		t.Error("bo never reads what was said")
	}
	h.fresh = nil
}

// Who answers "no" to the question is not told that it was not understood.
func TestForgetMeNotAfterAll(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vouched("ana@example.org", "name Ana")
	h.vouched("ana@example.org", "forget me")
	if d := h.reply("ana@example.org", "no"); d != Answered {
		t.Errorf("it is %s", d)
	}
	if last := h.last("ana@example.org"); field(last, "X-Unlur-Event") != "noted" {
		t.Errorf("Ana gets %s", tell(last))
	}
}
