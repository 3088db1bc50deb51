package mailbot_test

import (
	"container/heap"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

var (
	seasonFull = flag.Bool("season.full", false, "have TestSeason play the season of a big club, for many minutes")
	seasonSeed = flag.Uint64("season.seed", 1, "what the players of TestSeason are drawn from")
)

// A seasonSize says what is played in a season.
type seasonSize struct {
	players  int
	cups     int
	opened   int // tournaments that the operator opens
	entrants int // who join each of those
	onLadder int
	robots   int // who play robots, besides
	days     int // in which players join what there is; what has begun then goes on to its end
	plies    int // of a game, at most, unless it is played out
}

var (
	smallSeason = seasonSize{players: 12, cups: 1, opened: 1, entrants: 6, onLadder: 4, robots: 3, days: 16, plies: 10}
	bigSeason   = seasonSize{players: 200, cups: 40, opened: 4, entrants: 32, onLadder: 100, robots: 40, days: 120, plies: 44}
)

// TestSeason plays a season of a club, of which each player has habits drawn from a seed: players join cups, dated
// tournaments and the ladder, answer when they look at their mails, go away, leave, or never write again. Mails go in
// and come out as bytes, and time goes from one event to the next. The laws hold, and the log of the test tells what a
// season is like for its players.
//
// Then it plays the same season with a bot that is killed again and again, as a mail has come and as a clock rings,
// before what comes of it is on the disk and behind, and that loses its store and goes on with a backup: everybody gets
// the same mails in the same order, and all games, tournaments and the ladder come to the same end.
func TestSeason(t *testing.T) {
	t.Parallel()
	size := smallSeason
	if *seasonFull {
		size = bigSeason
	}
	calm := newClubSeason(t, size, *seasonSeed, nil)
	calm.play()
	calm.tell()
	calm.names()
	hard := newClubSeason(t, size, *seasonSeed, rand.New(rand.NewPCG(*seasonSeed, 1)))
	hard.play()
	t.Logf("%d mails, and the bot was killed %d times and lost its store %d times", len(calm.sent), hard.deaths, hard.losses)
	for i := range min(len(calm.sent), len(hard.sent)) {
		if diff := cmp.Diff(calm.sent[i], hard.sent[i]); diff != "" {
			t.Fatalf("mail %d is another one (-calm +in trouble):\n%s", i, diff)
		}
	}
	if len(calm.sent) != len(hard.sent) {
		t.Errorf("%d mails, and %d in trouble", len(calm.sent), len(hard.sent))
	}
	if diff := cmp.Diff(calm.kept(), hard.kept()); diff != "" {
		t.Errorf("the stores differ (-calm +in trouble):\n%s", diff)
	}
}

// A clubSeason is a bot with a club that plays one.
type clubSeason struct {
	*bottest.Bot
	size   seasonSize
	dice   *rand.Rand
	people []*regular
	at     map[string]*regular // by address
	agenda agenda
	acts   int // that were ever put on the agenda
	plans  map[store.GameNumber]plot
	named  []tournament.Number // those that the operator has opened
	cups   deck                // whose turn it is to join the next cup
	figures
	mishaps
}

func newClubSeason(t *testing.T, size seasonSize, seed uint64, fate *rand.Rand) *clubSeason {
	s := &clubSeason{
		size: size, dice: rand.New(rand.NewPCG(seed, 0)), at: map[string]*regular{}, plans: map[store.GameNumber]plot{},
		figures: newFigures(), mishaps: newMishaps(fate),
	}
	s.Bot = bottest.New(t, func(c *mailbot.Config) {
		c.Net, c.Cups, c.Ladder, c.Robots = true, true, true, true
		c.Puzzles = 2 // in so many games of a night one is looked for, which takes as long as all mails of a day
		c.Reached = s.reached
	})
	s.Brief = true // other tests have mails like these quoted
	s.gather()
	for i := range size.opened {
		starts := bottest.Start.AddDate(0, 0, size.days*(i+1)/(size.opened+2)+1)
		if said := s.Operator(starts.Format("open 2006-01-02 ") + fmt.Sprintf("Tournament %d:", i+1)); said != "done" {
			t.Fatal(said)
		}
		n := tournament.Number(i + 1)
		s.named = append(s.named, n)
		s.fill(n, starts)
	}
	s.cups = s.shuffled()
	s.later(24*time.Hour, s.joinsCup)
	s.later(s.lasts(), func() { s.Configure(func(c *mailbot.Config) { c.Ladder = false }) })
	s.later(24*time.Hour, s.daily)
	return s
}

// play plays the season to its end.
func (s *clubSeason) play() {
	for s.goesOn() {
		s.step()
	}
	s.laws()
	s.ended()
}

// comes is how long it takes until all players are there.
func (s *clubSeason) comes() time.Duration {
	return time.Duration(min(10, s.size.days/4)) * 24 * time.Hour
}

// lasts is how long players join what there is.
func (s *clubSeason) lasts() time.Duration { return time.Duration(s.size.days) * 24 * time.Hour }

// An act is what somebody does at a time.
type act struct {
	at     time.Time
	number int // of two at the same time, the one with the lower one comes first
	do     func()
}

// An agenda is a heap of acts.
type agenda []act

func (a agenda) Len() int      { return len(a) }
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a agenda) Less(i, j int) bool {
	if !a[i].at.Equal(a[j].at) {
		return a[i].at.Before(a[j].at)
	}
	return a[i].number < a[j].number
}
func (a *agenda) Push(x any) { *a = append(*a, x.(act)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// later puts an act on the agenda. Mails know whole seconds.
func (s *clubSeason) later(d time.Duration, do func()) {
	s.acts++
	heap.Push(&s.agenda, act{s.Now.Add(d.Round(time.Second)), s.acts, do})
}

// goesOn says whether anybody will do anything, or a game goes on.
func (s *clubSeason) goesOn() (yes bool) {
	if len(s.agenda) > 1 || s.Now.Sub(bottest.Start) < s.lasts() { // what is done daily is always there
		return true
	}
	s.Check(s.Store.View(func(tx *store.Tx) error {
		for _, err := range tx.LastOpenGames() {
			yes = true
			return err
		}
		return nil
	}))
	return yes
}

// step lets time go on to the next event, and that happen.
func (s *clubSeason) step() {
	next := s.next()
	s.Pass(max(0, next.Sub(s.Now)))
	s.read()
	if len(s.agenda) > 0 && !s.agenda[0].at.After(s.Now) {
		heap.Pop(&s.agenda).(act).do()
	}
}

// next gives the time of what comes next: an act, a wake-up of the bot, or a mail that waits for its day.
func (s *clubSeason) next() time.Time {
	next := s.agenda[0].at
	sooner := func(at time.Time) {
		if !at.IsZero() && at.Before(next) {
			next = at
		}
	}
	s.Check(s.Store.View(func(tx *store.Tx) error {
		wakes, err := tx.DueWakes(next, 1)
		if len(wakes) > 0 {
			sooner(wakes[0].At)
		}
		_, waits, dueErr := tx.Due(s.Now, 1, func(string) bool { return false })
		sooner(waits)
		if err == nil {
			err = dueErr
		}
		return err
	}))
	return next
}

// daily lets go of the mails of the day, which are held to their laws then, and looks at the store every ten days.
func (s *clubSeason) daily() {
	bottest.Shed(s.Bot)
	if s.days++; s.days%10 == 0 {
		s.laws()
		s.T.Logf("%d days, %d mails to the bot", s.days, s.mailsIn)
	}
	s.maySave()
	s.later(24*time.Hour, s.daily)
}

// laws are those that always hold. Verify knows most of them: that each pair of a group meets once, that nobody is away
// for longer than anybody can be, that the places of the ladder follow from what has happened there.
func (s *clubSeason) laws() {
	s.T.Helper()
	bottest.Sound(s.T, s.Store)
	s.Check(s.Store.View(func(tx *store.Tx) error {
		l, err := tx.Ladder()
		if err != nil {
			return err
		}
		there := map[uint32]bool{}
		for i, id := range l.Players() {
			if there[id] || l.Place(id) != i+1 {
				s.T.Errorf("player %d is on place %d of the ladder, and should be on %d alone", id, l.Place(id), i+1)
			}
			there[id] = true
		}
		return tx.EachPlayer(func(p *store.Player) error {
			if most := store.MostTaken(p.Away); most > store.MostAway {
				s.T.Errorf("%s is away for %v of a year", p.Name, most)
			}
			if there[uint32(p.ID)] && (p.Silent || !p.Forgotten.IsZero()) {
				s.T.Errorf("%s is on the ladder and gets no mails", p.Name)
			}
			return nil
		})
	}))
}

// ended holds that all that was to be played was played, to its end.
func (s *clubSeason) ended() {
	s.T.Helper()
	cups := 0
	for _, c := range s.tournaments() {
		switch {
		case c.State == tournament.Drawn:
			s.T.Errorf("tournament %d goes on, and none of its games does", c.Number)
		case c.Opened && c.State != tournament.Decided:
			s.T.Errorf("tournament %d is %s", c.Number, c.State)
		case !c.Opened && c.State == tournament.Decided:
			cups++
		}
	}
	if cups < s.size.cups {
		s.T.Errorf("%d cups were played, of %d", cups, s.size.cups)
	}
}

// tournaments gives all, the newest first.
func (s *clubSeason) tournaments() (all []*tournament.Tournament) {
	s.T.Helper()
	s.Check(s.Store.View(func(tx *store.Tx) error {
		for c, err := range tx.LastTournaments() {
			if err != nil {
				return err
			}
			all = append(all, c)
		}
		return nil
	}))
	return all
}
