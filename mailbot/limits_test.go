package mailbot_test

import (
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/door"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A program that answers everything and hides what it is gets no answer after
// a few mails, though the first is asked about, for it may hold words to the opponent; a
// person who finds the words again does.
func TestNonsenseEnds(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	for i := range mailbot.DefaultLimits.Patience + 3 {
		want := decision.Answered // is it for the opponent? yes tells
		switch {
		case i == 0:
			want = decision.Held
		case i >= mailbot.DefaultLimits.Patience:
			want = decision.IgnoredLoop
		}
		if d := ana.Replies("Your mail is important to us.").Decision; d != want {
			t.Fatalf("mail %d: %s, want %s", i+1, d, want)
		}
	}
	ana.Replies("C4").Is(decision.Played)
	if d := ana.Replies("What now?").Decision; d != decision.Held {
		t.Errorf("patience did not come back with a command: %s", d)
	}
	for range mailbot.DefaultLimits.Patience {
		bo.Replies("Your mail is important to us.")
	}
	b.Now = b.Now.Add(door.RowLasts + time.Minute)
	if d := bo.Replies("Hello?").Decision; d != decision.Held { // it is kept with the words of the day before
		t.Errorf("patience did not come back with the next day: %s", d)
	}
}

// A fault of ours changes nothing and is answered once with a number, also if
// the same mail comes again. Once it is mended, that mail is played.
func TestIncident(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("C4")
	good := b.Game(1)
	broken := *good
	broken.Events = append([]game.Event{}, good.Events...)
	broken.Events[0].Move = game.Move{Kind: game.RunOutOfTime, Cell: game.Cell{}}
	broken.Events = append(broken.Events, good.Events...)
	put := func(g *store.Game) { b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.PutGame(g) })) }
	put(&broken)
	b.Fresh = nil
	mail := "From: bo@example.net\nTo: " + bo.Last().ReplyTo.Addr + "\nMessage-ID: <incident@client.test>\n\nD5\n"
	b.Receive(mail).Is(decision.Incident)
	if d := b.Receive(mail).Decision; d != decision.Incident {
		t.Errorf("the same mail came back: %s", d)
	}
	if len(b.Fresh) != 1 || b.Fresh[0].EnvelopeTo != "bo@example.net" || !strings.Contains(flat(b.Fresh[0]), "quote incident ") {
		t.Errorf("the mails are %v", b.Fresh)
	}
	put(good)
	if d := b.Receive(mail).Decision; d != decision.Played {
		t.Errorf("once more, it is %s", d)
	}
	if d := b.Receive(mail).Decision; d != decision.Duplicate {
		t.Errorf("after that, it is %s", d)
	}
}

// A panic in a command is an incident too.
func TestPanicIsAnIncident(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Mailbot.WithBrokenLook(orders.Rules)
	b.Person("ana@example.org").Writes("rules").Is(decision.Incident)
}

// One mail that nothing can be done with holds nobody up.
func TestPoison(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	poison := func(mailbot.Incoming) { panic("poison") }
	b.Mailbot.BeforeHandling(poison)
	b.Mailbot.BeforeApology(poison)
	ana.Writes("help").Is(decision.Incident)
	b.Mailbot.BeforeHandling(nil)
	b.Mailbot.BeforeApology(nil)
	ana.Writes("help").Is(decision.Answered)
}

// A program at somebody's second address that answers everything is not kept
// going by the notices about it.
func TestForeignAddressLoop(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	for range 20 {
		b.Person("robot@example.com").Answers(ana.Last(), "Thank you for your mail.")
	}
	if got := len(b.Fresh); got != 1 {
		t.Errorf("%d notices", got)
	}
}

// A mail that was dealt with by a program that read other words in it, before an
// update, is still known when it lies in another place.
func TestKnownAfterAnUpdate(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	raw := "From: ana@example.org\nTo: " + bottest.Address + "\nMessage-ID: <1@client.test>\nSubject: hello\n\nhelp\n"
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		return tx.MarkSeen(store.Seen{At: b.Now, Decision: string(decision.Answered)},
			mailkey.Place(7, 1), mailkey.Content("ana@example.org", "1@client.test", "other words", nil), mailkey.Bytes("ana@example.org", "1@client.test", []byte(raw)))
	}))
	b.Receive("Received: once more\n" + raw).Is(decision.Duplicate)
}

// The answer to a mail on which the bot failed first is another mail than its
// apology: one with the same id would be shown to nobody.
func TestIncidentHasItsOwnID(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	bo.Writes("games")
	b.Mailbot.BeforeHandling(func(mailbot.Incoming) { panic("a fault") })
	mail := "From: bo@example.net\nTo: " + bo.Last().ReplyTo.Addr + "\nMessage-ID: <incident@client.test>\n\nhelp\n"
	b.Receive(mail).Is(decision.Incident)
	apology := bo.Last().MessageID
	b.Mailbot.BeforeHandling(nil)
	if d := b.Receive(mail).Decision; d != decision.Answered || bo.Last().MessageID == apology {
		t.Errorf("%s, with the id of the apology", d)
	}
}

// Whoever got a copy of an old mail with its token and forges From keeps no mails
// of the player's own from being read.
func TestSpentTokensUseUpNothing(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Brief = true
	b.Configure(func(c *mailbot.Config) { c.Limits.MailsIn = 5 })
	b.Begin(ana, bo)
	spent := ana.Last()
	ana.Replies("C4")
	bo.Replies("D5")
	live, got := ana.Last(), len(ana.Mails())
	for range 2 * b.Config.Limits.MailsIn {
		ana.Answers(spent, "help")
	}
	if n := len(ana.Mails()) - got; n > mailbot.DefaultLimits.Patience {
		t.Errorf("ana got %d mails", n)
	}
	if d := ana.Answers(live, "E6").Decision; d != decision.Played {
		t.Errorf("a move of her own: %s", d)
	}

}

// Who wants no mails gets one in a week at most that somebody else can have asked
// for.
func TestSilentAreLeftAlone(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Begin(b.Person("ana@example.org"), bo)
	bo.Replies("unsubscribe")
	b.Fresh = nil
	for _, body := range []string{"help", "games", "rules", "show", "history", "resign"} {
		bo.WritesUnproven(body)
	}
	if len(b.Fresh) != 1 {
		t.Errorf("%d mails", len(b.Fresh))
	}

}

// A word that the parser reads and no command carries out is not understood, and
// no answer to a question.
func TestWordWithoutCommand(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Mailbot.WithoutLook(orders.Games)
	b.Begin(ana, b.Person("bo@example.net"))
	if d := ana.Replies("games").Decision; d != decision.NotUnderstood {
		t.Errorf("it is %s", d)
	}
	if answer := ana.Last().Text; !strings.Contains(answer, `I don't understand "games".`) {
		t.Errorf("the answer is\n%s", answer)
	}
}
