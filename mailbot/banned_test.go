package mailbot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// withBan gives a bot with Bo, who has a game that goes on, #1, and one that is over, #2; who
// watches nothing, and is banned.
func withBan(t *testing.T) (b *bottest.Bot, bo *bottest.Person) {
	t.Helper()
	b = bottest.New(t)
	b.Brief = true
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("C4").Is(decision.Played)
	ana.Writes("challenge bo size 5 first").Is(decision.Challenged)
	bo.Replies("accept").Is(decision.Started)
	ana.Writes("C4 #2").Is(decision.Played)
	bo.Writes("C3 #2").Is(decision.Played)
	bo.Writes("resign #2").Is(decision.Played)
	b.Person("carla@example.com").Writes("challenge dan@example.com first").Is(decision.Challenged)
	b.Person("dan@example.com").Replies("accept").Is(decision.Started)
	if said := b.Operator("ban bo@example.net: Wrote nonsense."); said != "done" {
		t.Fatal(said)
	}
	b.Fresh = nil
	return b, bo
}

const barred = "only lets you finish the games you're playing"

// saysBarred says whether a mail to Bo refuses something for the ban; nobody else gets one.
func saysBarred(t *testing.T, b *bottest.Bot) (yes bool) {
	t.Helper()
	for _, m := range b.Fresh {
		if strings.Contains(strings.Join(strings.Fields(m.Text), " "), barred) {
			yes = true
		}
	}
	for _, m := range b.Fresh {
		if yes && m.EnvelopeTo != "bo@example.net" {
			t.Errorf("%s gets a mail: %s", m.EnvelopeTo, m.Subject)
		}
	}
	b.Fresh = nil
	return yes
}

// Each command does for a banned player what its row in the table says, in all forms of which help
// shows an example, from a proven sender and from one who must be asked.
func TestWhatABannedPlayerMayDo(t *testing.T) {
	t.Parallel()
	for _, cmd := range bottest.Some(orders.Table) {
		t.Run(cmd.Verb, func(t *testing.T) {
			t.Parallel()
			for _, example := range cmd.Examples {
				b, bo := withBan(t)
				bo.Writes(example)
				if got := saysBarred(t, b); got != (cmd.Bar == orders.Barred) {
					t.Errorf("%q is refused for the ban: %t", example, got)
				}
				if cmd.Bar != orders.Barred {
					continue
				}
				bo.WritesUnproven(example)
				if !saysBarred(t, b) {
					t.Errorf("%q of who knows is not refused for the ban", example)
				}
				b.Check(b.Store.View(func(tx *store.Tx) error {
					p, err := tx.PlayerByAddress("bo@example.net")
					if err != nil || p.Name != "bo" || len(p.Others) > 0 || p.Banned.IsZero() {
						t.Errorf("after %q Bo is %+v", example, p)
					}
					open, err := tx.OpenGamesOf(p.ID)
					if len(open) != 1 {
						t.Errorf("after %q there are %d open games", example, len(open))
					}
					return err
				}))
			}
		})
	}
}

// What a banned player says reaches the opponent while a game goes on, with its last move too, and
// nobody else.
func TestWordsOfABannedPlayer(t *testing.T) {
	t.Parallel()
	for words, reaches := range map[string]bool{
		"#1 say Good luck!":           true,
		"D5 #1\n\nThat was hard.":     true,
		"resign #1\n\nWell played!":   true,
		"#2 say You cheat.":           false,
		"say You cheat.":              true, // in the only game that goes on
		"show #2\n\nYou cheat.":       false,
		"decline\n\nYou cheat.":       false,
		"challenge ana\n\nYou cheat.": false,
	} {
		b, bo := withBan(t)
		bo.Writes(words)
		reached := false
		for _, m := range b.Fresh {
			reached = reached || m.EnvelopeTo == "ana@example.org" && strings.Contains(m.Text, "  | ")
		}
		if reached != reaches {
			t.Errorf("%q reaches Ana: %t", words, reached)
		}
	}
}

// What was asked before a ban is refused when it is confirmed after it.
func TestQuestionsFromBeforeABan(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo, other := b.Person("ana@example.org"), b.Person("bo@example.net"), b.Person("bo@work.example.net")
	b.Begin(ana, bo)
	bo.Writes("address add bo@work.example.net").Is(decision.Noted)
	bo.WritesUnproven("challenge ana").Is(decision.Held)
	b.Operator("ban bo@example.net: Wrote nonsense.")
	b.Fresh = nil
	if bo.Answers(bo.Mails()[len(bo.Mails())-2], "yes"); !saysBarred(t, b) {
		t.Error("what was asked is not refused")
	}
	other.Replies("yes")
	b.Check(b.Store.View(func(tx *store.Tx) error {
		if _, err := tx.PlayerByAddress(other.Address); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the other address is a player's: %v", err)
		}
		return nil
	}))
}

// An address that was a banned player's is told so once, by a mail that a person has written and
// that asks for something or is vouched for, and by no other; in whatever form it is written.
func TestBannedAndForgotten(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	bo.Writes("seek").Is(decision.Challenged)
	b.Operator("ban bo@example.net: Wrote nonsense.")
	b.Operator("forget bo@example.net: And again.")
	b.Fresh = nil
	bo.WritesUnproven("Hello?").Is(decision.IgnoredStranger)
	b.Write(bottest.Note{From: bo.Address, Vouched: true, Body: "seek", Extra: "Auto-Submitted: auto-replied\n"}).Is(decision.IgnoredAuto)
	b.Write(bottest.Note{From: bo.Address, Vouched: true, Body: "seek", Extra: "X-Spam-Flag: YES\n"})
	if len(b.Fresh) > 0 {
		t.Errorf("%d mails leave", len(b.Fresh))
	}
	b.Write(bottest.Note{From: "Bo+games@example.net", Vouched: true, Body: "Hello?"}).Is(decision.Refused)
	if len(b.Fresh) != 1 || !strings.Contains(b.Fresh[0].Text, "You can't play here") {
		t.Errorf("%d mails leave", len(b.Fresh))
	}
	b.Pass(400 * 24 * time.Hour)
	bo.Writes("seek").Is(decision.IgnoredStranger)
	bo.WritesUnproven("help").Is(decision.IgnoredStranger)
	if got := b.Operator("unban bo@example.net"); got != "done" {
		t.Error(got)
	}
	bo.Writes("seek").Is(decision.Challenged)
}

// Who was only invited can be banned, hears nothing of it, and stays so when nothing else is known
// of them any more.
func TestBanOfTheInvited(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, dan := b.Person("ana@example.org"), b.Person("dan@example.com")
	ana.Writes("challenge dan@example.com").Is(decision.Challenged)
	if got := b.Operator("ban dan@example.com: A trap."); got != "done" {
		t.Fatal(got)
	}
	if len(dan.Mails()) != 1 || bottest.Field(ana.Last(), "X-Unlur-Event") != "declined" {
		t.Errorf("Dan has %d mails, and Ana's last is %q", len(dan.Mails()), ana.Last().Text)
	}
	dan.Replies("accept").Is(decision.Refused)
	ana.Writes("challenge dan@example.com size 5").Is(decision.Challenged)
	ana.Writes("challenge fay@example.com").Is(decision.Challenged)
	b.Operator("ban fay@example.com: A trap.")
	b.Pass(101 * 24 * time.Hour)
	b.Fresh = nil
	b.Person("fay@example.com").Writes("seek").Is(decision.Refused)
	if len(b.Fresh) != 1 || !strings.Contains(b.Fresh[0].Text, "You can't play here") {
		t.Errorf("%d mails leave", len(b.Fresh))
	}
}

// The log says what was done, what was before and why; what the player has is told on request.
func TestActsOnPlayersAreLogged(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	b.Operator("rename bo@example.net Robert: Bo is another.")
	b.Operator("ban Robert: Wrote nonsense.")
	log := b.Log.String()
	for _, words := range []string{"act=rename", "was=bo", "is=Robert", `reason="Bo is another."`, "act=ban", "number=2", "player=2", "open_games=1"} {
		if !strings.Contains(log, words) {
			t.Errorf("the log has no %s", words)
		}
	}
	bo.Writes("export me").Is(decision.Answered)
	if files := bo.Last().Files; len(files) == 0 || !strings.Contains(string(files[0].Data), "Wrote nonsense.") {
		t.Errorf("the export is %v", files)
	}
}

// Whatever people write and the operator does, who is banned gets no game, no watched one, no
// name and no address, and the store is sound all the while.
func TestBansHold(t *testing.T) {
	t.Parallel()
	people := []string{"ana@example.org", "bo@example.net", "carla@example.com"}
	words := []string{
		"challenge ana@example.org", "challenge bo@example.net size 5 match", "challenge Carla", "accept", "accept #1", "accept #2", "decline", "withdraw", "seek", "seek count 2", "rematch",
		"C4", "D5", "E6", "black", "resign", "abort", "undo", "allow", "say Hello!", "watch #1", "watch #2", "name Frida", "address add other@example.net", "yes", "stop", "forget me", "I would like to play.",
	}
	acts := []string{"ban %s: Wrote nonsense.", "ban %s: Wrote nonsense.", "unban %s", "rename %s Robert: Rude.", "forget %s: Gone."}
	checkLaw(t, func(r *rapid.T) {
		b := bottest.New(t)
		b.Brief = true
		type holding struct {
			games, watched, addresses int
			name                      string
		}
		held := map[store.PlayerID]holding{}
		check := func(did string) {
			banned := map[store.PlayerID]holding{}
			b.Check(b.Store.View(func(tx *store.Tx) error {
				return tx.EachPlayer(func(p *store.Player) error {
					if p.Banned.IsZero() {
						return nil
					}
					open, err := tx.OpenGamesOf(p.ID)
					if err != nil {
						return err
					}
					watched, err := tx.WatchedBy(p.ID)
					now := holding{len(open), len(watched), len(p.Addresses()), p.Name}
					banned[p.ID] = now
					if was, before := held[p.ID]; now.watched > 0 || before && (now.games > was.games || now.addresses > was.addresses) ||
						before && was.name != "" && now.name != was.name && !strings.Contains(did, "rename") {
						r.Fatalf("after %q player %d, who is banned, has %+v, and before %+v", did, p.ID, now, was)
					}
					return err
				})
			}))
			held = banned
		}
		for range 25 {
			who := b.Person(rapid.SampledFrom(people).Draw(r, "who"))
			switch rapid.IntRange(0, 4).Draw(r, "what") {
			case 0:
				act := fmt.Sprintf(rapid.SampledFrom(acts).Draw(r, "act"), who.Address)
				check(act + ": " + b.Operator(act))
			case 1:
				if len(who.Mails()) > 0 {
					said := rapid.SampledFrom(words).Draw(r, "reply")
					who.Replies(said)
					check(who.Address + " replies " + said)
				}
			default:
				said := rapid.SampledFrom(words).Draw(r, "words")
				who.Writes(said)
				check(who.Address + " writes " + said)
			}
		}
		bottest.Sound(t, b.Store)
	})
}
