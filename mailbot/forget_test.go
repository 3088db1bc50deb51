package mailbot_test

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/kv"
	"unlurbot/templates"
)

// entries gives all that stands in the buckets of a store, as text.
func entriesOf(b *bottest.Bot) string {
	b.T.Helper()
	path := filepath.Join(b.T.TempDir(), "copy.db")
	_, err := store.SaveCopy(path, func(out io.Writer) error {
		return b.Store.View(func(tx *store.Tx) error {
			_, err := tx.WriteTo(out)
			return err
		})
	})
	b.Check(err)
	db, err := kv.Open(path, kv.Options{ReadOnly: true})
	b.Check(err)
	var all bytes.Buffer
	b.Check(db.View(func(tx *kv.Tx) error {
		for name := range tx.Names() {
			for key, value := range tx.Bucket(name).Scan(nil) {
				fmt.Fprintf(&all, "%s\n%s\n", key, value)
			}
		}
		return nil
	}))
	b.Check(db.Close())
	return strings.ToLower(all.String())
}

// forgetting is somebody who leaves a club in the midst of everything.
func forgetting(t *testing.T) *bottest.Bot {
	b := bottest.New(t)
	ana, zebedee, carla := b.Person("ana@example.org"), b.Person("zebedee@example.net"), b.Person("carla@example.org")
	b.Configure(func(c *mailbot.Config) { c.Operator = "club@example.org" })
	ana.Writes("name Ana")
	zebedee.Writes("name Zebedee")
	ana.Writes("challenge Zebedee first")                   // 1, to be played
	zebedee.Writes("accept")                                //
	ana.Writes("C4 #1")                                     //
	zebedee.Writes("D5 #1")                                 //
	carla.Writes("challenge Zebedee")                       // 2, to be finished
	zebedee.Writes("accept #2\nresign #2")                  //
	b.Person("dan@example.org").Writes("challenge Zebedee") // 3, open
	zebedee.Writes("challenge eve@here.test")               // 4, open
	zebedee.Writes("challenge Ana")                         // 5, open
	b.Person("fay@example.org").Writes("challenge zebedee@example.net\nsay #1 Hello, Zebedee!")
	carla.Writes("challenge Zebedee") // 7, with somebody out of reach
	zebedee.Writes("accept #7")
	b.Receive(bottest.Returned(carla.Last(), "failed", "5.1.1"))
	zebedee.Writes("say #7 It is Zebedee.\nname Zebedee")
	zebedee.WritesUnproven("resign #1\n\nZebedee says farewell.")
	b.Receive(bottest.Returned(zebedee.Last(), "failed", "5.1.1"))
	zebedee.Writes("games")
	b.Check(b.Store.Update(func(tx *store.Tx) error { // what could not be sent
		for _, m := range []store.Outgoing{
			{EnvelopeTo: "ana@example.org", Player: 1, Text: "Zebedee played C4."},
			{EnvelopeTo: "zebedee@example.net", Player: 2, Text: "It is your turn."},
			{EnvelopeTo: "club@example.org", Text: "Mails to zebedee@example.net come back."},
		} {
			m.MessageID = "m@example.org"
			b.Check(tx.Enqueue(&m))
			b.Check(tx.GiveUp(m.ID, b.Now, "550 5.1.1 <zebedee@example.net>: unknown"))
		}
		return nil
	}))
	return b
}

// After "forget me" and the "yes" nothing in the store tells who it was; running
// games are lost, or cancelled if they had hardly begun, challenges come to an end, and whom it concerns is told.
func TestForgetMe(t *testing.T) {
	t.Parallel()
	b := forgetting(t)
	zebedee, carla := b.Person("zebedee@example.net"), b.Person("carla@example.org")
	if d := zebedee.Writes("Forget me!").Decision; d != decision.Answered {
		t.Fatalf("asked, it is %s", d)
	}
	if !strings.Contains(entriesOf(b), "zebedee@example.net") {
		t.Error("it was done without a question")
	}
	b.Fresh = nil
	old := zebedee.Mails()
	if d := zebedee.Replies("yes").Decision; d != decision.Forgotten {
		t.Fatalf("confirmed, it is %s", d)
	}
	if all := entriesOf(b); strings.Contains(all, "zebedee") {
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
	for _, m := range b.Fresh {
		who, what, _ := strings.Cut(bottest.Line(m), ": ")
		got[who] = strings.TrimPrefix(got[who]+", "+what, ", ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for n, want := range map[store.GameNumber]store.State{1: store.Finished, 2: store.Cancelled, 3: store.Declined, 4: store.Withdrawn, 5: store.Withdrawn, 6: store.Declined, 7: store.Cancelled} {
		if g := b.Game(n); g.State != want || strings.Count(g.Title, templates.FormerPlayer) != 1 {
			t.Errorf("game %d is %s: %s", n, g.State, g.Title)
		}
	}

	// Late answers to old mails do nothing and are not answered.
	got2 := len(zebedee.Mails())
	for _, m := range old {
		for _, body := range []string{"C4", "show", "games", "yes", "accept", "name Zebedee", "what?"} {
			if d := zebedee.Answers(m, body).Decision; d != decision.IgnoredStranger {
				t.Errorf("%q to %s is %s", body, tell(m), d)
			}
		}
	}
	b.Receive(bottest.Returned(old[0], "failed", "5.1.1"))
	if len(zebedee.Mails()) > got2 {
		t.Errorf("a late answer is answered: %s", zebedee.Last().Text)
	}

	// The others see what is left of it.
	carla.Writes("games\nshow #7")
	carla.Replies("say goodbye")
	b.Person("ana@example.org").Writes("show #1\nhistory #1")
	for _, m := range b.Fresh {
		if strings.Contains(strings.ToLower(m.Text), "zebedee") && m.Date.After(zebedee.Mails()[len(zebedee.Mails())-1].Date) {
			t.Errorf("%s tells of somebody who is forgotten:\n%s", tell(m), m.Text)
		}
	}
	if d := zebedee.Writes("name Zebedee\nchallenge Ana").Decision; d != decision.Challenged {
		t.Errorf("coming back is %s", d)
	}
}

// Who leaves takes along what nobody has taken yet of the games that were offered to
// everybody, and the name of what was offered before.
func TestForgetMeWithOffers(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person(anaAddress), b.Person(boAddress)
	b.Begin(ana, bo)
	bo.Writes("name Zebedee")
	bo.Writes("seek size 8 count 2")
	bo.Writes("seek size 7")
	bo.Writes("withdraw #3")
	bo.Writes("forget me")
	bo.Replies("yes").Is(decision.Forgotten)
	ana.Writes("seeks")
	if all := entriesOf(b) + ana.Last().Text; strings.Contains(all, "zebedee") {
		t.Errorf("the name is still known:\n%s", all)
	}
	if d := ana.Writes("accept #2").Decision; d != decision.Refused {
		t.Errorf("what was offered is still there: %s", d)
	}

}

// Only a fresh question can be confirmed, and only by the one who was asked; an
// answer that is read again after a backup was restored came in time.
func TestForgetMeIsAsked(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	here := func() bool { return b.Game(1).State == store.Playing }
	bo.WritesUnproven("forget me") // forged, perhaps
	if last := bo.Last(); bottest.Field(last, "X-Unlur-Event") != "confirm" {
		t.Errorf("Bo gets %s", tell(last))
	}
	bo.Replies("forget me")
	question := bo.Last()
	if bottest.Field(question, "X-Unlur-Event") != "forget" {
		t.Fatalf("Bo gets %s", tell(question))
	}
	ana.Answers(question, "yes")
	b.Person("eve@example.com").Answers(question, "yes")
	bo.Answers(question, "no")
	bo.Writes("yes")
	b.Now = b.Now.AddDate(0, 0, author.ForgetPatience+1)
	bo.Answers(question, "yes")
	if last := bo.Last(); !strings.Contains(last.Text, "That question is closed") {
		t.Errorf("Bo answers too late, and reads:\n%s", last.Text)
	}
	if !here() {
		t.Error("Bo is forgotten")
	}
	bo.Replies("forget me")
	question = bo.Last()
	b.Now = b.Now.AddDate(0, 1, 0)
	_, err := b.Mailbot.Receive(t.Context(), mailbot.Incoming{UIDValidity: 1, UID: 1, Filed: true, Raw: fmt.Appendf(nil,
		"From: bo@example.net\nTo: %s\nMessage-ID: <filed@client.test>\n\nyes\n", question.ReplyTo.Addr)})
	b.Check(err)
	b.Quiet()
	if here() {
		t.Error("Bo plays on")
	}
	ana.Replies("say goodbye")
	if last := ana.Last(); !strings.Contains(last.Text, "wasn't passed on to anyone") {
		t.Errorf("words to nobody:\n%s", last.Text)
	}
}

// Somebody whose name is a word like any other takes nothing of other people's
// away: what they have said to each other, and what they are asked to confirm.
func TestForgottenWithAWordForAName(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo, eve := b.Person("ana@example.org"), b.Person("bo@example.net"), b.Person("eve@example.com")
	b.Begin(ana, bo)
	eve.Writes("name you")
	ana.WritesUnproven("C4\n\nI thank you.")
	question := ana.Last()
	lost := bo.Last()
	b.Receive("From: mailer-daemon@example.net\nTo: " + lost.EnvelopeFrom + "\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
		"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.net\n\nFinal-Recipient: rfc822; bo@example.net\nAction: failed\nStatus: 5.1.1\n\n--b--\n")
	ana.Answers(ana.Last(), "say Are you there?")
	eve.Writes("forget me")
	eve.Replies("yes").Is(decision.Forgotten)
	if d := ana.Answers(question, "yes").Decision; d != decision.Played {
		t.Errorf("the move that ana confirmed: %s", d)
	}
	bo.Writes("games")
	if !slices.ContainsFunc(bo.Mails(), func(m *store.Outgoing) bool { return strings.Contains(m.Text, "Are you there?") }) {
		t.Error("bo never reads what was said")
	}

}

// Who answers "no" to the question is not told that it was not understood.
func TestForgetMeNotAfterAll(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	ana.Writes("name Ana")
	ana.Writes("forget me")
	if d := ana.Replies("no").Decision; d != decision.Answered {
		t.Errorf("it is %s", d)
	}
	if last := ana.Last(); bottest.Field(last, "X-Unlur-Event") != "noted" {
		t.Errorf("Ana gets %s", tell(last))
	}
}
