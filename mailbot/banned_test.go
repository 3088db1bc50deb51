package mailbot_test

import (
	"strings"
	"testing"

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
