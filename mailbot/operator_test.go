package mailbot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/testing/quoting"
	"unlurbot/store"
	"unlurbot/store/acts"
)

const ginas = "club@example.org"

// withOperator gives a bot with an operator.
func withOperator(t testing.TB) *bottest.Bot {
	t.Helper()
	return bottest.New(t, func(c *mailbot.Config) { c.Operator = ginas })
}

// actsOf gives the log of acts, the first first.
func actsOf(b *bottest.Bot) (log []string) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) error {
		for a, err := range tx.Acts() {
			b.Check(err)
			log = append(log, fmt.Sprintf("%s %v %s", a.Kind, a.Mailed, a.Reason))
		}
		return nil
	}))
	slices.Reverse(log)
	return log
}

func isPaused(b *bottest.Bot) bool {
	b.T.Helper()
	var paused *acts.Act
	b.Check(b.Store.View(func(tx *store.Tx) (err error) {
		paused, err = tx.Paused()
		return err
	}))
	return paused.Number != 0
}

// again offers a mail that has come, at another place or once more at the same.
func again(b *bottest.Bot, in mailbot.Incoming) decision.Decision {
	b.T.Helper()
	decisions, err := b.Mailbot.Receive(b.T.Context(), in)
	b.Check(err)
	b.Quiet()
	if len(decisions) == 0 {
		return "stays"
	}
	return decisions[0]
}

// wants holds what somebody has got since the last look to one line for each mail.
func wants(b *bottest.Bot, lines ...string) {
	b.T.Helper()
	var got []string
	for _, m := range b.Fresh {
		got = append(got, bottest.Line(m))
	}
	b.Fresh = nil
	if !slices.Equal(got, lines) {
		b.T.Errorf("they get %q, want %q", got, lines)
	}
}

// Each order is carried out and answered once. Its mail, read again at the same place or at another one, changes
// nothing and has no second answer, also if it has ended the pause in which it came.
func TestOperatorWrites(t *testing.T) {
	t.Parallel()
	b := withOperator(t)
	gina := b.Person(ginas)
	var asked []string
	desk := &admin.Desk{Store: b.Store, Now: func() time.Time { return b.Now }, Read: b.Config.Trust().Read, Archive: func(_ context.Context, id string) (found []admin.Found, err error) {
		b.Check(b.Store.Update(func(*store.Tx) error { return nil })) // no transaction waits for what may take long
		asked = append(asked, id)
		for _, in := range b.Box {
			found = append(found, admin.Found{Folder: "Unlur-Done", UIDValidity: in.UIDValidity, Message: imapbox.Message{UID: in.UID, Raw: in.Raw}})
		}
		return found, nil
	}}
	well := &health.Status{Now: b.Now, Started: b.Now, Address: bottest.Address}
	well.Judge()
	b.Mailbot.Operate(desk, func() (*health.Status, error) {
		b.Check(b.Store.Update(func(*store.Tx) error { return nil }))
		return well, nil
	})
	b.Person("ana@example.org").Writes("help")
	b.Fresh = nil
	for _, order := range []struct {
		words, says string
		want        decision.Decision
		paused      bool
	}{
		{"operator status", "The bot is well.", decision.Answered, false},
		{"operator why <0@client.test>", "ana@example.org", decision.Answered, false},
		{"operator why", "A Message-ID is one word", decision.Answered, false},
		{"operator resume", "The bot isn't paused.", decision.Refused, false},
		{"operator pause", "A pause needs some words", decision.Refused, false},
		{"operator pause " + strings.Repeat("so ", 200), "at most 500 bytes", decision.Refused, false},
		{"operator pause The server moves.", "Paused since 20 November, 12:07 (UTC).", decision.Operated, true},
		{"operator pause Again.", "The bot is paused already, since 2026-11-20T12:07:00Z: The server", decision.Refused, true},
		{"operator status", "The bot is well.", decision.Answered, true},
		{"operator why 0@client.test", "command (help) | help", decision.Answered, true},
		{"operator forget ana@example.org", "operator why MESSAGE-ID", decision.NotUnderstood, true},
		{"operator", "operator pause TEXT", decision.NotUnderstood, true},
		{"operator resume", "It was paused for 6m0s", decision.Operated, false},
		{"operator resume", "The bot isn't paused.", decision.Refused, false},
	} {
		gina.Writes(order.words).Is(order.want)
		if says := strings.Join(strings.Fields(gina.Last().Text), " "); !strings.Contains(says, order.says) || isPaused(b) != order.paused {
			t.Errorf("%q: paused %v, and\n%s", order.words, isPaused(b), gina.Last().Text)
		}
		wants(b, ginas+": ordered")
		came := b.Box[len(b.Box)-1]
		moved := came
		moved.UIDValidity++
		for _, in := range []mailbot.Incoming{came, moved} {
			want := decision.Duplicate
			if order.paused {
				want = "stays"
				b.Check(b.Mailbot.Hold(t.Context(), in))
			}
			if got := again(b, in); got != want || isPaused(b) != order.paused {
				t.Errorf("%q, read again, is %s; paused %v", order.words, got, isPaused(b))
			}
		}
		if order.paused { // one that lies elsewhere is told that it waits, as any other
			b.Fresh = slices.DeleteFunc(b.Fresh, func(m *store.Outgoing) bool { return bottest.Field(m, "X-Unlur-Event") == "paused" })
		}
		wants(b)
	}
	if got := actsOf(b); !slices.Equal(got, []string{"pause true The server moves.", "resume true "}) {
		t.Errorf("what was done: %q", got)
	}
	if !slices.Equal(asked, []string{"0@client.test", "0@client.test"}) {
		t.Errorf("the mailbox was asked for %q", asked)
	}
	if log := b.Log.String(); strings.Count(log, "the operator's act on the bot") != 2 {
		t.Errorf("it logs\n%s", log)
	}
}

// Whoever only says that he is the operator is dealt with as if there were no operator, in each respect: so nobody
// does anything in his name, or learns whose address that is.
func TestForgedOrders(t *testing.T) {
	t.Parallel()
	orders := []string{"operator status", "operator why <1@client.test>", "operator pause I am the operator.", "operator resume", "operator", "operator x"}
	for name, forge := range map[string]func(b *bottest.Bot, words string) bottest.Note{
		"a stranger's address": func(_ *bottest.Bot, words string) bottest.Note { return bottest.Note{From: ginas, Body: words} },
		"in the subject":       func(_ *bottest.Bot, words string) bottest.Note { return bottest.Note{From: ginas, Subject: words} },
		"with a token of the operator's": func(b *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: ginas, Answers: b.Person("gina@example.org").Last(), Body: words}
		},
		"a player's, with a good token": func(b *bottest.Bot, words string) bottest.Note {
			b.Config.Operator = map[bool]string{true: "gina@example.org"}[b.Config.Operator != ""]
			b.Restart()
			return bottest.Note{From: "gina@example.org", Answers: b.Person("gina@example.org").Last(), Body: words}
		},
		"another server's word": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: ginas, Extra: "Authentication-Results: mx.example.com; dmarc=pass header.from=example.org\n" + bottest.Border, Body: words}
		},
		"below the border": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: ginas, Extra: bottest.Border + "Authentication-Results: " + bottest.Server + "; dmarc=pass header.from=example.org\n", Body: words}
		},
		"written to somebody else": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: ginas, To: "bo@example.net", Body: words, Vouched: true}
		},
		"another's, who is certain": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: "mal@example.org", Body: words, Vouched: true}
		},
		"with a detail": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: "club+a@example.org", Body: words, Vouched: true}
		},
		"as a name": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: `"club@example.org" <mal@example.org>`, Body: words, Vouched: true}
		},
		"a program in the name of both": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: ginas, Extra: "Auto-Submitted: auto-replied\n", Body: words, Vouched: true}
		},
		"of long ago": func(_ *bottest.Bot, words string) bottest.Note {
			return bottest.Note{From: ginas, Date: "Fri, 20 Nov 2015 12:00:00 +0000", Body: words, Vouched: true}
		},
	} {
		t.Run(name, func(t *testing.T) {
			tell := func(b *bottest.Bot) (all string) {
				b.Config.Keep.Seen = 100 * 24 * time.Hour
				b.Restart()
				b.Begin(b.Person("gina@example.org"), b.Person("bo@example.net"))
				for _, words := range orders {
					made := b.Write(forge(b, words)).Decision
					if isPaused(b) || made == decision.Operated {
						t.Errorf("%q has paused it, or %s", words, made)
					}
					all += fmt.Sprintf("%s: %s\n", words, made)
				}
				for _, m := range b.Fresh {
					if bottest.Field(m, "X-Unlur-Event") == "ordered" {
						t.Errorf("an answer to an order:\n%s", m.Text)
					}
					all += b.Whole(m)
				}
				b.Fresh = nil
				return all
			}
			with, without := withOperator(t), bottest.New(t)
			if a, b := tell(with), tell(without); a != b {
				t.Errorf("with an operator:\n%s\nwithout one:\n%s", a, b)
			}
			with.Operator("pause: The server moves.")
			with.Fresh = nil
			with.Write(forge(with, "operator resume"))
			if !isPaused(with) {
				t.Error("it goes on")
			}
			with.Operator("resume")
			with.Fresh = nil
		})
	}
}

// A good signature vouches for the operator too, also in an answer that brings a token: no token is enough, so the
// signature is asked for all the same.
func TestSignedOrders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		token  bool
		change func(string) string
		want   decision.Decision
	}{
		"signed":                 {false, func(m string) string { return m }, decision.Operated},
		"changed":                {false, func(m string) string { return strings.Replace(m, "We move", "We stop", 1) }, decision.NotUnderstood},
		"an answer":              {true, func(m string) string { return m }, decision.Operated},
		"an answer, and changed": {true, func(m string) string { return strings.Replace(m, "We move", "We stop", 1) }, decision.NotUnderstood},
	} {
		t.Run(name, func(t *testing.T) {
			b := withOperator(t)
			b.Configure(func(c *mailbot.Config) {
				c.AuthservID, c.Signed = "", dkimcheck.New(publish, time.Now).Check
			})
			gina := b.Person(ginas)
			b.Receive(signed(t, ginas, "7", "help"))
			gina.Replies("challenge bo@example.net")
			raw := signed(t, ginas, "8", "operator pause We move.")
			if c.token {
				raw = "In-Reply-To: <" + gina.Last().MessageID + ">\r\n" + raw
			}
			b.Receive(c.change(raw)).Is(c.want)
			if isPaused(b) != (c.want == decision.Operated) {
				t.Errorf("paused: %v", isPaused(b))
			}
			b.Fresh = nil
		})
	}
}

// The operator plays like everybody else, and is a player's as well as the bot's master. Nobody else's words are orders.
func TestOperatorPlays(t *testing.T) {
	t.Parallel()
	b := withOperator(t)
	gina, bo := b.Person(ginas), b.Person("bo@example.net")
	b.Begin(gina, bo)
	gina.Replies("C4").Is(decision.Played)
	gina.Writes("operator resume").Is(decision.Refused)
	gina.Replies("operator status").Is(decision.NotUnderstood) // by a token alone
	bo.Writes("operator status").Is(decision.NotUnderstood)
	bo.Replies("operator pause I can do that.").Is(decision.Held) // is that for Gina?
	b.Fresh = nil
	bo.Writes("D5").Is(decision.Played)
	gina.Writes("operator pause We move.").Is(decision.Operated)
	gina.Writes("E6").Is("stays")
	gina.Writes("games\n\noperator resume").Is("stays")
	gina.Writes("operator resume").Is(decision.Operated)
	if got := b.Record(1); got != "C4 D5 E6" {
		t.Errorf("the game is %s", got)
	}
	b.Fresh = nil
}

// The mails behind one that pauses the bot stay in the mailbox, though they were fetched with it.
func TestPauseAmongMails(t *testing.T) {
	t.Parallel()
	b := withOperator(t)
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	var mails []mailbot.Incoming
	for i, n := range []bottest.Note{
		{From: "ana@example.org", Body: "C4", Vouched: true}, {From: ginas, Body: "operator pause We move.", Vouched: true},
		{From: ginas, Body: "operator resume", Vouched: true}, {From: "bo@example.net", Body: "D5", Vouched: true},
	} {
		mails = append(mails, mailbot.Incoming{UIDValidity: 1, UID: uint32(100 + i), Raw: []byte(n.Raw(100+i, b.Now)), Arrived: b.Now})
	}
	decisions, err := b.Mailbot.Receive(t.Context(), mails...)
	b.Check(err)
	if !slices.Equal(decisions, []decision.Decision{decision.Played, decision.Operated}) || !isPaused(b) || b.Record(1) != "C4" {
		t.Errorf("%v; paused %v, the game is %s", decisions, isPaused(b), b.Record(1))
	}
	b.Check(b.Mailbot.Hold(t.Context(), mails[2:]...))
	decisions, err = b.Mailbot.Receive(t.Context(), mails[2:]...)
	b.Check(err)
	if !slices.Equal(decisions, []decision.Decision{decision.Duplicate, decision.Played}) || isPaused(b) {
		t.Errorf("%v; paused %v", decisions, isPaused(b))
	}
	b.Quiet()
	b.Fresh = nil
}

// After a backup was restored no order is carried out or answered again: not by the filed mails that are read again,
// and not by one of long ago that still lies in a mailbox which lets none be moved.
func TestOrdersAreNotRestored(t *testing.T) {
	t.Parallel()
	b := withOperator(t)
	gina := b.Person(ginas)
	backup := b.Backup()
	gina.Writes("operator pause We move.").Is(decision.Operated)
	gina.Writes("operator resume").Is(decision.Operated)
	gina.Writes("operator status").Is(decision.Answered)
	b.Fresh = nil
	b.GoBackTo(backup)
	for i, in := range b.Box {
		in.UIDValidity, in.UID, in.Filed = 2, uint32(i+1), true
		if got := again(b, in); got != decision.Duplicate || isPaused(b) {
			t.Errorf("mail %d is %s; paused %v", i, got, isPaused(b))
		}
	}
	wants(b)
	b.GoBackTo(backup)
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
	b.Now = b.Now.Add(25 * time.Hour)
	if got := again(b, b.Box[0]); got != decision.Refused || isPaused(b) || !strings.Contains(gina.Last().Text, "more than a day ago") {
		t.Errorf("an old mail is %s; paused %v; he reads\n%s", got, isPaused(b), gina.Last().Text)
	}
	if got := actsOf(b); len(got) > 0 {
		t.Errorf("what was done: %q", got)
	}
	b.Fresh = nil
}

// When the process ends while it looks for something the mail is not dealt with, and the answer follows later, once.
func TestLookIsBrokenOff(t *testing.T) {
	t.Parallel()
	b := withOperator(t)
	ctx, end := context.WithCancel(t.Context())
	desk := &admin.Desk{Store: b.Store, Now: func() time.Time { return b.Now }, Archive: func(ctx context.Context, _ string) ([]admin.Found, error) {
		end()
		return nil, ctx.Err()
	}}
	b.Mailbot.Operate(desk, nil)
	in := mailbot.Incoming{UIDValidity: 1, UID: 1, Raw: []byte(bottest.Note{From: ginas, Body: "operator why a@b", Vouched: true}.Raw(1, b.Now)), Arrived: b.Now}
	if decisions, err := b.Mailbot.Receive(ctx, in); len(decisions) > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", decisions, err)
	}
	b.Quiet()
	wants(b)
	if got := again(b, in); got != decision.Answered {
		t.Errorf("the mail is %s", got)
	}
	wants(b, ginas+": ordered")
}

// Answers that come back order nothing, in whatever way a mail program quotes them.
func TestAnswersOrderNothing(t *testing.T) {
	t.Parallel()
	b := withOperator(t)
	gina := b.Person(ginas)
	gina.Writes("operator").Is(decision.NotUnderstood)
	gina.Writes("operator pause operator resume").Is(decision.Operated)
	gina.Writes("operator resume").Is(decision.Operated)
	mails := slices.Clone(gina.Mails())
	for _, m := range mails {
		for _, style := range quoting.Styles {
			raw := style.Answer(quoting.Mail{Subject: m.Subject, Text: m.Text, HTML: m.HTML.String()}, "")
			read := b.Config.Trust().Read(raw, false)
			if strings.HasPrefix(strings.ToLower(read.Opening()), "operator") {
				t.Errorf("%s: our own words are an order:\n%s", style.Name, read.Reply)
			}
		}
	}
	b.Fresh = nil
}
