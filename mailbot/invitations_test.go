package mailbot_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// patiently runs a preparation without limits.
func patiently(b *bottest.Bot, f func()) {
	limits := b.Config.Limits
	b.Configure(func(c *mailbot.Config) { c.Limits = mailbot.GenerousLimits })
	f()
	b.Configure(func(c *mailbot.Config) { c.Limits = limits })
}

const whom = "x.y@example.com"

// whoeverItIs are the people who may be behind an address that is challenged.
var whoeverItIs = map[string]func(b *bottest.Bot){
	"nobody": func(*bottest.Bot) {},
	"a player": func(b *bottest.Bot) {
		b.Person(whom).Writes("name Xavier")
	},
	"a player with a game": func(b *bottest.Bot) {
		b.Person(whom).Writes("name Xavier\nchallenge dan@example.net")
		b.Person("dan@example.net").Replies("accept")
	},
	"a player who wants no mails": func(b *bottest.Bot) {
		b.Person(whom).Writes("name Xavier\nunsubscribe")
	},
	"a player who wants no invitations": func(b *bottest.Bot) {
		b.Person(whom).Writes("name Xavier")
		b.Person(whom).Writes("never")
	},
	"a player out of reach": func(b *bottest.Bot) {
		b.Person(whom).Writes("name Xavier")
		b.Receive(bottest.Returned(b.Person(whom).Last(), "failed", "5.1.1"))
	},
	"a player who was invited by enough others that day": func(b *bottest.Bot) {
		b.Person(whom).Writes("name Xavier")
		b.Configure(func(c *mailbot.Config) { c.Limits = mailbot.DefaultLimits })
		b.Now = b.Now.AddDate(0, 0, 2)
		for n := range mailbot.DefaultLimits.InvitedBy {
			b.Person(fmt.Sprintf("new%d@example.org", n)).Writes("challenge Xavier")
		}
		b.Configure(func(c *mailbot.Config) { c.Limits = mailbot.GenerousLimits })
	},
	"somebody who was invited": func(b *bottest.Bot) {
		b.Person("carla@example.org").Writes("challenge " + whom)
	},
	"somebody who was invited and declined": func(b *bottest.Bot) {
		b.Person("carla@example.org").Writes("challenge " + whom)
		b.Person(whom).Replies("decline")
	},
	"somebody whose invitation came back": func(b *bottest.Bot) {
		b.Person("carla@example.org").Writes("challenge " + whom)
		b.Receive(bottest.Returned(b.Person(whom).Last(), "failed", "5.1.1"))
	},
	"somebody who wants no invitations": func(b *bottest.Bot) {
		b.Person("carla@example.org").Writes("challenge " + whom)
		b.Person(whom).Replies("never")
	},
	"somebody who clicked the help away": func(b *bottest.Bot) {
		b.Person(whom).Writes("hello")
		performSection(b, whom+" unsubscribes", []string{whom, "unsubscribes"}, "")
	},
	"somebody who was forgotten": func(b *bottest.Bot) {
		b.Person(whom).Writes("name Xavier")
		b.Person(whom).Writes("forget me")
		b.Person(whom).Replies("yes")
	},
}

// whatAnaReads plays one script of somebody who wants to know who is behind an
// address, and gives every byte that comes of it; zoe is her second account.
func whatAnaReads(t *testing.T, prepare func(*bottest.Bot)) string {
	h := bottest.New(t)
	ana, carla, zoe := h.Person("ana@example.org"), h.Person("carla@example.org"), h.Person("zoe@example.org")
	begin := h.Now
	ana.Writes("name Ana")
	patiently(h, func() {
		prepare(h)
		for n := 0; ; n++ { // the same number of players and of games in any case
			carla.Writes(fmt.Sprintf("challenge stranger%d@example.net", n))
			if carla.Last().Game == 9 {
				break
			}
		}
	})
	skipPlayers(h, 20)
	before := len(ana.Mails())
	step := 0
	at := func(days int) {
		step++
		h.UID = uint32(1000 + 10*step)
		h.Now = begin.AddDate(0, 0, 2+days).Add(time.Duration(step) * time.Minute)
	}
	writes := func(body string) { at(0); ana.Writes(body) }
	replies := func(body string) { at(0); ana.Replies(body) }

	writes("challenge " + whom + " size 5\n\nIt is me!")
	if ana.Last().Game != 10 {
		t.Fatalf("the script begins with %s", tell(ana.Last()))
	}
	replies("show")
	replies("say hello")
	replies("history")
	replies("C4")
	writes("games")
	writes("profile " + whom + "\nresults " + whom)
	writes("profile x y\nresults x.y\nstandings")
	writes("challenge X.Y@example.com")
	writes("challenge x.y\nchallenge Xavier2\nname x.y")
	at(0)
	for _, m := range h.Person(whom).Mails() {
		if bottest.Field(m, "X-Unlur-Event") == "invite" && m.Game == 10 {
			h.Receive(bottest.Returned(m, "failed", "5.1.1"))
		}
	}
	writes("games\nshow #10\nwithdraw #10\n\nNo time.")
	writes("games\nchallenge " + whom)
	at(0)
	zoe.Writes("games")
	at(20)
	h.Wake()
	at(20)
	ana.Writes("games\nshow #11\nwithdraw #11")

	var b bytes.Buffer
	for _, m := range append(ana.Mails()[before:], zoe.Mails()...) {
		h.Check(smtpout.Write(&b, m))
	}
	return b.String()
}

// skipPlayers uses up player numbers up to one.
func skipPlayers(b *bottest.Bot, last store.PlayerID) {
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		for {
			if id, err := tx.SkipPlayerID(); id >= last || err != nil {
				return err
			}
		}
	}))
}

// Until somebody answers, nobody can find out who is behind an address: every
// byte that the challenger gets is the same, whoever it is.
func TestNobodyLearnsWhoIsKnown(t *testing.T) {
	want := whatAnaReads(t, whoeverItIs["nobody"])
	for _, kind := range []templates.Kind{templates.Challenged, templates.Withdrawn, templates.Lapsed, templates.Games, templates.Refused} {
		if !strings.Contains(want, "X-Unlur-Event: "+string(kind)+"\r\n") {
			t.Errorf("the script leads to no %s:\n%s", kind, want)
		}
	}
	for name, prepare := range bottest.SomeOf(whoeverItIs) {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, whatAnaReads(t, prepare)); diff != "" {
				t.Errorf("Ana reads something else (-nobody +%s):\n%s", name, diff)
			}
		})
	}
}

// Who is invited and does not know the game reads its rules by one click.
func TestInvitationLeadsToTheRules(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Person(anaAddress).Writes("challenge " + whom)
	invitation := b.Person(whom).Last()
	if !strings.Contains(invitation.HTML.String(), "body=rules\"") || !strings.Contains(invitation.Text, "Reply RULES") {
		t.Errorf("the invitation has no way to the rules:\n%s\n%s", invitation.Text, invitation.HTML)
	}
	b.Person(whom).Answers(invitation, "rules")
	if got := bottest.Field(b.Person(whom).Last(), "X-Unlur-Event"); got != string(templates.Rules) {
		t.Errorf("the answer is %s", got)
	}
	if g := b.Game(1); g.State != store.Waiting {
		t.Errorf("the challenge is %s", g.State)
	}

}

// Who answers from another address refuses too, in other words as well, but not by a "no"
// to what was asked.
func TestRefusedFromElsewhere(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]store.State{
		"no": store.Waiting, "decline": store.Declined, "I decline.": store.Declined, "Sorry, no time": store.Declined, "OK": store.Waiting,
	} {
		b := bottest.New(t)
		b.Person(anaAddress).Writes("challenge " + whom)
		b.Person(whom).Replies("I decline. Too much to do at the moment, it is a pity")
		b.Person("elsewhere@example.com").Answers(b.Person(whom).Last(), body)
		if g := b.Game(1); g.State != want {
			t.Errorf("%q: the challenge is %s, want %s", body, g.State, want)
		}
		b.Fresh = nil
	}
}

// The ways in which somebody who was invited can refuse, from any mail program,
// and what is kept of it.
func TestOneWordRefuses(t *testing.T) {
	t.Parallel()
	const ana, bo = "ana@example.org", "bo@example.net"
	type way struct {
		mail  func(invite *store.Outgoing) string
		never bool
	}
	raw := func(from, to, subject, header, body string) string {
		return fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMessage-ID: <a@client.test>\n%s\n%s\n", from, to, subject, header, body)
	}
	detailed := func(from, body string) func(*store.Outgoing) string {
		return func(m *store.Outgoing) string { return raw(from, m.ReplyTo.Addr, "Re: "+m.Subject, "", body) }
	}
	click := func(from, subject string) func(*store.Outgoing) string {
		return func(m *store.Outgoing) string {
			to, _, _ := strings.Cut(strings.TrimPrefix(bottest.Field(m, "List-Unsubscribe"), "<mailto:"), "?")
			return raw(from, to, subject, "", "")
		}
	}
	ways := map[string]way{
		"decline": {detailed(bo, "decline"), false},
		"no":      {detailed(bo, "No, thanks."), false},
		"never":   {detailed(bo, "never"), true},
		"with a quote of everything, bare, below": {func(m *store.Outgoing) string {
			return raw(bo, m.ReplyTo.Addr, "Re: "+m.Subject, "", "never\n\n"+m.Text)
		}, true},
		"never again": {detailed(bo, "Never again!!"), true},
		"unsubscribe": {detailed(bo, "unsubscribe"), true},
		"without the plus address": {func(m *store.Outgoing) string {
			return raw(bo, bottest.Address, "Re: hm", "In-Reply-To: <"+m.MessageID+">\n", "never")
		}, true},
		"with the references alone": {func(m *store.Outgoing) string {
			return raw(bo, bottest.Address, "Re: hm", "References: <"+m.MessageID+">\n", "Decline")
		}, false},
		"in one line of HTML": {func(m *store.Outgoing) string {
			return raw(bo, m.ReplyTo.Addr, "", "MIME-Version: 1.0\nContent-Type: text/html\n", `<div dir="auto">Never</div>`)
		}, true},
		"from a telephone":             {detailed(bo, "Decline\n\nSent from my iPhone"), false},
		"with a signature":             {detailed(bo, "never\n\n-- \nBo Berg\nSales"), true},
		"from another address":         {detailed("bo@work.example", "never"), true},
		"declined elsewhere":           {detailed("bo@work.example", "decline"), false},
		"a click":                      {click(bo, "unsubscribe"), true},
		"a click with another subject": {click(bo, "=?utf-8?q?St=C3=B6rung?="), true},
		"a click from another address": {click("bo@work.example", ""), true},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			anaExample, boExample := b.Person("ana@example.org"), b.Person("bo@example.net")
			anaExample.Writes("challenge " + bo)
			b.Receive(way.mail(boExample.Last()))
			if g := b.Game(1); g.State != store.Declined {
				t.Errorf("the challenge is %s", g.State)
			}
			if last := anaExample.Last(); bottest.Field(last, "X-Unlur-Event") != "declined" || !strings.Contains(last.Text, "bo declined your challenge.") {
				t.Errorf("Ana reads:\n%s", last.Text)
			}
			if n := len(boExample.Mails()); n > 2 {
				t.Errorf("%d mails to somebody who refused", n)
			}
			b.Check(b.Store.View(func(tx *store.Tx) error {
				if got, err := tx.Suppressed(bo); got != way.never || err != nil {
					t.Errorf("never again: %v %v", got, err)
				}
				p, err := tx.Player(2)
				if p.Forgotten.IsZero() == way.never || p.Active {
					t.Errorf("what is kept is %+v", p)
				}
				return err
			}))
		})
	}
}

// "never" is for ever: for everybody who invites, until a challenge of one's own.
func TestNeverAgain(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo, carla, dan := b.Person("bo@example.net"), b.Person("carla@example.org"), b.Person("dan@example.org")
	b.Person("ana@example.org").Writes("challenge " + bo.Address)
	bo.Replies("never")
	got := len(bo.Mails())
	for year := range 3 {
		b.Now = b.Now.AddDate(1, 0, 0)
		b.Person(fmt.Sprintf("friend%d@example.org", year)).Writes("challenge " + bo.Address)
		if d := bo.WritesUnproven("hello?").Decision; d != decision.IgnoredStranger { // forged, perhaps
			t.Errorf("%s", d)
		}
	}
	if len(bo.Mails()) > got {
		t.Errorf("Bo gets %s", tell(bo.Last()))
	}
	bo.Writes("challenge ana@example.org")
	carla.Writes("challenge " + bo.Address)
	if last := bo.Last(); bottest.Field(last, "X-Unlur-Event") != "invite" {
		t.Errorf("having challenged somebody Bo gets %s", tell(last))
	}

	// Somebody who plays can say it, and plays on.
	bo.Replies("accept")
	bo.Writes("never")
	dan.Writes("challenge bo")
	if last := dan.Last(); !strings.Contains(last.Text, "bo doesn't take challenges.") {
		t.Errorf("by name:\n%s", last.Text)
	}
	dan.Writes("challenge " + bo.Address)
	if last := bo.Last(); bottest.Field(last, "X-Unlur-Event") != "never" {
		t.Errorf("Bo gets %s", tell(last))
	}
	carla.Writes("resign")
	if last := bo.Last(); bottest.Field(last, "X-Unlur-Event") != "cancelled" {
		t.Errorf("Bo gets %s", tell(last))
	}
}

// A challenge that nobody answers lapses, and its challenger hears of that; the
// address of somebody who does not write is forgotten later.
func TestLapsedChallenge(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo, ana, carla := b.Person("bo@example.net"), b.Person("ana@example.org"), b.Person("carla@example.net")
	bo.Writes("name Bo")
	ana.Writes("challenge Bo\nchallenge carla@example.net")
	b.Now = b.Now.Add(mailbot.DefaultLimits.InvitationTime)
	b.Wake()
	for n := range store.GameNumber(2) {
		if g := b.Game(n + 1); g.State != store.Lapsed {
			t.Errorf("game %d is %s", n+1, g.State)
		}
	}
	if n := len(ana.Mails()); n != 4 || bottest.Field(ana.Last(), "X-Unlur-Event") != "lapsed" {
		t.Errorf("Ana has %d mails, the last is %s", n, tell(ana.Last()))
	}
	bo.Replies("accept")
	if last := bo.Last(); !strings.Contains(last.Text, "Challenge #1 has lapsed") {
		t.Errorf("too late:\n%s", last.Text)
	}
	b.Now = b.Now.Add(club.StrangerRest)
	b.Wake()
	b.Check(b.Store.View(func(tx *store.Tx) error {
		if _, err := tx.PlayerByAddress("carla@example.net"); err == nil {
			t.Error("the address of somebody who never wrote is kept")
		}
		_, err := tx.PlayerByAddress(bo.Address)
		return err
	}))
	carla.Replies("accept") // much too late
	if n := len(carla.Mails()); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// Somebody whose address is used by others gets one invitation from each of them,
// one in a week, and one answer in a week to mails that are forged from there:
// nothing when a challenge is taken back or lapses.
func TestStrangersAreLeftAlone(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	victim := b.Person("victim@example.com")
	for day := range 30 {
		for i := range 5 {
			from := fmt.Sprintf("bully%d@example.org", i)
			b.Person(from).Writes("challenge " + victim.Address)
			b.Person(from).Writes("withdraw")
			victim.WritesUnproven("games")
			victim.WritesUnproven("never")
			victim.WritesUnproven("challenge " + from)
		}
		b.Now = b.Now.Truncate(24*time.Hour).AddDate(0, 0, 1).Add(time.Duration(day) * time.Minute)
		b.Wake()
	}
	kinds := map[string]int{}
	for _, m := range victim.Mails() {
		kinds[bottest.Field(m, "X-Unlur-Event")]++
	}
	if diff := cmp.Diff(map[string]int{"invite": 5, "games": 5}, kinds); diff != "" {
		t.Error(diff)
	}
}

// A provider's report that somebody calls our mail spam is believed with the
// token of that mail's envelope or of its unsubscribe link, which others don't
// see, and ends everything.
func TestComplaints(t *testing.T) {
	t.Parallel()
	report := func(kind, to, header string) string {
		return fmt.Sprintf("From: fbl@example.com\nTo: %s\nSubject: FW: Unlur\nMIME-Version: 1.0\nMessage-ID: <%x@example.com>\n"+
			"Content-Type: multipart/report; report-type=feedback-report; boundary=x\n\n--x\nContent-Type: message/feedback-report\n\n"+
			"Feedback-Type: %s\n\n--x\nContent-Type: message/rfc822\n\n%sSubject: Unlur\n\nspam\n--x--\n", to, kind+to+header, kind, header)
	}
	for name, tc := range map[string]struct {
		mail func(*store.Outgoing) string
		ends bool
	}{
		"with the envelope": {func(m *store.Outgoing) string {
			return report("abuse", "fbl@example.org", "Return-Path: <"+m.EnvelopeFrom+">\n")
		}, true},
		"to the envelope": {func(m *store.Outgoing) string { return report("abuse", m.EnvelopeFrom, "") }, true},
		"with the link": {func(m *store.Outgoing) string {
			return report("opt-out", "fbl@example.org", "List-Unsubscribe: "+bottest.Field(m, "List-Unsubscribe")+"\n")
		}, true},
		"with what replies show": {func(m *store.Outgoing) string {
			return report("abuse", "fbl@example.org", "Message-ID: <"+m.MessageID+">\nReply-To: <"+m.ReplyTo.Addr+">\n")
		}, false},
		"with nothing": {func(*store.Outgoing) string { return report("abuse", "fbl@example.org", "To: bo@example.net\n") }, false},
		"praise":       {func(m *store.Outgoing) string { return report("not-spam", m.EnvelopeFrom, "") }, false},
	} {
		for _, who := range []string{"bo@example.net", "carla@example.net"} { // who plays, and who was invited
			t.Run(name+" "+who, func(t *testing.T) {
				b := bottest.New(t)
				b.Person("bo@example.net").Writes("name Bo")
				b.Person("ana@example.org").Writes("challenge " + who)
				got := len(b.Person(who).Mails())
				b.Receive(tc.mail(b.Person(who).Last()))
				b.Check(b.Store.View(func(tx *store.Tx) error {
					p, err := tx.Player(b.Game(1).Player(b.Game(1).Challenger.Other()))
					suppressed, unread := tx.Suppressed(who)
					b.Check(unread)
					if ended := suppressed && b.Game(1).State == store.Declined && (p.Silent || !p.Forgotten.IsZero()); ended != tc.ends {
						t.Errorf("ended: %v: %+v, game %s", ended, p, b.Game(1).State)
					}
					return err
				}))
				if len(b.Person(who).Mails()) > got {
					t.Errorf("it was answered: %s", tell(b.Person(who).Last()))
				}
			})
		}
	}
}

// "never" counts wherever it stands in an answer from another address.
func TestDeclineAndNeverFromElsewhere(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	victim := b.Person("victim@example.com")
	b.Person("ana@example.org").Writes("challenge victim@example.com")
	b.Person("victim@example.net").Answers(victim.Last(), "decline\nnever")
	b.Now = b.Now.Add(8 * 24 * time.Hour)
	b.Person("bo@example.org").Writes("challenge victim@example.com")
	if n := len(victim.Mails()); n != 1 {
		t.Errorf("%d invitations", n)
	}

}

// Nobody is invited where no person can be: programs, whose mails would be bounces
// or subscriptions, and accounts of the machine that sends our mails.
func TestNoInvitationToPrograms(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	for _, address := range []string{
		"root@localhost", "root@[127.0.0.1]", "postmaster@example.com", "unlur-list-request@example.com",
		"MAILER-DAEMON+x@example.com", "no-reply@example.com",
	} {
		if d := b.Person("ana@example.org").Writes("challenge " + address).Decision; d == decision.Challenged || len(b.Person(address).Mails()) > 0 {
			t.Errorf("%s: %s", address, d)
		}
	}

}

// Who has one mailbox has many addresses, with anything behind a plus sign. To all
// of them together goes what goes to one.
func TestOneMailboxOfManyAddresses(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	to := func() (n int) {
		for address, got := range b.Mails {
			if strings.HasPrefix(strings.ToLower(address), "victim") {
				n += len(got)
			}
		}
		return n
	}
	for i := range 5 {
		b.Person(fmt.Sprintf("victim+%d@example.com", i)).WritesUnproven("challenge bo@example.net")
	}
	if to() != 1 {
		t.Errorf("%d mails to somebody who may never have written", to())
	}
	for i := range 5 {
		b.Person(fmt.Sprintf("p%d@example.org", i)).Writes(fmt.Sprintf("challenge Victim+%d@example.com", i))
	}
	if to() != 2 {
		t.Errorf("%d mails with the invitations", to())
	}
	b.Person("victim@example.com").Writes("never")
	before := to()
	b.Now = b.Now.Add(8 * 24 * time.Hour)
	b.Person("carla@example.org").Writes("challenge victim+x@example.com")
	if to() != before {
		t.Error("invited after never")
	}

}

// Many invite one player in a day, by name and by address. Those beyond the limit send
// nothing there, not even when it ends, and who has played with the player is none of
// the many.
func TestManyInviteOne(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo, ana := b.Person(boAddress), b.Person(anaAddress)
	bo.Writes("games")
	b.Begin(ana, bo)
	ana.Replies("resign")
	b.Now = b.Now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	bo.Writes("address add bo+unlur@example.net")
	b.Person("bo+unlur@example.net").Replies("yes")
	invited := func() (n int) {
		for _, m := range bo.Mails() {
			if bottest.Field(m, "X-Unlur-Event") == string(templates.Invite) {
				n++
			}
		}
		return n
	}
	most := mailbot.DefaultLimits.InvitedBy
	before := invited()
	for n := range 2 * most {
		who := "bo"
		if n%2 == 1 {
			who = "bo+unlur@example.net"
		}
		eve := fmt.Sprintf("eve%d@example.com", n)
		want := decision.Challenged
		if n >= most && n%2 == 0 {
			want = decision.Refused
		}
		if d := b.Person(eve).Writes("challenge " + who).Decision; d != want {
			t.Errorf("invitation %d, to %s: %s", n+1, who, d)
		}
	}
	if n := invited() - before; n != most {
		t.Errorf("%d invitations have arrived", n)
	}
	for n, eve := range []string{"eve0@example.com", "eve1@example.com"} { // and once more the same people
		b.Person(eve).Writes("withdraw")
		b.Person(eve).Writes("challenge bo")
		if got := invited() - before - most; got != n+1 {
			t.Errorf("%s invites again: %d have arrived", eve, got)
		}
	}
	if d := ana.Writes("challenge bo").Decision; d != decision.Challenged || invited() != before+most+3 {
		t.Errorf("ana, who has played with bo: %s", d)
	}
	held := b.Person(fmt.Sprintf("eve%d@example.com", 2*most-1)).Last().Game
	bo.Writes("games")
	if list := bo.Last().Text; !strings.Contains(list, fmt.Sprintf("#%d", held)) {
		t.Errorf("the invitation that was not sent is in no list:\n%s", list)
	}
	got := len(bo.Mails())
	b.Person(fmt.Sprintf("eve%d@example.com", most)).Writes("withdraw")
	if len(bo.Mails()) != got {
		t.Errorf("bo hears of the end of what he never heard of: %s", tell(bo.Last()))
	}
	b.Pass(mailbot.InvitationTime)
	for _, m := range bo.Mails()[got:] {
		if m.Game == held {
			t.Errorf("and in time: %s", tell(m))
		}
	}
}
