package mailbot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// watchers gives some people a look at a game.
func letWatch(b *bottest.Bot, n store.GameNumber, addresses ...string) {
	b.T.Helper()
	for _, address := range addresses {
		if d := b.Person(address).Writes(fmt.Sprintf("watch #%d", n)).Decision; d != decision.Noted {
			b.T.Fatalf("%s watches: %s", address, d)
		}
	}
	b.Fresh = nil
}

func watchersOf(b *bottest.Bot, n store.GameNumber) (ids []store.PlayerID) {
	for _, w := range b.Game(n).Watchers {
		ids = append(ids, w.Player)
	}
	return ids
}

// Whatever the players do, somebody who watches gets a mail with each new position,
// and in none of them a word, a note or a plan of theirs.
func TestWatchersSeeOnlyTheBoard(t *testing.T) {
	players := []string{"ana@example.org", "bo@example.net"}
	checkLaw(t, func(rt *rapid.T) {
		b := bottest.New(t)
		carla := b.Person("carla@example.org")
		b.Brief = true
		b.Begin(b.Person(players[0]), b.Person(players[1]))
		letWatch(b, 1, "carla@example.org")
		for range rapid.IntRange(1, 10).Draw(rt, "mails") {
			before, got := b.Game(1), len(carla.Mails())
			line := rapid.SampledFrom([]string{
				"say secret", "note: secret", cellOf(b) + "\n\nsecret", cellOf(b) + "\nif any C4", "if any D5, any E6", "undo\n\nsecret", "allow\n\nsecret", "show", "resign\n\nsecret",
			}).Draw(rt, "line")
			b.Person(rapid.SampledFrom(players).Draw(rt, "who")).Replies(line)
			after, want := b.Game(1), got
			if len(after.Events) != len(before.Events) || after.State != before.State {
				want++
			}
			mails := carla.Mails()
			if len(mails) != want {
				rt.Fatalf("%q: %d mails to Carla, want %d", line, len(mails), want)
			}
			if last := mails[len(mails)-1]; len(mails) > got && bottest.Field(last, "X-Unlur-Ply") != fmt.Sprint(after.Course.Ply) {
				rt.Errorf("%q: Carla sees %s", line, tell(last))
			}
		}
		for _, m := range carla.Mails() {
			if all := m.Subject + m.Text + m.HTML.String(); strings.Contains(all, "secret") || strings.Contains(all, "plan") || strings.Contains(all, "You can") {
				rt.Errorf("Carla reads\n%s", m.Text)
			}
			if root := carla.Mails()[0]; m != root && !slices.Contains(m.References, root.MessageID) {
				rt.Errorf("%s is not in Carla's thread: %q", tell(m), m.References)
			}
		}

	})
}

// There is room for so many watchers of a game, and so many games of a watcher.
func TestWatchingHasLimits(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	carla := b.Person("carla@example.org")
	b.Brief = true
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	for i := range club.MostWatchers {
		letWatch(b, 1, fmt.Sprintf("watcher%d@example.org", i))
	}
	if d := b.Person("late@example.org").Writes("watch #1").Decision; d != decision.Refused {
		t.Errorf("one too many is %s", d)
	}
	letWatch(b, 1, "watcher3@example.org") // who does already
	for n := range club.MostWatched {
		b.Begin(b.Person(fmt.Sprintf("one%d@example.org", n)), b.Person(fmt.Sprintf("two%d@example.net", n)))
		letWatch(b, store.GameNumber(n+2), "carla@example.org")
	}
	b.Person("watcher3@example.org").Writes("unwatch #1")
	if d := carla.Writes("watch #1").Decision; d != decision.Refused || !strings.Contains(carla.Last().Text, "You're watching 20 games") {
		t.Errorf("one game too many is %s", d)
	}
	carla.Writes("unwatch #2")
	letWatch(b, 1, "carla@example.org")

}

// Whoever wants no mails, can't be reached or is forgotten watches nothing any more;
// the others go on.
func TestWatchingEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(b *bottest.Bot){
		"unwatch": func(b *bottest.Bot) { b.Person("carla@example.org").Writes("unwatch #1") },
		"stop":    func(b *bottest.Bot) { b.Person("carla@example.org").Writes("stop") },
		"a click": func(b *bottest.Bot) {
			performSection(b, "carla@example.org unsubscribes", strings.Fields("carla@example.org unsubscribes"), "")
		},
		"a bounce": func(b *bottest.Bot) {
			b.Receive(bottest.Returned(b.Person("carla@example.org").Last(), "failed", "5.1.1"))
		},
		"forget me": func(b *bottest.Bot) {
			b.Person("carla@example.org").Writes("forget me")
			b.Person("carla@example.org").Replies("yes")
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			ana := b.Person("ana@example.org")
			b.Begin(ana, b.Person("bo@example.net"))
			letWatch(b, 1, "carla@example.org", "dan@example.org")
			end(b)
			if got := watchersOf(b, 1); len(got) != 1 || got[0] != 4 {
				t.Errorf("watched by %v", got)
			}
			b.Fresh = nil
			ana.Replies("C4")
			if len(b.Fresh) != 3 || b.Fresh[2].EnvelopeTo != "dan@example.org" {
				t.Errorf("%d mails", len(b.Fresh))
			}

		})
	}
}

// A game whose time is up, or that is cancelled, is shown once more.
func TestWatchersSeeTheEnd(t *testing.T) {
	t.Parallel()
	for _, moved := range []bool{false, true} {
		b := bottest.New(t)
		ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
		b.Begin(ana, bo)
		letWatch(b, 1, "carla@example.org")
		if moved {
			ana.Replies("C4")
			bo.Replies("D5")
		}
		for range 40 {
			b.Pass(24 * time.Hour)
		}
		last := b.Person("carla@example.org").Last()
		if over := bottest.Field(last, "X-Unlur-Result") != ""; !over || len(watchersOf(b, 1)) > 0 {
			t.Errorf("moved %v: the last mail is %s, watched by %v", moved, tell(last), watchersOf(b, 1))
		}
		b.Fresh = nil
	}
}

// Of a game that was called off its watchers read by whom, in the mail and in the mail of
// the day.
func TestWatchersReadWhoCalledOff(t *testing.T) {
	t.Parallel()
	for by, called := range map[string]string{"ana@example.org": "ana called game #1 off", "bo@example.net": "bo called game #1 off"} {
		b := bottest.New(t)
		ana, carla, dan := b.Person("ana@example.org"), b.Person("carla@example.org"), b.Person("dan@example.org")
		b.Begin(ana, b.Person("bo@example.net"))
		letWatch(b, 1, carla.Address, dan.Address)
		dan.Writes("set mails daily")
		ana.Replies("C4")
		b.Person(by).Replies("abort").Is(decision.Played)
		b.Pass(24 * time.Hour)
		for _, p := range []*bottest.Person{carla, dan} {
			if text := strings.Join(strings.Fields(p.Last().Text), " "); !strings.Contains(text, called) {
				t.Errorf("%s calls it off, %s reads\n%s", by, p.Address, p.Last().Text)
			}
		}
	}
}
