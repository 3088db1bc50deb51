package mailbot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// looksOfCarla are the ways in which somebody can look for games of others.
var looksOfCarla = []string{
	"profile ana", "results ana", "profile bo", "results bo", "standings", "seeks", "games", "profile", "results",
	"games Ana", "games Bo", "games all", "export #1",
	"show #2", "history #2", "show #2 at 1", "export #2", "preview C4 #2", "watch #2", "unwatch #2", "undo #2", "say #2 Hello", "export all", "export me",
}

// whatCarlaReads gives all that looking for games of others brings to light.
func whatCarlaReads(b *bottest.Bot) (read map[string]string) {
	b.T.Helper()
	read = map[string]string{}
	for _, look := range looksOfCarla {
		b.Person("carla@example.org").Writes(look)
		m := b.Person("carla@example.org").Last()
		read[look] = m.Subject + "\n" + m.Text + m.HTML.String()
		for _, f := range m.Files {
			read[look] += f.Name + "\n" + string(f.Data)
		}
		sealed, _ := bottest.Own.Detail(m.ReplyTo.Addr)
		if read[look] = strings.ReplaceAll(read[look], sealed, "TOKEN"); look == "export me" {
			read[look] = m.Subject // the times in it are her own
		}
	}
	return read
}

// A private game is in nobody else's lists and counts, before, while and after it is
// played, however it ends. Its players see it.
func TestPrivateGamesAreHidden(t *testing.T) {
	t.Parallel()
	for name, play := range bottest.SomeOf(map[string]func(b *bottest.Bot){
		"to the end": func(b *bottest.Bot) {
			b.Person(anaAddress).Replies("C4")
			b.Person(boAddress).Replies("D5")
			b.Person(anaAddress).Replies("resign")
		},
		"on time": func(b *bottest.Bot) {
			b.Person(anaAddress).Replies("C4")
			b.Person(boAddress).Replies("D5")
			b.Pass(4 * 24 * time.Hour)
		},
		"not at all":  func(b *bottest.Bot) { b.Pass(4 * 24 * time.Hour) },
		"for a while": func(b *bottest.Bot) { b.Person(anaAddress).Replies("C4"); b.Person(boAddress).Replies("D5") },
	}) {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			ana, bo := b.Person(anaAddress), b.Person(boAddress)
			b.Configure(func(c *mailbot.Config) { c.Limits = mailbot.GenerousLimits })
			b.Begin(ana, bo) // so that there is something to see
			ana.Replies("C4")
			bo.Replies("D5")
			ana.Replies("resign")
			b.Person("carla@example.org").Writes("games") // who reads her name in her first mail
			before := whatCarlaReads(b)
			ana.Writes("challenge bo private first pace 3d")
			bo.Replies("accept")
			if diff := cmp.Diff(before, whatCarlaReads(b)); diff != "" {
				t.Errorf("while it goes on: %s", diff)
			}
			play(b)
			if diff := cmp.Diff(before, whatCarlaReads(b)); diff != "" {
				t.Errorf("afterwards: %s", diff)
			}
			g := b.Game(2)
			for _, address := range []string{anaAddress, boAddress} {
				b.Person(address).Writes("profile")
				if !strings.Contains(b.Person(address).Last().Text, "in progress (only you see this)") {
					t.Errorf("%s reads in the own profile:\n%s", address, b.Person(address).Last().Text)
				}
				for _, look := range []string{"results", "results ana", "results bo"} {
					b.Person(address).Writes(look)
					if listed := strings.Contains(b.Person(address).Last().Text, "#2"); listed != (g.State != store.Playing) {
						t.Errorf("%s, %s: listed is %t in\n%s", address, look, listed, b.Person(address).Last().Text)
					}
				}
			}
			if g.Rated {
				t.Error("it is rated")
			}
		})
	}
}

// A challenge from before, to a game that would be private and rated, begins one that
// is not rated.
func TestPrivateGameOfferedAsRated(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Person(anaAddress).Writes("challenge " + boAddress + " private")
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		g, err := tx.Game(1)
		b.Check(err)
		g.Rated = true
		return tx.PutGame(g)
	}))
	b.Person(boAddress).Replies("accept")
	if g := b.Game(1); g.Rated || g.State != store.Playing {
		t.Errorf("%+v", g)
	}
}
