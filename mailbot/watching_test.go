package mailbot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"unlurbot/mailbot/club"
	"unlurbot/store"
)

// watchers gives some people a look at a game.
func (h *house) watchers(n store.GameNumber, addresses ...string) {
	h.t.Helper()
	for _, address := range addresses {
		if d := h.vouched(address, fmt.Sprintf("watch #%d", n)); d != Noted {
			h.t.Fatalf("%s watches: %s", address, d)
		}
	}
	h.fresh = nil
}

func (h *house) watching(n store.GameNumber) (ids []store.PlayerID) {
	for _, w := range h.game(n).Watchers {
		ids = append(ids, w.Player)
	}
	return ids
}

// Whatever the players do, somebody who watches gets a mail with each new position,
// and in none of them a word, a note or a plan of theirs.
func TestWatchersSeeOnlyTheBoard(t *testing.T) {
	players := []string{"ana@example.org", "bo@example.net"}
	checkHouses(t, func(rt *rapid.T) {
		h := newHouse(t)
		h.brief = true
		h.begin(players[0], players[1])
		h.watchers(1, "carla@example.org")
		for range rapid.IntRange(1, 10).Draw(rt, "mails") {
			before, got := h.game(1), len(h.mails["carla@example.org"])
			line := rapid.SampledFrom([]string{
				"say secret", "note: secret", cellOf(h) + "\n\nsecret", cellOf(h) + "\nif any C4", "if any D5, any E6", "undo\n\nsecret", "allow\n\nsecret", "show", "resign\n\nsecret",
			}).Draw(rt, "line")
			h.reply(rapid.SampledFrom(players).Draw(rt, "who"), line)
			after, want := h.game(1), got
			if len(after.Events) != len(before.Events) || after.State != before.State {
				want++
			}
			mails := h.mails["carla@example.org"]
			if len(mails) != want {
				rt.Fatalf("%q: %d mails to Carla, want %d", line, len(mails), want)
			}
			if last := mails[len(mails)-1]; len(mails) > got && field(last, "X-Unlur-Ply") != fmt.Sprint(after.Course.Ply) {
				rt.Errorf("%q: Carla sees %s", line, tell(last))
			}
		}
		for _, m := range h.mails["carla@example.org"] {
			if all := m.Subject + m.Text + m.HTML.String(); strings.Contains(all, "secret") || strings.Contains(all, "plan") || strings.Contains(all, "You can") {
				rt.Errorf("Carla reads\n%s", m.Text)
			}
			if root := h.mails["carla@example.org"][0]; m != root && !slices.Contains(m.References, root.MessageID) {
				rt.Errorf("%s is not in Carla's thread: %q", tell(m), m.References)
			}
		}
		h.fresh = nil
	})
}

// There is room for so many watchers of a game, and so many games of a watcher.
func TestWatchingHasLimits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.brief = true
	h.begin("ana@example.org", "bo@example.net")
	for i := range club.MostWatchers {
		h.watchers(1, fmt.Sprintf("watcher%d@example.org", i))
	}
	if d := h.vouched("late@example.org", "watch #1"); d != Refused {
		t.Errorf("one too many is %s", d)
	}
	h.watchers(1, "watcher3@example.org") // who does already
	for n := range club.MostWatched {
		h.begin(fmt.Sprintf("one%d@example.org", n), fmt.Sprintf("two%d@example.net", n))
		h.watchers(store.GameNumber(n+2), "carla@example.org")
	}
	h.vouched("watcher3@example.org", "unwatch #1")
	if d := h.vouched("carla@example.org", "watch #1"); d != Refused || !strings.Contains(h.last("carla@example.org").Text, "You watch 20 games") {
		t.Errorf("one game too many is %s", d)
	}
	h.vouched("carla@example.org", "unwatch #2")
	h.watchers(1, "carla@example.org")
	h.fresh = nil
}

// Whoever wants no mails, can't be reached or is forgotten watches nothing any more;
// the others go on.
func TestWatchingEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(h *house){
		"unwatch": func(h *house) { h.vouched("carla@example.org", "unwatch #1") },
		"stop":    func(h *house) { h.vouched("carla@example.org", "stop") },
		"a click": func(h *house) {
			h.perform("carla@example.org unsubscribes", strings.Fields("carla@example.org unsubscribes"), "")
		},
		"a bounce":  func(h *house) { h.receive(returned(h.last("carla@example.org"), "failed", "5.1.1")) },
		"forget me": func(h *house) { h.vouched("carla@example.org", "forget me"); h.reply("carla@example.org", "yes") },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			h.watchers(1, "carla@example.org", "dan@example.org")
			end(h)
			if got := h.watching(1); len(got) != 1 || got[0] != 4 {
				t.Errorf("watched by %v", got)
			}
			h.fresh = nil
			h.reply("ana@example.org", "C4")
			if len(h.fresh) != 3 || h.fresh[2].EnvelopeTo != "dan@example.org" {
				t.Errorf("%d mails", len(h.fresh))
			}
			h.fresh = nil
		})
	}
}

// A game whose time is up, or that is cancelled, is shown once more.
func TestWatchersSeeTheEnd(t *testing.T) {
	t.Parallel()
	for _, moved := range []bool{false, true} {
		h := newHouse(t)
		h.begin("ana@example.org", "bo@example.net")
		h.watchers(1, "carla@example.org")
		if moved {
			h.reply("ana@example.org", "C4")
			h.reply("bo@example.net", "D5")
		}
		for range 40 {
			h.pass(24 * time.Hour)
		}
		last := h.last("carla@example.org")
		if over := field(last, "X-Unlur-Result") != ""; !over || len(h.watching(1)) > 0 {
			t.Errorf("moved %v: the last mail is %s, watched by %v", moved, tell(last), h.watching(1))
		}
		h.fresh = nil
	}
}
