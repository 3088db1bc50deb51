package mailbot_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

// A regular is a player of the club of a season.
type regular struct {
	*bottest.Person
	habits

	here  bool                                 // has written to the bot
	gone  bool                                 // will never do so again
	back  time.Time                            // from an absence
	quiet bool                                 // wants no more mails, or is forgotten
	out   map[string]bool                      // the tournaments that the player has left, as numbers in words
	off   bool                                 // has left the ladder
	pile  map[store.GameNumber]*store.Outgoing // mails that show a board on which the player is to move
	asked map[templates.Kind][]*store.Outgoing // mails that ask for a word
	looks bool                                 // it is settled when the player looks at the pile
}

// Habits don't change.
type habits struct {
	hours    float64 // half of what waits is looked at within so many
	strength float64 // the stronger player wins more often
	resigns  bool    // lost games at once, and doesn't play them on
}

// A plot is how a game goes if both play on: one of them resigns then. One that is never resigned ends by the rules.
type plot struct {
	contract int // stones, until somebody says "black"
	length   int // in plies; 0 if nobody resigns
	loser    game.Seat
}

// spread draws something around a value that half of all are below: the logarithm is normal.
func (s *clubSeason) spread(middle, by float64) float64 {
	return middle * math.Exp(by*s.dice.NormFloat64())
}

// hours are a time.
func hours(n float64) time.Duration { return time.Duration(n * float64(time.Hour)) }

// sometime draws a time from some day of the season until its last one.
func (s *clubSeason) sometime(from int) time.Duration {
	return hours(24 * (float64(from) + s.dice.Float64()*float64(s.size.days-from)))
}

// gather draws all players and what they will do once.
func (s *clubSeason) gather() {
	for i := range s.size.players {
		p := &regular{
			Person: s.Person(fmt.Sprintf("p%d@d%d.example", i, i%40)),
			habits: habits{hours: s.spread(8, 0.7), strength: s.dice.NormFloat64(), resigns: s.dice.IntN(4) == 0},
			out:    map[string]bool{}, pile: map[store.GameNumber]*store.Outgoing{}, asked: map[templates.Kind][]*store.Outgoing{},
		}
		s.people = append(s.people, p)
		s.at[p.Address] = p
		first := "games"
		switch s.dice.IntN(10) {
		case 0:
			first = "set mails daily"
		case 1, 2, 3:
			first = "set confirmations off"
		case 4, 5:
			first = "set web on"
		}
		s.later(hours(s.dice.Float64()*s.comes().Hours()), func() {
			p.here = true
			s.writes(p, nil, first, decision.Noted, decision.Answered)
		})
	}
	rest := s.shuffled()
	for range s.size.onLadder {
		p := rest.next()
		s.later(s.sometime(0)/6, func() { s.joinsLadder(p) })
	}
	rest = s.shuffled()
	for range s.size.robots {
		p := rest.next()
		s.later(s.sometime(0), func() { s.playsRobot(p) })
	}
	rest = s.shuffled()
	for _, what := range []struct {
		one int // in so many
		do  func(*regular)
	}{
		{10, func(p *regular) { p.gone = true; s.gone++ }},
		{5, s.goesAway},
		{50, s.stops},
		{100, s.wantsToBeForgotten},
		{40, s.leavesTournament},
		{40, s.leavesLadder},
		{5, s.wantsPuzzles},
	} {
		for range max(1, s.size.players/what.one) {
			p := rest.next()
			s.later(s.sometime(min(15, s.size.days/2)), func() { what.do(p) })
		}
	}
}

// A deck is players who have their turns one after the other.
type deck []*regular

func (s *clubSeason) shuffled() deck {
	d := deck(slices.Clone(s.people))
	s.dice.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
	return d
}

// next gives the next player of a deck, nil after the last one.
func (d *deck) next() *regular {
	if len(*d) == 0 {
		return nil
	}
	p := (*d)[0]
	*d = (*d)[1:]
	return p
}

// nextHere gives the next one who can join something. Who has left a tournament joins no other one, or it might be
// the same cup.
func (s *clubSeason) nextHere(d *deck) *regular {
	for {
		p := d.next()
		if p == nil || p.here && !p.gone && !p.quiet && len(p.out) == 0 && !p.back.After(s.Now) {
			return p
		}
	}
}

// writes has a player write a mail, or answer one, and everybody read what comes of it. Two mails can come within
// a second of each other.
func (s *clubSeason) writes(p *regular, answers *store.Outgoing, words string, want ...decision.Decision) decision.Decision {
	s.T.Helper()
	if p.gone || p.quiet {
		s.T.Fatalf("%s writes and is not there", p.Address)
	}
	began := s.Now
	var m bottest.Mail
	if answers != nil {
		m = p.Answers(answers, words)
	} else {
		m = p.Writes(words)
	}
	if s.mailsIn++; !slices.Contains(want, m.Decision) {
		s.T.Errorf("%s writes %q, and that is %s:\n%s", p.Address, words, m.Decision, p.Last().Text)
	}
	s.Now = began
	s.mayLose()
	s.Now = began.Add(time.Second)
	s.read()
	return m.Decision
}

// fill has players join a tournament that the operator has opened, in the two weeks before it begins.
func (s *clubSeason) fill(n tournament.Number, starts time.Time) {
	all, opens := s.shuffled(), max(s.comes(), starts.Sub(s.Now)-14*24*time.Hour)
	for range s.size.entrants {
		s.later(opens+hours(s.dice.Float64()*(starts.Sub(s.Now)-opens).Hours()), func() {
			for p := s.nextHere(&all); p != nil; p = s.nextHere(&all) {
				if s.writes(p, nil, fmt.Sprintf("tournament join %d", n), decision.Noted, decision.Refused) == decision.Noted {
					return
				}
			}
		})
	}
}

// joinsCup has the next player join the cup, and the next one later, until all cups have begun.
func (s *clubSeason) joinsCup() {
	begun := 0
	for _, c := range s.tournaments() {
		if !c.Opened && c.State != tournament.Joining {
			begun++
		}
	}
	if begun == s.size.cups {
		return
	}
	p := s.nextHere(&s.cups)
	if p == nil {
		s.cups = s.shuffled()
		p = s.nextHere(&s.cups)
	}
	if p != nil {
		s.writes(p, nil, "tournament join", decision.Noted, decision.Started, decision.Refused)
	}
	s.later(hours(s.dice.ExpFloat64()*s.lasts().Hours()*2/3/float64(5*s.size.cups)), s.joinsCup)
}

func (s *clubSeason) joinsLadder(p *regular) {
	switch {
	case p.gone || p.quiet || !s.Config.Ladder:
	case !p.here || p.back.After(s.Now):
		s.later(24*time.Hour, func() { s.joinsLadder(p) })
	default:
		p.off = false
		s.writes(p, nil, "ladder join", decision.Noted)
	}
}

// wantsPuzzles has somebody get one each week.
func (s *clubSeason) wantsPuzzles(p *regular) {
	if p.here && !p.gone && !p.quiet {
		s.writes(p, nil, "set puzzle weekly", decision.Noted)
	}
}

// playsRobot has somebody play a robot now and then, on a small board.
func (s *clubSeason) playsRobot(p *regular) {
	if p.gone || p.quiet || s.Now.Sub(bottest.Start) > s.lasts() {
		return
	}
	if p.here && !p.back.After(s.Now) {
		s.writes(p, nil, fmt.Sprintf("challenge robot level %d size 4", 1+s.dice.IntN(3)), decision.Started, decision.Refused)
	}
	s.later(hours(24*(5+20*s.dice.Float64())), func() { s.playsRobot(p) })
}

func (s *clubSeason) goesAway(p *regular) {
	if p.gone || p.quiet {
		return
	}
	if s.dice.IntN(4) == 0 { // which is more than anybody can be away
		s.writes(p, nil, "away 60d", decision.Refused)
	}
	days := 3 + s.dice.IntN(12)
	s.writes(p, nil, fmt.Sprintf("away %dd", days), decision.Noted)
	p.back = s.Now.AddDate(0, 0, days)
}

func (s *clubSeason) stops(p *regular) {
	s.writes(p, nil, "stop", decision.Unsubscribed)
	p.quiet = true
}

func (s *clubSeason) wantsToBeForgotten(p *regular) { s.writes(p, nil, "forget me", decision.Answered) }

func (s *clubSeason) leavesTournament(p *regular) {
	for _, c := range s.tournaments() {
		id := uint32(s.id(p))
		if c.Place(id) < 0 || c.IsOut(id) || c.State != tournament.Joining && c.State != tournament.Drawn {
			continue
		}
		if s.writes(p, nil, fmt.Sprintf("tournament leave %d", c.Number), decision.Noted, decision.Refused) == decision.Noted {
			p.out[fmt.Sprint(c.Number)] = true
			return
		} // else all that the player can play in it is over
	}
	if s.Now.Sub(bottest.Start) < s.lasts() {
		s.later(24*time.Hour, func() { s.leavesTournament(p) })
	}
}

func (s *clubSeason) leavesLadder(p *regular) {
	p.off = s.writes(p, nil, "ladder leave", decision.Noted, decision.Refused) == decision.Noted
}

// id gives a player's number.
func (s *clubSeason) id(p *regular) (id store.PlayerID) {
	s.Check(s.Store.View(func(tx *store.Tx) error {
		stored, err := tx.PlayerByAddress(p.Address)
		if err == nil {
			id = stored.ID
		}
		return err
	}))
	return id
}

// read has everybody get what has left.
func (s *clubSeason) read() {
	fresh := s.Fresh
	s.Fresh = nil
	s.countSpans(fresh)
	for _, m := range fresh {
		if !s.isFirst(m) {
			continue
		}
		s.count(m)
		p, kind := s.at[m.EnvelopeTo], templates.Kind(bottest.Field(m, "X-Unlur-Event"))
		s.mayGet(p, kind, m)
		if p.gone || p.quiet {
			continue
		}
		soon := false
		switch kind {
		case templates.StillThere, templates.Forget:
			p.asked[kind] = append(p.asked[kind], m)
		case templates.Digest:
			for _, n := range m.Games {
				p.pile[n] = m
			}
		case templates.Reminder, templates.Net:
			soon = true
		}
		if bottest.Field(m, "X-Unlur-To-Move") == "you" {
			p.pile[m.Game] = m
		}
		if strings.Contains(m.Text, "takes you off the ladder") && s.dice.IntN(2) == 0 {
			s.later(hours(s.spread(48, 1)), func() { s.joinsLadder(p) })
		}
		s.willLook(p, soon)
	}
}

// mayGet holds that nobody gets what the player has declined.
func (s *clubSeason) mayGet(p *regular, kind templates.Kind, m *store.Outgoing) {
	s.T.Helper()
	asked := bottest.Field(m, "Auto-Submitted") == "auto-replied"
	about := kind == templates.Drawn || kind == templates.ATournament || kind == templates.StillThere
	switch {
	case p == nil:
		s.T.Fatalf("a mail to %s: %s", m.EnvelopeTo, m.Subject)
	case p.quiet:
		s.T.Errorf("%s wants no mails, and gets %q", p.Address, m.Subject)
	case about && !asked && p.out[cupIn(m)]:
		s.T.Errorf("%s is out, and gets %q", p.Address, m.Subject)
	case p.off && !asked && strings.Contains(m.Text, "Your ladder game"):
		s.T.Errorf("%s is off the ladder, and gets %q:\n%s", p.Address, m.Subject, m.Text)
	}
	if late := s.Now.Sub(m.Date); late > time.Second {
		s.T.Errorf("%s gets %q %v after it was written", p.Address, m.Subject, late)
	}
}

// willLook settles when a player looks at what waits, if that is not settled; soon after a reminder.
func (s *clubSeason) willLook(p *regular, soon bool) {
	wait := s.spread(p.hours, 0.9)
	switch {
	case len(p.pile) == 0 && len(p.asked) == 0 || p.looks && !soon:
		return
	case soon:
		wait = min(wait, s.spread(5, 0.9))
	}
	p.looks = true
	s.later(hours(wait)+max(0, p.back.Sub(s.Now)), func() { s.look(p) })
}

// look has a player answer what waits, or most of it.
func (s *clubSeason) look(p *regular) {
	if p.looks = false; p.gone || p.quiet {
		return
	}
	if p.back.After(s.Now) { // the player has gone away meanwhile
		s.willLook(p, false)
		return
	}
	for _, m := range p.asked[templates.StillThere] {
		s.writes(p, m, "yes", decision.Noted, decision.Refused)
	}
	forgets := p.asked[templates.Forget]
	clear(p.asked)
	if len(forgets) > 0 && s.writes(p, forgets[0], "yes", decision.Forgotten, decision.NotUnderstood) == decision.Forgotten {
		p.quiet = true
		return
	} else if len(forgets) > 0 { // the question is too old
		s.wantsToBeForgotten(p)
	}
	for _, n := range slices.Sorted(maps.Keys(p.pile)) {
		if s.dice.IntN(8) == 0 {
			continue // it takes more thought
		}
		m := p.pile[n]
		delete(p.pile, n)
		s.moves(p, m, s.Game(n))
	}
	s.willLook(p, false)
}

// moves has a player move in a game, by answering the mail that shows it or by a new mail.
func (s *clubSeason) moves(p *regular, m *store.Outgoing, g *store.Game) {
	if g.State != store.Playing || g.Player(g.Course.ToMove) != s.id(p) {
		return
	}
	words := s.move(g).String()
	if m.Game == g.Number && s.dice.IntN(3) > 0 {
		s.writes(p, m, words, decision.Played, decision.Stale)
		return
	}
	s.writes(p, nil, words+" #"+strconv.Itoa(int(g.Number)), decision.Played, decision.Stale)
}

// move draws a move of the seat that is to move, as the plot of the game has it.
func (s *clubSeason) move(g *store.Game) game.Move {
	plan, begun := s.plans[g.Number]
	if !begun {
		plan = s.plotOf(g)
		s.plans[g.Number] = plan
	}
	played, err := g.Replay()
	s.Check(err)
	p := played.Position()
	if plan.length > 0 && p.Ply() >= plan.length && p.ToMove() == plan.loser {
		return game.Move{Kind: game.Resign}
	}
	legal := slices.Collect(p.Legal())
	black := game.Move{Kind: game.SayBlack}
	if p.Phase() == game.Contract && slices.Contains(legal, black) {
		if p.Ply() >= plan.contract {
			return black
		}
		legal = slices.DeleteFunc(legal, func(m game.Move) bool { return m == black && len(legal) > 1 })
	}
	return legal[s.dice.IntN(len(legal))]
}

// plotOf draws how a game goes.
func (s *clubSeason) plotOf(g *store.Game) plot {
	plan := plot{contract: 3 + s.dice.IntN(8), loser: game.First}
	first, second := s.playerOf(g.Players[0]), s.playerOf(g.Players[1])
	if s.dice.Float64() < 1/(1+math.Exp(second.strength-first.strength)) {
		plan.loser = game.Second
	}
	loser := []*regular{first, second}[plan.loser-game.First]
	switch {
	case *seasonFull && s.dice.IntN(20) == 0: // it is played out
	case loser.resigns:
		plan.length = s.size.plies/5 + s.dice.IntN(s.size.plies/4)
	default:
		plan.length = s.size.plies/3 + s.dice.IntN(2*s.size.plies/3+1)
	}
	return plan
}

// playerOf gives a player by the number.
func (s *clubSeason) playerOf(id store.PlayerID) *regular {
	p := s.at[personWith(s.Bot, id).Address]
	if p == nil { // who was forgotten meanwhile
		p = &regular{}
	}
	return p
}
