package mailbot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// ownerOf names the player who writes from an address, "" for nobody.
func ownerOf(b *bottest.Bot, address string) (name string) {
	b.T.Helper()
	err := b.Store.View(func(tx *store.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err == nil {
			name = p.Name
		}
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		b.T.Fatal(err)
	}
	return name
}

// Whoever adds an address reads the same, whosever it is, and an address is asked
// once a week at most, by all players together.
func TestNobodyLearnsWhoseAnAddressIs(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, carla := b.Person("ana@example.org"), b.Person("carla@example.com")
	b.Begin(ana, b.Person("bo@example.net"))
	carla.Writes("help")
	b.Person("dan@example.com").Writes("never")
	b.Fresh = nil
	answers := map[string]bool{}
	for _, address := range []string{"bo@example.net", "dan@example.com", "new@example.com", "new@example.com"} {
		ana.Writes("address add " + address)
		answers[strings.ReplaceAll(ana.Last().Text, address, "it")] = true
	}
	carla.Writes("address add new@example.com")
	if len(answers) != 1 {
		t.Errorf("Ana reads %d different answers", len(answers))
	}
	asked := 0
	for _, m := range b.Fresh {
		switch m.EnvelopeTo {
		case "new@example.com":
			asked++
		case "bo@example.net", "dan@example.com":
			t.Errorf("%s gets a mail: %s", m.EnvelopeTo, m.Subject)
		}
	}
	if asked != 1 {
		t.Errorf("new@example.com was asked %d times", asked)
	}

}

// Whoever adds an address reads the same when others have used up the answers of the day, though
// the address is not asked then.
func TestAddressesWhenAnswersAreUsedUp(t *testing.T) {
	t.Parallel()
	b := bottest.New(t, func(c *mailbot.Config) { c.Limits.UnprovenInAll = 2 })
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Writes("address add first@example.com").Is(decision.Noted)
	want := strings.ReplaceAll(flat(ana.Last()), "first@example.com", "it")
	for i := range 4 {
		b.Person(fmt.Sprintf("stranger%d@example.com", i)).WritesUnproven("games")
	}
	for _, address := range []string{"new@example.com", "bo@example.net"} {
		before := len(ana.Mails())
		ana.Writes("address add " + address).Is(decision.Noted)
		got := ana.Mails()[before:]
		if len(got) != 1 || strings.ReplaceAll(flat(got[0]), address, "it") != want {
			t.Errorf("about %s Ana gets %d mails, the first of which is\n%s", address, len(got), got[0].Text)
		}
	}
	if n := len(b.Person("new@example.com").Mails()); n > 0 {
		t.Errorf("the address was asked %d times", n)
	}
}

// Only an answer from the address itself, with the token of the question, makes it
// the player's, and only in three days.
func TestOnlyTheAddressItselfAgrees(t *testing.T) {
	t.Parallel()
	for name, try := range map[string]struct {
		from string
		body string
		wait time.Duration
		want string
	}{
		"from there":            {"new@example.com", "yes", 0, "ana"},
		"on the last day":       {"new@example.com", "yes", author.RequestRest - time.Hour, "ana"},
		"too late":              {"new@example.com", "yes", author.RequestRest, ""},
		"no":                    {"new@example.com", "no", 0, ""},
		"something else":        {"new@example.com", "games", 0, ""},
		"from somebody's":       {"bo@example.net", "yes", 0, ""},
		"from nobody's":         {"eve@example.com", "yes", 0, ""},
		"from the player's own": {"ana@example.org", "yes", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			ana, new := b.Person("ana@example.org"), b.Person("new@example.com")
			b.Begin(ana, b.Person("bo@example.net"))
			ana.Writes("address add new@example.com")
			question := new.Last()
			b.Now = b.Now.Add(try.wait)
			b.Person(try.from).Answers(question, try.body)
			if owner := ownerOf(b, "new@example.com"); owner != try.want {
				t.Errorf("the address is %q's", owner)
			}
			new.Answers(question, "yes")
			if owner := ownerOf(b, "eve@example.com") + ownerOf(b, "bo@example.net"); owner != "bo" {
				t.Errorf("others' addresses are %q's", owner)
			}

		})
	}
}

// The farewell to an address that was dropped goes to a copy of its player, of which nothing is
// stored: a player whose name the bot had to change is told so where mails go now.
func TestADroppedAddressStaysDropped(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, new := b.Person("ana@example.org"), b.Person("new@example.com")
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Writes("address add new@example.com")
	new.Replies("yes").Is(decision.Noted)
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		p, err := tx.PlayerByName("ana")
		b.Check(err)
		p.Name, p.Renamed = "ana2", "ana"
		return tx.PutPlayer(p)
	}))
	ana.Writes("address drop ana@example.org").Is(decision.Noted)
	if owner := ownerOf(b, "ana@example.org") + " " + ownerOf(b, "new@example.com"); owner != " ana2" {
		t.Errorf("the addresses are of %q", owner)
	}
	if text := strings.Join(strings.Fields(new.Last().Text), " "); !strings.Contains(text, "Your name, ana, looked too much") {
		t.Errorf("Ana reads at her new address:\n%s", text)
	}
}
