package mailbot_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// A person plays by mail, and knows no more than the mails that came.
type person struct {
	w        *world
	address  string
	language string // of the commands that the person writes
	got      []*store.Outgoing
	latest   map[int]*store.Outgoing // by game: the mail with the most moves, and of these the last
	wrote    int
	did      int
	moved    int // away or back
	thought  int // of cups
	gone     bool
}

// personAt gives the person with an address, nil if it is nobody's.
func (w *world) personAt(address string) *person {
	i := slices.IndexFunc(w.people, func(p *person) bool { return p.address == address })
	if i < 0 {
		return nil
	}
	return w.people[i]
}

// namesOfPeople are as many as a world has at most; none is a command or a cell.
var namesOfPeople = []string{
	"ana", "bo", "carla", "dani", "elsa", "finn", "gudrun", "hugo", "ilse", "jordi",
	"karin", "lars", "mira", "nils", "olga", "pia", "rosa", "sven", "tilda", "uwe",
}

// populate makes the people and lets them begin.
func (w *world) populate() {
	languages := []string{"en", "es", "ca", "fr"} // in one order, so that a seed gives one history whatever languages come
	for i := range w.trouble.people {
		p := &person{w: w, address: namesOfPeople[i] + "@home.test", language: languages[i%len(languages)], latest: map[int]*store.Outgoing{}}
		w.people = append(w.people, p)
		w.later(time.Minute, "beginning"+p.address, p.stir)
		if w.trouble.curious {
			w.later(time.Minute, "cups"+p.address, p.thinkOfCups)
		}
	}
	for i := range w.trouble.games {
		dice := w.dice("challenge", i)
		p := w.people[dice.IntN(len(w.people))]
		w.later(between(dice, time.Minute, 24*time.Hour), fmt.Sprint("challenge", i), func() { p.challenge(dice) })
	}
}

// dice gives what a person does next.
func (p *person) dice() *rand.Rand {
	p.did++
	return p.w.dice(p.address, p.did)
}

// get is a mail that arrives; the answer comes later, or not at all.
func (p *person) get(m *store.Outgoing) {
	if bottest.Field(m, "X-Unlur-Event") == string(templates.Announced) {
		p.readNews(m)
		return
	}
	p.got = append(p.got, m)
	number, turn := gameIn(m)
	if number > 0 {
		if _, before := gameIn(p.latest[number]); p.latest[number] == nil || turn >= before {
			p.latest[number] = m
		}
	}
	dice := p.dice()
	event := templates.Kind(bottest.Field(m, "X-Unlur-Event"))
	if p.forgets(dice) {
		return
	}
	if event == templates.Forget {
		p.w.later(between(dice, 4*time.Minute, 8*time.Hour), p.address+fmt.Sprint("is sure", p.did), func() {
			if in := (intent{verb: oneOf(dice, "yes", "yes", "yes", "games"), answers: m}); !p.w.calm {
				p.send(in, dice)
			}
		})
		return
	}
	if event == templates.Net && dice.IntN(2) == 0 { // before the move, or after it
		p.w.later(between(dice, time.Hour, 24*time.Hour), p.address+fmt.Sprint("is back", p.did), func() {
			p.write(intent{verb: "back", answers: m}, dice)
		})
	}
	if event != templates.Undo && (event == templates.Invite || bottest.Field(m, "X-Unlur-To-Move") == "you" || event == templates.Confirm || dice.IntN(20) == 0) {
		p.w.later(between(dice, 4*time.Minute, 8*time.Hour), p.address+fmt.Sprint("answers", p.did), func() { p.answer(m, dice) })
	} else {
		p.reactLater(m, dice)
	}
}

// readNews is an announcement that arrives: some have had enough of them.
func (p *person) readNews(m *store.Outgoing) {
	dice := p.dice()
	if p.forgets(dice) || dice.IntN(3) > 0 {
		return
	}
	p.w.later(between(dice, 4*time.Minute, 8*time.Hour), p.address+fmt.Sprint("has had enough news", p.did), func() {
		if !p.w.calm {
			p.send(intent{verb: "click", answers: m}, dice)
		}
	})
}

// stir is what somebody does without a mail at hand: a mail may have got lost.
func (p *person) stir() {
	dice := p.dice()
	p.w.later(between(dice, 6*time.Hour, 48*time.Hour), p.address+fmt.Sprint("stirs", p.did), p.stir)
	switch dice.IntN(16) {
	case 0:
		p.challenge(dice)
	case 1:
		p.rename(dice)
	case 2:
		p.write(intent{verb: oneOf(dice, "games", "seeks", "standings", "profile", "help", "rules", "nonsense"), vouched: dice.IntN(2) == 0}, dice)
	case 3:
		p.resume(dice)
	case 4:
		if len(p.got) > 0 {
			p.answerOld(dice)
		}
	case 5:
		p.seek(dice)
	case 6:
		p.wish(dice)
	case 7:
		p.goAway(nil, dice)
	default:
		for _, number := range sortedNumbers(p.latest) {
			if m := p.latest[number]; bottest.Field(m, "X-Unlur-To-Move") == "you" || bottest.Field(m, "X-Unlur-Event") == string(templates.Invite) {
				p.answer(m, dice)
			}
		}
	}
}

// challenge invites somebody, also by name.
func (p *person) challenge(dice *rand.Rand) {
	other := p.w.people[dice.IntN(len(p.w.people))]
	in := intent{verb: "challenge", arg: other.address, size: 4 + dice.IntN(8)/7, seat: game.First + game.Seat(dice.IntN(2)), vouched: dice.IntN(3) > 0}
	in.pace, in.match = simPaces[dice.IntN(len(simPaces))], dice.IntN(8) == 0 && p.w.mayBegin()
	if name := p.w.model.names[other.address]; name != "" && dice.IntN(3) == 0 {
		if in.arg = name; name == unnamed { // and nobody is called so
			in.arg, _, _ = strings.Cut(other.address, "@")
		}
	}
	p.write(in, dice)
}

func (p *person) rename(dice *rand.Rand) {
	p.write(intent{verb: "name", arg: []string{"Mole", "Badger", "Otter", "Stoat", "Heron"}[dice.IntN(5)], vouched: true}, dice)
}

// resume is about a game without a mail that it answers.
func (p *person) resume(dice *rand.Rand) {
	numbers := sortedNumbers(p.latest)
	if len(numbers) == 0 {
		return
	}
	in := p.move(p.latest[numbers[dice.IntN(len(numbers))]], dice)
	in.number, _ = gameIn(in.answers)
	in.answers, in.plans, in.vouched = nil, nil, dice.IntN(2) == 0
	p.write(in, dice)
}

// answerOld answers some mail, however old it is.
func (p *person) answerOld(dice *rand.Rand) {
	m := p.got[dice.IntN(len(p.got))]
	in := p.move(m, dice)
	if dice.IntN(8) == 0 && m.Player != 0 { // a stranger's button ends nothing that the model knows
		in.verb = "click"
	}
	p.write(in, dice)
}

// answer answers a mail as it wants to be answered, mostly.
func (p *person) answer(m *store.Outgoing, dice *rand.Rand) {
	number, _ := gameIn(m)
	switch {
	case dice.Float64() < p.w.trouble.wrong:
		p.stray(m, dice)
	case isConfirm(m):
		p.confirm(m, dice)
	case bottest.Field(m, "X-Unlur-Event") == string(templates.Invite):
		p.write(intent{verb: []string{"accept", "accept", "accept", "accept", "decline"}[dice.IntN(5)], answers: m}, dice)
	case number > 0:
		in := p.move(p.latest[number], dice)
		p.write(in, dice)
		if dice.Float64() < p.w.trouble.impatient {
			p.write(in, dice) // "did you get my mail?"
		}
	}
	if dice.Float64() < p.w.trouble.foreign {
		p.foreign(m, dice)
	}
}

// confirm answers the question whether a mail was one's own: mostly yes, since it
// was, sometimes too late, sometimes with something else.
func (p *person) confirm(m *store.Outgoing, dice *rand.Rand) {
	verbs := []string{"yes", "yes", "yes", "yes", "yes", "yes", "no", "nonsense", "games"}
	in := intent{verb: verbs[dice.IntN(len(verbs))], answers: m}
	switch dice.IntN(12) {
	case 0:
		in = p.move(m, dice)
	case 1:
		p.w.later(between(dice, 48*time.Hour, 96*time.Hour), p.address+fmt.Sprint("confirms", p.did), func() { p.write(in, dice) })
		return
	}
	p.write(in, dice)
	if dice.IntN(6) == 0 {
		p.write(in, dice)
	}
}

// stray answers a mail with anything.
func (p *person) stray(m *store.Outgoing, dice *rand.Rand) {
	number, _ := gameIn(m)
	verbs := []string{"show", "history", "games", "help", "say", "say", "resign", "abort", "black", "accept", "decline", "withdraw", "nonsense", "stop", "rules", "move", "undo", "allow", "deny", "forget ifs"}
	in := intent{verb: verbs[dice.IntN(len(verbs))], answers: m}
	switch {
	case number == 0 && in.verb != "games" && in.verb != "stop":
		in.verb = "help"
	case in.verb == "say":
		in.arg = p.words(number)
	case in.verb == "move":
		in.arg = []string{"A1", "Z9", "D4", "G7"}[dice.IntN(4)]
	}
	p.write(in, dice)
}

// foreign answers a mail from an address that the bot does not know, or that
// is another player's.
func (p *person) foreign(m *store.Outgoing, dice *rand.Rand) {
	if number, _ := gameIn(m); number == 0 {
		return // help in a game's thread has that game's token, and does not tell
	}
	in := p.move(m, dice)
	in.note, in.plans = "", nil // if somebody else confirms it, it is said by them
	if isConfirm(m) {
		in = intent{verb: "yes", answers: m}
	}
	other := p.w.people[dice.IntN(len(p.w.people))]
	other.write(in, dice)
}

// words makes something to say that no one else says, and that tells to whom
// it is said.
func (p *person) words(number int) string {
	g := p.w.model.game(number)
	if g == nil {
		return "hello"
	}
	from, _, _ := strings.Cut(p.address, "@")
	to, _, _ := strings.Cut(g.other(p.address), "@")
	p.wrote++
	return fmt.Sprintf("well-%s-to-%s-%d", from, to, p.wrote)
}

var markPattern = regexp.MustCompile(`well-[a-z]+-to-[a-z]+-\d+`)

func marksIn(text string) []string { return markPattern.FindAllString(text, -1) }

// move chooses a move on the board that a mail shows, mostly a legal one.
func (p *person) move(m *store.Outgoing, dice *rand.Rand) intent {
	number, turn := gameIn(m)
	in := intent{verb: "show", answers: m}
	g := p.w.model.game(number)
	if g == nil {
		in.verb = "games"
		return in
	}
	at, ok := g.at(turn)
	if !ok || bottest.Field(m, "X-Unlur-Phase") == "" {
		return in
	}
	legal := slices.Collect(at.Legal())
	if len(legal) == 0 || dice.IntN(40) == 0 || g.cup > 0 && dice.IntN(8) == 0 { // cups are to come to an end
		in.verb = oneOf(dice, "resign", "abort")
		return in
	}
	move := legal[dice.IntN(len(legal))]
	if last := legal[len(legal)-1]; last.Kind == game.SayBlack && dice.IntN(4) == 0 {
		move = last
	}
	in.verb, in.arg = "move", move.String()
	if move.Kind == game.SayBlack {
		in.verb, in.arg = "black", ""
	}
	switch dice.IntN(6) {
	case 0:
		in.note = p.words(number)
	case 1:
		in.plans = p.lines(m, dice, move.String())
	}
	return in
}

func sortedNumbers(m map[int]*store.Outgoing) (numbers []int) {
	for n := range m {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers
}
