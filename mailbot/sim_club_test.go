package mailbot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// What people do beside their moves: they look for opponents, plan, try, take
// back, and forget to move.

// oneOf draws one of some words.
func oneOf(dice *rand.Rand, words ...string) string { return words[dice.IntN(len(words))] }

// mayBegin says whether people can begin games otherwise than by a challenge to
// one game. What comes of that hangs on which games have ended by then, and with
// them on clocks, which a backup can't always bring back.
func (w *world) mayBegin() bool { return w.trouble.restores == 0 || w.trouble.steady }

// seek looks for an opponent, or takes what somebody offers.
func (p *person) seek(dice *rand.Rand) {
	if !p.w.mayBegin() {
		return
	}
	in := intent{verb: "seek", size: 4, pace: simPaces[dice.IntN(3)], count: dice.IntN(3), vouched: dice.IntN(4) > 0}
	for i, g := range p.w.model.games {
		if g.isFree() && dice.IntN(2) == 0 {
			in = intent{verb: oneOf(dice, "accept", "accept", "accept", "decline", "withdraw"), number: i + 1, vouched: in.vouched}
			break
		}
	}
	p.write(in, dice)
}

// wish is a wish for the time to come.
func (p *person) wish(dice *rand.Rand) {
	if dice.IntN(3) == 0 {
		in := intent{verb: "set", arg: oneOf(dice, "confirmations off", "confirmations off", "confirmations on"), vouched: dice.IntN(4) > 0}
		if p.w.trouble.net && dice.IntN(2) == 0 {
			in.arg = oneOf(dice, "net off", "net off", "net on")
		} else if dice.IntN(2) == 0 {
			in.arg = oneOf(dice, "web on", "web on", "web off")
		}
		p.write(in, dice)
		return
	}
	if p.w.mayBegin() {
		p.write(intent{verb: "limit", arg: oneOf(dice, "1", "2", "3", "none", "none"), vouched: true}, dice)
	}
}

// goAway says that somebody is away for some days, or back: not more often than may
// be in a day.
func (p *person) goAway(m *store.Outgoing, dice *rand.Rand) {
	in := intent{verb: "away", arg: oneOf(dice, "1d", "2d", "5d"), answers: m, vouched: dice.IntN(4) > 0}
	if p.moved > 0 && dice.IntN(2) == 0 {
		in.verb, in.arg = "back", ""
	}
	if p.moved++; p.moved <= club.AwayChanges {
		p.write(in, dice)
	}
}

// react is what people do about mails that ask nothing of them.
func (p *person) react(m *store.Outgoing, dice *rand.Rand) {
	event := templates.Kind(bottest.Field(m, "X-Unlur-Event"))
	if event == templates.Drawn || event == templates.ATournament || event == templates.Tournaments {
		p.reactToCup(m, dice)
	}
	if event == templates.Ladder {
		p.reactToLadder(m, dice)
	}
	number, _ := gameIn(m)
	g := p.w.model.game(number)
	if g == nil {
		return
	}
	switch {
	case event == templates.Undo:
		if in := (intent{verb: oneOf(dice, "allow", "allow", "yes", "deny", "no", "move"), answers: m}); in.verb != "move" {
			p.write(in, dice)
		} else {
			p.write(p.move(m, dice), dice)
		}
	case event == templates.Over && dice.IntN(3) == 0 && p.w.mayBegin():
		p.write(intent{verb: "rematch", answers: m}, dice)
	case event == templates.Moved || event == templates.Planned:
		p.meddle(m, g, dice)
	}
}

// meddle is for a game in which the opponent is to move.
func (p *person) meddle(m *store.Outgoing, g *modelGame, dice *rand.Rand) {
	in := intent{answers: m}
	switch dice.IntN(10) {
	case 0, 1:
		in.verb = "undo"
	case 2, 3, 4:
		if lines := p.lines(m, dice); len(lines) > 0 {
			in.verb, in.arg = "if", lines[0]
		}
	case 5:
		in.verb = "forget ifs"
	case 6:
		in.verb, in.arg = "preview", strings.Join(p.row(m, 1+dice.IntN(4), dice), " ")
	case 7:
		in.verb, in.arg = "show", fmt.Sprintf("at %d", dice.IntN(len(g.moves)+2))
	case 8:
		p.goAway(m, dice)
	}
	if in.verb != "" && (in.verb != "preview" || in.arg != "") {
		p.write(in, dice)
	}
}

// row makes up moves of both players for the board that a mail shows, once some
// more are played on it.
func (p *person) row(m *store.Outgoing, length int, dice *rand.Rand, played ...string) (words []string) {
	number, turn := gameIn(m)
	g := p.w.model.game(number)
	if g == nil || !g.begun() {
		return nil
	}
	at, ok := g.at(turn)
	for ok = ok && plays(&at, played...); ok && len(words) < length; {
		legal := slices.Collect(at.Legal())
		if len(legal) == 0 {
			break
		}
		move := legal[dice.IntN(len(legal))]
		if dice.IntN(4) > 0 { // what comes easily to mind, so that it is played
			move = legal[dice.IntN(min(3, len(legal)))]
		}
		words = append(words, move.String())
		ok = at.Play(move) == nil
	}
	return words
}

// lines makes up plans for what may come on the board that a mail shows, once some
// more moves are played on it.
func (p *person) lines(m *store.Outgoing, dice *rand.Rand, played ...string) (lines []string) {
	for range 1 + dice.IntN(3) {
		words := p.row(m, 2+2*dice.IntN(2), dice, played...)
		switch {
		case len(words) < 2:
			return lines
		case dice.IntN(3) == 0:
			lines = append(lines, "any "+words[1])
		case len(words) == 4:
			lines = append(lines, fmt.Sprintf("%s %s, %s %s", words[0], words[1], words[2], words[3]))
		default:
			lines = append(lines, words[0]+" "+words[1])
		}
	}
	return lines
}

// forgets says whether somebody leaves a mail where it is.
func (p *person) forgets(dice *rand.Rand) bool { return dice.Float64() < p.w.trouble.forgotten }

// reactLater is when somebody turns to a mail that asks nothing.
func (p *person) reactLater(m *store.Outgoing, dice *rand.Rand) {
	p.w.later(between(dice, 4*time.Minute, 8*time.Hour), p.address+fmt.Sprint("reacts", p.did), func() { p.react(m, dice) })
}
