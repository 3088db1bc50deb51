package mailbot_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// Figures are what a season comes to.
type figures struct {
	days    int // that have passed
	gone    int // players who write no more, without a word
	mailsIn int
	mails   map[templates.Kind]int
	on      map[playerDay]int // the mails that a player got on a day
	unasked map[playerDay]int // those of them that are no answers to what the player has written

	began time.Time       // the transaction that goes on
	spans []time.Duration // of the transactions since mails were last read
	took  []time.Duration // of all transactions, but for draws
	most  time.Duration   // the longest one of them
	led   string          // the mails that came of that
	draws []string        // what each draw of a tournament took that the operator has opened
}

// A playerDay is a day of a player.
type playerDay struct {
	address string
	day     int
}

func newFigures() figures {
	return figures{mails: map[templates.Kind]int{}, on: map[playerDay]int{}, unasked: map[playerDay]int{}}
}

func dayOf(at time.Time) int { return int(at.Sub(bottest.Start) / (24 * time.Hour)) }

// reached takes the time of each transaction: of mails that were read together, or of a wake-up.
func (s *clubSeason) reached(at mailbot.Point) {
	s.mayDie()
	switch at {
	case mailbot.PointNoted, mailbot.PointWaking:
		s.began = time.Now()
	case mailbot.PointCommitted, mailbot.PointWoken:
		s.spans = append(s.spans, time.Since(s.began))
	}
}

// count notes a mail that has left.
func (s *clubSeason) count(m *store.Outgoing) {
	s.mails[templates.Kind(bottest.Field(m, "X-Unlur-Event"))]++
	today := playerDay{m.EnvelopeTo, dayOf(s.Now)}
	if s.on[today]++; bottest.Field(m, "Auto-Submitted") != "auto-replied" {
		s.unasked[today]++
	}
}

// countSpans notes how long the transactions took from which some mails come. How long one takes is told, and no law.
func (s *clubSeason) countSpans(fresh []*store.Outgoing) {
	drawn := 0
	for _, m := range fresh {
		if bottest.Field(m, "X-Unlur-Event") == string(templates.Drawn) {
			drawn++
		}
	}
	if drawn > club.CupPlayers {
		s.draws = append(s.draws, fmt.Sprintf("%v (%d mails)", slices.Max(append(s.spans, 0)).Round(time.Millisecond), len(fresh)))
	} else {
		s.took = append(s.took, s.spans...)
		if longest := slices.Max(append(s.spans, 0)); longest > s.most {
			s.most, s.led = longest, ""
			for _, m := range fresh[:min(len(fresh), 10)] {
				s.led += " " + bottest.Field(m, "X-Unlur-Event")
			}
		}
	}
	s.spans = nil
}

// Endings are how some games ended.
type endings struct{ games, onTime, cancelled, resigned int }

// tell logs the figures.
func (s *clubSeason) tell() {
	s.T.Helper()
	out := 0
	for _, n := range s.mails {
		out += n
	}
	s.T.Logf("seed %d: %d players, of whom %d dropped out without a word; %d days; %d mails in, %d out",
		*seasonSeed, len(s.people), s.gone, dayOf(s.Now), s.mailsIn, out)
	s.tellMails(s.tellGames())
	s.tellTournaments()
	slices.Sort(s.took)
	at := func(of1000 int) time.Duration {
		return s.took[(len(s.took)-1)*of1000/1000].Round(time.Millisecond / 10)
	}
	s.T.Logf("transactions, without the disk: median %v, 99 %% %v, 99.9 %% %v, most %v (of which came%s); draws of tournaments: %s", at(500), at(990), at(999), at(1000), s.led, strings.Join(s.draws, ", "))
}

// tellGames tells how games ended, and gives the days on which each player had one.
func (s *clubSeason) tellGames() map[playerDay]int {
	kinds := map[string]*endings{"cups": {}, "tournaments": {}, "ladder": {}, "all": {}}
	opened := map[uint32]bool{}
	for _, n := range s.named {
		opened[uint32(n)] = true
	}
	boards := map[playerDay]int{}
	var plies, stay []int
	byGone := 0
	s.Check(s.Store.View(func(tx *store.Tx) error {
		return tx.EachGame(func(g *store.Game) error {
			kind := "cups"
			switch {
			case g.Ladder != nil:
				kind = "ladder"
			case opened[uint32(g.Tournament)]:
				kind = "tournaments"
			}
			for _, t := range []*endings{kinds[kind], kinds["all"]} {
				t.games++
				switch {
				case g.State == store.Cancelled:
					t.cancelled++
				case g.Course.Reason == game.ByTimeout:
					t.onTime++
				case g.Course.Reason == game.ByResignation:
					t.resigned++
				}
			}
			plies = append(plies, g.Course.Ply)
			stay = append(stay, dayOf(g.Ended)-dayOf(g.Started))
			for _, id := range g.Players {
				p, err := tx.Player(id)
				if err != nil || !p.Forgotten.IsZero() {
					return err
				}
				for day := dayOf(g.Started); day <= dayOf(g.Ended); day++ {
					boards[playerDay{p.Address, day}]++
				}
				if g.Course.Reason == game.ByTimeout && g.Player(g.Course.Winner.Other()) == id && s.at[p.Address].gone {
					byGone++
				}
			}
			return nil
		})
	}))
	for _, kind := range []string{"cups", "tournaments", "ladder", "all"} {
		t := kinds[kind]
		s.T.Logf("games, %s: %d; lost on time %s, never begun %s, resigned %s", kind, t.games, share(t.onTime, t.games), share(t.cancelled, t.games), share(t.resigned, t.games))
	}
	s.T.Logf("of those lost on time %s by who had dropped out", share(byGone, kinds["all"].onTime))
	s.T.Logf("plies of a game: %s; days of a game: %s", spreadOf(plies), spreadOf(stay))
	return boards
}

// tellMails tells how many mails players got on the days on which they had a game.
func (s *clubSeason) tellMails(boards map[playerDay]int) {
	var mails, unasked, open, always []int
	mean, had := map[string]float64{}, map[string]float64{}
	for d, n := range boards {
		mails, unasked, open = append(mails, s.on[d]), append(unasked, s.unasked[d]), append(open, n)
		mean[d.address] += float64(s.on[d])
		had[d.address]++
	}
	for address, days := range had {
		mean[address] /= days
		for day := range s.size.days {
			always = append(always, s.on[playerDay{address, day}])
		}
	}
	s.T.Logf("games at a time, on a day with a game: %s", spreadOf(open))
	s.T.Logf("mails a player and day with a game: %s; a player's mean: %s", spreadOf(mails), spreadOf(slices.Collect(maps.Values(mean))))
	s.T.Logf("without answers to what the player has written: %s", spreadOf(unasked))
	s.T.Logf("mails a player and day, while players join, with a game or not: %s", spreadOf(always))
	for _, few := range [][]int{always, unasked} { // also on days with a game, if it weren't for answers
		if slices.Sort(few); *seasonFull && few[len(few)/2] >= 3 { // in a small club all is played at once
			s.T.Errorf("on half of the days a player gets %d mails or more", few[len(few)/2])
		}
	}
	s.T.Logf("mails by kind: %v", s.mails)
}

// tellTournaments tells how long they took.
func (s *clubSeason) tellTournaments() {
	var cups, opened, players []int
	for _, c := range s.tournaments() {
		if c.Began.IsZero() || c.Ended.IsZero() {
			continue
		}
		if took := dayOf(c.Ended) - dayOf(c.Began); c.Opened {
			opened, players = append(opened, took), append(players, len(c.Entrants))
		} else {
			cups = append(cups, took)
		}
	}
	s.T.Logf("days from draw to end: %d cups: %s; %d tournaments of %v players: %s", len(cups), spreadOf(cups), len(opened), players, spreadOf(opened))
}

func share(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(1, of))) }

// spreadOf gives the median, what nine of ten are below, and the most.
func spreadOf[T int | float64](all []T) string {
	if len(all) == 0 {
		return "none"
	}
	sorted := slices.Sorted(slices.Values(all))
	at := func(i int) float64 { return math.Round(float64(sorted[i])*10) / 10 }
	return fmt.Sprintf("median %v, 90 %% %v, most %v", at(len(sorted)/2), at(len(sorted)*9/10), at(len(sorted)-1))
}
