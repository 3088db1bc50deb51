package mailbot_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/bottest"
)

var (
	simSeeds = flag.Int("sim.seeds", 0, "how many histories TestSim goes through; 0 is a few, or one with -sim.seed")
	simFirst = flag.Uint64("sim.seed", 0, "the first of them; 0 is the first of all")
)

// simAtHand is how many seeds an ordinary go test goes through.
const simAtHand = 16

// TestSim lets the bot live through histories: people who play, write nonsense
// and answer old mails, mail that is lost, late, out of order or comes twice,
// servers that break off, forget, refuse and lie, and a process that is killed
// at any moment and finds an old copy of its store. One seed is one history,
// the same each time; a failing one prints the command that repeats it and
// leaves its story in testdata/sim.
//
// The bot is the real one with its real loops and a real store. Mailbox and
// relay are simulated behind the two interfaces that it knows them by, and the
// time is virtual. What should come of each mail is said by a model (see
// sim_model_test.go), which knows nothing of the bot's code.
func TestSim(t *testing.T) {
	first, count := *simFirst, *simSeeds
	switch {
	case first == 0 && count == 0:
		first, count = 1, len(bottest.Some(make([]struct{}, simAtHand)))
	case first == 0:
		first = 1
	case count == 0:
		count = 1
	}
	total := &tally{}
	t.Run("seeds", func(t *testing.T) {
		for seed := first; seed < first+uint64(count); seed++ {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				total.add(liveThrough(t, seed, count == 1 && testing.Verbose()).tally)
			})
		}
	})
	t.Log(total)
}

// TestSimRepeats holds that a seed is one history: nothing in it hangs on the
// scheduler, on the order of a map or on the time of day.
func TestSimRepeats(t *testing.T) {
	for _, seed := range bottest.Some([]uint64{1, 2, 6}) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			once, again := liveThrough(t, seed, false), liveThrough(t, seed, false)
			if once.history.sum() != again.history.sum() {
				t.Errorf("two histories of one seed differ at:\n%s", once.history.difference(&again.history))
			}
		})
	}
}

// TestSimStory holds that the story of a history, which a failing one leaves
// behind, can be played again as a conversation, without its faults. It is so if no
// clock rang and no game began by itself, for without faults it would do so at another time, and if no mail was
// dealt with on another day than it came: the tokens of mails that come back count
// days.
func TestSimStory(t *testing.T) {
	for seed, told := uint64(1), 0; told < 1; seed++ {
		w := liveThrough(t, seed, false)
		story := txtar.Parse(txtar.Format(w.conversation()))
		if w.tally.rings > 0 || w.model.counted.ladderGames > 0 || w.model.delayed {
			continue
		}
		told++
		b := bottest.New(t)
		b.Configure(func(c *mailbot.Config) { c.Limits = mailbot.GenerousLimits })
		b.Configure(func(c *mailbot.Config) {
			c.Limits.InvitationTime, c.Cups, c.Ladder = simInvitation, w.trouble.cups, w.trouble.ladder
		})
		got := ""
		for _, section := range story.Files {
			switch what, rest, _ := strings.Cut(section.Name, " "); what {
			case "clock":
				d, err := time.ParseDuration(rest)
				b.Check(err)
				b.Pass(d)
			case "raw":
				got += string(performSection(b, "raw", nil, strings.TrimSuffix(string(section.Data), "\n"))) + "\n"
			case "decisions":
				if diff := cmp.Diff(string(section.Data), got); diff != "" {
					t.Errorf("seed %d (-history +story):\n%s", seed, diff)
				}
			}
		}
	}
}

// simStart is when a bot of bottest begins, too; synctest begins earlier.
var simStart = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// liveThrough goes through the history of a seed.
func liveThrough(t *testing.T, seed uint64, talk bool) (w *world) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(simStart))
		w = newWorld(t, seed)
		if talk {
			w.listen()
		}
		w.run()
	})
	w.report(t)
	return w
}
