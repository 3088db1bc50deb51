package mailbot

import (
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/dispatch"
	"unlurbot/mailbot/door"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/telling"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/mailkey"
)

// A program that answers everything and hides what it is gets no answer after
// a few mails, though the first is asked about, for it may hold words to the opponent; a
// person who finds the words again does.
func TestNonsenseEnds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	for i := range DefaultLimits.Patience + 3 {
		want := Answered // is it for the opponent? yes tells
		switch {
		case i == 0:
			want = Held
		case i >= DefaultLimits.Patience:
			want = IgnoredLoop
		}
		if d := h.reply("ana@example.org", "Your mail is important to us."); d != want {
			t.Fatalf("mail %d: %s, want %s", i+1, d, want)
		}
	}
	if d := h.reply("ana@example.org", "C4"); d != Played {
		t.Fatal(d)
	}
	if d := h.reply("ana@example.org", "What now?"); d != Held {
		t.Errorf("patience did not come back with a command: %s", d)
	}
	for range DefaultLimits.Patience {
		h.reply("bo@example.net", "Your mail is important to us.")
	}
	h.now = h.now.Add(door.RowLasts + time.Minute)
	if d := h.reply("bo@example.net", "Hello?"); d != Held { // it is kept with the words of the day before
		t.Errorf("patience did not come back with the next day: %s", d)
	}
}

// A fault of ours changes nothing and is answered once with a number, also if
// the same mail comes again. Once it is mended, that mail is played.
func TestIncident(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "C4")
	good := h.game(1)
	broken := *good
	broken.Events = append([]game.Event{}, good.Events...)
	broken.Events[0].Move = game.Move{Kind: game.RunOutOfTime, Cell: game.Cell{}}
	broken.Events = append(broken.Events, good.Events...)
	put := func(g *store.Game) { h.check(h.store.Update(func(tx *store.Tx) error { return tx.PutGame(g) })) }
	put(&broken)
	h.fresh = nil
	mail := "From: bo@example.net\nTo: " + h.last("bo@example.net").ReplyTo.Addr + "\nMessage-ID: <incident@client.test>\n\nD5\n"
	if d := h.receive(mail); d != Incident {
		t.Fatal(d)
	}
	if d := h.receive(mail); d != Incident {
		t.Errorf("the same mail came back: %s", d)
	}
	if len(h.fresh) != 1 || h.fresh[0].EnvelopeTo != "bo@example.net" || !strings.Contains(h.fresh[0].Text, "incident is ") {
		t.Errorf("the mails are %v", h.fresh)
	}
	put(good)
	if d := h.receive(mail); d != Played {
		t.Errorf("once more, it is %s", d)
	}
	if d := h.receive(mail); d != Duplicate {
		t.Errorf("after that, it is %s", d)
	}
}

// A panic in a command is an incident too.
func TestPanicIsAnIncident(t *testing.T) {
	h := newHouse(t)
	h.bot.looks[orders.Rules] = func(*dispatch.Dispatch, parser.Command) (telling.Line, error) { panic("in a command") }
	if d := h.write(note{from: "ana@example.org", vouched: true, body: "rules"}); d != Incident {
		t.Error(d)
	}
}

// One mail that nothing can be done with holds nobody up.
func TestPoison(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panics := func(*errand) (Decision, error) { panic("poison") }
	h.bot.ways = [2]way{panics, panics}
	if d := h.write(note{from: "ana@example.org", vouched: true, body: "help"}); d != Incident {
		t.Error(d)
	}
	h.bot.ways = [2]way{handle, apologize}
	if d := h.write(note{from: "ana@example.org", vouched: true, body: "help"}); d != Answered {
		t.Error(d)
	}
}

// A program at somebody's second address that answers everything is not kept
// going by the notices about it.
func TestForeignAddressLoop(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	for range 20 {
		h.write(note{from: "robot@example.com", answers: h.last("ana@example.org"), body: "Thank you for your mail."})
	}
	if got := len(h.fresh); got != 1 {
		t.Errorf("%d notices", got)
	}
}

// A mail that was dealt with by a program that read other words in it, before an
// update, is still known when it lies in another place.
func TestKnownAfterAnUpdate(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	raw := "From: ana@example.org\nTo: " + botAddress + "\nMessage-ID: <1@client.test>\nSubject: hello\n\nhelp\n"
	h.check(h.store.Update(func(tx *store.Tx) error {
		return tx.MarkSeen(store.Seen{At: h.now, Decision: string(Answered)},
			mailkey.Place(7, 1), mailkey.Content("ana@example.org", "1@client.test", "other words", nil), mailkey.Bytes("ana@example.org", "1@client.test", []byte(raw)))
	}))
	if d := h.receive("Received: once more\n" + raw); d != Duplicate {
		t.Error(d)
	}
}

// The answer to a mail on which the bot failed first is another mail than its
// apology: one with the same id would be shown to nobody.
func TestIncidentHasItsOwnID(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.write(note{from: "bo@example.net", vouched: true, body: "games"})
	h.bot.ways[0] = func(*errand) (Decision, error) { panic("a fault") }
	mail := "From: bo@example.net\nTo: " + h.last("bo@example.net").ReplyTo.Addr + "\nMessage-ID: <incident@client.test>\n\nhelp\n"
	if d := h.receive(mail); d != Incident {
		t.Fatal(d)
	}
	apology := h.last("bo@example.net").MessageID
	h.bot.ways = [2]way{handle, apologize}
	if d := h.receive(mail); d != Answered || h.last("bo@example.net").MessageID == apology {
		t.Errorf("%s, with the id of the apology", d)
	}
}

// Whoever got a copy of an old mail with its token and forges From keeps no mails
// of the player's own from being read.
func TestSpentTokensUseUpNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.brief = true
	h.bot.cfg.Limits.MailsIn = 5
	h.begin("ana@example.org", "bo@example.net")
	spent := h.last("ana@example.org")
	h.reply("ana@example.org", "C4")
	h.reply("bo@example.net", "D5")
	live, got := h.last("ana@example.org"), len(h.mails["ana@example.org"])
	for range 2 * h.bot.cfg.Limits.MailsIn {
		h.write(note{from: "ana@example.org", answers: spent, body: "help"})
	}
	if n := len(h.mails["ana@example.org"]) - got; n > DefaultLimits.Patience {
		t.Errorf("ana got %d mails", n)
	}
	if d := h.write(note{from: "ana@example.org", answers: live, body: "E6"}); d != Played {
		t.Errorf("a move of her own: %s", d)
	}
	h.fresh = nil
}

// Who wants no mails gets one in a week at most that somebody else can have asked
// for.
func TestSilentAreLeftAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("bo@example.net", "unsubscribe")
	h.fresh = nil
	for _, body := range []string{"help", "games", "rules", "show", "history", "resign"} {
		h.write(note{from: "bo@example.net", body: body})
	}
	if len(h.fresh) != 1 {
		t.Errorf("%d mails", len(h.fresh))
	}
	h.fresh = nil
}
