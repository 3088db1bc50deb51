package mailbot

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/templates"
)

// patiently runs a preparation without limits.
func (h *house) patiently(f func()) {
	limits := h.bot.cfg.Limits
	h.bot.cfg.Limits = GenerousLimits
	f()
	h.bot.cfg.Limits = limits
}

// vouched is a new mail that our server is sure of.
func (h *house) vouched(from, body string) Decision {
	h.t.Helper()
	return h.write(note{from: from, body: body, vouched: true})
}

const whom = "x.y@example.com"

// whoeverItIs are the people who may be behind an address that is challenged.
var whoeverItIs = map[string]func(h *house){
	"nobody": func(*house) {},
	"a player": func(h *house) {
		h.vouched(whom, "name Xavier")
	},
	"a player with a game": func(h *house) {
		h.vouched(whom, "name Xavier\nchallenge dan@example.net")
		h.reply("dan@example.net", "accept")
	},
	"a player who wants no mails": func(h *house) {
		h.vouched(whom, "name Xavier\nunsubscribe")
	},
	"a player who wants no invitations": func(h *house) {
		h.vouched(whom, "name Xavier")
		h.vouched(whom, "never")
	},
	"a player out of reach": func(h *house) {
		h.vouched(whom, "name Xavier")
		h.receive(returned(h.last(whom), "failed", "5.1.1"))
	},
	"a player who was invited by enough others that day": func(h *house) {
		h.vouched(whom, "name Xavier")
		h.bot.cfg.Limits = DefaultLimits
		h.now = h.now.AddDate(0, 0, 2)
		for n := range DefaultLimits.InvitedBy {
			h.vouched(fmt.Sprintf("new%d@example.org", n), "challenge Xavier")
		}
		h.bot.cfg.Limits = GenerousLimits
	},
	"somebody who was invited": func(h *house) {
		h.vouched("carla@example.org", "challenge "+whom)
	},
	"somebody who was invited and declined": func(h *house) {
		h.vouched("carla@example.org", "challenge "+whom)
		h.reply(whom, "decline")
	},
	"somebody whose invitation came back": func(h *house) {
		h.vouched("carla@example.org", "challenge "+whom)
		h.receive(returned(h.last(whom), "failed", "5.1.1"))
	},
	"somebody who wants no invitations": func(h *house) {
		h.vouched("carla@example.org", "challenge "+whom)
		h.reply(whom, "never")
	},
	"somebody who clicked the help away": func(h *house) {
		h.vouched(whom, "hello")
		h.perform(whom+" unsubscribes", []string{whom, "unsubscribes"}, "")
	},
	"somebody who was forgotten": func(h *house) {
		h.vouched(whom, "name Xavier")
		h.vouched(whom, "forget me")
		h.reply(whom, "yes")
	},
}

// whatAnaReads plays one script of somebody who wants to know who is behind an
// address, and gives every byte that comes of it; zoe is her second account.
func whatAnaReads(t *testing.T, prepare func(*house)) string {
	h := newHouse(t)
	const ana, zoe = "ana@example.org", "zoe@example.org"
	begin := h.now
	h.vouched(ana, "name Ana")
	h.patiently(func() {
		prepare(h)
		for n := 0; ; n++ { // the same number of players and of games in any case
			h.vouched("carla@example.org", fmt.Sprintf("challenge stranger%d@example.net", n))
			if h.last("carla@example.org").Game == 9 {
				break
			}
		}
	})
	h.skipPlayers(20)
	before := len(h.mails[ana])
	step := 0
	at := func(days int) {
		step++
		h.uid = uint32(1000 + 10*step)
		h.now = begin.AddDate(0, 0, 2+days).Add(time.Duration(step) * time.Minute)
	}
	writes := func(body string) { at(0); h.vouched(ana, body) }
	replies := func(body string) { at(0); h.reply(ana, body) }

	writes("challenge " + whom + " size 5\n\nIt is me!")
	if h.last(ana).Game != 10 {
		t.Fatalf("the script begins with %s", tell(h.last(ana)))
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
	for _, m := range h.mails[whom] {
		if field(m, "X-Unlur-Event") == "invite" && m.Game == 10 {
			h.receive(returned(m, "failed", "5.1.1"))
		}
	}
	writes("games\nshow #10\nwithdraw #10\n\nNo time.")
	writes("games\nchallenge " + whom)
	at(0)
	h.vouched(zoe, "games")
	at(20)
	h.wake()
	at(20)
	h.vouched(ana, "games\nshow #11\nwithdraw #11")

	var b bytes.Buffer
	for _, m := range append(h.mails[ana][before:], h.mails[zoe]...) {
		h.check(smtpout.Write(&b, m))
	}
	return b.String()
}

// skipPlayers uses up player numbers up to one.
func (h *house) skipPlayers(last store.PlayerID) {
	h.check(h.store.Update(func(tx *store.Tx) error {
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
	for name, prepare := range whoeverItIs {
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
	h := newHouse(t)
	h.vouched(anaAddress, "challenge "+whom)
	invitation := h.last(whom)
	if !strings.Contains(invitation.HTML.String(), "body=rules\"") || !strings.Contains(invitation.Text, "Answer rules") {
		t.Errorf("the invitation has no way to the rules:\n%s\n%s", invitation.Text, invitation.HTML)
	}
	h.write(note{from: whom, answers: invitation, body: "rules"})
	if got := field(h.last(whom), "X-Unlur-Event"); got != string(templates.Rules) {
		t.Errorf("the answer is %s", got)
	}
	if g := h.game(1); g.State != store.Waiting {
		t.Errorf("the challenge is %s", g.State)
	}
	h.fresh = nil
}

// Who answers from another address refuses too, in other words as well, but not by a "no"
// to what was asked.
func TestRefusedFromElsewhere(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]store.State{
		"no": store.Waiting, "decline": store.Declined, "I decline.": store.Declined, "Sorry, no time": store.Declined, "OK": store.Waiting,
	} {
		h := newHouse(t)
		h.vouched(anaAddress, "challenge "+whom)
		h.reply(whom, "I decline. Too much to do at the moment, it is a pity")
		h.write(note{from: "elsewhere@example.com", answers: h.last(whom), body: body})
		if g := h.game(1); g.State != want {
			t.Errorf("%q: the challenge is %s, want %s", body, g.State, want)
		}
		h.fresh = nil
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
			to, _, _ := strings.Cut(strings.TrimPrefix(field(m, "List-Unsubscribe"), "<mailto:"), "?")
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
			return raw(bo, botAddress, "Re: hm", "In-Reply-To: <"+m.MessageID+">\n", "never")
		}, true},
		"with the references alone": {func(m *store.Outgoing) string {
			return raw(bo, botAddress, "Re: hm", "References: <"+m.MessageID+">\n", "Decline")
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
			h := newHouse(t)
			h.vouched(ana, "challenge "+bo)
			h.receive(way.mail(h.last(bo)))
			if g := h.game(1); g.State != store.Declined {
				t.Errorf("the challenge is %s", g.State)
			}
			if last := h.last(ana); field(last, "X-Unlur-Event") != "declined" || !strings.Contains(last.Text, "bo has declined your challenge.") {
				t.Errorf("Ana reads:\n%s", last.Text)
			}
			if n := len(h.mails[bo]); n > 2 {
				t.Errorf("%d mails to somebody who refused", n)
			}
			h.check(h.store.View(func(tx *store.Tx) error {
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
	h := newHouse(t)
	const bo = "bo@example.net"
	h.vouched("ana@example.org", "challenge "+bo)
	h.reply(bo, "never")
	got := len(h.mails[bo])
	for year := range 3 {
		h.now = h.now.AddDate(1, 0, 0)
		h.vouched(fmt.Sprintf("friend%d@example.org", year), "challenge "+bo)
		if d := h.write(note{from: bo, body: "hello?"}); d != IgnoredStranger { // forged, perhaps
			t.Errorf("%s", d)
		}
	}
	if len(h.mails[bo]) > got {
		t.Errorf("Bo gets %s", tell(h.last(bo)))
	}
	h.vouched(bo, "challenge ana@example.org")
	h.vouched("carla@example.org", "challenge "+bo)
	if last := h.last(bo); field(last, "X-Unlur-Event") != "invite" {
		t.Errorf("having challenged somebody Bo gets %s", tell(last))
	}

	// Somebody who plays can say it, and plays on.
	h.reply(bo, "accept")
	h.vouched(bo, "never")
	h.vouched("dan@example.org", "challenge bo")
	if last := h.last("dan@example.org"); !strings.Contains(last.Text, "bo takes no challenges.") {
		t.Errorf("by name:\n%s", last.Text)
	}
	h.vouched("dan@example.org", "challenge "+bo)
	if last := h.last(bo); field(last, "X-Unlur-Event") != "never" {
		t.Errorf("Bo gets %s", tell(last))
	}
	h.vouched("carla@example.org", "resign")
	if last := h.last(bo); field(last, "X-Unlur-Event") != "cancelled" {
		t.Errorf("Bo gets %s", tell(last))
	}
}

// A challenge that nobody answers lapses, and its challenger hears of that; the
// address of somebody who does not write is forgotten later.
func TestLapsedChallenge(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const ana, bo = "ana@example.org", "bo@example.net"
	h.vouched(bo, "name Bo")
	h.vouched(ana, "challenge Bo\nchallenge carla@example.net")
	h.now = h.now.Add(DefaultLimits.InvitationTime)
	h.wake()
	for n := range store.GameNumber(2) {
		if g := h.game(n + 1); g.State != store.Lapsed {
			t.Errorf("game %d is %s", n+1, g.State)
		}
	}
	if n := len(h.mails[ana]); n != 4 || field(h.last(ana), "X-Unlur-Event") != "lapsed" {
		t.Errorf("Ana has %d mails, the last is %s", n, tell(h.last(ana)))
	}
	h.reply(bo, "accept")
	if last := h.last(bo); !strings.Contains(last.Text, "The challenge #1 has lapsed") {
		t.Errorf("too late:\n%s", last.Text)
	}
	h.now = h.now.Add(club.StrangerRest)
	h.wake()
	h.check(h.store.View(func(tx *store.Tx) error {
		if _, err := tx.PlayerByAddress("carla@example.net"); err == nil {
			t.Error("the address of somebody who never wrote is kept")
		}
		_, err := tx.PlayerByAddress(bo)
		return err
	}))
	h.reply("carla@example.net", "accept") // much too late
	if n := len(h.mails["carla@example.net"]); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// Somebody whose address is used by others gets one invitation from each of them,
// one in a week, and one answer in a week to mails that are forged from there:
// nothing when a challenge is taken back or lapses.
func TestStrangersAreLeftAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const victim = "victim@example.com"
	for day := range 30 {
		for i := range 5 {
			from := fmt.Sprintf("bully%d@example.org", i)
			h.vouched(from, "challenge "+victim)
			h.vouched(from, "withdraw")
			h.write(note{from: victim, body: "games"})
			h.write(note{from: victim, body: "never"})
			h.write(note{from: victim, body: "challenge " + from})
		}
		h.now = h.now.Truncate(24*time.Hour).AddDate(0, 0, 1).Add(time.Duration(day) * time.Minute)
		h.wake()
	}
	kinds := map[string]int{}
	for _, m := range h.mails[victim] {
		kinds[field(m, "X-Unlur-Event")]++
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
			return report("opt-out", "fbl@example.org", "List-Unsubscribe: "+field(m, "List-Unsubscribe")+"\n")
		}, true},
		"with what replies show": {func(m *store.Outgoing) string {
			return report("abuse", "fbl@example.org", "Message-ID: <"+m.MessageID+">\nReply-To: <"+m.ReplyTo.Addr+">\n")
		}, false},
		"with nothing": {func(*store.Outgoing) string { return report("abuse", "fbl@example.org", "To: bo@example.net\n") }, false},
		"praise":       {func(m *store.Outgoing) string { return report("not-spam", m.EnvelopeFrom, "") }, false},
	} {
		for _, who := range []string{"bo@example.net", "carla@example.net"} { // who plays, and who was invited
			t.Run(name+" "+who, func(t *testing.T) {
				h := newHouse(t)
				h.vouched("bo@example.net", "name Bo")
				h.vouched("ana@example.org", "challenge "+who)
				got := len(h.mails[who])
				h.receive(tc.mail(h.last(who)))
				h.check(h.store.View(func(tx *store.Tx) error {
					p, err := tx.Player(h.game(1).Player(h.game(1).Challenger.Other()))
					suppressed, unread := tx.Suppressed(who)
					h.check(unread)
					if ended := suppressed && h.game(1).State == store.Declined && (p.Silent || !p.Forgotten.IsZero()); ended != tc.ends {
						t.Errorf("ended: %v: %+v, game %s", ended, p, h.game(1).State)
					}
					return err
				}))
				if len(h.mails[who]) > got {
					t.Errorf("it was answered: %s", tell(h.last(who)))
				}
			})
		}
	}
}

// "never" counts wherever it stands in an answer from another address.
func TestDeclineAndNeverFromElsewhere(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.write(note{from: "ana@example.org", vouched: true, body: "challenge victim@example.com"})
	h.write(note{from: "victim@example.net", answers: h.last("victim@example.com"), body: "decline\nnever"})
	h.now = h.now.Add(8 * 24 * time.Hour)
	h.write(note{from: "bo@example.org", vouched: true, body: "challenge victim@example.com"})
	if n := len(h.mails["victim@example.com"]); n != 1 {
		t.Errorf("%d invitations", n)
	}
	h.fresh = nil
}

// Nobody is invited where no person can be: programs, whose mails would be bounces
// or subscriptions, and accounts of the machine that sends our mails.
func TestNoInvitationToPrograms(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, address := range []string{
		"root@localhost", "root@[127.0.0.1]", "postmaster@example.com", "unlur-list-request@example.com",
		"MAILER-DAEMON+x@example.com", "no-reply@example.com",
	} {
		if d := h.write(note{from: "ana@example.org", vouched: true, body: "challenge " + address}); d == Challenged || len(h.mails[address]) > 0 {
			t.Errorf("%s: %s", address, d)
		}
	}
	h.fresh = nil
}

// Who has one mailbox has many addresses, with anything behind a plus sign. To all
// of them together goes what goes to one.
func TestOneMailboxOfManyAddresses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	to := func() (n int) {
		for address, got := range h.mails {
			if strings.HasPrefix(strings.ToLower(address), "victim") {
				n += len(got)
			}
		}
		return n
	}
	for i := range 5 {
		h.write(note{from: fmt.Sprintf("victim+%d@example.com", i), body: "challenge bo@example.net"})
	}
	if to() != 1 {
		t.Errorf("%d mails to somebody who may never have written", to())
	}
	for i := range 5 {
		h.write(note{from: fmt.Sprintf("p%d@example.org", i), vouched: true, body: fmt.Sprintf("challenge Victim+%d@example.com", i)})
	}
	if to() != 2 {
		t.Errorf("%d mails with the invitations", to())
	}
	h.write(note{from: "victim@example.com", vouched: true, body: "never"})
	before := to()
	h.now = h.now.Add(8 * 24 * time.Hour)
	h.write(note{from: "carla@example.org", vouched: true, body: "challenge victim+x@example.com"})
	if to() != before {
		t.Error("invited after never")
	}
	h.fresh = nil
}

// Many invite one player in a day, by name and by address. Those beyond the limit send
// nothing there, not even when it ends, and who has played with the player is none of
// the many.
func TestManyInviteOne(t *testing.T) {
	h := newHouse(t)
	h.vouched(boAddress, "games")
	h.begin(anaAddress, boAddress)
	h.reply(anaAddress, "resign")
	h.now = h.now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	h.vouched(boAddress, "address add bo+unlur@example.net")
	h.reply("bo+unlur@example.net", "yes")
	invited := func() (n int) {
		for _, m := range h.mails[boAddress] {
			if field(m, "X-Unlur-Event") == string(templates.Invite) {
				n++
			}
		}
		return n
	}
	most := DefaultLimits.InvitedBy
	before := invited()
	for n := range 2 * most {
		who := "bo"
		if n%2 == 1 {
			who = "bo+unlur@example.net"
		}
		eve := fmt.Sprintf("eve%d@example.com", n)
		want := Challenged
		if n >= most && n%2 == 0 {
			want = Refused
		}
		if d := h.vouched(eve, "challenge "+who); d != want {
			t.Errorf("invitation %d, to %s: %s", n+1, who, d)
		}
	}
	if n := invited() - before; n != most {
		t.Errorf("%d invitations have arrived", n)
	}
	for n, eve := range []string{"eve0@example.com", "eve1@example.com"} { // and once more the same people
		h.vouched(eve, "withdraw")
		h.vouched(eve, "challenge bo")
		if got := invited() - before - most; got != n+1 {
			t.Errorf("%s invites again: %d have arrived", eve, got)
		}
	}
	if d := h.vouched(anaAddress, "challenge bo"); d != Challenged || invited() != before+most+3 {
		t.Errorf("ana, who has played with bo: %s", d)
	}
	held := h.last(fmt.Sprintf("eve%d@example.com", 2*most-1)).Game
	h.vouched(boAddress, "games")
	if list := h.last(boAddress).Text; !strings.Contains(list, fmt.Sprintf("#%d", held)) {
		t.Errorf("the invitation that was not sent is in no list:\n%s", list)
	}
	got := len(h.mails[boAddress])
	h.vouched(fmt.Sprintf("eve%d@example.com", most), "withdraw")
	if len(h.mails[boAddress]) != got {
		t.Errorf("bo hears of the end of what he never heard of: %s", tell(h.last(boAddress)))
	}
	h.pass(invitationTime)
	for _, m := range h.mails[boAddress][got:] {
		if m.Game == held {
			t.Errorf("and in time: %s", tell(m))
		}
	}
}
